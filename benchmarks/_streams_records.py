"""What is recorded of a run on a stream, and which streams and systems there are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _records import read_records

from beta4ucs import Evolution

GENERATORS = ("SEA", "Agrawal", "hyperplane", "flights")
SYSTEMS = ("rules", "rules-defaults", "tree", "forest", "majority")
STREAM: dict[str, Any] = {
    "forgetting": 0.01,
    "evolution": Evolution(ga_threshold=12, fitness_power=10, deletion_fraction=0.5),
}
N_CONCEPTS = 4  # of a stream whose concept changes from one row to the next
WINDOW = 5000


@dataclass(frozen=True)
class Record:
    """One line of the records; accuracies from 0 to 1."""

    generator: str
    system: str
    seed: int
    rows: int
    accuracy: float
    windows: str  # accuracies of 5,000 rows each, blanks between
    crisp: str  # share of crisp rules at their ends; nothing for river
    rules: int  # at the end; 0 for river
    microseconds: float  # a row
    river: str
    kernels: str
    beta4ucs: str
    numba: str
    numpy: str
    python: str

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.generator, self.system, self.seed, self.rows

    @property
    def lacks_shares(self) -> bool:
        """Whether it is from before crisp rules were counted; such a run is repeated."""
        return self.system.startswith("rules") and not self.crisp


def latest(path: Path) -> list[Record]:
    """The records, of a run that was repeated the last one."""
    return list({record.key: record for record in read_records(path, Record)}.values())
