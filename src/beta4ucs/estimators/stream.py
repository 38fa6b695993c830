"""Incremental learning: batches of rows as they come, each row shown once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.data.encoding import Encoding, reordered
from beta4ucs.data.value_order import order_values
from beta4ucs.errors import InputError
from beta4ucs.estimators.growing_encoding import grown_encoding, moved_rules, with_new_values
from beta4ucs.estimators.inputs import (
    Rows,
    check_labels,
    encode_known,
    name_of,
    rows_to_predict,
    training_rows,
)
from beta4ucs.estimators.parameters import seed_from
from beta4ucs.estimators.row_weights import LONGER, checked_weights, weights_of

if TYPE_CHECKING:
    from beta4ucs.estimators.rule_learner import RuleLearner

STREAM_ROWS = 10_000  # by which the limit on conditions goes in a stream


def answer_and_learn(
    model: RuleLearner, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
) -> np.ndarray:
    """Answer each row of a batch with what was learned before it, then learn from it."""
    params = model._checked_params()
    inputs, codes = _next_rows(model, params, X, y, classes)
    counts = model.class_counts_ + np.bincount(codes, minlength=len(model.classes_))
    order = np.arange(len(codes))
    weights = _stream_weights(model, inputs, codes, counts, sample_weight)
    answers = np.full(len(codes), -1)
    if weights is not None:
        rng = np.random.default_rng([model.seed_, model.n_iterations_])
        times = np.floor(weights + rng.random(len(codes))).astype(np.int64)
        order, skipped = np.repeat(order, times), np.flatnonzero(times == 0)
        if len(skipped):  # what is not learned from is answered by the rules before the batch
            votes = model._voter(model.population_).votes(inputs[skipped], model.n_jobs)
            answers[skipped] = model._decide(votes)
    learned = model._stream.follow(inputs[order], codes[order])
    first = np.flatnonzero(np.r_[True, order[1:] != order[:-1]]) if len(order) else order
    answers[order[first]] = learned[first]
    nobody = np.flatnonzero(answers < 0)
    answers[nobody] = model._decide(np.zeros((len(nobody), len(model.classes_))))
    model.class_counts_ = counts
    model.__dict__.pop("_population", None)  # read again when somebody asks
    model._built = {}
    model.n_iterations_ = model._stream.time
    model.n_epochs_ = 1
    model.history_ = {name: np.array([value]) for name, value in model._stream.state().items()}
    labels: np.ndarray = model.classes_[answers]
    return labels


def _next_rows(model: RuleLearner, params: Mapping[str, Any], X: Any, y: Any, classes: Any) -> Rows:
    """Check rows, let ranges and values grow, and have a learner ready for them."""
    is_first = not model.__sklearn_is_fitted__()
    if is_first:
        raw, codes = _first_rows(model, params, X, y, classes)
        grown = model.encoding_
    else:
        raw, codes, grown = _further_rows(model, X, y, classes)
    has_stream = not is_first and "_stream" in model.__dict__
    is_same = has_stream and grown.says_the_same(model.encoding_)
    if not is_same or params != model._stream_params:
        _start_stream(model, params, grown, raw, codes)
    model.encoding_ = grown  # how numbers are written may have changed, though nothing else has
    return model.encoding_.transform(raw), codes


def _first_rows(
    model: RuleLearner, params: Mapping[str, Any], X: Any, y: Any, classes: Any
) -> Rows:
    """Check rows and learn from them what classes, columns and ranges there are."""
    if classes is None:
        raise InputError("the first call of partial_fit needs classes, all that will occur")
    model.seed_ = seed_from(model.random_state)
    model.target_name_ = name_of(y)
    raw, labels, columns = training_rows(model, X, y, model.categorical_features, least_rows=1)
    model.classes_ = np.unique(np.asarray(classes))
    if len(model.classes_) < 2:
        raise InputError(f"classes must name two or more, got {model.classes_.tolist()}")
    codes = _known_codes(model, labels)
    model.class_counts_ = np.zeros(len(model.classes_), dtype=np.int64)
    ordered = order_values(raw, columns, codes)
    raw = reordered(raw, columns, ordered)
    model.encoding_ = Encoding.fit(raw, ordered, params["missing"])
    model.representation_ = model._suited(params, model._representation(params), len(codes))
    model.n_iterations_ = 0
    return raw, codes


def _further_rows(
    model: RuleLearner, X: Any, y: Any, classes: Any
) -> tuple[np.ndarray, np.ndarray, Encoding]:
    """Check rows; also return the encoding as it grows by them."""
    if classes is not None and not np.array_equal(np.unique(classes), model.classes_):
        raise InputError(
            f"classes are {model.classes_.tolist()} since the first call, and no others"
        )
    columns = with_new_values(model.encoding_.columns, X)
    raw = rows_to_predict(model, X, columns)
    codes = _known_codes(model, check_labels(y))
    if codes.shape != raw.shape[:1]:
        raise InputError(f"X has {raw.shape[0]} rows and y has {codes.shape[0]} labels")
    grown = grown_encoding(model.encoding_, columns, raw)
    if not hasattr(model.representation_, "rescale"):
        grown = grown._replace(scaling=model.encoding_.scaling)
    return raw, codes, grown


def _start_stream(
    model: RuleLearner,
    params: Mapping[str, Any],
    encoding: Encoding,
    raw: np.ndarray,
    codes: np.ndarray,
) -> None:
    """Make a learner for the encoding, with the rules learned so far."""
    from beta4ucs.learning.evolving_population import EvolvingPopulation

    rules = None
    if model.__sklearn_is_fitted__():
        rules = moved_rules(model.population_, model.encoding_, encoding, model.representation_)
    config = model._config(params, STREAM_ROWS, keeps_order=True)
    if rules is not None and rules.numerosity.sum() > config.max_rules:
        raise InputError(
            f"max_rules is {config.max_rules:,}, and there are {rules.numerosity.sum():,} "
            "copies of rules already: it must not be less"
        )
    model.encoding_ = encoding
    if rules is None:
        model._weigh_features((encoding.transform(raw), codes))
    features = model._features(params)
    seed = (model.seed_ + model.n_iterations_) % 2**64
    learner = EvolvingPopulation(
        model.representation_, model._credit(), config, features, len(model.classes_), seed
    )
    if rules is not None:
        learner.adopt(rules, model.n_iterations_, model.__dict__.get("_stream"))
    model._stream, model._stream_params = learner, params
    model.__dict__.pop("_population", None)
    model._built = {}


def _known_codes(model: RuleLearner, labels: Any) -> np.ndarray:
    codes = encode_known(labels, model.classes_)
    if np.any(codes < 0):
        stranger = np.asarray(labels).tolist()[int(np.flatnonzero(codes < 0)[0])]
        raise InputError(
            f"y holds the class {stranger!r}, which is not one of {model.classes_.tolist()}; "
            "name all classes in the first call"
        )
    return codes


def _stream_weights(
    model: RuleLearner,
    inputs: np.ndarray,
    codes: np.ndarray,
    counts: np.ndarray,
    sample_weight: Any,
) -> np.ndarray | None:
    """How often each row counts; weights of classes are once on average over rows so far."""
    weights = None if sample_weight is None else _relative_so_far(model, inputs, sample_weight)
    if model.class_weight is None:
        return weights
    if isinstance(model.class_weight, str) and model.class_weight == "balanced":
        of_class = 1.0 / np.maximum(counts, 1)
    else:  # a batch need not have every class
        of_class = weights_of(inputs, model.classes_, None, model.class_weight)
    total = of_class @ counts
    if total > 0.0:
        of_class = of_class * (counts.sum() / total)
    of_row: np.ndarray = of_class[codes] * (1.0 if weights is None else weights)
    return of_row


def _relative_so_far(model: RuleLearner, inputs: np.ndarray, sample_weight: Any) -> np.ndarray:
    """How often each row counts: as in `relative`, but by the mean of all weights so far."""
    given = np.asarray(sample_weight)
    if given.shape == inputs.shape[:1] and not given.any():  # a batch may count for nothing
        return np.zeros(len(given))
    weights = checked_weights(inputs, sample_weight)
    top = weights.max()
    shares = weights / top  # sums of weights may be no floats, but these are
    n_rows, total = model.__dict__.get("_weights_so_far", (0, Fraction(0)))
    n_rows += int(np.count_nonzero(weights))
    total += Fraction(float(shares.sum())) * Fraction(float(top))
    model._weights_so_far = n_rows, total
    if total <= LONGER * n_rows and np.all(weights == np.rint(weights)):
        return weights
    of_top = float(Fraction(float(top)) * n_rows / total)
    return shares * of_top
