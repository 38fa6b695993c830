"""The warning that a model gives nearly all rows the same answer."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from beta4ucs.measures.judgement import NEARLY_ALL


class OneAnswerWarning(UserWarning):
    """Nearly all answers to the training rows are one class, though it is not nearly all rows."""


def warn_of_one_answer(answers: np.ndarray, codes: np.ndarray, classes: np.ndarray) -> None:
    """Compare the answers to training rows with their classes, both as places in `classes`."""
    label, n = max(enumerate(np.bincount(answers).tolist()), key=lambda pair: pair[1])
    share, expected = n / len(codes), float(np.mean(codes == label))
    if share >= NEARLY_ALL > expected:
        named: Any = classes[label]
        warnings.warn(
            f"{share:.1%} of the answers to the training rows are '{named}', "
            f"the class of {expected:.1%} of them; if the other classes matter more, try "
            'class_weight="balanced" or another threshold for predict_proba',
            OneAnswerWarning,
            stacklevel=4,
        )
