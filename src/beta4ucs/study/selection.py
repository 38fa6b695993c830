"""The records that belong to a study, under the names that it gives its systems."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from beta4ucs.study.declaration import Study
from beta4ucs.study.problems import load_problem
from beta4ucs.study.records import Record

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Selection:
    """What a study has so far.

    Attributes
    ----------
    records : list of dict
        One a run that succeeded, data sets and systems in the order of the study.
    failed : list of dict
        Records that hold an error.
    n_missing : int
        Runs of the grid without a record.
    """

    records: list[Record]
    failed: list[Record]
    n_missing: int

    @property
    def frame(self) -> pd.DataFrame:
        """The runs as a frame; see `beta4ucs.study.records.COLUMNS`."""
        from beta4ucs.study.records import frame_of

        return frame_of(self.records)


def select(study: Study, records: Iterable[Record]) -> Selection:
    """Pick the records of a study.

    Records are known by the digest of the data and by all else that decides a result. Of own files
    the digest is taken; the article's tables are not needed: if one has changed on the way, the
    records of the latest count.
    """
    by_inputs: dict[tuple[str, str, int], Record] = {}
    latest: dict[str, str] = {}
    for record in records:
        identity = _identity(record, with_curves=record.get("curves") is not None)
        by_inputs[identity, record["data_sha256"], record["seed"]] = record
        latest[record["dataset"]] = record["data_sha256"]
    found: list[Record] = []
    failed: list[Record] = []
    n_missing = 0
    for source in study.datasets:
        if source.file is None:
            digest = latest.get(source.name, "")
        else:
            digest = load_problem(source, None).sha256
        for system in study.systems:
            wanted = {
                "class": system.class_path,
                "parameters": system.identity(study.epochs),
                "protocol": str(study.protocol),
            }
            identity = _identity(wanted, with_curves=study.with_curves and system.is_ours)
            for seed in study.seeds:
                one = by_inputs.get((identity, digest, seed))
                if one is None:
                    n_missing += 1
                    continue
                named = {**one, "dataset": source.name, "system": system.name}
                (found if one["error"] is None else failed).append(named)
    return Selection(found, failed, n_missing)


def _identity(inputs: Mapping[str, Any], *, with_curves: bool) -> str:
    parts = [inputs["class"], inputs["parameters"], inputs["protocol"], with_curves]
    return json.dumps(parts, sort_keys=True)
