"""Experiments as data: declared in TOML, run once, recorded, judged, drawn.

>>> from beta4ucs.study import find_study
>>> study = find_study("main")
>>> len(study.datasets), len(study.systems), len(study.seeds), study.reference
(25, 10, 30, 'FBRC')
"""

from beta4ucs.study.declaration import Study, find_study, paper_studies
from beta4ucs.study.store import Store

__all__ = ["Store", "Study", "find_study", "paper_studies"]
