"""Rules that stay whatever the data say, and those that may stand beside them in the final list."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.beliefs import insisting_consequents
from beta4ucs.evolved_rules.consequents import Consequents, soft_consequents
from beta4ucs.evolved_rules.constraints import Constraints, KeptRules, Referee
from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import Genes, joined
from beta4ucs.evolved_rules.imitation import Path
from beta4ucs.evolved_rules.pool import first_of_each
from beta4ucs.evolved_rules.reweighing import reweigh
from beta4ucs.learning.rule_arrays import RuleArrays

LEAST_WEIGHT = 0.1  # of a rule that stays
PENALTY = 5.0  # on the squared distance of its weight from 1
SEED_ROWS = 2_000  # on which seeds of a population are judged


class Judged(NamedTuple):
    """Rows on which the final rules are chosen.

    Attributes
    ----------
    representation : representation instance
    inputs : ndarray of shape (n_rows, n_features + n_sets)
    real : Table
        The first of the rows, with their classes.
    target : ndarray of shape (n_rows, n_classes)
        What the committee says.
    weights : ndarray of shape (n_rows,)
    """

    representation: Any
    inputs: np.ndarray
    real: Any
    target: np.ndarray
    weights: np.ndarray


class Insistence(NamedTuple):
    """Kept rules, what they say, with which weights, and what that adds to rows; or none."""

    rules: Genes | None = None
    said: Consequents | None = None
    weight: np.ndarray | None = None
    scores: np.ndarray | None = None

    def added_to(
        self, rules: Genes, said: Consequents, path: Path
    ) -> tuple[Genes, Consequents, Path]:
        """Put the kept rules behind others, and into all lists of a path."""
        if self.rules is None or self.said is None or self.weight is None:
            return rules, said, path
        longer = path._replace(
            rules=np.r_[path.rules, len(rules.genes) + np.arange(len(self.weight))],
            sizes=path.sizes + len(self.weight),
            weights=np.hstack([path.weights, np.tile(self.weight, (len(path.sizes), 1))]),
            evidence=np.concatenate(
                [path.evidence, np.tile(self.said.evidence, (len(path.sizes), 1, 1))], axis=1
            ),
        )
        both = Consequents(*map(np.concatenate, zip(said, self.said, strict=True)))
        return joined([rules, self.rules]), both, longer


def admitted(constraints: Constraints, rules: Genes, judged: Judged) -> Genes:
    """Rules that obey, and what can be made of the others; the same if nothing is asked of them."""
    real = judged.real
    if constraints.change_rules:
        referee = Referee(constraints, judged.representation, real.value_sets)
        rules = referee.relaxed(rules)
        degrees = degrees_of(judged.representation, rules, real.inputs)
        said = soft_consequents(degrees, real.target, real.weights)
        rules = rules.take(referee.obeying(rules, said.evidence.argmax(axis=1)))
    if constraints.kept is None:
        return rules
    every = joined([constraints.kept.rules, rules])  # those that stay are not chosen again
    n_kept = len(constraints.kept.rules.genes)
    return every.take(first_of_each(every)[n_kept:])


def insist(kept: KeptRules | None, judged: Judged) -> Insistence:
    """Learn the weights of kept rules, before others are chosen."""
    if kept is None:
        return Insistence()
    real, target = judged.real, judged.target
    degrees = degrees_of(judged.representation, kept.rules, judged.inputs)
    said = insisting_consequents(
        degrees[:, : len(real.labels)], real.target, real.weights, kept.labels
    )
    weight, _ = reweigh(
        degrees, said.evidence, target, judged.weights,
        first=np.ones(len(degrees)), start=np.zeros(target.shape[1]),
        penalty=PENALTY, least=LEAST_WEIGHT,
    )  # fmt: skip
    scores = np.zeros_like(target)
    for rule, degree in enumerate(degrees):
        scores += degree.astype(np.float64)[:, None] * (weight[rule] * said.evidence[rule])
    return Insistence(kept.rules, said, weight, scores)


def seeds_for(
    kept: Genes, representation: Any, inputs: np.ndarray, labels: np.ndarray, n_labels: int
) -> RuleArrays:
    """Kept rules as the first of a population, with what they count on its rows.

    Those that match no row are left out: a population could not judge them.
    """
    step = max(1, len(inputs) // SEED_ROWS)
    degrees = degrees_of(representation, kept, inputs[::step]).astype(np.float64)
    shown = labels[::step]
    mass = np.stack([degrees[:, shown == c].sum(axis=1) for c in range(n_labels)], axis=1)
    seen = np.flatnonzero(mass.sum(axis=1) > 0.0)
    kept, mass = kept.take(seen), mass[seen]
    experience = mass.sum(axis=1)
    n = len(seen)
    return RuleArrays(
        genes=kept.genes,
        label=mass.argmax(axis=1),
        fitness=2.0 * mass.max(axis=1) / experience - 1.0 if n else np.zeros(0),
        experience=experience,
        numerosity=np.ones(n, dtype=np.int64),
        set_size=np.ones(n),
        time_stamp=np.zeros(n, dtype=np.int64),
        mass=mass,
        sets=kept.sets,
    )
