"""What section V-B says of accuracy, in test and in training."""

from __future__ import annotations

from beta4ucs.study import printed
from beta4ucs.study.claims.claim import Claim, Finding
from beta4ucs.study.claims.evidence import Evidence, interval
from beta4ucs.study.claims.kinds import (
    CRISP,
    FUZZY,
    better_than,
    differs,
    figure,
    friedman,
    is_within,
    not_told_apart,
    order_of_ranks,
    with_interval,
)
from beta4ucs.study.claims.resampled_marks import interval_of_marks
from beta4ucs.study.marks import BETTER, SIMILAR, WORSE, mark
from beta4ucs.study.signed_ranks import wilcoxon_p
from beta4ucs.study.tables.kinds import extremes

OTHERS = (*CRISP, *FUZZY)
TESTED = "main", "test_accuracy"


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
    is_worst = extremes(grid.means, largest=False)
    parts = []
    for name in ("FBR", "FBRC"):
        where = [f"`{dataset}`" for dataset in is_worst.index[is_worst[name]]]
        parts.append(f"{name} on {len(where)}" + (f" ({', '.join(where)})" if where else ""))
    holds = not is_worst[["FBR", "FBRC"]].to_numpy().any()
    return Finding(", ".join(parts), holds)


def _same_pairs(evidence: Evidence) -> Finding:
    shown = printed.pairs()
    other = []
    for row, column, theirs in shown[["row", "column", "mark"]].itertuples(index=False):
        ours = _mark_over_sets(evidence, row, column)
        if ours != theirs:
            other.append(f"{row} and {column} `{ours}` (`{theirs}`)")
    text = f"{len(shown) - len(other)} of {len(shown)}"
    if other:
        text += f"; others, with the article's mark: {'; '.join(other)}"
    return Finding(text, not other)


def _example_of_pairs(evidence: Evidence) -> Finding:
    row, column = "Hyperellipsoids", "Hyperrectangles"
    over_sets = _mark_over_sets(evidence, row, column)
    marks = evidence.marks(*TESTED, column, [row])[row]
    counts = [int((marks == sign).sum()) for sign in (BETTER, WORSE, SIMILAR)]
    return Finding(f"`{over_sets}` ({'/'.join(map(str, counts))})", over_sets == SIMILAR)


def _mark_over_sets(evidence: Evidence, row: str, column: str) -> str:
    means = evidence.grid(*TESTED).means
    differences = means[row] - means[column]
    return mark(differences, wilcoxon_p(differences))


def _no_overfitting(evidence: Evidence) -> Finding:
    parts, holds = [], True
    for name, place in (("FBRC", 1), ("FBR", 2)):
        found = {}
        for metric in ("test_accuracy", "train_accuracy"):
            grid = evidence.grid("main", metric)
            found[metric] = int((grid.ranks <= grid.ranks[grid.place(name)]).sum())
        holds = holds and found["test_accuracy"] == found["train_accuracy"] == place
        parts.append(f"{name} {found['test_accuracy']} and {found['train_accuracy']}")
    return Finding(f"places in test and training: {', '.join(parts)}", holds)


def _fbr_beats(other: str) -> Claim:
    shown = printed.pairs().set_index(["row", "column"])["p"]["FBR", other]
    text = f"FBR is significantly more accurate than {other}"
    return Claim("V-B1", text, f"p = {shown}", "main", differs(*TESTED, "FBR", other, rises=True))


def _underperforms(system: str, shown: int, n_cases: int) -> Claim:
    def judge(evidence: Evidence) -> Finding:
        grid = evidence.grid(*TESTED)
        others = [name for name in grid.systems if system == "FBRC" or name != "FBRC"]
        marks = evidence.marks(*TESTED, system, others)
        ours = int((marks == BETTER).sum().sum())
        low, high = interval_of_marks(grid, system, list(marks.columns), ours)
        return Finding(with_interval(ours, low, high, 0), is_within(shown, ours, low, high))

    text = f"{system} is significantly worse than another in so many of {n_cases} cases"
    note = "the interval is the spread over resampled seeds, laid about our number"
    return Claim("V-B1", text, str(shown), "main", judge, note)


def _has_no_drawback(evidence: Evidence) -> Finding:
    marks = evidence.marks(*TESTED, "FBRC", ["FBR"])["FBR"]
    worse = [f"`{name}`" for name in marks.index[marks == BETTER]]
    better = int((marks == WORSE).sum())
    ours = f"better on {better}, worse on {len(worse)}"
    return Finding(f"{ours} ({', '.join(worse)})" if worse else ours, better > 0 and not worse)


def _crisp_overfit(evidence: Evidence) -> Finding:
    parts, holds = [], True
    for name in CRISP:
        tested = evidence.rank("main", "test_accuracy", name)
        trained = evidence.rank("main", "train_accuracy", name)
        holds = holds and tested[0] > trained[0]
        parts.append(f"{name} {with_interval(*tested)} and {with_interval(*trained)}")
    return Finding("; ".join(parts), holds)


ACCURACY: tuple[Claim, ...] = (
    order_of_ranks("V-B1", "main", "test_accuracy", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in test accuracy"),
    _best_cells("FBRC", 7),
    _best_cells("FBR", 1),
    Claim("V-B1", "neither FBR nor FBRC is the worst on any data set", "0 and 0", "main",
          _never_worst),
    *(better_than("V-B1", "main", "test_accuracy", name, "is significantly more accurate than")
      for name in OTHERS),
    *(_fbr_beats(name) for name in OTHERS),
    not_told_apart("V-B1", "main", "test_accuracy", "FBR",
                   "FBRC and FBR do not differ significantly in test accuracy"),
    Claim("V-B1", "outcomes of the pairwise tests over data sets", "45 marks", "main",
          _same_pairs),
    Claim("V-B1", "Hyperellipsoids and Hyperrectangles do not differ significantly over data sets; "
          "by the runs better on 9, worse on 10, similar on 6", "`~` (9/10/6)", "main",
          _example_of_pairs, "confirmed if they do not differ over data sets"),
    _underperforms("FBRC", 7, 225),
    _underperforms("FBR", 12, 200),
    Claim("V-B1", "crispification improves test accuracy without a significant drawback",
          "by the runs better on 2 data sets, worse on 0", "main", _has_no_drawback,
          "at 5 %, chance alone marks about one of 25 data sets"),
    order_of_ranks("V-B1", "main", "test_accuracy", ["Self-Ada-RT", "Self-Ada-RP"],
                   "Self-Ada-RT ranks third and Self-Ada-RP fourth: representations that adapt are "
                   "ahead of the six that do not", first=3),
    friedman("V-B1", "the choice of a representation makes a significant difference in test "
             "accuracy (Friedman)", "main", "test_accuracy", "significantly", differs=True),
    figure("V-B1", "Hyperrectangles on `mux` after 50 epochs, % test accuracy", "main",
           "test_accuracy", ("mux", "Hyperrectangles"), 55.36),
    figure("V-B1", "FBRC on `mux` after 50 epochs, % test accuracy", "main", "test_accuracy",
           ("mux", "FBRC"), 96.44),
    order_of_ranks("V-B2", "main", "train_accuracy", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in training accuracy"),
    Claim("V-B2", "FBR and FBRC do not overfit", "places 2 and 1 in test as in training", "main",
          _no_overfitting, "confirmed if the places are these"),
    Claim("V-B2", "crisp representations rank worse in test than in training accuracy",
          "6.72 and 6.56; 6.00 and 4.76; 6.44 and 6.08; 5.24 and 4.68", "main", _crisp_overfit),
)  # fmt: skip
