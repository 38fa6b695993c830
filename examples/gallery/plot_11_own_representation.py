"""
A representation of your own
============================

Conditions are exchangeable. This one, "at least" or "at most" a threshold, is a plain Python file
in ``examples/own_representation``; registering it is all that it takes.
"""

# %%
import runpy
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from beta4ucs import FuzzyUCSClassifier
from beta4ucs.plots import LandscapeDisplay

here = Path(__file__).parent if "__file__" in globals() else Path.cwd()
one_sided = runpy.run_path(str(here.parent / "own_representation" / "one_sided.py"))
OneSided = one_sided["OneSided"]

rng = np.random.default_rng(4)
X = rng.random((1200, 2))
y = np.where((X[:, 0] > 0.6) | (X[:, 1] < 0.3), "in", "out")
model = FuzzyUCSClassifier(representation=OneSided(initial_slack=0.1), n_epochs=10, random_state=1)
model.fit(X[:800], y[:800])
print(f"accuracy {model.score(X[800:], y[800:]):.3f} on 400 test rows")
for rule in model.rules_.top(2):
    print(rule)

# %%
figure, ax = plt.subplots(figsize=(5, 4), layout="constrained")
LandscapeDisplay.from_estimator(model, (0, 1), label="in", ax=ax)
