"""Rules that β4-UCS learned on the rotated checkerboard: landscapes beside their conditions."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D

from beta4ucs.errors import InputError
from beta4ucs.estimators import Beta4UCSClassifier
from beta4ucs.plots.style import DARK, EMPHASIS, PAGE_WIDTH, new_figure, styled
from beta4ucs.rules import RuleSet
from beta4ucs.study.figures.landscapes import Example, draw_landscape
from beta4ucs.study.figures.rotated_checkerboard import draw_borders

VISIBLE = 0.85  # mean matching degree, where a rule matches, beyond which it looks crisp


def choose_rules(rules: RuleSet, n_fuzzy: int = 2, n_crisp: int = 1) -> list[int]:
    """Choose the strongest fuzzy rules and the strongest crisp ones, none of which overlap.

    Many fuzzy rules are so by a hundredth; only those count whose matching degree has a mean below
    0.85 where they match.

    Parameters
    ----------
    rules : RuleSet
        Rules of a trained model; those that do not vote are left out.
    n_fuzzy, n_crisp : int
        How many of each kind; fewer if there are not so many.

    Returns
    -------
    list of int
        Their places in `rules`, fuzzy ones first.
    """
    order = np.argsort(-rules.strength, kind="stable")
    order = order[rules.is_voting[order]]
    chosen: list[int] = []
    for is_crisp, wanted in ((False, n_fuzzy), (True, n_crisp)):
        candidates = order[rules.is_crisp[order] == is_crisp].tolist()
        while candidates and wanted:
            place = candidates.pop(0)
            is_clear = is_crisp or _mean_degree(rules, place) < VISIBLE
            if is_clear and not any(_overlap(rules, place, other) for other in chosen):
                chosen.append(place)
                wanted -= 1
    return chosen


@styled
def example_rules(model: Beta4UCSClassifier, *, n_fuzzy: int = 2, n_crisp: int = 1) -> Figure:
    """Draw where some learned rules match, with the membership functions that make them so.

    Rectangular membership functions are dashed and red, others solid; thin dashed lines are the
    borders of the classes.

    Parameters
    ----------
    model : Beta4UCSClassifier
        Trained on the rotated checkerboard.
    n_fuzzy, n_crisp : int
        How many fuzzy and crisp rules to show, see `choose_rules`.

    Returns
    -------
    matplotlib Figure
    """
    rules = model.rules_
    chosen = choose_rules(rules, n_fuzzy, n_crisp)
    if not chosen:
        raise InputError("the model has no voting rule to draw")
    figure = new_figure(PAGE_WIDTH, 2.95, has_squares=True)
    all_axes = figure.subplots(1, len(chosen), squeeze=False)[0]
    for number, (axes, place) in enumerate(zip(all_axes, chosen, strict=True), start=1):
        image = _draw_rule(axes, rules, place, number)
        _write_conditions(axes, rules, place)
    figure.colorbar(
        image, ax=list(all_axes), label="matching degree", ticks=[0, 0.5, 1], aspect=14, shrink=0.5
    )
    handles = [
        Line2D([], [], label="rectangular membership", **_look(True)),
        Line2D([], [], label="other membership", **_look(False)),
        Line2D([], [], label="border of the classes", color="black", linewidth=0.6, linestyle="--"),
        Line2D([], [], label="$A_i$ = (α, β, l, u)", linestyle="none"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4, handlelength=2.5)
    return figure


def _curves(rules: RuleSet, place: int) -> list[np.ndarray]:
    return [rules.membership_curve(place, feature, 201)[1] for feature in (0, 1)]


def _mean_degree(rules: RuleSet, place: int) -> float:
    """Mean matching degree over the points that a rule matches, 1 if it matches none."""
    means = [curve[curve > 0].mean() if curve.any() else 1.0 for curve in _curves(rules, place)]
    return float(np.prod(means))


def _overlap(rules: RuleSet, place: int, other: int) -> bool:
    """Whether some point is matched by both rules."""
    pairs = zip(_curves(rules, place), _curves(rules, other), strict=True)
    return all(bool(np.any((one > 0) & (two > 0))) for one, two in pairs)


def _look(is_rectangular: bool) -> dict[str, Any]:
    if is_rectangular:
        return {"color": EMPHASIS, "linestyle": "--"}
    return {"color": DARK, "linestyle": "-"}


def _draw_rule(axes: Axes, rules: RuleSet, place: int, number: int) -> AxesImage:
    """Landscape of a rule, the membership of x_1 above and that of x_2 to the right."""
    genes = rules.arrays.genes[place]
    image = draw_landscape(axes, Example("", rules.representation, genes.tolist()), 300)
    draw_borders(axes)
    above = axes.inset_axes((0, 1.08, 1, 0.25), sharex=axes)
    beside = axes.inset_axes((1.08, 0, 0.25, 1), sharey=axes)
    for feature, inset in enumerate((above, beside)):
        values, degrees = rules.membership_curve(place, feature, 501)
        points = (values, degrees) if feature == 0 else (degrees, values)
        inset.plot(*points, **_look(bool(rules.representation.is_crisp(genes[feature]))))
        inset.tick_params(labelbottom=feature == 1, labelleft=feature == 0)
    above.set(ylim=(0, 1.08), yticks=[1], ylabel="$\\mu_1$", title=_title(rules, place, number))
    beside.set(xlim=(0, 1.08), xticks=[1], xlabel="$\\mu_2$")
    return image


def _title(rules: RuleSet, place: int, number: int) -> str:
    rule = rules[place]
    kind = "crisp" if rule.is_crisp else "fuzzy"
    label = int(rules.arrays.label[place]) + 1
    counts = f"fitness {rule.fitness:.2f}, copies {rule.numerosity}"
    return f"$k_{number}$: {kind}, class $c_{label}$\n{counts}"


def _write_conditions(axes: Axes, rules: RuleSet, place: int) -> None:
    """Give the numbers of the rule below it, red where they are a rectangle."""
    for feature, gene in enumerate(rules.arrays.genes[place]):
        is_rectangular = bool(rules.representation.is_crisp(gene))
        axes.text(
            0,
            -0.42 - 0.13 * feature,
            f"$A_{feature + 1}$ = ({', '.join(f'{number:.2f}' for number in gene)})",
            transform=axes.transAxes,
            color=_look(is_rectangular)["color"],
            fontsize=7,
        )
