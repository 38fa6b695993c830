"""Methods of `RuleModel` that make a file of a model, and a model of a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from beta4ucs.estimators.threshold import Threshold

if TYPE_CHECKING:
    from beta4ucs.estimators.rule_model import RuleModel
    from beta4ucs.model_file import Model

Fitted = TypeVar("Fitted", bound="RuleModel")


def save(self: RuleModel, path: str | os.PathLike[str]) -> None:
    """Write the model to a JSON file, which `beta4ucs.load` reads.

    Parameters
    ----------
    path : str or path
        The file; `n_jobs`, `verbose` and `callbacks` are not part of it. A name that ends in
        ``.json.gz`` makes a compact file, for models with many rules and columns.
    """
    check_is_fitted(self)
    from beta4ucs.model_file import Model, save_model

    names = getattr(self, "feature_names_in_", None)
    model = Model(
        estimator=type(self).__name__,
        credit=self._credit().name,
        parameters=self._portable_params(),
        representation=self.representation_,
        classes=self.classes_,
        class_counts=self.class_counts_,
        feature_names=None if names is None else tuple(names.tolist()),
        target_name=self.target_name_,
        encoding=self.encoding_,
        rules=self.population_,
        votes=self._votes_for_file(),
        history={name: values.tolist() for name, values in self.history_.items()},
        n_epochs=self.n_epochs_,
        n_iterations=self.n_iterations_,
        seed=self.seed_,
        threshold=None if self.threshold_ is None else self.threshold_[1:],
    )
    save_model(model, path)


def export(
    self: RuleModel, to: str, path: str | os.PathLike[str] | None = None, **options: Any
) -> str | bytes:
    """Return the model as a program, a query, a graph or a document; write it to a file.

    Programs, queries and graphs predict as this model does, without this package.

    Parameters
    ----------
    to : {"python", "numpy", "sql", "onnx", "javascript", "markdown", "xlsx"}
        The format.
    path : str or path, optional
        The file to write.
    **options
        For sql: `table`, the table with the rows ("input"); `keep`, columns to pass through,
        by default the features that rules use; `dialect`, a dialect of sqlglot. For markdown
        and xlsx: `X` and `y`, the rows to measure on; `rows`, what these are called ("test
        rows"); `title`; `about`, more facts by name.

    Returns
    -------
    str, or bytes for onnx and xlsx
        The contents of the file.

    Examples
    --------
    >>> from beta4ucs import EvolvedRulesClassifier, data
    >>> wine = data.load("wine")
    >>> X = wine.to_frame()
    >>> model = EvolvedRulesClassifier(n_populations=2).fit(X, wine.y)
    >>> space = {}
    >>> exec(model.export("python"), space)
    >>> row = X.iloc[0].to_dict()
    >>> bool(space["predict"](row) == model.predict(X[:1])[0])
    True
    >>> list(space["probabilities"](row).values()) == model.predict_proba(X[:1])[0].tolist()
    True
    """
    check_is_fitted(self)
    from beta4ucs.export import export_model

    return export_model(self, to, path, **options)


def portable_params(self: RuleModel) -> dict[str, Any]:
    """Return parameters as a file holds them."""
    params = self._checked_params()
    del params["verbose"]
    # a generator cannot be written down, the seed it gave can
    return {**params, "random_state": None if self.random_state is None else self.seed_}


def restore(self: Fitted, model: Model) -> Fitted:
    """Become the model of a file."""
    self.classes_, self.class_counts_ = model.classes, model.class_counts
    self.n_features_in_ = len(model.encoding.columns)
    if model.feature_names is not None:
        self.feature_names_in_ = np.array(model.feature_names, dtype=object)
    self.target_name_ = model.target_name
    self.encoding_ = model.encoding
    self.representation_ = model.representation
    self.seed_ = 0 if model.seed is None else model.seed
    self.population_ = model.rules
    self.n_epochs_, self.n_iterations_ = model.n_epochs, model.n_iterations
    self.history_ = {name: np.array(values) for name, values in model.history.items()}
    if model.threshold is not None:
        place, probability = model.threshold
        label = model.classes[place : place + 1].tolist()[0]
        self.threshold_ = Threshold(label, place, probability)
    return self
