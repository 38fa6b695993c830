"""
Rules of a table
================

Learn a short list of rules from a table, read the strongest, and see which features they use.
"""

# %%
# `EvolvedRulesClassifier` is the learner for tables of your own. A quarter of the rows is kept for
# testing.
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

from beta4ucs import EvolvedRulesClassifier
from beta4ucs.plots import RuleDisplay, RuleMapDisplay

X, y = load_wine(return_X_y=True, as_frame=True)
y = y.map({0: "barolo", 1: "grignolino", 2: "barbera"})
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
model = EvolvedRulesClassifier(size="smallest", random_state=1).fit(X_train, y_train)
print(
    f"{model.n_rules_} rules, accuracy {model.score(X_test, y_test):.3f} on {len(y_test)} test rows"
)

# %%
# The strongest rules, in the names and units of the table:
for rule in model.rules_.top(3):
    print(rule)

# %%
# One rule as a picture: how well each value meets its conditions.
RuleDisplay.from_estimator(model, 0)

# %%
# All rules: the darker a cell, the narrower the condition of this rule on that feature.
RuleMapDisplay.from_estimator(model)
