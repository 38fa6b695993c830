"""Plots of a model, in the manner of scikit-learn's displays.

Every display has a `from_estimator` that takes a trained model, a `plot` that draws it again, and
afterwards `figure_` and `ax_` (or `axes_`) to go on with. They need matplotlib.

>>> from sklearn.datasets import load_wine
>>> from beta4ucs import Beta4UCSClassifier
>>> from beta4ucs.plots import HistoryDisplay
>>> X, y = load_wine(return_X_y=True, as_frame=True)
>>> model = Beta4UCSClassifier(n_epochs=5, track_accuracy=True, random_state=1).fit(X, y)
>>> HistoryDisplay.from_estimator(model).axes_.shape
(3,)
"""

from importlib.util import find_spec

from beta4ucs.errors import InputError

if find_spec("matplotlib") is None:
    raise InputError("plots need matplotlib: pip install 'beta4ucs[plots]'")

from beta4ucs.plots.compaction import CompactionDisplay
from beta4ucs.plots.effect import EffectDisplay
from beta4ucs.plots.feature_map import FeatureMapDisplay
from beta4ucs.plots.history import HistoryDisplay
from beta4ucs.plots.landscape import KurtosisDisplay, LandscapeDisplay
from beta4ucs.plots.lifetime import LifetimeDisplay
from beta4ucs.plots.pareto import ParetoDisplay
from beta4ucs.plots.quality import CalibrationDisplay, PrecisionRecallDisplay, RocCurveDisplay
from beta4ucs.plots.row_coverage import RowCoverageDisplay
from beta4ucs.plots.rule import RuleDisplay
from beta4ucs.plots.rule_map import RuleMapDisplay
from beta4ucs.plots.rule_path import RulePathDisplay

__all__ = [
    "CalibrationDisplay",
    "CompactionDisplay",
    "EffectDisplay",
    "FeatureMapDisplay",
    "HistoryDisplay",
    "KurtosisDisplay",
    "LandscapeDisplay",
    "LifetimeDisplay",
    "ParetoDisplay",
    "PrecisionRecallDisplay",
    "RocCurveDisplay",
    "RowCoverageDisplay",
    "RuleDisplay",
    "RuleMapDisplay",
    "RulePathDisplay",
]
