"""
Are the probabilities honest?
=============================

Learned votes are probabilities, the article's votes are shares. A calibration plot shows the
difference on overlapping classes.
"""

# %%
import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import train_test_split

from beta4ucs import Beta4UCSClassifier, EvolvedRulesClassifier
from beta4ucs.measures import measure_model
from beta4ucs.plots import CalibrationDisplay

rng = np.random.default_rng(3)
X = rng.normal(size=(1500, 4))
odds = 1.2 * X[:, 0] - 0.8 * (X[:, 1] > 0.5)
y = np.where(rng.random(len(X)) < 1 / (1 + np.exp(-odds)), "yes", "no")
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)

figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
learners = (
    EvolvedRulesClassifier(size="smallest", random_state=1),
    Beta4UCSClassifier(n_epochs=20, random_state=1),
)
for learner, ax in zip(learners, axes, strict=True):
    learner.fit(X_train, y_train)
    found = measure_model(learner, X_test, y_test)
    CalibrationDisplay.from_estimator(learner, X_test, y_test, ax=ax)
    ax.set_title(f"{type(learner).__name__}\nlog loss {found.log_loss:.3f} on test rows")
