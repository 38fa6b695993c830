"""How many rows each rule of a model covers: counted on a table, or read from its run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli.run_record import MODEL_NAME
from beta4ucs.cli.table_rows import WORDS
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from beta4ucs.cli.table_rows import TablePart
    from beta4ucs.rules import Coverage, RuleSet

RULES_NAME = "rules.csv"  # in the folder of a run
PREFIXES = {"train": "training_", "test": "test_", "all": ""}
COUNTS = ("rows", "class_rows", "covered", "right", "lift")


class RuleCounts:
    """Counts of all rules of a model, by the role of the rows: "train", "test" or "all"."""

    def __init__(self, by_role: dict[str, list[Coverage]]) -> None:
        self.by_role = by_role

    @classmethod
    def on(cls, rules: RuleSet, parts: Sequence[TablePart]) -> RuleCounts:
        """Count rows of a table."""
        return cls({part.role: rules.coverage(part.X, part.y) for part in parts if len(part)})

    def order(self) -> np.ndarray:
        """Places of the rules, those that say most about the rows first: learned from, if known."""
        import numpy as np

        role = next(role for role in ("train", "all", "test") if role in self.by_role)
        gains = np.array([one.gain for one in self.by_role[role]])
        return np.argsort(-gains, kind="stable")

    def said(self, place: int) -> list[str]:
        """What a rule covers, in words."""
        return [counts[place].said(WORDS[role]) for role, counts in self.by_role.items()]

    def numbers(self, place: int) -> dict[str, Any]:
        """What a rule covers, by names that tell of which rows."""
        found = {}
        for role, counts in self.by_role.items():
            one = counts[place]
            values = (one.rows, one.of_class, one.covered, one.right, one.lift)
            for name, value in zip(COUNTS, values, strict=True):
                found[PREFIXES[role] + name] = value
        return found

    def beside(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Add the counts to a table of rules, whose index is their places in the population."""
        import pandas as pd

        counts = pd.DataFrame([self.numbers(place) for place in frame.index], index=frame.index)
        whole = [name for name in counts if not str(name).endswith("lift")]
        return frame.join(counts.astype(dict.fromkeys(whole, "Int64")))


def counts_of_run(model: Path, rules: RuleSet) -> RuleCounts | None:
    """Read what `fit` has counted; None if the model is not that of a run, or was not counted."""
    import pandas as pd

    path = model.expanduser()
    path = path / RULES_NAME if path.is_dir() else path.with_name(RULES_NAME)
    if not path.is_file() or not (model.is_dir() or model.name == MODEL_NAME):
        return None
    try:
        table = pd.read_csv(path, dtype={"class": str}, keep_default_na=False).set_index("index")
        if "training_covered" not in table:  # written before rows were counted
            return None
        table = table.sort_index()
        if table.index.tolist() != list(range(len(rules))):
            raise InputError("it has other rules than the model")
        roles = [role for role in ("train", "test") if f"{PREFIXES[role]}covered" in table]
        return RuleCounts({role: _read(table, role, rules) for role in roles})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"'{path}', which says how many rows each rule covers, cannot be read ({error}); "
            "repair or remove it"
        ) from None


def _read(table: pd.DataFrame, role: str, rules: RuleSet) -> list[Coverage]:
    from beta4ucs.rules import Coverage

    names = ("rows", "covered", "right", "class_rows")
    columns = [table[PREFIXES[role] + name].astype(int).tolist() for name in names]
    labels = rules.classes[rules.arrays.label].tolist()
    return [
        Coverage(rows, covered, right, of_class, str(label))
        for rows, covered, right, of_class, label in zip(*columns, labels, strict=True)
    ]
