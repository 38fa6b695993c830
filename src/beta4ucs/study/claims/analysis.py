"""What section VI says of the first shape of rules, and of where they are fuzzy."""

from __future__ import annotations

import numpy as np

from beta4ucs.rules.kurtosis import FLATTEST
from beta4ucs.study import printed
from beta4ucs.study.claims.claim import Claim, Finding
from beta4ucs.study.claims.evidence import Evidence
from beta4ucs.study.claims.kinds import (
    FOLLOWS,
    LEVEL,
    best_rank,
    figure,
    mostly_crisp,
    ranks_follow,
    with_interval,
)
from beta4ucs.study.rendering.numbers import p_text
from beta4ucs.study.signed_ranks import wilcoxon_p

BOARD = "checkerboard-rules"


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


def _kurtosis_falls(evidence: Evidence) -> Finding:
    area = evidence.mean(BOARD, "fuzzy_area", "rcb", "FBRC-1")
    far = {epoch: _of_board(evidence, "kurtosis_far", epoch) for epoch in (1, 10, 50)}
    near = _of_board(evidence, "kurtosis_near", 50)
    p = wilcoxon_p(near - far[50])
    excess = {epoch: values.mean() - FLATTEST for epoch, values in far.items()}
    fallen = excess[10] <= excess[1] / 2 and excess[50] <= excess[10]
    ours = (
        f"after epoch 1 {with_interval(*area)} % of the area exceeds 1.8; far from borders "
        f"{far[1].mean():.3f}, {far[10].mean():.3f} and {far[50].mean():.3f} after 1, 10 and 50 "
        f"epochs; near them {near.mean():.3f} after 50 (p = {p_text(p)})"
    )
    holds = area[0] >= 99 and fallen and p < LEVEL and near.mean() > far[50].mean()
    return Finding(ours, bool(holds))


def _axis_parallel(evidence: Evidence) -> Finding:
    found = {n: evidence.mean(BOARD, f"straight_{n}", "rcb", "FBRC-50") for n in ("02", "01", "04")}
    ours = (
        f"{with_interval(*found['02'])} % of the border's length; with 0.01 "
        f"{found['01'][0]:.2f} %, with 0.04 {found['04'][0]:.2f} %"
    )
    return Finding(ours, found["02"][0] > 50)


def _crisp_far_from_borders(evidence: Evidence) -> Finding:
    near, far = (_of_board(evidence, f"crisp_{where}", 50) for where in ("near", "far"))
    p = wilcoxon_p(far - near)
    ours = f"crisp: {near.mean():.2f} % near, {far.mean():.2f} % far; p = {p_text(p)}"
    return Finding(ours, bool(near.mean() < 50 < far.mean()) and p < LEVEL)


def _of_board(evidence: Evidence, metric: str, epoch: int) -> np.ndarray:
    return evidence.grid(BOARD, metric).run_values("rcb", f"FBRC-{epoch}")


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
          "from the border and stays above on it", "Fig. 7, one run", BOARD, _kurtosis_falls,
          "confirmed if it exceeds 1.8 on 99 % of the area after the first epoch, if the excess "
          "far from borders (at least 0.12) is halved after ten and no larger after 50, and if it "
          "is then significantly larger near them (at most 0.02)"),
    Claim("VI-B", "most of the borders that are learned there are parallel to an axis", "Fig. 7e",
          BOARD, _axis_parallel, "in straight pieces of at least 0.02 of the square's side; a "
          "diagonal counts by its steps of 0.001"),
    Claim("VI-B, App. N", "rules are fuzzy near diagonal borders and crisp far from them",
          "Figs. 7 and 8", BOARD, _crisp_far_from_borders,
          "confirmed if most copies that vote are fuzzy near them and crisp far from them"),
)  # fmt: skip
