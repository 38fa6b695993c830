"""
What a feature does to the answers
==================================

Every row is answered as if its feature had each of the values; the mean over the rows is the effect
of the feature.
"""

# %%
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from beta4ucs import EvolvedRulesClassifier
from beta4ucs.plots import EffectDisplay

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
y = y.map({0: "malignant", 1: "benign"})
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
model = EvolvedRulesClassifier(size="smallest", random_state=1).fit(X_train, y_train)
features = model.rules_.feature_importance().head(3)
print(features.round(2).to_string())

# %%
# Bars below the curves say how many rows lie at a value: where they are few, a curve says little.
EffectDisplay.from_estimator(model, X_test, list(features.index), rows="test rows")
