"""
How a population evolves
========================

Rules, copies and generality over the epochs, how long rules live, and what is left in the end:
which rules no other beats, which features serve which rows, which rows no rule speaks about.
Watching changes nothing of what is learned.
"""

# %%
from sklearn.datasets import load_wine

from beta4ucs import Beta4UCSClassifier, Lineage, PopulationLog, UCSClassifier
from beta4ucs.plots import (
    FeatureMapDisplay,
    HistoryDisplay,
    LifetimeDisplay,
    ParetoDisplay,
    RowCoverageDisplay,
)

X, y = load_wine(return_X_y=True, as_frame=True)
log, lineage = PopulationLog(), Lineage()
model = Beta4UCSClassifier(n_epochs=15, max_rules=400, random_state=1, callbacks=[log, lineage])
model.fit(X, y)
HistoryDisplay(log.history).plot()

# %%
# Covering makes a few rules in the beginning; all others are children of these. When the population
# is full, every newcomer takes the place of another rule.
LifetimeDisplay.from_lineage(lineage)

# %%
# Accuracy against generality, rule by rule.
ParetoDisplay.from_estimator(model, X, y, rows="training rows")

# %%
# Features that the votes for a row's class rest on.
FeatureMapDisplay.from_estimator(model, X, y, rows="training rows")

# %%
# A population that is small and young leaves rows out.
young = UCSClassifier(n_epochs=1, max_rules=40, random_state=1).fit(X, y)
RowCoverageDisplay.from_estimator(young, X, rows="training rows")
