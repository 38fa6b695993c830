"""How good answers and probabilities are, whatever has given them."""

from beta4ucs.measures.calibration import (
    ReliabilityCurve,
    expected_calibration_error,
    reliability_curve,
)
from beta4ucs.measures.curves import KINDS, Curve, class_curves
from beta4ucs.measures.judgement import ClassMeasures, Measures, measure, measure_model
from beta4ucs.measures.labels import places_of
from beta4ucs.measures.resampling import ResampledMean, resampled_mean
from beta4ucs.measures.threshold_choice import threshold_for_cost, threshold_for_recall

__all__ = [
    "KINDS",
    "ClassMeasures",
    "Curve",
    "Measures",
    "ReliabilityCurve",
    "ResampledMean",
    "class_curves",
    "expected_calibration_error",
    "measure",
    "measure_model",
    "places_of",
    "reliability_curve",
    "resampled_mean",
    "threshold_for_cost",
    "threshold_for_recall",
]
