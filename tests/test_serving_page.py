"""The examples of docs/serving.md run, each where the package that it shows is installed."""

import os
import re
import sys
from pathlib import Path

import pytest

from test_docs import output_of

PAGE = Path(__file__).parent.parent / "docs" / "serving.md"
PARTS = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
SECTIONS = {part.partition("\n")[0]: part for part in PARTS}
NEEDS = {
    "A batch job": (),
    "A service": ("fastapi", "httpx"),
    "Keep": ("skops",),
    "Track": ("mlflow",),
}
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)


def run(section, names):
    """Run the examples of a section; what they print must be what the page says."""
    for code, told in EXAMPLE.findall(SECTIONS[section]):
        assert output_of(lambda code=code: exec(code, names)) == told


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A folder with the model of the page, and the names of its first example."""
    folder, before, names = tmp_path_factory.mktemp("serving"), Path.cwd(), {"__name__": "page"}
    os.chdir(folder)
    run("A model to serve", names)
    yield folder, names
    os.chdir(before)


@pytest.mark.parametrize("section", NEEDS)
def test_the_examples_run(served, section, monkeypatch):
    for package in NEEDS[section]:
        pytest.importorskip(package)
    folder, names = served
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("MLFLOW_TRACKING_URI", (folder / "runs").as_uri())
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    run(section, dict(names))
