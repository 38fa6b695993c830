"""Evolutionary rule learners for tabular classification, with rules people can read.

>>> import beta4ucs
>>> from sklearn.datasets import load_wine
>>> X, y = load_wine(return_X_y=True, as_frame=True)
>>> model = beta4ucs.Beta4UCSClassifier(random_state=1).fit(X, y)
>>> print(model.rules_.top(1)[0].text)
IF ... THEN ...
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from beta4ucs.errors import InputError

if TYPE_CHECKING:
    from beta4ucs.estimators import (
        Beta4UCSClassifier,
        Evolution,
        EvolvedRulesClassifier,
        FuzzyUCSClassifier,
        UCSClassifier,
    )
    from beta4ucs.estimators.loading import load
    from beta4ucs.training.lineage import Lineage
    from beta4ucs.training.loop import TrainingInterrupted
    from beta4ucs.training.population_log import PopulationLog
    from beta4ucs.training.progress import Progress

    __version__: str

__all__ = [
    "Beta4UCSClassifier",
    "Evolution",
    "EvolvedRulesClassifier",
    "FuzzyUCSClassifier",
    "InputError",
    "Lineage",
    "PopulationLog",
    "Progress",
    "TrainingInterrupted",
    "UCSClassifier",
    "__version__",
    "load",
]

# Imported when somebody asks for them: Numba and scikit-learn take their time.
_MODULES = {
    "Beta4UCSClassifier": "beta4ucs.estimators",
    "Evolution": "beta4ucs.estimators",
    "EvolvedRulesClassifier": "beta4ucs.estimators",
    "FuzzyUCSClassifier": "beta4ucs.estimators",
    "Lineage": "beta4ucs.training.lineage",
    "PopulationLog": "beta4ucs.training.population_log",
    "Progress": "beta4ucs.training.progress",
    "TrainingInterrupted": "beta4ucs.training.loop",
    "UCSClassifier": "beta4ucs.estimators",
    "load": "beta4ucs.estimators.loading",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("beta4ucs")
        except PackageNotFoundError:  # run from a folder of sources
            return "0+unknown"
    raise AttributeError(f"module 'beta4ucs' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
