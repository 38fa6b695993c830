"""A trained model with other rules: some dropped, some added, votes kept or learned again."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from beta4ucs.errors import InputError
from beta4ucs.estimators.row_weights import checked_weights, weights_of

if TYPE_CHECKING:
    from beta4ucs.editing.edit import Edit
    from beta4ucs.rules import RuleSet

KEPT, LEARNED = "kept", "learned"
OF_THE_RULES_BEFORE = ("_stream", "compaction_", "attribute_scores_")
FEW = 0.5  # summed degrees of rows below which a rule is said to cover none


class EditedRuleWarning(UserWarning):
    """Rows say something else than a rule that was added, or nothing at all."""


class RowsOfAnEdit(NamedTuple):
    """Rows to count and learn from: inputs, class indices, weights."""

    inputs: np.ndarray
    codes: np.ndarray
    weights: np.ndarray


class EditableRules:
    """Adds `with_rules` to a model."""

    classes_: np.ndarray
    class_weight: Any
    history_: dict[str, np.ndarray]
    _rows_to_compact: Any

    @property
    @abstractmethod
    def rules_(self) -> RuleSet:
        """The learned rules, readable."""

    @abstractmethod
    def _take_edit(self, edit: Edit, rows: RowsOfAnEdit | None, *, learn: bool) -> None:
        """Become the edited model: rules and their votes."""

    def with_rules(
        self,
        *,
        drop: Any = None,
        keep: Any = None,
        add: Any = None,
        replace: Mapping[Any, Any] | None = None,
        votes: str = KEPT,
        X: Any = None,
        y: Any = None,
        sample_weight: Any = None,
    ) -> Self:
        """Return a fitted estimator with other rules; this one stays as it is.

        Rules are named by their numbers (`Rule.index`), as `Rule`, as a part of `rules_` such as
        ``model.rules_.for_class("high").with_feature("age")``, by a function of a rule or by one
        truth value per rule.

        Parameters
        ----------
        drop : rules, optional
            Those that go.
        keep : rules, optional
            Those that stay; all others go.
        add : str, Rule or a list of them, optional
            New rules: ``"IF age >= 60 AND smoker = yes THEN high"``, see `RuleSet.parse`.
        replace : mapping, optional
            From a rule to a new one, or a list of new ones.
        votes : {"kept", "learned"}, default="kept"
            Whether other rules keep their votes, or all votes are learned again on the given rows.
        X : array-like or DataFrame of shape (n_samples, n_features), optional
            Rows, best those that the model has learned from, never those that it will be tested
            on. New rules, and votes that are learned again, need them.
        y : array-like of shape (n_samples,), optional
            Their classes.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts.

        Returns
        -------
        estimator of the same class
            `beta4ucs.editing.edit_report` compares it with this one.

        Notes
        -----
        In `EvolvedRulesClassifier` a new rule says the shares of classes among the rows that it
        matches and, if its text names a class, ten more rows of that class. Its weight is learned
        with the others as they are. If votes are learned again, shares of all rules are counted
        anew (with more than two classes old rules keep theirs) and weights go on from what they
        were. No weight gets negative; one of 0 is silent.

        In the article's learners experience and fitness of a new rule are counted on the rows; it
        speaks for the class in its text, with as many copies as rules have on average. If votes are
        learned again, those of all rules are counted anew, each row once.

        Examples
        --------
        >>> from sklearn.datasets import load_wine
        >>> from beta4ucs import EvolvedRulesClassifier
        >>> X, y = load_wine(return_X_y=True, as_frame=True)
        >>> model = EvolvedRulesClassifier(n_populations=1, random_state=1).fit(X, y)
        >>> shorter = model.with_rules(drop=lambda rule: rule.n_conditions > 2)
        >>> shorter.n_rules_ < model.n_rules_
        True
        >>> own = model.with_rules(add="IF alcohol >= 13.5 AND proline >= 900 THEN 0", X=X, y=y)
        >>> print(own.rules_[-1].text)
        IF alcohol >= 13.5 AND proline >= 900 THEN 0 ...
        """
        check_is_fitted(self)
        from beta4ucs.editing.edit import plan_edit

        if votes not in (KEPT, LEARNED):
            raise InputError(f"votes must be '{KEPT}' or '{LEARNED}', got {votes!r}")
        edit = plan_edit(self.rules_, drop=drop, keep=keep, add=add, replace=replace)
        rows = None
        if edit.added or votes == LEARNED:
            rows = self._rows_of_edit(X, y, sample_weight)
        edited = copy(self)
        edited.history_ = dict(self.history_)
        for name in OF_THE_RULES_BEFORE:
            edited.__dict__.pop(name, None)
        edited._take_edit(edit, rows, learn=votes == LEARNED)
        edited._warn_of_new_rules(edit)
        return edited

    def _rows_of_edit(self, X: Any, y: Any, sample_weight: Any) -> RowsOfAnEdit:
        if X is None or y is None:
            raise InputError("new rules, and votes that are learned again, need rows: give X and y")
        inputs, codes = self._rows_to_compact(X, y)
        if sample_weight is not None:
            sample_weight = checked_weights(inputs, sample_weight)
            codes = np.where(sample_weight > 0.0, codes, -1)
        known = codes >= 0
        if not known.any():
            raise InputError("no row has a class that the model knows")
        inputs, codes = inputs[known], codes[known]
        of_rows = None if sample_weight is None else sample_weight[known]
        weights = weights_of(inputs, self.classes_[codes], of_rows, self.class_weight)
        return RowsOfAnEdit(inputs, codes, weights)

    def _warn_of_new_rules(self, edit: Edit) -> None:
        """Say which of the new rules rows contradict or do not know."""
        rules = self.rules_
        for place, new in enumerate(edit.added, start=len(edit.kept)):
            mass, label = rules.arrays.mass[place], new.parsed.label
            trouble = ""
            if mass.sum() < FEW:
                trouble = "covers none of the given rows"
            elif edit.is_believed[place - len(edit.kept)] and rules.arrays.label[place] != label:
                other = self.classes_[rules.arrays.label[place]]
                trouble = f"covers rows that speak for '{other}', not for '{self.classes_[label]}'"
            elif rules.arrays.fitness[place] < 0.0 and rules[place].weight is None:
                trouble = "covers more rows of other classes, so it speaks against its own"
            if trouble:
                warnings.warn(f"the rule '{new.text}' {trouble}", EditedRuleWarning, stacklevel=3)
