"""Classifiers that go on learning: rows as they come, each shown once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from beta4ucs import fitting
from beta4ucs.arguments import (
    check_labels,
    encode_known,
    name_of,
    rows_to_predict,
    seed_from,
    training_rows,
    weights_of,
)
from beta4ucs.data.encoding import Encoding, order_values, reordered
from beta4ucs.errors import InputError
from beta4ucs.rule_classifier import Rows, RuleClassifier
from beta4ucs.streaming import grown_encoding, moved_rules, with_new_values

STREAM_ROWS = 10_000  # by which the limit on conditions goes in a stream


class StreamClassifier(RuleClassifier):
    """A rule learner for rows that keep coming."""

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Go on learning from rows as they come, each shown once.

        Ranges and categories grow with the rows: rules keep what they say of earlier values, and
        what asks nothing of a feature goes on asking nothing. (Where a representation cannot
        move, values beyond the first range are taken as its ends.) A value of a category that
        comes up later matches no condition that lists others. `history_` holds the latest state
        only; memory does not grow with rows. `forgetting` lets rules follow a drift.

        Parameters
        ----------
        X, sample_weight : as in `fit`
        y : array-like of shape (n_samples,)
            Class labels, of those named in the first call.
        classes : array-like, optional
            All class labels that will ever come; needed in the first call, unless `fit` was
            called before, which this goes on from.

        Returns
        -------
        self

        Examples
        --------
        >>> import numpy as np
        >>> from beta4ucs import Beta4UCSClassifier
        >>> X = np.random.default_rng(1).random((4000, 2))
        >>> y = X[:, 0] > X[:, 1]
        >>> model = Beta4UCSClassifier(random_state=2)
        >>> for rows in np.array_split(np.arange(3000), 30):
        ...     model = model.partial_fit(X[rows], y[rows], classes=[False, True])
        >>> model.score(X[3000:], y[3000:]) > 0.85
        True
        """
        self.answer_and_learn(X, y, classes, sample_weight)
        return self

    def answer_and_learn(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> np.ndarray:
        """Answer each row with what was learned before it, then learn from it.

        Parameters
        ----------
        X, y, classes, sample_weight : as in `partial_fit`

        Returns
        -------
        ndarray of shape (n_samples,)
            The answers, as a test of rows that were never seen ("prequential").
        """
        params = self._checked_params()
        inputs, codes = self._next_rows(params, X, y, classes)
        counts = self.class_counts_ + np.bincount(codes, minlength=len(self.classes_))
        order = np.arange(len(codes))
        weights = self._stream_weights(inputs, codes, counts, sample_weight)
        answers = np.full(len(codes), -1)
        if weights is not None:
            rng = np.random.default_rng([self.seed_, self.n_iterations_])
            times = np.floor(weights + rng.random(len(codes))).astype(np.int64)
            order, skipped = np.repeat(order, times), np.flatnonzero(times == 0)
            if len(skipped):  # what is not learned from is answered by the rules before the batch
                votes = self._voter(self.population_).votes(inputs[skipped], self.n_jobs)
                answers[skipped] = self._decide(votes)
        learned = self._stream.follow(inputs[order], codes[order])
        first = np.flatnonzero(np.r_[True, order[1:] != order[:-1]]) if len(order) else order
        answers[order[first]] = learned[first]
        nobody = np.flatnonzero(answers < 0)
        answers[nobody] = self._decide(np.zeros((len(nobody), len(self.classes_))))
        self.class_counts_ = counts
        self.__dict__.pop("_population", None)  # read again when somebody asks
        self.n_iterations_ = self._stream.time
        self.n_iter_ = 1
        self.history_ = {
            name: np.array([value]) for name, value in fitting.state_of(self._stream).items()
        }
        labels: np.ndarray = self.classes_[answers]
        return labels

    def _next_rows(self, params: Mapping[str, Any], X: Any, y: Any, classes: Any) -> Rows:
        """Check rows, let ranges and values grow, and have a learner ready for them."""
        is_first = not self.__sklearn_is_fitted__()
        if is_first:
            raw, codes = self._first_rows(params, X, y, classes)
            grown = self.encoding_
        else:
            raw, codes, grown = self._further_rows(X, y, classes)
        has_stream = not is_first and "_stream" in self.__dict__
        is_same = has_stream and grown.says_the_same(self.encoding_)
        if not is_same or params != self._stream_params:
            self._start_stream(params, grown, raw, codes)
        return self.encoding_.transform(raw), codes

    def _first_rows(self, params: Mapping[str, Any], X: Any, y: Any, classes: Any) -> Rows:
        """Check rows and learn from them what classes, columns and ranges there are."""
        if classes is None:
            raise InputError("the first call of partial_fit needs classes: all that will come")
        self.seed_ = seed_from(self.random_state)
        self.target_name_ = name_of(y)
        raw, labels, columns = training_rows(self, X, y, self.categorical_features, least_rows=1)
        self.classes_ = np.unique(np.asarray(classes))
        if len(self.classes_) < 2:
            raise InputError(f"classes must name two or more, got {self.classes_.tolist()}")
        codes = self._known_codes(labels)
        self.class_counts_ = np.zeros(len(self.classes_), dtype=np.int64)
        ordered = order_values(raw, columns, codes)
        raw = reordered(raw, columns, ordered)
        self.encoding_ = Encoding.fit(raw, ordered, params["missing"])
        self.representation_ = self._suited(params, self._representation(params), len(codes))
        self.n_iterations_ = 0
        return raw, codes

    def _further_rows(
        self, X: Any, y: Any, classes: Any
    ) -> tuple[np.ndarray, np.ndarray, Encoding]:
        """Check rows; also return the encoding as it grows by them."""
        if classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise InputError(
                f"classes are {self.classes_.tolist()} since the first call, and no others"
            )
        columns = with_new_values(self.encoding_.columns, X)
        raw = rows_to_predict(self, X, columns)
        codes = self._known_codes(check_labels(y))
        if codes.shape != raw.shape[:1]:
            raise InputError(f"X has {raw.shape[0]} rows and y has {codes.shape[0]} labels")
        grown = grown_encoding(self.encoding_, columns, raw)
        if not hasattr(self.representation_, "rescale"):
            grown = grown._replace(scaling=self.encoding_.scaling)
        return raw, codes, grown

    def _start_stream(
        self, params: Mapping[str, Any], encoding: Encoding, raw: np.ndarray, codes: np.ndarray
    ) -> None:
        """Make a learner for the encoding, with the rules learned so far."""
        from beta4ucs.learning.evolving_population import EvolvingPopulation

        rules = None
        if self.__sklearn_is_fitted__():
            rules = moved_rules(self.population_, self.encoding_, encoding, self.representation_)
        config = self._config(params, STREAM_ROWS, keeps_order=True)
        if rules is not None and rules.numerosity.sum() > config.max_rules:
            raise InputError(
                f"max_rules is {config.max_rules:,}, and there are {rules.numerosity.sum():,} "
                "copies of rules already: it must not be less"
            )
        self.encoding_ = encoding
        if rules is None:
            self._weigh_features((encoding.transform(raw), codes))
        features = self._features(params)
        seed = (self.seed_ + self.n_iterations_) % 2**64
        learner = EvolvingPopulation(
            self.representation_, self._credit(), config, features, len(self.classes_), seed
        )
        if rules is not None:
            learner.adopt(rules, self.n_iterations_, self.__dict__.get("_stream"))
        self._stream, self._stream_params = learner, params
        self.__dict__.pop("_population", None)
        self._built = {}

    def _known_codes(self, labels: Any) -> np.ndarray:
        codes = encode_known(labels, self.classes_)
        if np.any(codes < 0):
            stranger = np.asarray(labels).tolist()[int(np.flatnonzero(codes < 0)[0])]
            raise InputError(
                f"y holds the class {stranger!r}, which is not one of {self.classes_.tolist()}; "
                "name all classes in the first call"
            )
        return codes

    def _stream_weights(
        self, inputs: np.ndarray, codes: np.ndarray, counts: np.ndarray, sample_weight: Any
    ) -> np.ndarray | None:
        """How often each row counts; weights of classes are once on average over rows so far."""
        weights = weights_of(inputs, codes, sample_weight, None)
        if self.class_weight is None:
            return weights
        if isinstance(self.class_weight, str) and self.class_weight == "balanced":
            of_class = 1.0 / np.maximum(counts, 1)
        else:  # a batch need not have every class
            of_class = weights_of(inputs, self.classes_, None, self.class_weight)
        total = of_class @ counts
        if total > 0.0:
            of_class = of_class * (counts.sum() / total)
        of_row: np.ndarray = of_class[codes] * (1.0 if weights is None else weights)
        return of_row
