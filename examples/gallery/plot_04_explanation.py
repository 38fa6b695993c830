"""
Why this answer?
================

The rules that matched a row, what each of them adds, and the smallest change that would turn the
answer.
"""

# %%
import matplotlib.pyplot as plt
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

from beta4ucs import EvolvedRulesClassifier

X, y = load_wine(return_X_y=True, as_frame=True)
y = y.map({0: "barolo", 1: "grignolino", 2: "barbera"})
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
model = EvolvedRulesClassifier(size="smallest", random_state=1).fit(X_train, y_train)
row = X_test[:1]
explanation = model.explain(row)[0]
print(explanation)

# %%
# Sums are exact: the intercept of each class and what the rules add are the log odds, and their
# softmax is `predict_proba`.
answers = model.votes(row)[0]
figure, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
ax.barh([str(label) for label in model.classes_], answers)
ax.axvline(0, color="black", linewidth=0.8)
ax.set_xlabel("sum of the evidence for each class (log odds)")

# %%
# What would have to change?
print(model.counterfactual(row))
