"""All of it in order: questions, populations, pool, committee, final rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from beta4ucs.evolved_rules.bins import bin_rows
from beta4ucs.evolved_rules.committee import Committee, form_committee
from beta4ucs.evolved_rules.consequents import Consequents, corrected, soft_consequents
from beta4ucs.evolved_rules.constraints import Constraints
from beta4ucs.evolved_rules.degrees import degrees_of
from beta4ucs.evolved_rules.genes import Genes, can_be_searched
from beta4ucs.evolved_rules.imitation import Ends, Path, imitate
from beta4ucs.evolved_rules.jobs import Workers
from beta4ucs.evolved_rules.kept_rules import Judged, admitted, insist
from beta4ucs.evolved_rules.pool import pool_rules
from beta4ucs.evolved_rules.populations import Breed, Budget, grow_populations
from beta4ucs.evolved_rules.questions import FEW_CLASSES, folds_of, pose_questions
from beta4ucs.evolved_rules.settings import MOST_RULES, MOST_RULES_OF_ANY, Settings, most_rules_for
from beta4ucs.evolved_rules.speakers import Speakers, most_heard, probabilities_of, speakers_of
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.measures.threshold_choice import threshold_for_rare_class
from beta4ucs.voting.votes import LearnedVotes

# The divergence from the committee at which a list ends, and most rules.
SIZES_BY_NAME = {
    "smallest": (Ends(0.01, 0.03, 0.15), 60),
    "balanced": (Ends(0.005, 0.01, 0.04), MOST_RULES),
    "accurate": (Ends(0.0025, 0.005, 0.02), MOST_RULES_OF_ANY),
}
CLEAR_LEAD = 0.2  # of a class over the next, added to all leads
RARE = 0.15  # share of the rows up to which a class of two is rare
SWAPPED = 0.3  # share of features that a made row has from another row


class Table(NamedTuple):
    """Training rows as learning takes them.

    Attributes
    ----------
    inputs : ndarray of shape (n_rows, n_features + n_sets)
        Numbers in [0, 1], NaN where there is none; then a code per set.
    labels : ndarray of shape (n_rows,)
        Class indices.
    weights : ndarray of shape (n_rows,)
    n_classes : int
    value_sets : sequence of ValueSet
        What rules list of features besides their conditions on numbers.
    """

    inputs: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    n_classes: int
    value_sets: Sequence[Any]

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.inputs.shape[1] - len(self.value_sets))

    @property
    def target(self) -> np.ndarray:
        """One column per class, 1 for the class of the row."""
        return np.asarray(np.eye(self.n_classes)[self.labels])

    def take(self, rows: np.ndarray) -> Table:
        """Return some of the rows."""
        return self._replace(
            inputs=self.inputs[rows], labels=self.labels[rows], weights=self.weights[rows]
        )


class EvolvedRules(NamedTuple):
    """Rules in the order of their choice, and lists of the first of them.

    Attributes
    ----------
    rules : RuleArrays
        `mass`, `experience` and `fitness` count the training rows that a rule matches.
    said : Consequents
        What rules say before it is corrected: by counts, or kept rules by their authors.
    path : Path
    honest_loss : float
        Logarithmic loss of the committee on rows that its members had not seen.
    threshold : tuple of int and float, or None
        A rare class of two, and the probability from which it is to be answered.
    """

    rules: RuleArrays
    said: Consequents
    path: Path
    honest_loss: float
    threshold: tuple[int, float] | None

    def stop_within(self, tolerance: float) -> int:
        """The shortest list whose divergence from the committee is at most the tolerance."""
        within = np.flatnonzero(self.path.losses <= tolerance)
        return int(within[0]) if len(within) else len(self.path.sizes) - 1

    def stop_for(self, size: str | int) -> int:
        """The stop of the path that a size asks for: by name, or at most so many rules."""
        if not isinstance(size, str):
            return max(0, int(np.searchsorted(self.path.sizes, size, side="right")) - 1)
        ends, most = SIZES_BY_NAME[size]
        if size == "balanced":
            most = most_rules_for(self.said.mass.shape[1])
        return min(self.stop_within(ends.within(self.path.first_loss)), self.stop_for(most))

    def list_at(self, stop: int) -> tuple[RuleArrays, LearnedVotes]:
        """The rules of the list at a stop of the path, and their votes.

        A rule speaks for the class whose odds it raises most; that need not be the most frequent
        one among its rows.
        """
        kept = np.flatnonzero(self.path.weights[stop] > 0.0)
        said = corrected(self.said.take(kept), self.path.evidence[stop, kept])
        votes = LearnedVotes(
            weight=self.path.weights[stop, kept],
            shares=said.shares,
            consequent=said.evidence,
            start=self.path.starts[stop],
        )
        return self.rules.take(kept)._replace(label=said.evidence.argmax(axis=1)), votes


def evolve_rules(
    table: Table,
    breed: Breed,
    seed: int,
    settings: Settings | None = None,
    workers: Workers | None = None,
    constraints: Constraints | None = None,
) -> EvolvedRules:
    """Learn a list of rules with votes.

    Parameters
    ----------
    table : Table
    breed : Breed
        The learning system of the populations.
    seed : int
    settings : Settings, optional
    workers : Workers, optional
    constraints : Constraints, optional
        What experts ask of rules.
    """
    constraints = Constraints() if constraints is None else constraints
    settings = Settings() if settings is None else settings
    workers = Workers() if workers is None else workers
    rng = np.random.default_rng(seed)
    folds = folds_of(table.labels, settings.folds(len(table.labels)), rng)
    n_populations = settings.populations(table.n_classes)
    most = settings.iterations(table.n_classes)
    seen = _seen(folds, n_populations)
    questions = pose_questions(table.labels, table.weights, table.n_classes, seen, most, rng)
    workers.tell(f"growing {len(questions)} population{'s' * (len(questions) > 1)} of rules")
    budget = Budget(settings.n_epochs, most, settings.least_share(table.n_classes))
    populations = grow_populations(breed, table.inputs, questions, budget, workers)
    looked_at = _sample(len(table.labels), settings.most_rows, rng)
    sample, folds = table.take(looked_at), folds[looked_at]
    n_members = (1 + int(folds.max())) * len(settings.kinds(*sample.target.shape))
    workers.tell(f"forming a committee of {n_members} rule lists")
    rules, committee = _deliberate(
        sample, folds, breed, populations, settings, rng, workers, constraints
    )
    workers.tell("choosing the rules that say what the committee says")
    return _choose(table, sample, breed, rules, committee, settings, rng, workers, constraints)


def _seen(folds: np.ndarray, n: int) -> list[np.ndarray]:
    """For each of n learners the rows that it sees: all but those of one fold, by turns."""
    n_folds = 1 + int(folds.max())
    return [folds != number % n_folds for number in range(n)]


def _sample(n_rows: int, most: int, rng: np.random.Generator) -> np.ndarray:
    if n_rows <= most:
        return np.arange(n_rows)
    return np.sort(rng.choice(n_rows, most, replace=False))


def _deliberate(
    sample: Table,
    folds: np.ndarray,
    breed: Breed,
    populations: Sequence[Genes],
    settings: Settings,
    rng: np.random.Generator,
    workers: Workers,
    constraints: Constraints,
) -> tuple[Speakers, Committee]:
    """Form the committee on a sample of the rows; return its rules, too.

    With many classes members take rules only of populations that have not seen the rows that judge
    them either: otherwise the weights of whole pools would be judged too well. With few classes
    all populations serve all members, and each kind of members has folds of its own.
    """
    n_kinds, n_folds = len(settings.kinds(*sample.target.shape)), 1 + int(folds.max())
    if sample.n_classes <= FEW_CLASSES:
        shared = [populations]
        drawn = [folds_of(sample.labels, n_folds, rng) for _ in range(n_kinds)]
    else:
        shared = [populations[fold::n_folds] or populations for fold in range(n_folds)]
        drawn = [folds] * n_kinds
    seen = [rows for own in drawn for rows in _seen(own, n_folds)]
    representation = breed.representation
    kept = [] if constraints.kept is None else [constraints.kept.rules]
    told = representation, sample.inputs, settings.least_rows, workers.n_jobs
    pools = [pool_rules([*own, *kept], *told) for own in shared]
    binning = bin_rows(sample.inputs, sample.n_features, sample.value_sets)
    if not can_be_searched(representation):
        binning.bins.n_bins[:] = 0
    binning.bins.n_bins[list(constraints.excluded)] = 0
    committee = form_committee(
        binning, [pool for _, pool in pools], sample.target, sample.weights,
        seen, settings, rng, workers,
    )  # fmt: skip
    pooled = [rules for rules, _ in pools]
    return speakers_of(committee, pooled, binning, representation, sample.value_sets), committee


def _choose(
    table: Table,
    sample: Table,
    breed: Breed,
    speakers: Speakers,
    committee: Committee,
    settings: Settings,
    rng: np.random.Generator,
    workers: Workers,
    constraints: Constraints,
) -> EvolvedRules:
    """Choose the final rules: those that say what the committee says."""
    real = sample.take(_sample(len(sample.labels), settings.most_imitated, rng))
    n_blends = min(settings.blends, settings.most_imitated // max(1, len(real.labels)))
    inputs = np.vstack([real.inputs, *(blended(real, rng) for _ in range(n_blends))])
    degrees = degrees_of(breed.representation, speakers.rules, inputs, workers.n_jobs)
    n_real = len(real.labels)
    target = committee.conclude(probabilities_of(degrees, speakers, workers.n_jobs))
    weights = np.tile(real.weights, 1 + n_blends) * _closeness(target)
    weights *= real.weights.sum() / weights.sum()
    judged = Judged(breed.representation, inputs, real, target, weights)
    heard = most_heard(degrees, speakers.votes, weights, settings.most_candidates)
    candidates, degrees = speakers.rules.take(heard), degrees[heard]
    rules = admitted(constraints, candidates, judged)
    if rules is not candidates:
        degrees = degrees_of(breed.representation, rules, inputs, workers.n_jobs)
    said = soft_consequents(degrees[:, :n_real], real.target, real.weights)
    insistence = insist(constraints.kept, judged)
    is_corrected = table.n_classes > 2 and not constraints.rising
    path = imitate(
        degrees, said.evidence, target, weights, settings.imitation_penalty,
        settings.rules_of_list(table.n_classes), insistence.scores,
        settings.correction_penalty if is_corrected else 0.0, SIZES_BY_NAME["accurate"][0],
    )  # fmt: skip
    rules, said, path = insistence.added_to(rules, said, path)
    mass = said.mass[path.rules] * (table.weights.sum() / real.weights.sum())
    return EvolvedRules(
        rules=with_statistics(rules.take(path.rules), mass, said.evidence[path.rules]),
        said=said.take(path.rules),
        path=path,
        honest_loss=committee.loss,
        threshold=_rare_class(sample, committee),
    )


def _rare_class(sample: Table, committee: Committee) -> tuple[int, float] | None:
    """The class that is rare, if one of two is, and the probability from which it is answered."""
    rare = int(committee.prior.argmin())
    if len(committee.prior) != 2 or committee.prior[rare] > RARE:
        return None
    chances = committee.unseen[:, rare]
    judged = ~np.isnan(chances)
    probability = threshold_for_rare_class(
        sample.labels[judged] == rare, chances[judged], sample.weights[judged]
    )
    return (rare, probability) if probability < 0.5 else None


def blended(table: Table, rng: np.random.Generator) -> np.ndarray:
    """Make a row from each row, with some features of another; the committee answers it, too."""
    other = table.inputs[rng.permutation(len(table.inputs))]
    swapped = rng.random((len(table.inputs), table.n_features)) < SWAPPED
    of_sets = [swapped[:, [part.feature]] for part in table.value_sets]
    return np.asarray(np.where(np.hstack([swapped, *of_sets]), other, table.inputs))


def _closeness(chances: np.ndarray) -> np.ndarray:
    """Weights of rows: the final rules should agree with the committee where classes compete."""
    if chances.shape[1] < 2:
        return np.ones(len(chances))
    ordered = np.sort(chances, axis=1)
    return np.asarray(1.0 / (CLEAR_LEAD + ordered[:, -1] - ordered[:, -2]))


def with_statistics(rules: Genes, mass: np.ndarray, evidence: np.ndarray) -> RuleArrays:
    """Rules with what they count of the training rows; copies and times have no meaning here.

    A rule speaks for the class that is more frequent among its rows than elsewhere, by the largest
    factor; that need not be the most frequent one.
    """
    experience = mass.sum(axis=1)
    top = mass.max(axis=1)
    nothing = np.zeros(len(mass))
    return RuleArrays(
        genes=rules.genes,
        label=evidence.argmax(axis=1),
        fitness=2.0 * top / np.maximum(experience, 1e-12) - 1.0,
        experience=experience,
        numerosity=np.ones(len(mass), dtype=np.int64),
        set_size=nothing,
        time_stamp=np.zeros(len(mass), dtype=np.int64),
        mass=mass,
        sets=rules.sets,
    )
