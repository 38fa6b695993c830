"""How rules evolve, as one object beside the parameters that most users need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sklearn.base import BaseEstimator

from beta4ucs.errors import InputError
from beta4ucs.hyperparameters import EVOLUTION


@dataclass(kw_only=True, repr=False)
class Evolution(BaseEstimator):
    """How rules are bred, subsumed and deleted, for those who study the algorithm.

    The defaults are what the authors' program does; where the article says otherwise, so does the
    text below. Symbols in brackets are the article's. Estimators check the values when they learn.

    Parameters
    ----------
    crossover_rate : float, default=0.8
        Chance that two children exchange conditions [χ].
    crossover_unit : {"parameter", "gene"}, default="parameter"
        What is exchanged: single parameters, or a feature's whole condition as in the article.
    mutation_rate : float, default=0.04
        Chance that a child's condition on a feature changes [p_mut].
    tournament : {"copies", "sample"}, default="copies"
        Who competes to be a parent: every copy by chance, or a sample of rules as in the article.
    tournament_fraction : float, default=0.4
        Share of the correct set that competes to be a parent; 0 selects by roulette [τ].
    ga_threshold : float, default=50
        Mean number of iterations a correct set waits before it breeds again [θ_GA].
    deletion_threshold : float, default=50
        Experience beyond which weak rules are deleted more readily [θ_del].
    deletion_fraction : float, default=0.1
        Share of the mean fitness below which a rule counts as weak [δ]; the article prints 0.01.
    keep_deleted : bool, default=True
        Let a rule that was deleted after covering take part in the iteration to its end.
    subsume_correct_set : bool, default=True
        Let general rules absorb others of the correct set.
    subsume_children : bool, default=True
        Let parents absorb children that say nothing new.
    subsumption_threshold : float, default=50
        Experience a rule needs before it subsumes others or becomes crisp [θ_sub].
    min_subsumer_fitness : float, default=0.99
        Fitness, in UCS accuracy, that a rule must exceed before it subsumes others or becomes
        crisp [F_0, acc_0].
    skip_after_subsumption : bool, default=True
        Pass over the rule that follows a subsumed one.
    absumption_fraction : float, default=0.0
        Share of the mean fitness below which an experienced rule counts as over-general and is
        made more specific; 0 leaves such rules to deletion, as in the article.
    fitness_power : float, default=1.0
        Exponent of the fitness in selection and deletion; in UCS fitness is accuracy to this
        power [ν].
    shuffle : {"once", "every_epoch"}, default="once"
        When the order of the rows is drawn: before the first epoch, or anew before each.

    Examples
    --------
    >>> from beta4ucs import Beta4UCSClassifier, Evolution
    >>> article = Evolution(tournament="sample", crossover_unit="gene", deletion_fraction=0.01)
    >>> model = Beta4UCSClassifier(evolution=article)
    >>> model.set_params(evolution__crossover_rate=0.9).evolution.crossover_rate
    0.9
    """

    crossover_rate: float = 0.8
    crossover_unit: str = "parameter"
    mutation_rate: float = 0.04
    tournament: str = "copies"
    tournament_fraction: float = 0.4
    ga_threshold: float = 50
    deletion_threshold: float = 50
    deletion_fraction: float = 0.1
    keep_deleted: bool = True
    subsume_correct_set: bool = True
    subsume_children: bool = True
    subsumption_threshold: float = 50
    min_subsumer_fitness: float = 0.99
    skip_after_subsumption: bool = True
    absumption_fraction: float = 0.0
    fitness_power: float = 1.0
    shuffle: str = "once"


def flat_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return an estimator's parameters with the fields of `evolution` in its place.

    Examples
    --------
    >>> flat_parameters({"n_epochs": 5, "evolution": None})["tournament"]
    'copies'
    """
    flat = dict(parameters)
    if "evolution" not in flat:
        return flat
    evolution = flat.pop("evolution")
    if evolution is None:
        evolution = Evolution()
    if not isinstance(evolution, Evolution):
        raise InputError(f"evolution must be a beta4ucs.Evolution or None, got {evolution!r}")
    return {**flat, **evolution.get_params(deep=False)}


def nested_parameters(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters as estimators take them: those of `Evolution`, if any, as one.

    Examples
    --------
    >>> nested_parameters({"n_epochs": 5, "tournament": "sample", "mutation_rate": 0.04})
    {'n_epochs': 5, 'evolution': Evolution(tournament='sample')}
    """
    inside = {name: value for name, value in flat.items() if name in EVOLUTION}
    nested = {name: value for name, value in flat.items() if name not in EVOLUTION}
    if inside:
        evolution = Evolution(**inside)
        nested["evolution"] = None if evolution == Evolution() else evolution
    return nested
