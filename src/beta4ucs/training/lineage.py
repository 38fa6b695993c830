"""Which rules ever lived: when each came, from which parents, and when it left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from beta4ucs.learning.evolving_population import Trace
    from beta4ucs.training.progress import Progress

NOBODY = -1  # the parents of a rule that covers a row
STILL_THERE = -1  # instead of the iteration in which a rule left


class Lineage:
    """A callback that takes note of every rule: its birth, its parents, its end.

    Rules have numbers in the order in which they came. Learning is the same with it, but it takes
    one iteration at a time, which takes longer. Like a callback, it is of one `fit`: the next one
    begins anew.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from beta4ucs import Beta4UCSClassifier, Lineage
    >>> X, y = load_wine(return_X_y=True)
    >>> lineage = Lineage()
    >>> model = Beta4UCSClassifier(n_epochs=5, random_state=1, callbacks=lineage).fit(X, y)
    >>> lives = lineage.frame()
    >>> lives.columns.tolist()
    ['born', 'died', 'lifetime', 'parent_1', 'parent_2', 'generation']
    >>> bool(lives["parent_1"].isna().sum() == model.history_["coverings"][-1])
    True

    The rules of the model, in the order of `rules_`:

    >>> len(lineage.living()) == model.n_rules_
    True
    >>> youngest = lineage.living()[-1]
    >>> bool(lineage.ancestors(youngest)[-1] < youngest)
    True
    """

    def __init__(self) -> None:
        self.begin()

    def __call__(self, progress: Progress) -> None:
        """Do nothing: the training loop calls `note` after every iteration."""

    def begin(self) -> None:
        """Forget what was noted: a population begins to learn."""
        self._n_iterations = self._n_coverings = 0
        self._born: list[int] = []
        self._died: list[int] = []
        self._parents: list[tuple[int, int]] = []
        self._generation: list[int] = []
        self._alive = np.zeros(0, dtype=np.int64)

    def note(self, iteration: int, trace: Trace) -> None:
        """Take note of who came and who left in an iteration."""
        if not self._n_iterations:
            self._alive = np.zeros_like(trace.alive)
        if trace.n_born > len(self._born):
            self._note_births(trace, iteration)
        if not np.array_equal(trace.alive, self._alive):
            left = _members(self._alive & ~trace.alive)
            for number in trace.born[left].tolist():
                self._died[number] = iteration
            self._alive[:] = trace.alive
        self._n_iterations = iteration + 1

    def _note_births(self, trace: Trace, iteration: int) -> None:
        slots = np.flatnonzero(trace.born[: trace.n_slots] >= len(self._born))
        slots = slots[np.argsort(trace.born[slots])]
        is_alive = np.isin(slots, _members(trace.alive)).tolist()
        n_covering = trace.n_coverings - self._n_coverings  # they come before any children
        self._n_coverings = trace.n_coverings
        first, second = trace.born[trace.parents].tolist()
        for place in range(len(slots)):
            covers = place < n_covering
            self._born.append(iteration)
            self._died.append(STILL_THERE if is_alive[place] else iteration)
            self._parents.append((NOBODY, NOBODY) if covers else (first, second))
            older = -1 if covers else max(self._generation[first], self._generation[second])
            self._generation.append(older + 1)

    def frame(self) -> pd.DataFrame:
        """Return one row per rule that ever entered the population.

        Returns
        -------
        pandas.DataFrame
            Indexed by the number of the rule. The columns:

            * born: iteration in which it came, from 0.
            * died: iteration in which it left, by deletion or subsumption; NA if it is there still.
            * lifetime: iterations from the one to the other, or to the end of training.
            * parent_1, parent_2: numbers of its parents; NA for a rule that covering has made. A
              rule may be both parents of a child.
            * generation: 0 for a rule that covering has made, else one more than the larger of its
              parents'.
        """
        import pandas as pd

        self._check()
        born, died = np.array(self._born, dtype=np.int64), np.array(self._died, dtype=np.int64)
        end = np.where(died == STILL_THERE, self._n_iterations, died)
        parents = np.array(self._parents, dtype=np.int64).reshape(-1, 2)
        index = pd.RangeIndex(len(born), name="rule")
        columns = {
            "born": pd.Series(born, index),
            "died": _with_gaps(died, STILL_THERE, index),
            "lifetime": pd.Series(end - born, index),
            "parent_1": _with_gaps(parents[:, 0], NOBODY, index),
            "parent_2": _with_gaps(parents[:, 1], NOBODY, index),
            "generation": pd.Series(self._generation, index, dtype=np.int64),
        }
        return pd.DataFrame(columns)

    def living(self, iteration: int | None = None) -> np.ndarray:
        """Return the numbers of the rules that are there after an iteration, the oldest first.

        Parameters
        ----------
        iteration : int, optional
            The last one by default: then these are the rules of `rules_`, in its order, unless
            early stopping has kept those of an earlier epoch.
        """
        self._check()
        at = self._n_iterations - 1 if iteration is None else iteration
        born, died = np.array(self._born), np.array(self._died)
        return np.flatnonzero((born <= at) & ((died == STILL_THERE) | (died > at)))

    def ancestors(self, rule: int) -> list[int]:
        """Return the numbers of all rules that a rule descends from, the oldest first."""
        self._check()
        if not 0 <= rule < len(self._born):
            raise InputError(f"there is no rule {rule}: {len(self._born)} have come, from 0 on")
        found: set[int] = set()
        waiting = [rule]
        while waiting:
            for parent in self._parents[waiting.pop()]:
                if parent != NOBODY and parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return sorted(found)

    def _check(self) -> None:
        if not self._n_iterations:
            raise InputError("this Lineage has seen no training: give it to a model as a callback")


def _members(words: np.ndarray) -> np.ndarray:
    """Return the places of the bits that are set."""
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))


def _with_gaps(values: np.ndarray, gap: int, index: pd.RangeIndex) -> pd.Series:
    import pandas as pd

    return pd.Series(values, index, dtype="Int64").mask(values == gap)
