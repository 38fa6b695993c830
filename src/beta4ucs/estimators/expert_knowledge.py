"""What experts ask of rules: names to numbers, text to rules, and back for a model file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from beta4ucs.errors import InputError
from beta4ucs.representations.contract import gene_width, rule_rows
from beta4ucs.rules import Rule, RuleSet

if TYPE_CHECKING:
    from beta4ucs.estimators.evolved_rules import EvolvedRulesClassifier
    from beta4ucs.evolved_rules.constraints import Constraints, KeptRules


def constraints_of(model: EvolvedRulesClassifier) -> Constraints:
    """Read what the parameters of a model ask; its encoding and representation are known."""
    from beta4ucs.evolved_rules.constraints import Constraints

    asked = (model.exclude_features, model.not_together, model.monotone, model.keep_rules)
    if all(one is None for one in asked):
        return Constraints()
    rules = _no_rules(model)
    found = Constraints(
        excluded=_excluded(rules, model.exclude_features),
        apart=_groups(rules, model.not_together),
        rising=_directions(rules, model.monotone),
    )
    kept = _kept_rules(rules, model.keep_rules)
    if kept is not None:
        _check_obey(rules, kept, found, model.keep_rules)
    return found._replace(kept=kept)


def _no_rules(model: EvolvedRulesClassifier) -> RuleSet:
    """An empty set of rules, which knows names, units and classes."""
    from beta4ucs.learning.rule_arrays import RuleArrays

    n_features, n_sets = len(model.encoding_.columns), len(model.encoding_.sets)
    n_rows = n_features + rule_rows(model.representation_)
    nothing = RuleArrays(*np.zeros((len(RuleArrays._fields), 0)))._replace(
        genes=np.zeros((0, n_rows, gene_width(model.representation_))),
        label=np.zeros(0, dtype=np.int64),
        mass=np.zeros((0, len(model.classes_))),
        sets=np.zeros((0, n_sets), dtype=np.int64),
    )
    names = getattr(model, "feature_names_in_", None)
    told = model.representation_, model.encoding_, names, model.classes_
    return RuleSet(nothing, *told, np.zeros(0))


def _excluded(rules: RuleSet, given: Any) -> tuple[int, ...]:
    """Features that no rule may ask about."""
    if given is None:
        return ()
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise InputError(f"exclude_features must be a list of features, got {given!r}")
    found = tuple(sorted({rules.feature_index(one) for one in given}))
    if len(found) == len(rules.feature_names):
        raise InputError("exclude_features leaves no feature to learn from")
    return found


def _groups(rules: RuleSet, given: Any) -> tuple[tuple[int, ...], ...]:
    wanted = "not_together must be a list of groups such as [('age', 'sex')]"
    if given is None:
        return ()
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise InputError(f"{wanted}, got {given!r}")
    groups = []
    for one in given:
        if isinstance(one, str) or not hasattr(one, "__iter__"):
            raise InputError(f"{wanted}, got {one!r} in it")
        group = tuple(sorted({rules.feature_index(feature) for feature in one}))
        if len(group) < 2:
            raise InputError(f"{wanted}; the group {one!r} has fewer than two features")
        groups.append(group)
    return tuple(groups)


def _directions(rules: RuleSet, given: Any) -> dict[int, int]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise InputError(
            f"monotone must say for which class large values speak, as in {{'age': 'high'}}, got "
            f"{given!r}"
        )
    found = {rules.feature_index(feature): rules._class_code(c) for feature, c in given.items()}
    for feature in found:
        if rules.encoding.columns[feature].is_set:
            raise InputError(
                f"monotone names '{rules.feature_names[feature]}', a category without an order"
            )
    return found


def _kept_rules(rules: RuleSet, given: Any) -> KeptRules | None:
    from beta4ucs.evolved_rules.constraints import KeptRules
    from beta4ucs.evolved_rules.genes import Genes

    texts = texts_of(given)
    if not texts:
        return None
    parsed = [rules.parse(text) for text in texts]
    for text, one in zip(texts, parsed, strict=True):
        if one.is_counted:
            raise InputError(f"'{text}' in keep_rules must name one class after THEN")
    sets = np.array([one.sets for one in parsed], dtype=np.int64).reshape(len(parsed), -1)
    labels = np.array([one.label for one in parsed], dtype=np.int64)
    return KeptRules(Genes(np.array([one.genes for one in parsed]), sets), labels)


def places_of_kept(rules: RuleSet, keep_rules: Any) -> list[int]:
    """Where the rules of `keep_rules` are in a model; those that were edited away are nowhere."""
    kept = _kept_rules(rules, keep_rules)
    if kept is None:
        return []
    genes, sets = kept.rules
    is_kept = (rules.arrays.genes[:, None] == genes).all(axis=(2, 3))
    is_kept &= (rules.arrays.sets[:, None] == sets).all(axis=2)
    return np.flatnonzero(is_kept.any(axis=1)).tolist()


def texts_of(given: Any) -> list[str]:
    """Texts of rules that are given as text or as rules, one or several."""
    if given is None:
        return []
    listed = [given] if isinstance(given, (str, Rule)) else given
    if not hasattr(listed, "__iter__") or not all(isinstance(one, (str, Rule)) for one in listed):
        raise InputError(f"keep_rules must be a list of texts or rules, got {given!r}")
    return [one.exact_text if isinstance(one, Rule) else one for one in listed]


def _check_obey(rules: RuleSet, kept: KeptRules, constraints: Constraints, keep_rules: Any) -> None:
    from beta4ucs.evolved_rules.constraints import Referee

    referee = Referee(constraints, rules.representation, rules.encoding.sets)
    for place, text in enumerate(texts_of(keep_rules)):
        breach = referee.breach(kept.rules, place, int(kept.labels[place]))
        if breach:
            names = " and ".join(f"'{rules.feature_names[feature]}'" for feature in breach)
            raise InputError(
                f"'{text}' in keep_rules uses {names}, against exclude_features, "
                "not_together or monotone"
            )


def portable_knowledge(model: EvolvedRulesClassifier) -> dict[str, Any]:
    """What experts asked of rules, as far as they did; features by name where they have one."""
    names = getattr(model, "feature_names_in_", None)

    def plain(feature: Any) -> Any:
        return int(feature) if names is None else str(model.rules_.feature_names[feature])

    place = model.rules_.feature_index
    found: dict[str, Any] = {}
    if model.exclude_features is not None:
        found["exclude_features"] = [plain(place(one)) for one in model.exclude_features]
    if model.not_together is not None:
        found["not_together"] = [[plain(place(f)) for f in one] for one in model.not_together]
    if model.monotone is not None:
        pairs = model.monotone.items()
        found["monotone"] = {str(model.rules_.feature_names[place(f)]): str(c) for f, c in pairs}
    if model.keep_rules is not None:
        found["keep_rules"] = texts_of(model.keep_rules)
    return found
