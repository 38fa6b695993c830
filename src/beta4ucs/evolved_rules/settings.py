"""How much is grown and looked at: the numbers behind the few parameters that users see."""

from __future__ import annotations

from typing import NamedTuple

from beta4ucs.evolved_rules.questions import FEW_CLASSES


class Settings(NamedTuple):
    """Sizes and penalties, chosen on tables that no result is reported of."""

    n_populations: int = 10
    n_epochs: int = 15  # of a population on a small table
    most_iterations: int = 40_000  # of a population on any table
    n_folds: int = 5  # each population and each member leaves out the rows of one

    n_single: int = 5  # members with one condition per rule
    n_joint: int = 5  # members with several
    most_rows: int = 10_000  # that members are grown on
    n_rules: int = 300  # of a member, at most
    n_single_rules: int = 150  # of one with one condition per rule
    max_conditions: int = 5  # members of the other half take 2, 3, ... up to this by turns
    share_of_features: float = 0.4  # that a search looks at
    share_of_pool: float = 0.3
    penalty: float = 5.0  # on squared votes of members
    many_rows: int = 1_000  # from which on they need a weaker penalty
    penalty_of_many: float = 3.0
    least_rows: float = 5.0  # that a rule of a member matches
    revise_every: int = 5  # rules after which a member revises all votes, while it has few
    patience: int = 8  # fives of rules without a smaller loss on unseen rows, before a member ends

    most_imitated: int = 8_000  # rows on which the final rules follow the committee
    blends: int = 3  # made rows for each training row, while there are few
    imitation_penalty: float = 0.1  # on squared weights
    most_rules: int = 150  # of the final list
    most_rules_of_many: int = 300  # where there are more than `FEW_CLASSES`

    @property
    def n_members(self) -> int:
        """Number of rule lists in the committee."""
        return self.n_single + self.n_joint

    def rules_of_list(self, n_classes: int) -> int:
        """How many rules the final list may have."""
        return self.most_rules if n_classes <= FEW_CLASSES else self.most_rules_of_many

    def penalty_on(self, n_rows: int) -> float:
        """How much the votes of members are penalised."""
        return self.penalty if n_rows < self.many_rows else self.penalty_of_many
