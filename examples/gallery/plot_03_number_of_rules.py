"""
How many rules are enough?
==========================

`EvolvedRulesClassifier` adds rules in the order of what they gain. The path shows where further
rules say little that is new; `size` decides where the list ends.
"""

# %%
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from beta4ucs import EvolvedRulesClassifier
from beta4ucs.plots import RulePathDisplay

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
model = EvolvedRulesClassifier(random_state=1).fit(X_train, y_train)
RulePathDisplay.from_estimator(model)

# %%
# The same data with the smallest list:
small = EvolvedRulesClassifier(size="smallest", random_state=1).fit(X_train, y_train)
for name, one in (("balanced", model), ("smallest", small)):
    accuracy = one.score(X_test, y_test)
    print(f"{name}: {one.n_rules_} rules, accuracy {accuracy:.3f} on {len(y_test)} test rows")
