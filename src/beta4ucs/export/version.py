"""The version of the package, for files that name it."""

from importlib import metadata


def version() -> str:
    """Return it; "unknown" in a folder of sources."""
    try:
        return metadata.version("beta4ucs")
    except metadata.PackageNotFoundError:
        return "unknown"
