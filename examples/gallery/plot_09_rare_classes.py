"""
A rare class
============

One row in twenty belongs to the class that matters. Accuracy hides this; the precision-recall curve
and the recall of each class show it.
"""

# %%
import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import train_test_split

from beta4ucs import EvolvedRulesClassifier
from beta4ucs.measures import measure_model
from beta4ucs.plots import PrecisionRecallDisplay

rng = np.random.default_rng(5)
X = rng.normal(size=(3000, 4))
odds = -5.2 + 2.0 * X[:, 0] + 1.5 * (X[:, 1] > 1) * (X[:, 2] > 0)
y = np.where(rng.random(len(X)) < 1 / (1 + np.exp(-odds)), "failure", "fine")
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
print(f"{(y == 'failure').mean():.1%} of the rows are failures")

models = {
    "as it is": EvolvedRulesClassifier(size="smallest", random_state=1),
    "balanced": EvolvedRulesClassifier(size="smallest", class_weight="balanced", random_state=1),
}
figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained", sharey=True)
for (name, model), ax in zip(models.items(), axes, strict=True):
    model.fit(X_train, y_train)
    found = measure_model(model, X_test, y_test)
    PrecisionRecallDisplay.from_estimator(model, X_test, y_test, ax=ax)
    ax.set_title(f"class weights: {name}")
    print(
        f"{name}: accuracy {found.accuracy:.3f} (baseline {found.baseline:.3f}), "
        f"balanced accuracy {found.balanced_accuracy:.3f}, AUC {found.auc:.3f}, on test rows"
    )

# %%
# Balanced weights find more of the failures and raise more false alarms. The ranking of the rows,
# which the curve and the AUC show, changes little: a threshold would do the same.
