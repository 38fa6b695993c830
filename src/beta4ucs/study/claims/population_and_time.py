"""What section V-B says of the number of rules, of crisp rules and of time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from statistics import fmean

from beta4ucs.study import printed
from beta4ucs.study.claims.claim import Claim, Finding
from beta4ucs.study.claims.evidence import Evidence, interval
from beta4ucs.study.claims.kinds import (
    CRISP,
    LEVEL,
    differs,
    order_of_ranks,
    with_interval,
)
from beta4ucs.study.marks import BETTER, mark
from beta4ucs.study.rendering.numbers import p_text
from beta4ucs.study.signed_ranks import wilcoxon_p
from beta4ucs.study.statistics import friedman_p

TIMED = "main", "cpu_seconds"
OUR_TIMES = "times are of this program, whose kernels are not the article's"


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

    return Claim("V-B4", text, shown, "main", judge, OUR_TIMES)


def _boxes_are_faster(evidence: Evidence) -> Finding:
    means = evidence.grid(*TIMED).means
    seconds = means["Hyperrectangles"]
    others = [str(name) for name in means.columns if name != "Hyperrectangles"]
    p = {name: wilcoxon_p(seconds - means[name]) for name in others}
    nearest = max(p, key=lambda name: p[name])
    marks = [mark(seconds - means[name], p[name], smaller_is_better=True) for name in others]
    ours = f"{seconds.mean():.2f} s; p at most {p_text(p[nearest])} ({nearest})"
    return Finding(ours, all(one == BETTER for one in marks))


def _times_differ(evidence: Evidence) -> Finding:
    p = friedman_p(evidence.grid(*TIMED).means)
    return Finding(f"p = {p_text(p)}", p < LEVEL)


def _fuzzy_are_slower(evidence: Evidence) -> Finding:
    seconds = _times(evidence)
    crisp = [value for name, value in seconds.items() if name in CRISP]
    fuzzy = [value for name, value in seconds.items() if name not in CRISP]
    slower = [one > other for one, other in product(fuzzy, crisp)]
    ours = (
        f"{fmean(fuzzy):.2f} s against {fmean(crisp):.2f} s on average; "
        f"slower in {sum(slower)} of {len(slower)} pairs"
    )
    return Finding(ours, fmean(fuzzy) > fmean(crisp) and sum(slower) > len(slower) / 2)


def _faster_than_fbr(evidence: Evidence) -> Finding:
    found = evidence.difference(*TIMED, "FBRC", "FBR")
    return Finding(f"mean difference {with_interval(*found, digits=3)} s", found[2] < 0)


def _twice_as_long(evidence: Evidence) -> Finding:
    grid = evidence.grid(*TIMED)
    sums = grid.resampled.sum(axis=1)
    ratios = sums[:, grid.place("FBRC")] / sums[:, grid.place("Hyperrectangles")]
    total = grid.means.sum()
    ours = total["FBRC"] / total["Hyperrectangles"]
    return Finding(with_interval(ours, *interval(ratios)), 1.5 <= ours <= 2.5)


POPULATION_AND_TIME: tuple[Claim, ...] = (
    order_of_ranks("V-B3", "main", "population_size", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in fewest rules"),
    Claim("V-B3", "FBRC has significantly fewer rules than FBR",
          f"Holm p = {printed.summaries('population_size')['p_holm'].loc['FBR']}", "main",
          _fewer_than_fbr),
    Claim("V-B3", "crispification increases the share of crisp rules", "no figure", "main",
          differs("main", "crisp_share", "FBRC", "FBR", rises=True),
          "whether rules then subsume others more easily is not recorded"),
    Claim("V-B4", "the choice of a representation makes a significant difference in time "
          "(Friedman)", "Fig. 6", "main", _times_differ, OUR_TIMES),
    Claim("V-B4", "Hyperrectangles are significantly faster than each other representation",
          "Fig. 6", "main", _boxes_are_faster, OUR_TIMES),
    _by_time("CurvedPolytopes and Self-Ada-RP are the slowest of the crisp ones", "Fig. 6",
             lambda order: set([n for n in order if n in CRISP][-2:]) == set(CRISP[2:])),
    _by_time("SymmetricBells are the slowest of all", "Fig. 6",
             lambda order: order[-1] == "SymmetricBells"),
    Claim("V-B4", "in general fuzzy representations take longer than crisp ones", "Fig. 6", "main",
          _fuzzy_are_slower, "confirmed if they do on average, and in more than half of the pairs "
          f"of a fuzzy and a crisp one; {OUR_TIMES}"),
    _by_time("FBRC is the fourth and FBR the fifth fastest of ten", "places 4 and 5",
             lambda order: order[3:5] == ["FBRC", "FBR"]),
    _by_time("FBRC and FBR are the second and third fastest of the fuzzy ones", "places 2 and 3",
             lambda order: [n for n in order if n not in CRISP][1:3] == ["FBRC", "FBR"]),
    Claim("V-B4", "with crispification β4-UCS is slightly faster than without", "Fig. 6", "main",
          _faster_than_fbr, f"confirmed if the interval lies below 0; {OUR_TIMES}"),
    Claim("V-B4", "β4-UCS takes almost twice as long as Hyperrectangles", "about 2", "main",
          _twice_as_long, "confirmed between 1.5 and 2.5; times are of this program"),
)  # fmt: skip
