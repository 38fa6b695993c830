"""Our means beside the article's, in a few numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd

from beta4ucs.study import printed, statistics
from beta4ucs.study.tables.kinds import Agreement, extremes


def agreement_with(
    means: pd.DataFrame, shown: pd.DataFrame, table: str, *, smaller_is_better: bool
) -> Agreement:
    """Compare means with a printed table."""
    differences = (means - shown).to_numpy()
    differences = differences[~np.isnan(differences)]
    systems = list(means.columns[(means.notna() & shown.notna()).any()])
    both = (means[systems].notna() & shown[systems].notna()).all(axis=1)
    both &= len(systems) > 0
    ours, theirs = means.loc[both, systems], shown.loc[both, systems]
    largest = not smaller_is_better
    same = (extremes(ours, largest=largest) & extremes(theirs, largest=largest)).any(axis=1)
    ranks = pd.DataFrame(np.nan, index=systems, columns=["printed", "ours"])
    if len(ours) and len(systems) > 1:
        ranks["ours"] = statistics.average_ranks(ours, smaller_is_better=smaller_is_better)
        ranks["printed"] = statistics.average_ranks(theirs, smaller_is_better=smaller_is_better)
    if theirs.shape == printed.values(table).shape and printed.has_summary(table):
        ranks["printed"] = printed.summaries(table)["rank"].astype(float)
    return Agreement(
        n_cells=len(differences),
        mean_difference=_mean(differences),
        mean_absolute_difference=_mean(np.abs(differences)),
        n_datasets=len(ours),
        n_same_best=int(same.sum()),
        ranks=ranks,
        friedman_p=printed.FRIEDMAN_P.get(table, ""),
    )


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if values.size else np.nan
