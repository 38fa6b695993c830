"""
From a population to a few rules
================================

The article's learner ends with a thousand rules or more. `compact` keeps the few that answer as
well, chosen on training rows.
"""

# %%
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

from beta4ucs import Beta4UCSClassifier
from beta4ucs.plots import CompactionDisplay

X, y = load_wine(return_X_y=True, as_frame=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
model = Beta4UCSClassifier(random_state=1).fit(X_train, y_train)
small = model.compact(X_train, y_train)
for name, one in (("population", model), ("compacted", small)):
    accuracy = one.score(X_test, y_test)
    print(f"{name}: {one.n_rules_} rules, accuracy {accuracy:.3f} on {len(y_test)} test rows")

# %%
# Accuracy by the number of rules:
CompactionDisplay(small.compaction_.path).plot()
