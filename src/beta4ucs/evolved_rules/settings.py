"""How much is grown and looked at: the numbers behind the few parameters that users see."""

from __future__ import annotations

from typing import NamedTuple

from beta4ucs.evolved_rules.questions import FEW_CLASSES

MANY_CLASSES = 20
MOST_RULES = 150  # of a list for up to ten classes
CLASSES_OF_MOST_RULES = 10
RULES_PER_FURTHER_CLASS = 25
MOST_RULES_OF_ANY = 900


class MemberKind(NamedTuple):
    """What members of the committee have in common."""

    is_single: bool  # one condition per rule, or several
    n_rules: int  # at most
    penalty: float  # on squared votes
    has_all: bool = False  # rules of its pool
    is_smooth: bool = False  # slopes and single values, all at once


class Settings(NamedTuple):
    """Sizes and penalties, chosen on tables that no result is reported of."""

    n_populations: int = 10
    n_epochs: int = 45  # of a population on a small table
    most_iterations: int = 120_000  # of a population on any table
    least_of_budget: float = 1 / 3  # of these, if scouts learn nothing more later
    times_of_many: int = 4  # as many populations, where there are more than `FEW_CLASSES`,
    times_of_very_many: int = 8  # or more than `MANY_CLASSES`
    most_of_many: int = 60_000  # iterations of each of these
    n_folds: int = 10  # each population leaves out the rows of one; a kind has a member for each
    n_folds_of_many_rows: int = 5

    most_rows: int = 10_000  # that members are grown on
    n_rules: int = 600  # of a member, at most
    n_single_rules: int = 150  # of one with one condition per rule
    max_conditions: int = 5  # members of the other half take 2, 3, ... up to this by turns
    share_of_features: float = 0.25  # that a search looks at
    share_of_pool: float = 0.15
    penalty: float = 5.0  # on squared votes of members
    penalty_of_many_rows: float = 3.0
    many_rows: int = 1_000
    penalty_of_all: float = 30.0  # on squared weights of all rules of a pool
    corrections_of_all: tuple[float, ...] = (20.0, 6.0, 2.0)  # on squared corrections of votes
    least_rows: float = 5.0  # that a rule of a member matches
    revise_every: int = 5  # rules after which a member revises all votes, while it has few
    patience: int = 8  # fives of rules without a smaller loss on unseen rows, before a member ends

    most_candidates: int = 4_000  # for the final list: rules that matter most to the committee
    most_imitated: int = 8_000  # rows on which the final rules follow the committee
    blends: int = 3  # made rows for each training row, while there are few
    imitation_penalty: float = 0.1  # on squared weights
    correction_penalty: float = 0.3  # on squared corrections, where there are more than two classes
    most_rules: int = MOST_RULES  # of the path to the final list
    most_rules_of_many: int = 300  # where there are more than `FEW_CLASSES`,
    most_rules_of_any: int = MOST_RULES_OF_ANY  # or those of `most_rules_for`, up to this

    def folds(self, n_rows: int) -> int:
        """How many folds there are: where rows are few, little is left out at a time."""
        n_folds = self.n_folds if n_rows < self.many_rows else self.n_folds_of_many_rows
        return min(n_folds, n_rows)

    def kinds(self, n_rows: int, n_classes: int) -> tuple[MemberKind, ...]:
        """Kinds of members: whole pools help where many classes overlap, slopes elsewhere."""
        penalty = self.penalty if n_rows < self.many_rows else self.penalty_of_many_rows
        single = MemberKind(True, self.n_single_rules, penalty)
        joint = MemberKind(False, self.n_rules, penalty)
        if n_classes <= FEW_CLASSES:
            return single, joint, MemberKind(True, 0, 0.0, is_smooth=True)
        return single, joint, MemberKind(False, 0, self.penalty_of_all, has_all=True)

    def populations(self, n_classes: int) -> int:
        """How many populations there are: with many classes each asks about some of them only."""
        if n_classes <= FEW_CLASSES:
            return self.n_populations
        is_many = n_classes > MANY_CLASSES
        return self.n_populations * (self.times_of_very_many if is_many else self.times_of_many)

    def iterations(self, n_classes: int) -> int:
        """How many iterations a population has, at most."""
        return self.most_iterations if n_classes <= FEW_CLASSES else self.most_of_many

    def least_share(self, n_classes: int) -> float:
        """Share of its iterations that a population has in any case.

        All of them with many classes, where rules are worth more than their own votes show.
        """
        return self.least_of_budget if n_classes <= FEW_CLASSES else 1.0

    def rules_of_list(self, n_classes: int) -> int:
        """How many rules the path to the final list has, at most."""
        if n_classes <= FEW_CLASSES:
            return self.most_rules
        wanted = max(self.most_rules_of_many, most_rules_for(n_classes))
        return min(wanted, self.most_rules_of_any)


def most_rules_for(n_classes: int) -> int:
    """How many rules a list may have: with many classes each needs more to be told apart.

    Examples
    --------
    >>> most_rules_for(2), most_rules_for(10), most_rules_for(30), most_rules_for(100)
    (150, 150, 650, 900)
    """
    further = max(0, n_classes - CLASSES_OF_MOST_RULES)
    return min(MOST_RULES + RULES_PER_FURTHER_CLASS * further, MOST_RULES_OF_ANY)
