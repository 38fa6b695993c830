"""One record per run: what it is made of, and how records become a table of runs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

Record = dict[str, Any]

INPUTS = ("dataset", "system", "seed", "protocol", "epochs", "class", "parameters", "data_sha256")
SIZES = ("n_train", "n_test", "n_features", "n_classes")
RESULTS = (
    "test_accuracy", "train_accuracy", "test_macro_f1", "test_balanced_accuracy", "rules",
    "numerosity", "crisp_share", "iterations", "error", "curves",
)  # fmt: skip
# Results that records of earlier versions do not have.
LATER_RESULTS = ("test_auc", "test_log_loss", "test_brier", "match_set", "measured")
CIRCUMSTANCES = ("study", "cpu_seconds", "wall_seconds", "warnings", "versions")
COLUMNS = ("key", *INPUTS, *SIZES, *RESULTS, *LATER_RESULTS, *CIRCUMSTANCES)
# What two runs of the same inputs share on any machine.
REPRODUCIBLE = ("key", *INPUTS, *SIZES, *RESULTS, *LATER_RESULTS)
_AS_TEXT = ("parameters", "curves", "measured", "versions", "warnings")
_NUMBERS = (
    "test_accuracy", "train_accuracy", "test_macro_f1", "test_balanced_accuracy", "crisp_share",
    "test_auc", "test_log_loss", "test_brier", "match_set", "cpu_seconds", "wall_seconds",
)  # fmt: skip
_WHOLE = ("seed", "epochs", *SIZES, "rules", "numerosity", "iterations")


def frame_of(records: Iterable[Record]) -> pd.DataFrame:
    """Put records into a frame, one row each; what has parts becomes JSON text."""
    import pandas as pd

    rows = [
        [_cell(record.get(name), as_text=name in _AS_TEXT) for name in COLUMNS]
        for record in records
    ]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    return frame.astype({**dict.fromkeys(_WHOLE, "Int64"), **dict.fromkeys(_NUMBERS, "float64")})


def _cell(value: Any, *, as_text: bool) -> Any:
    if not as_text or value is None or isinstance(value, str):
        return value
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def records_in(frame: pd.DataFrame) -> list[Record]:
    """Take records out of a frame again."""
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): _value(str(name), value) for name, value in row.items()} for row in rows]


def _value(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _AS_TEXT:
        return json.loads(value)
    return int(value) if name in _WHOLE else value
