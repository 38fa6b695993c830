"""The page of what is public, and the modules that it speaks of."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import beta4ucs
from beta4ucs.rules import RuleSet

PAGE = Path(__file__).parents[1] / "docs" / "api.md"
ROW = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.MULTILINE)
CLASSES = {
    "Methods of the estimators": beta4ucs.Beta4UCSClassifier,
    "Methods of `RuleSet`": RuleSet,
}


def sections(mark):
    """What the page lists below headings of a level, by heading."""
    text = PAGE.read_text(encoding="utf-8")
    parts = re.split(rf"^{mark} ", text, flags=re.MULTILINE)[1:]
    found = {}
    for part in parts:
        heading, _, body = part.partition("\n")
        found[heading] = ROW.findall(re.split(r"^##", body, maxsplit=1, flags=re.MULTILINE)[0])
    return found


MODULES = {heading.strip("`"): rows for heading, rows in sections("##").items()}


@pytest.mark.parametrize("module", MODULES)
def test_the_page_lists_what_a_module_exports(module):
    listed = [name for name, _ in MODULES[module]]
    exported = importlib.import_module(module)
    assert sorted(listed) == sorted(exported.__all__)
    for name in listed:
        assert getattr(exported, name) is not None


def test_packages_that_are_not_on_the_page():
    """A new package is public or private, but not by oversight."""
    private = {
        "cli", "estimators", "evolved_rules", "hyperparameters", "kernels", "learning",
        "model_file", "training", "voting",
    }  # fmt: skip
    packages = {f"beta4ucs.{one.name}" for one in pkgutil.iter_modules(beta4ucs.__path__)}
    modules = {"beta4ucs.errors", "beta4ucs.whole_files", "beta4ucs.__main__"}
    assert packages - modules - {f"beta4ucs.{name}" for name in private} == set(MODULES) - {
        "beta4ucs"
    }


@pytest.mark.parametrize("heading", CLASSES)
def test_the_page_lists_the_methods_of_a_class(heading):
    listed = [name for name, _ in sections("###")[heading]]
    ours = [kind for kind in CLASSES[heading].__mro__ if kind.__module__.startswith("beta4ucs")]
    public = {
        name
        for kind in ours
        for name, member in vars(kind).items()
        if not name.startswith("_")
        and (inspect.isfunction(member) or inspect.isdatadescriptor(member) or is_cached(member))
    }
    assert sorted(listed) == sorted(public)


def is_cached(member):
    return type(member).__name__ == "cached_property"


def test_every_line_of_a_table_is_read():
    rows = [row for rows in [*MODULES.values(), *sections("###").values()] for row in rows]
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    heads = [line for line in lines if line.startswith(("| name |", "|---|"))]
    assert len(rows) == len(lines) - len(heads)
