"""
Landscapes
==========

What a model says over two features: the probability of a class, and how fuzzy the rules are that
say so.
"""

# %%
# A checkerboard whose fields are turned by 45 degrees. Crisp intervals run along the axes, so fuzzy
# conditions are worth their while near the slanted borders.
import matplotlib.pyplot as plt
import numpy as np

from beta4ucs import Beta4UCSClassifier
from beta4ucs.plots import KurtosisDisplay, LandscapeDisplay

rng = np.random.default_rng(0)
X = rng.random((3000, 2))
along, across = X @ [1, 1], X @ [1, -1] + 1
y = np.where((np.floor(along * 2) + np.floor(across * 2)) % 2 == 0, "white", "black")
model = Beta4UCSClassifier(n_epochs=20, random_state=1).fit(X, y)
print(f"training accuracy {model.score(X, y):.3f}")

# %%
# On the left the probability of "white". On the right the mean kurtosis of the rules that vote:
# 1.8 is a rectangle, larger values are bells.
figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
LandscapeDisplay.from_estimator(model, (0, 1), label="white", ax=axes[0])
KurtosisDisplay.from_estimator(model, (0, 1), ax=axes[1])
