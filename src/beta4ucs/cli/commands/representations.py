"""The command `representations`: what conditions can look like."""

from collections.abc import Iterator
from typing import Any

from beta4ucs.cli.estimator_choice import systems_of
from beta4ucs.hyperparameters import CONDITIONS, Hyperparameter

NOTE = """
Use a name or an alias: beta4ucs fit wine --system fuzzy-ucs --representation
triangle --mutation-step 0.05. beta4 with --crispify is FBRC, with --no-crispify
FBR."""
_LINE = "    {:<24}{:<11}{:>8}   {}"


def representations() -> int:
    """List what conditions can look like, and the hyperparameters of each."""
    from beta4ucs.representations import contract

    for name in CONDITIONS:
        for line in _lines(contract.kind_of(name)):
            print(line)
        print()
    print(NOTE.strip())
    return 0


def _lines(kind: Any) -> Iterator[str]:
    aliases = ", ".join(getattr(kind, "aliases", ()))
    called = f"{kind.name} ({aliases})" if aliases else kind.name
    yield f"{called}: {', '.join(systems_of(kind))}"
    summary = (kind.__doc__ or "").strip().partition("\n")[0]
    if not summary.startswith(f"{kind.__name__}("):  # what a named tuple without a docstring gets
        yield f"  {summary}"
    for row in CONDITIONS[kind.name].values():
        yield _line(row)


def _line(row: Hyperparameter) -> str:
    default = str(row.default).lower() if row.kind == "bool" else str(row.default)
    return _LINE.format(row.name.replace("_", "-"), row.symbol, default, row.legal).rstrip()
