"""The records that belong to a study, under the names that it gives its systems."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from beta4ucs.study.declaration import Study
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

    The tables themselves are not needed: records are known by the name of the data set and by all
    else that decides a result. If a data set has changed on the way, those of the latest count.
    """
    by_identity: dict[str, dict[tuple[str, int], Record]] = {}
    latest: dict[tuple[str, str], str] = {}
    for record in records:
        identity = _identity(record, with_curves=record.get("curves") is not None)
        by_identity.setdefault(identity, {})[record["dataset"], record["seed"]] = record
        latest[identity, record["dataset"]] = record["data_sha256"]
    found, failed, n_missing = [], [], 0
    for source in study.datasets:
        for system in study.systems:
            wanted = {
                "class": system.class_path,
                "parameters": system.identity(study.epochs),
                "protocol": str(study.protocol),
            }
            identity = _identity(wanted, with_curves=study.with_curves and system.is_ours)
            there = by_identity.get(identity, {})
            for seed in study.seeds:
                one = there.get((source.name, seed))
                if one is None or one["data_sha256"] != latest[identity, source.name]:
                    n_missing += 1
                elif one["error"] is not None:
                    failed.append({**one, "system": system.name})
                else:
                    found.append({**one, "system": system.name})
    return Selection(found, failed, n_missing)


def _identity(inputs: Mapping[str, Any], *, with_curves: bool) -> str:
    parts = [inputs["class"], inputs["parameters"], inputs["protocol"], with_curves]
    return json.dumps(parts, sort_keys=True)
