"""The article's claims, in the order of its text."""

from __future__ import annotations

from beta4ucs.study.claims.accuracy import ACCURACY
from beta4ucs.study.claims.analysis import ANALYSIS
from beta4ucs.study.claims.appendices import APPENDICES
from beta4ucs.study.claims.claim import Claim
from beta4ucs.study.claims.kinds import significant_differences
from beta4ucs.study.claims.population_and_time import POPULATION_AND_TIME

CLAIMS: tuple[Claim, ...] = (*ACCURACY, *POPULATION_AND_TIME, *ANALYSIS, *APPENDICES)

TABLES = (
    ("main", "test_accuracy"), ("main", "train_accuracy"), ("main", "population_size"),
    ("macro-f1", "test_macro_f1"), ("split-8-2", "test_accuracy_split_8_2"),
    ("ten-fold", "test_accuracy_10_fold"), ("stratified", "test_accuracy_stratified"),
    ("ten-fold-200", "test_accuracy_10_fold_200_epochs"), ("modern-ml", "modern_ml:train"),
    ("modern-ml", "modern_ml:test"), ("tolerance", "tol_sub_test_accuracy"),
    ("cover-range", "r0:accuracy"), ("cover-range", "r0:population"),
    ("initial-shape", "s0_test_accuracy"),
)  # fmt: skip
DIFFERENCES = tuple(significant_differences(study, table) for study, table in TABLES)
