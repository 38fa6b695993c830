"""What stands beside a model about its run: its data, what was left out, which rows were tested."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beta4ucs.cli.output_file import write_file
from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import numpy as np

MODEL_NAME, RECORD_NAME = "model.json", "run.json"  # in the folder of a run


@dataclass(frozen=True)
class RunRecord:
    """The table of a run, and the rows that it was tested on, counted from 0.

    `dropped` and `id_column` are columns of the table that the model does not know.
    """

    sha256: str
    n_rows: int
    tested: np.ndarray
    dropped: tuple[str, ...] = ()
    id_column: str | None = None

    def write_beside(self, model: Path, **more: Any) -> None:
        """Write it for a model that was made from that of the run."""
        content = {
            **more,
            "data": {
                "sha256": self.sha256,
                "rows": self.n_rows,
                "dropped": list(self.dropped),
                "id": self.id_column,
            },
            "split": {"tested": numbers_as_text(self.tested + 1)},
        }
        write_file(record_path(model), json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def record_path(model: Path) -> Path:
    """Where the record of a model is: run.json in its folder, or 'small.run.json' of 'small.json'.

    Examples
    --------
    >>> print(record_path(Path("m/model.json")), record_path(Path("m/small.json")))
    m/run.json m/small.run.json
    >>> print(record_path(Path("m/small.json.gz")))
    m/small.run.json
    """
    if model.is_dir():
        return model / RECORD_NAME
    if model.name == MODEL_NAME:
        return model.with_name(RECORD_NAME)
    if model.name.endswith(".json.gz"):
        model = model.with_suffix("")
    return model.with_suffix(f".{RECORD_NAME}")


def record_of(model: Path) -> RunRecord | None:
    """Read the record of a model; None if there is none, or none with the tested rows."""
    import numpy as np

    path = record_path(model.expanduser())
    if not path.is_file():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if "tested" not in content["split"]:  # written before rows were kept
            return None
        tested = np.array(numbers_from_text(content["split"]["tested"]), dtype=np.int64) - 1
        data = content["data"]
        dropped = [str(name) for name in (*data.get("dropped", ()), data.get("weights")) if name]
        return RunRecord(data["sha256"], int(data["rows"]), tested, tuple(dropped), data.get("id"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"'{path}', which says what rows the model was tested on, cannot be read "
            f"({type(error).__name__}: {error}); repair or remove it"
        ) from None


def numbers_as_text(numbers: Iterable[int]) -> str:
    """Write whole numbers in rising order, neighbours as ranges.

    Examples
    --------
    >>> numbers_as_text([7, 1, 2, 3])
    '1-3,7'
    """
    ranges: list[list[int]] = []
    for number in sorted(map(int, numbers)):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges)


def numbers_from_text(text: str) -> list[int]:
    """Read what `numbers_as_text` has written.

    Examples
    --------
    >>> numbers_from_text("1-3,7")
    [1, 2, 3, 7]
    """
    numbers: list[int] = []
    for part in text.split(",") if text else ():
        low, _, high = part.partition("-")
        numbers += range(int(low), int(high or low) + 1)
    return numbers
