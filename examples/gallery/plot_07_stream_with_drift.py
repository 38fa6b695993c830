"""
A stream that drifts
====================

Rules go on learning, one row at a time. `forgetting` lets them follow when what they learned is no
longer true.
"""

# %%
# After 4,000 rows the classes change places.
import matplotlib.pyplot as plt
import numpy as np

from beta4ucs import Beta4UCSClassifier

rng = np.random.default_rng(1)
X = rng.random((8000, 3))
is_warm = X[:, 0] + X[:, 1] > 1
y = np.where(is_warm ^ (np.arange(8000) >= 4000), "warm", "cold")

figure, ax = plt.subplots(figsize=(7, 3.2), layout="constrained")
for forgetting in (0.0, 0.02):
    model = Beta4UCSClassifier(forgetting=forgetting, random_state=1)
    right = []
    for rows in np.array_split(np.arange(8000), 80):
        answers = model.answer_and_learn(X[rows], y[rows], classes=["cold", "warm"])
        right.append((answers == y[rows]).mean())
    ax.plot(np.arange(80) * 100 + 50, right, label=f"forgetting={forgetting}")
ax.axvline(4000, color="black", linestyle=":")
ax.set(xlabel="rows seen", ylabel="accuracy before learning", ylim=(0, 1.02))
ax.legend(loc="lower right")
