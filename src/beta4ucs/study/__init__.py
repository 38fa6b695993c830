"""Experiments as data: declared in TOML, run once, recorded, judged, drawn.

>>> from beta4ucs.study import find_study
>>> study = find_study("main")
>>> len(study.datasets), len(study.systems), len(study.seeds), study.reference
(25, 10, 30, 'FBRC')
"""

from beta4ucs.study.declaration import Study
from beta4ucs.study.results import tables_of
from beta4ucs.study.runner import make_plan, run_study
from beta4ucs.study.selection import select
from beta4ucs.study.store import Store
from beta4ucs.study.study_file import find_study, paper_studies

__all__ = [
    "Store",
    "Study",
    "find_study",
    "make_plan",
    "paper_studies",
    "run_study",
    "select",
    "tables_of",
]
