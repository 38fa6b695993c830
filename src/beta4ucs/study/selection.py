"""The records that belong to a study, under the names that it gives its systems."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from beta4ucs.study.declaration import Study
from beta4ucs.study.problems import load_problem
from beta4ucs.study.records import Record
from beta4ucs.study.systems import System

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
    def shared_seeds(self) -> list[int]:
        """The seeds that every cell with runs has, so that all systems see the same splits.

        All seeds, if the cells have none in common.
        """
        cells: dict[tuple[str, str], set[int]] = {}
        for record in self.records:
            cells.setdefault((record["dataset"], record["system"]), set()).add(record["seed"])
        if not cells:
            return []
        return sorted(set.intersection(*cells.values())) or sorted(set.union(*cells.values()))

    @property
    def frame(self) -> pd.DataFrame:
        """The runs as a frame; see `beta4ucs.study.records.COLUMNS`."""
        from beta4ucs.study.records import frame_of

        return frame_of(self.records)


class Index:
    """Records by what decides their result, to pick several studies from them.

    If the content of a data set has changed on the way, the latest is the one that counts.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._by_inputs: dict[tuple[str, str, int], Record] = {}
        self._latest: dict[str, str] = {}
        for record in records:
            identity = _identity(record, with_curves=record.get("curves") is not None)
            self._by_inputs[identity, record["data_sha256"], record["seed"]] = record
            self._latest[record["dataset"]] = record["data_sha256"]

    def find(self, identity: str, digest: str, seed: int) -> Record | None:
        """The record of a run, or None."""
        return self._by_inputs.get((identity, digest, seed))

    def latest(self, dataset: str) -> str:
        """Digest of a data set of the article, as recorded last; empty if it is not recorded."""
        return self._latest.get(dataset, "")


def select(study: Study, records: Iterable[Record] | Index) -> Selection:
    """Pick the records of a study.

    Records are known by the digest of the data and by all else that decides a result. Of own files
    the digest is taken; the article's tables are not needed: if one has changed on the way, the
    records of the latest count.
    """
    index = records if isinstance(records, Index) else Index(records)
    identities = [_identity_of(study, system) for system in study.systems]
    found: list[Record] = []
    failed: list[Record] = []
    n_missing = 0
    for source in study.datasets:
        if source.file is None:
            digest = index.latest(source.name)
        else:
            digest = load_problem(source, None).sha256
        for system, identity in zip(study.systems, identities, strict=True):
            for seed in study.seeds:
                one = index.find(identity, digest, seed)
                if one is None:
                    n_missing += 1
                    continue
                named = {**one, "dataset": source.name, "system": system.name}
                (found if one["error"] is None else failed).append(named)
    return Selection(found, failed, n_missing)


def _identity_of(study: Study, system: System) -> str:
    wanted = {
        "class": system.class_name,
        "parameters": system.identity(study.epochs, study.own_measures),
        "protocol": str(study.protocol),
    }
    return _identity(wanted, with_curves=study.with_curves and system.is_ours)


def on_shared_seeds(study: Study, selection: Selection) -> tuple[Study, Selection]:
    """Keep the seeds that all systems of a study have; return that part of it, and its records.

    While a study runs, some systems are ahead of others, and means of different seeds are not to be
    compared.
    """
    narrowed = study.narrowed(seeds=selection.shared_seeds or study.seeds)
    seeds = set(narrowed.seeds)
    kept, failed = (
        [record for record in some if record["seed"] in seeds]
        for some in (selection.records, selection.failed)
    )
    n_missing = narrowed.n_runs - len(kept) - len(failed)
    return narrowed, Selection(kept, failed, n_missing)


def _identity(inputs: Mapping[str, Any], *, with_curves: bool) -> str:
    parts = [inputs["class"], inputs["parameters"], inputs["protocol"], with_curves]
    return json.dumps(parts, sort_keys=True)
