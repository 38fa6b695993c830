"""What a population is like from epoch to epoch, beyond what the history of every run has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.rules import RuleSet
    from beta4ucs.training.progress import Progress


class PopulationLog:
    """A callback that reads the population at the end of epochs.

    Parameters
    ----------
    every : int, default 1
        Number of epochs from one look to the next. A look takes as long as to predict a few
        thousand rows.

    Attributes
    ----------
    history : dict of ndarray
        One value per look, of the last `fit`. Beside "epoch", "iterations", "rules" and
        "numerosity" (copies):

        * voting_rules: rules with enough experience to vote.
        * generality: how much of its features' ranges a rule accepts, averaged over features
          and over copies; 1 for a rule that matches everything.
        * crisp_share: share of crisp rules among the copies that vote.
        * experience, fitness: means over copies.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, PopulationLog
    >>> X, y = load_wine(return_X_y=True)
    >>> log = PopulationLog(every=2)
    >>> model = Beta4UCSClassifier(n_epochs=6, random_state=1, callbacks=log).fit(X, y)
    >>> log.history["epoch"], bool(log.history["rules"][-1] == model.n_rules_)
    (array([2, 4, 6]), True)
    """

    def __init__(self, every: int = 1) -> None:
        if not isinstance(every, int) or every < 1:
            raise InputError(f"every must be a whole number of epochs, at least 1, got {every!r}")
        self.every = every
        self._rows: list[dict[str, float]] = []

    def __call__(self, progress: Progress) -> None:
        """Look at the population, if it is time."""
        if progress.epoch == 1:  # a run begins, perhaps not the first
            self._rows = []
        if not progress.epoch_finished or progress.epoch % self.every:
            return
        start = {"epoch": progress.epoch, "iterations": progress.iteration}
        self._rows.append({**start, **state_of(progress.read_rules())})

    @property
    def history(self) -> dict[str, np.ndarray]:
        """What was seen, one array per column."""
        if not self._rows:
            raise InputError(
                "this PopulationLog has seen no epoch: give it to a model as a callback"
            )
        return {name: np.array([row[name] for row in self._rows]) for name in self._rows[0]}


def state_of(rules: RuleSet) -> dict[str, float]:
    """Return the numbers that describe a population."""
    from beta4ucs.rules.importance import strictness_of

    copies = rules.arrays.numerosity
    shares = copies / copies.sum()
    return {
        "rules": len(rules),
        "numerosity": int(copies.sum()),
        "voting_rules": rules.n_voting,
        "generality": float(shares @ (1.0 - strictness_of(rules).mean(axis=1))),
        "crisp_share": rules.crisp_share,
        "experience": float(shares @ rules.arrays.experience),
        "fitness": float(shares @ rules.arrays.fitness),
    }
