"""Where the documentation of an estimator is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata


def page_of(name: str) -> str:
    """The address of an estimator's page, of the article if the package names no documentation.

    Examples
    --------
    >>> page_of("UCSClassifier").startswith("https://")
    True
    """
    try:
        entries = metadata("beta4ucs").get_all("Project-URL") or []
    except PackageNotFoundError:  # run from a folder of sources
        return ""
    urls = dict(entry.split(", ", 1) for entry in entries)
    if "Documentation" in urls:
        return f"{urls['Documentation'].rstrip('/')}/generated/beta4ucs.{name}.html"
    return urls.get("Article", "")
