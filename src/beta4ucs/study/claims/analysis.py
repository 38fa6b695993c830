"""What section VI says of the first shape of rules, and of where they are fuzzy."""

from __future__ import annotations

from beta4ucs.study import printed
from beta4ucs.study.claims.claim import Claim, Finding
from beta4ucs.study.claims.evidence import Evidence
from beta4ucs.study.claims.kinds import (
    FOLLOWS,
    best_rank,
    figure,
    mostly_crisp,
    ranks_follow,
    with_interval,
)

DRAWN = "drawn in [studies](studies.md#rotated-checkerboard); not in the records"


def _crisp_at_first(evidence: Evidence) -> Finding:
    grid = evidence.grid("evolution", "crisp_share", epoch=1)
    return mostly_crisp(grid, "after the first epoch")


def _fuzzy_prevail(evidence: Evidence) -> Finding:
    shares = evidence.grid("initial-shape", "crisp_share").means.mean()
    ours = ", ".join(f"{share:.1f} % at {value}" for value, share in shares.items())
    return Finding(f"crisp: {ours}", bool((shares.drop("1.0") < 50).all()))


def _mostly_crisp(evidence: Evidence) -> Finding:
    found = evidence.mean("rotated-checkerboard", "crisp_share", "rcb", "FBRC")
    return Finding(f"{with_interval(*found)} % of the voting copies", found[0] > 50)


ANALYSIS: tuple[Claim, ...] = (
    Claim("VI-A", "s_0 = 1 has the best average rank",
          str(printed.summaries("s0_test_accuracy")["rank"].loc["1.0"]), "initial-shape",
          best_rank("initial-shape", "test_accuracy", "1.0")),
    Claim("VI-A", "the larger s_0, the worse the average rank", "2.74 at 1 to 6.56 at 5",
          "initial-shape", ranks_follow("initial-shape", "test_accuracy", rises=True), FOLLOWS),
    Claim("VI-A", "with s_0 = 1 crisp rules dominate at first", "no figure", "evolution",
          _crisp_at_first),
    Claim("VI-A", "with s_0 > 1 fuzzy rules prevail", "no figure", "initial-shape",
          _fuzzy_prevail),
    Claim("VI-A", "the closer s_0 is to 1, the more rules are crisp", "no figure", "initial-shape",
          ranks_follow("initial-shape", "crisp_share", rises=True), FOLLOWS),
    figure("VI-B", "training accuracy on the rotated checkerboard, %", "rotated-checkerboard",
           "train_accuracy", ("rcb", "FBRC"), printed.CHECKERBOARD_TRAIN_ACCURACY,
           "the width of its cells is our reconstruction (E48), and is not tuned to this figure"),
    Claim("VI-B", "on the rotated checkerboard most rules are crisp", "most",
          "rotated-checkerboard", _mostly_crisp),
    Claim("VI-B", "kurtosis exceeds 1.8 everywhere after the first epoch, then falls to 1.8 far "
          "from the border and stays above on it", "Fig. 7", "", note=DRAWN),
    Claim("VI-B", "most of the borders that are learned there are parallel to an axis", "Fig. 7e",
          "", note=DRAWN),
    Claim("VI-B, App. N", "rules are fuzzy near diagonal borders and crisp far from them",
          "Figs. 7 and 8", "", note="the records have no rules. On [known borders](boundaries.md), "
          "another problem, kurtosis falls with the distance to a diagonal border, but only by "
          "hundredths"),
)  # fmt: skip
