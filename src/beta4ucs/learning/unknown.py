"""Numbers that are not known, where no condition may hold for them.

Representations know nothing of this: for them a missing number matches, as in the article. The set
that goes with the gene is what excludes it.
"""

from beta4ucs.kernels.bits import BIT
from beta4ucs.kernels.compiled import kernel
from beta4ucs.learning.dispatch import KEEP_GENE
from beta4ucs.learning.value_sets import open_set


@kernel
def derive_sets(system, genes, sets, rule, rng):
    """Let a rule hold for unknown numbers exactly where it asks nothing about the feature.

    In the article a missing number matches every condition. With ``missing="never"`` a column of
    numbers gets a set as well, with "known" for its only value. That set is not evolved but follows
    from the gene: open where the gene is a don't care, else "known" and nothing else.
    """
    if sets is None:
        return
    if not system.config.derives_sets:
        return
    operators, features = system.operators, system.features
    for i in range(sets.shape[1]):
        if features.is_numeric[i] != 0:
            feature = features.coded[i]
            is_open = operators.change_gene(
                operators.settings, genes, rule, feature, KEEP_GENE, 0.0, rng
            )
            sets[rule, i] = open_set(features.n_values[i]) if is_open else BIT[0]
