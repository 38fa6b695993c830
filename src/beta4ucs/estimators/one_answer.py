"""The warning that a model gives nearly all rows the same answer."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.measures.judgement import NEARLY_ALL, has_more_than_its_share

if TYPE_CHECKING:
    from beta4ucs.estimators.rule_model import RuleModel

BALANCE = (
    'if the other classes matter more, try class_weight="balanced" or another threshold for '
    "predict_proba"
)


class OneAnswerWarning(UserWarning):
    """Nearly all answers to the training rows are one class, or no rule was found at all."""


def warn_of_one_answer(model: RuleModel, inputs: np.ndarray, codes: np.ndarray) -> None:
    """Compare the answers to training rows with their classes, given as places in `classes_`."""
    votes = model._voter(model.population_).votes(inputs, model.n_jobs)
    answers = model._decide(votes)
    n_classes, n_rows = len(model.classes_), int(model.class_counts_.sum())
    code, n = max(enumerate(np.bincount(answers).tolist()), key=lambda pair: pair[1])
    share, expected = n / len(codes), float(np.mean(codes == code))
    if not model.n_rules_:
        problem = no_rule_found(n_rows)
    elif not votes.any():
        problem = "no rule votes on the training rows; more epochs may help"
    elif share >= NEARLY_ALL > expected:
        named: Any = model.classes_[code]
        is_frequent = has_more_than_its_share(expected, n_classes)
        advice = BALANCE if is_frequent else "the rules hardly tell the classes apart"
        problem = (
            f"{share:.1%} of the answers to the training rows are '{named}', "
            f"the class of {expected:.1%} of them; {advice}"
        )
    else:
        return
    warnings.warn(problem, OneAnswerWarning, stacklevel=4)


def no_rule_found(n_rows: int) -> str:
    """Say that a model has no rules."""
    return f"no rule was found that is better than the class frequencies of {n_rows:,} rows"
