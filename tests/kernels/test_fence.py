"""Numba's internals are touched in one folder only."""

import ast
from pathlib import Path

import beta4ucs

PACKAGE = Path(beta4ucs.__file__).parent
FENCED = PACKAGE / "kernels" / "numba_internals"
# Described in the manuals of Numba and llvmlite.
PUBLIC = {"numba", "numba.core.errors", "numba.extending", "llvmlite.ir"}
PUBLIC_OPTIONS = {"cache", "error_model", "inline", "nogil"}


def modules_of(tree):
    """Yield the full names of all modules of Numba and llvmlite that a file imports from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            is_package = node.module in ("llvmlite", "numba.core", "numba.np", "numba.cpython")
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from names if is_package else [node.module]


def options_of(tree):
    """Yield the names of the options that a file decorates functions with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("njit", "jit"):
            yield from (keyword.arg for keyword in node.keywords if keyword.arg)


def test_other_files_use_public_numba_only():
    n_files = 0
    for path in PACKAGE.rglob("*.py"):
        if FENCED in path.parents:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        numbas = {name for name in modules_of(tree) if name.split(".")[0] in ("numba", "llvmlite")}
        assert numbas <= PUBLIC, path
        assert set(options_of(tree)) <= PUBLIC_OPTIONS, path
        n_files += bool(numbas)
    assert n_files > 5


def test_the_fence_holds_something_back():
    found = set()
    for path in FENCED.glob("*.py"):
        found.update(modules_of(ast.parse(path.read_text(encoding="utf-8"))))
    assert "numba.core.compiler" in found - PUBLIC
