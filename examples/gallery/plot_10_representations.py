"""
Representations side by side
============================

The same two classes, separated by a slanted border, learned with five kinds of conditions.
"""

# %%
import matplotlib.pyplot as plt
import numpy as np

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier, UCSClassifier
from beta4ucs.plots import LandscapeDisplay

rng = np.random.default_rng(2)
X = rng.random((1200, 2))
y = np.where(X @ [1, 1] > 1, "above", "below")
learners = {
    "hyperrectangle": UCSClassifier,
    "hyperellipsoid": UCSClassifier,
    "triangle": FuzzyUCSClassifier,
    "trapezoid": FuzzyUCSClassifier,
}
models = {
    name: learner(representation=name, n_epochs=10, random_state=1)
    for name, learner in learners.items()
}
models["beta4"] = Beta4UCSClassifier(n_epochs=10, random_state=1)

figure, axes = plt.subplots(2, 3, figsize=(10, 6.4), layout="constrained")
for (name, model), ax in zip(models.items(), axes.flat, strict=False):
    model.fit(X[:800], y[:800])
    LandscapeDisplay.from_estimator(model, (0, 1), label="above", resolution=60, ax=ax)
    accuracy = 100 * model.score(X[800:], y[800:])
    ax.set_title(f"{name}\n{accuracy:.1f} % of 400 test rows, {model.n_rules_} rules")
axes.flat[-1].axis("off")
