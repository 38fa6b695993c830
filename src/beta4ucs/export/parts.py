"""The fixed functions that an exported program needs, out of the files in `runtime/`."""

from __future__ import annotations

import ast
from importlib import resources


def functions_used(runtime: str, program: str) -> tuple[str, list[str]]:
    """Return what comes before the functions (imports, constants), and those that are used.

    Parameters
    ----------
    runtime : str
        Name of a file in `runtime/`, without its end.
    program : str
        The text that uses them.
    """
    text = runtime_text(runtime)
    tree = ast.parse(text)
    functions = {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}
    used: set[str] = set()
    found = _names(ast.parse(program)) & set(functions)
    while found:
        used |= found
        found = {n for one in found for n in _names(functions[one])} & set(functions) - used
    kept = [one for name, one in functions.items() if name in used]
    names = _names(ast.parse(program)).union(*map(_names, kept)) if kept else set()
    first = min(one.lineno for one in functions.values()) - 1
    top = [one for one in tree.body[1:] if one.lineno <= first and _defines(one) & names]
    lines = [text.splitlines()[one.lineno - 1 : one.end_lineno] for one in top]
    n_imports = sum(isinstance(one, (ast.Import, ast.ImportFrom)) for one in top)
    lines.insert(n_imports, [""])  # between imports and constants
    before = "\n".join(line for part in lines for line in part).strip()
    return before, [ast.get_source_segment(text, one) or "" for one in kept]


def runtime_text(runtime: str) -> str:
    """Return a file of `runtime/`, by its name without the end."""
    return (resources.files("beta4ucs.export.runtime") / f"{runtime}.py").read_text("utf-8")


def _names(tree: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}


def _defines(statement: ast.stmt) -> set[str]:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {one.asname or one.name for one in statement.names}
    return {one.id for one in ast.walk(statement) if isinstance(one, ast.Name)}
