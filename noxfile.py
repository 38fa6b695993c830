#!/usr/bin/env -S uv run --script
# /// script
# dependencies = ["nox>=2025.2.9"]
# ///
"""The quick tests on every supported stack: `make matrix`, or `nox -s oldest newest`.

They are what users do every day, and models whose bytes must not depend on the stack. `tests` has
each Python with the newest libraries for it, `oldest` the first releases that pyproject.toml
allows. Both install the package alone, without extras. `fallback` and `optimised` run in the
environment of nox itself. `docs` builds the site, `build` what a release consists of.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nox

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
QUICK = (
    "tests/quick",
    "tests/data/test_value_order.py",
    "tests/estimators/test_docstrings.py",
    "tests/test_hyperparameters.py",
    "tests/training/test_feature_weights.py",
)
PROJECT = nox.project.load_toml("pyproject.toml")
MAX_SOURCE_BYTES = 1_500_000

nox.needs_version = ">=2025.2.9"  # reads dependency groups
nox.options.default_venv_backend = "virtualenv"  # uv's has no pip to list what it installed
nox.options.error_on_missing_interpreters = False  # those that the machine has


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Every Python, with the newest libraries that it can have."""
    install(session)
    run_quick_tests(session, "python")


@nox.session
def newest(session: nox.Session) -> None:
    """The newest libraries, on the Python that runs nox."""
    install(session)
    run_quick_tests(session, "python")


@nox.session(python=PYTHONS[0])
def oldest(session: nox.Session) -> None:
    """The oldest Python and libraries that are supported."""
    dependencies = PROJECT["project"]["dependencies"]
    floors = [requirement.replace(">=", "==") for requirement in dependencies]
    install(session, *floors)
    run_quick_tests(session, "python")


@nox.session(venv_backend="none")
def fallback(session: nox.Session) -> None:
    """Public Numba only, also where internals are missing."""
    session.posargs.append("tests/kernels/test_toolset.py")
    run_quick_tests(session, sys.executable, BETA4UCS_PLAIN_NUMBA="1")


@nox.session(venv_backend="none")
def optimised(session: nox.Session) -> None:
    """Without docstrings and assertions."""
    run_quick_tests(session, sys.executable, "-OO")


@nox.session
def docs(session: nox.Session) -> None:
    """The site, with every example of the gallery; a warning is an error."""
    session.install("--no-compile", ".", *nox.project.dependency_groups(PROJECT, "docs"))
    session.run("sphinx-build", "-q", "-W", "--keep-going", "docs", "docs/_build/html")


@nox.session
def build(session: nox.Session) -> None:
    """Build sdist and wheel, check both, and run the demo with the wheel alone."""
    session.install("build", "check-wheel-contents", "twine", "validate-pyproject[all]")
    for old in Path("dist").glob("*"):
        old.unlink()
    session.run("validate-pyproject", "pyproject.toml")
    session.run("python", "-m", "build", "--outdir", "dist")
    (source,), (wheel,) = Path("dist").glob("*.tar.gz"), Path("dist").glob("*.whl")
    session.run("twine", "check", "--strict", str(source), str(wheel))
    session.run("check-wheel-contents", str(wheel))
    if source.stat().st_size > MAX_SOURCE_BYTES:
        session.error(f"{source} has {source.stat().st_size:,} bytes, {MAX_SOURCE_BYTES:,} at most")
    alone = Path(session.create_tmp(), "alone")
    session.run("python", "-m", "venv", "--clear", str(alone))
    scripts = alone / ("Scripts" if sys.platform == "win32" else "bin")
    session.run(str(scripts / "python"), "-m", "pip", "-q", "install", str(wheel), external=True)
    session.run(str(scripts / "beta4ucs"), "fit", "wine", "--seed", "1", external=True)


def install(session: nox.Session, *requirements: str) -> None:
    """Install the package and what the quick tests need; imports compile what they use."""
    tools = nox.project.dependency_groups(PROJECT, "test")
    session.install("--no-compile", ".", *requirements, *tools)
    session.run("python", "-m", "pip", "list", "--format=freeze", silent=False)


def run_quick_tests(session: nox.Session, python: str, *flags: str, **variables: str) -> None:
    """Run them with a cache of compiled kernels that belongs to the session."""
    variables["XDG_CACHE_HOME"] = str(Path(session.create_tmp(), "cache"))
    arguments = ("-m", "pytest", "-q", *QUICK, *session.posargs)
    session.run(python, *flags, *arguments, env=variables)


if __name__ == "__main__":
    nox.main()
