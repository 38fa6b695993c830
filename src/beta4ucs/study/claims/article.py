"""The article's claims, in the order of its text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import stats

from beta4ucs.study import printed
from beta4ucs.study.claims.claim import Claim, Finding
from beta4ucs.study.claims.evidence import Evidence, interval
from beta4ucs.study.claims.kinds import (
    LEVEL,
    Judge,
    better_than,
    figure,
    friedman,
    is_within,
    marks_against,
    not_told_apart,
    order_of_ranks,
    significant_differences,
    with_interval,
)
from beta4ucs.study.marks import BETTER, WORSE
from beta4ucs.study.rendering.numbers import p_text
from beta4ucs.study.signed_ranks import wilcoxon_p
from beta4ucs.study.tables.kinds import extremes

CRISP = ("Hyperrectangles", "Hyperellipsoids", "CurvedPolytopes", "Self-Ada-RP")
FUZZY = ("Triangles", "Trapezoids", "SymmetricBells", "Self-Ada-RT")
OTHERS = (*CRISP, *FUZZY)
TESTED, TIMED = ("main", "test_accuracy"), ("main", "cpu_seconds")


# ---------------------------------------------------------------------- test accuracy


def _best_cells(system: str, shown: int) -> Claim:
    def judge(evidence: Evidence) -> Finding:
        grid = evidence.grid(*TESTED)
        place = grid.place(system)
        ours = int(extremes(grid.means, largest=True)[system].sum())
        counts = (grid.resampled.argmax(axis=2) == place).sum(axis=1)
        low, high = interval(counts)
        low, high = min(low, ours), max(high, ours)
        return Finding(with_interval(ours, low, high, 0), is_within(shown, ours, low, high))

    text = f"{system} has the best test accuracy on so many of 25 data sets"
    return Claim("V-B1", text, str(shown), "main", judge)


def _never_worst(evidence: Evidence) -> Finding:
    grid = evidence.grid(*TESTED)
    worst = extremes(grid.means, largest=False)[["FBR", "FBRC"]].sum()
    return Finding(f"FBR on {worst['FBR']}, FBRC on {worst['FBRC']}", int(worst.sum()) == 0)


def _fbr_beats(other: str) -> Claim:
    shown = printed.pairs().set_index(["row", "column"])["p"]["FBR", other]

    def judge(evidence: Evidence) -> Finding:
        means = evidence.grid(*TESTED).means
        p = wilcoxon_p(means["FBR"] - means[other])
        found = evidence.difference(*TESTED, "FBR", other)
        ours = f"p = {p_text(p)}; mean difference {with_interval(*found)}"
        return Finding(ours, p < LEVEL and found[0] > 0)

    return Claim("V-B1", f"FBR is significantly more accurate than {other}", f"p = {shown}", "main",
                 judge)  # fmt: skip


def _fbr_first(place: str, study: str, table: str, how: str) -> Claim:
    text = f"FBR ranks first and FBRC second {how}"
    return order_of_ranks(place, study, table, ["FBR", "FBRC"], text)


def _underperforms(system: str, shown: int, n_cases: int) -> Claim:
    def judge(evidence: Evidence) -> Finding:
        names = evidence.grid(*TESTED).systems
        others = [name for name in names if system == "FBRC" or name != "FBRC"]
        marks = evidence.marks(*TESTED, system, others)
        ours = int((marks == BETTER).sum().sum())
        low, high = stats.binomtest(ours, n_cases).proportion_ci(method="wilson")
        low, high = n_cases * low, n_cases * high
        return Finding(with_interval(ours, low, high, 0), is_within(shown, ours, low, high))

    text = f"{system} is significantly worse than another in so many of {n_cases} cases"
    return Claim("V-B1", text, str(shown), "main", judge)


def _crisp_overfit(evidence: Evidence) -> Finding:
    parts, holds = [], True
    for name in CRISP:
        tested = evidence.rank("main", "test_accuracy", name)
        trained = evidence.rank("main", "train_accuracy", name)
        holds = holds and tested[0] > trained[0]
        parts.append(f"{name} {with_interval(*tested)} and {with_interval(*trained)}")
    return Finding("; ".join(parts), holds)


# ---------------------------------------------------------------------- population and time


def _fewer_than_fbr(evidence: Evidence) -> Finding:
    p = float(evidence.tests("main", "rules")["p_holm"].loc["FBR"])
    found = evidence.difference("main", "rules", "FBRC", "FBR")
    ours = f"Holm p = {p_text(p)}; mean difference {with_interval(*found, digits=1)} rules"
    return Finding(ours, p < LEVEL and found[0] < 0)


def _times(evidence: Evidence) -> dict[str, float]:
    means = evidence.grid(*TIMED).means.mean()
    return {str(name): float(means[name]) for name in means.sort_values().index}


def _by_time(text: str, shown: str, holds: Callable[[list[str]], bool]) -> Claim:
    def judge(evidence: Evidence) -> Finding:
        seconds = _times(evidence)
        ours = ", ".join(f"{name} {value:.2f}" for name, value in seconds.items())
        return Finding(f"seconds: {ours}", holds(list(seconds)))

    note = "times are of this program, whose kernels are not the article's"
    return Claim("V-B4", text, shown, "main", judge, note)


def _twice_as_long(evidence: Evidence) -> Finding:
    grid = evidence.grid(*TIMED)
    sums = grid.resampled.sum(axis=1)
    ratios = sums[:, grid.place("FBRC")] / sums[:, grid.place("Hyperrectangles")]
    total = grid.means.sum()
    ours = total["FBRC"] / total["Hyperrectangles"]
    return Finding(with_interval(ours, *interval(ratios)), 1.5 <= ours <= 2.5)


def _fewer_rules_in_use(evidence: Evidence) -> Finding:
    grid, rules = evidence.grid("evolution", "match_set"), evidence.grid("evolution", "rules")
    place = grid.place("FBRC")
    shares = 100 * grid.means["FBRC"] / rules.means["FBRC"]
    again = 100 * grid.resampled[:, :, place] / rules.resampled[:, :, place]
    p = wilcoxon_p(grid.means["FBRC"] - rules.means["FBRC"])
    found = with_interval(float(shares.mean()), *interval(again.mean(axis=1)))
    ours = (
        f"{found} % of the rules vote on a test row: {grid.means['FBRC'].mean():.0f} of "
        f"{rules.means['FBRC'].mean():.0f} on average over {len(shares)} data sets, from "
        f"{shares.min():.1f} % (`{shares.idxmin()}`) to {shares.max():.1f} % "
        f"(`{shares.idxmax()}`); p = {p_text(p)}"
    )
    return Finding(ours, p < LEVEL and float(shares.max()) < 100)


# ---------------------------------------------------------------------- one hyperparameter


def _ranks_follow(study: str, metric: str, *, rises: bool) -> Judge:
    def judge(evidence: Evidence) -> Finding:
        grid = evidence.grid(study, metric)
        values = [float(name) for name in grid.systems]
        ours = float(stats.spearmanr(values, grid.ranks).statistic)
        again = [stats.spearmanr(values, ranks).statistic for ranks in grid.resampled_ranks]
        found = with_interval(ours, *interval(np.array(again)))
        return Finding(f"Spearman {found}", ours > 0.5 if rises else ours < -0.5)

    return judge


def _few_marks(evidence: Evidence) -> Finding:
    names = evidence.grid("tolerance", "test_accuracy").systems
    marks = evidence.marks("tolerance", "test_accuracy", "0.01", names)
    most = int(marks.isin([BETTER, WORSE]).sum().max())
    return Finding(f"up to {most} of 25 data sets", most <= 3)


def _best_rank(study: str, metric: str, system: str) -> Judge:
    def judge(evidence: Evidence) -> Finding:
        grid = evidence.grid(study, metric)
        ranks = grid.ranks
        found = with_interval(*evidence.rank(study, metric, system))
        first = grid.systems[int(ranks.argmin())]
        return Finding(f"{found}; first is {first}", first == system)

    return judge


# ---------------------------------------------------------------------- other methods, rule forms


def _perfect_training(evidence: Evidence) -> Finding:
    means = evidence.grid("modern-ml", "train_accuracy").means[["RandomForest", "XGBoost"]]
    counts = (means >= 99.995).sum()
    ours = (
        f"RandomForest on {counts['RandomForest']}, XGBoost on {counts['XGBoost']} of {len(means)}"
    )
    return Finding(ours, bool((counts > len(means) / 3).all()))


def _mostly_fuzzy(dataset: str) -> Claim:
    shown = float(printed.values("rule_forms")["fuzzy"].loc[dataset])

    def judge(evidence: Evidence) -> Finding:
        crisp, low, high = evidence.mean("rule-forms", "crisp_share", dataset, "FBRC")
        found = 100 - crisp, 100 - high, 100 - low
        holds = found[0] > 50 and abs(found[0] - shown) <= 3
        return Finding(f"{with_interval(*found)} %", holds)

    text = f"on `{dataset}` most rules of FBRC are fuzzy"
    note = "confirmed if more than half, and within 3 points of the printed share"
    return Claim("App. N", text, f"{shown:g} %", "rule-forms", judge, note)


def _beats_boxes_on(dataset: str) -> Claim:
    def judge(evidence: Evidence) -> Finding:
        mark = evidence.marks(*TESTED, "FBRC", ["Hyperrectangles"])["Hyperrectangles"].loc[dataset]
        ours, boxes = evidence.grid(*TESTED).means.loc[dataset, ["FBRC", "Hyperrectangles"]]
        return Finding(f"{ours:.2f} against {boxes:.2f}, mark {mark}", mark == WORSE)

    shown = printed.values("test_accuracy").loc[dataset]
    text = f"on `{dataset}` FBRC is significantly more accurate than Hyperrectangles"
    return Claim("App. N", text, f"{shown['FBRC']:g} against {shown['Hyperrectangles']:g}", "main",
                 judge)  # fmt: skip


def _mostly_crisp(evidence: Evidence) -> Finding:
    found = evidence.mean("rotated-checkerboard", "crisp_share", "rcb", "FBRC")
    return Finding(f"{with_interval(*found)} % of the voting copies", found[1] > 50)


def _holds_ahead(evidence: Evidence) -> Finding:
    ours, boxes = (
        evidence.mean("mux-300", "test_accuracy", "mux", name)
        for name in ("FBRC", "Hyperrectangles")
    )
    found = f"{with_interval(*ours)} against {with_interval(*boxes)} after 300 epochs"
    return Finding(found, ours[0] > boxes[0])


MUX = printed.MULTIPLEXER_AFTER_300_EPOCHS
MEASURED = {"train_accuracy": "% training accuracy", "test_accuracy": "% test accuracy",
            "rules": "rules"}  # fmt: skip

CLAIMS: tuple[Claim, ...] = (
    order_of_ranks("V-B1", "main", "test_accuracy", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in test accuracy"),
    _best_cells("FBRC", 7),
    _best_cells("FBR", 1),
    Claim("V-B1", "neither FBR nor FBRC is the worst on any data set", "0 and 0", "main",
          _never_worst),
    *(better_than("V-B1", "main", "test_accuracy", name, "is significantly more accurate than")
      for name in OTHERS),
    *(_fbr_beats(name) for name in OTHERS),
    _underperforms("FBRC", 7, 225),
    _underperforms("FBR", 12, 200),
    order_of_ranks("V-B1", "main", "test_accuracy", ["Self-Ada-RT", "Self-Ada-RP"],
                   "Self-Ada-RT ranks third and Self-Ada-RP fourth: representations that adapt are "
                   "ahead of the six that do not", first=3),
    figure("V-B1", "Hyperrectangles on `mux` after 50 epochs, % test accuracy", "main",
           "test_accuracy", ("mux", "Hyperrectangles"), 55.36),
    figure("V-B1", "FBRC on `mux` after 50 epochs, % test accuracy", "main", "test_accuracy",
           ("mux", "FBRC"), 96.44),
    order_of_ranks("V-B2", "main", "train_accuracy", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in training accuracy"),
    Claim("V-B2", "crisp representations rank worse in test than in training accuracy",
          "6.72 and 6.56; 6.00 and 4.76; 6.44 and 6.08; 5.24 and 4.68", "main", _crisp_overfit),
    order_of_ranks("V-B3", "main", "population_size", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in fewest rules"),
    Claim("V-B3", "FBRC has significantly fewer rules than FBR",
          f"Holm p = {printed.summaries('population_size')['p_holm'].loc['FBR']}", "main",
          _fewer_than_fbr),
    _by_time("Hyperrectangles are the fastest", "Fig. 6",
             lambda order: order[0] == "Hyperrectangles"),
    _by_time("CurvedPolytopes and Self-Ada-RP are the slowest of the crisp ones", "Fig. 6",
             lambda order: set([n for n in order if n in CRISP][-2:]) == set(CRISP[2:])),
    _by_time("SymmetricBells are the slowest of all", "Fig. 6",
             lambda order: order[-1] == "SymmetricBells"),
    _by_time("FBRC is the fourth and FBR the fifth fastest of ten", "places 4 and 5",
             lambda order: order[3:5] == ["FBRC", "FBR"]),
    _by_time("FBRC and FBR are the second and third fastest of the fuzzy ones", "places 2 and 3",
             lambda order: [n for n in order if n not in CRISP][1:3] == ["FBRC", "FBR"]),
    Claim("V-B4", "β4-UCS takes almost twice as long as Hyperrectangles", "about 2", "main",
          _twice_as_long, "confirmed between 1.5 and 2.5; times are of this program"),
    Claim("VI-A", "s_0 = 1 has the best average rank",
          str(printed.summaries("s0_test_accuracy")["rank"].loc["1.0"]), "initial-shape",
          _best_rank("initial-shape", "test_accuracy", "1.0")),
    Claim("VI-A", "the larger s_0, the worse the average rank", "2.74 at 1 to 6.56 at 5",
          "initial-shape",
          _ranks_follow("initial-shape", "test_accuracy", rises=True)),
    figure("VI-B", "training accuracy on the rotated checkerboard, %", "rotated-checkerboard",
           "train_accuracy", ("rcb", "FBRC"), printed.CHECKERBOARD_TRAIN_ACCURACY,
           "the width of its cells is our reconstruction (E48), and is not tuned to this figure"),
    Claim("VI-B", "on the rotated checkerboard most rules are crisp", "most",
          "rotated-checkerboard", _mostly_crisp),
    Claim("VI-B", "kurtosis exceeds 1.8 everywhere after the first epoch, then falls to 1.8 far "
          "from the border and stays above on it", "Fig. 7", "",
          note="drawn in [studies](studies.md#rotated-checkerboard); not in the records"),
    *(order_of_ranks("App. A", "modern-ml", table, ["RandomForest", "XGBoost", "FBRC-200"],
                     "random forest, XGBoost and FBRC with 200 epochs rank first to third in "
                     f"{name} accuracy")
      for table, name in (("modern_ml:train", "training"), ("modern_ml:test", "test"))),
    Claim("App. A", "random forest and XGBoost learn many data sets without an error", "many",
          "modern-ml", _perfect_training, "confirmed if more than a third"),
    *(not_told_apart("App. A", "modern-ml", "modern_ml:test", name,
                     f"FBRC with 200 epochs and {name} do not differ significantly in test")
      for name in ("RandomForest", "SVM", "XGBoost")),
    friedman("App. B", "Tol_sub makes no significant difference (Friedman)", "tolerance",
             "tol_sub_test_accuracy", "no significant differences", differs=False),
    Claim("App. B", "values of Tol_sub differ significantly from 0.01 on few data sets",
          "up to 3 of 25", "tolerance", _few_marks),
    friedman("App. C", "r_0 makes no significant difference in test accuracy (Friedman)",
             "cover-range", "r0:accuracy", f"p = {printed.FRIEDMAN_P['r0:accuracy']}",
             differs=False),
    friedman("App. C", "r_0 makes a significant difference in the number of rules (Friedman)",
             "cover-range", "r0:population", f"p = {printed.FRIEDMAN_P['r0:population']}",
             differs=True),
    Claim("App. C", "r_0 = 1 ranks first in fewest rules",
          str(printed.summaries("r0:population")["rank"].loc["1.0"]), "cover-range",
          _best_rank("cover-range", "rules", "1.0")),
    *(better_than("App. C", "cover-range", "r0:population", value,
                  "for r_0 gives significantly fewer rules than") for value in
      ("0.1", "0.2", "0.4", "0.6", "0.8")),
    Claim("App. C", "the smaller r_0, the worse its rank in rules", "4.40 at 0.1 to 1.96 at 1",
          "cover-range", _ranks_follow("cover-range", "rules", rises=False)),
    *(figure("App. D", f"{system} on `mux` after 300 epochs, {MEASURED[metric]}", "mux-300", metric,
             ("mux", system), shown) for system, values in MUX.items()
      for metric, shown in values.items()),
    Claim("App. D", "FBRC is ahead of Hyperrectangles on `mux` after 300 epochs too",
          "97.55 against 97.05", "mux-300", _holds_ahead),
    order_of_ranks("App. E", "macro-f1", "test_macro_f1", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in macro F1"),
    _fbr_first("App. F", "split-8-2", "test_accuracy_split_8_2", "with an 8:2 split"),
    marks_against("App. F", "with an 8:2 split FBRC beats FBR on more data sets than the reverse",
                  "split-8-2", "test_accuracy_split_8_2", "FBR"),
    _fbr_first("App. G", "ten-fold", "test_accuracy_10_fold", "in ten-fold cross-validation"),
    marks_against("App. G", "in ten-fold cross-validation FBRC beats FBR on more data sets than "
                  "the reverse", "ten-fold", "test_accuracy_10_fold", "FBR"),
    _fbr_first("App. H", "stratified", "test_accuracy_stratified", "with stratified splits"),
    _fbr_first("App. I", "ten-fold-200", "test_accuracy_10_fold_200_epochs",
               "in ten-fold cross-validation, 200 epochs"),
    marks_against("App. I", "after 200 epochs FBRC beats FBR on more data sets than the reverse",
                  "ten-fold-200", "test_accuracy_10_fold_200_epochs", "FBR"),
    Claim("App. K", "the rules that take part in a decision are significantly fewer than the "
          "population", "no figure", "evolution", _fewer_rules_in_use),
    *(_mostly_fuzzy(name) for name in ("hcl", "soy", "col", "ecl", "gls")),
    *(_beats_boxes_on(name) for name in ("hcl", "soy", "col", "ecl", "gls")),
)  # fmt: skip

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
