"""
Missing values that tell
========================

Missingness is often informative: nobody tests the healthy. Rules learn whether a condition holds
for a missing value.
"""

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from beta4ucs import Beta4UCSClassifier

rng = np.random.default_rng(1)
patients = pd.DataFrame(
    {"fever": rng.normal(38, 1, 800).round(1), "test": rng.random(800).round(2)}
)
is_ill = (patients["test"] > 0.6).to_numpy()
patients.loc[~is_ill & (rng.random(800) < 0.8), "test"] = np.nan
diagnosis = np.where(is_ill, "ill", "healthy")

accuracy = {}
for missing in ("learn", "matches", "never"):
    model = Beta4UCSClassifier(missing=missing, n_epochs=30, random_state=1)
    model.fit(patients[:600], diagnosis[:600])
    accuracy[missing] = 100 * model.score(patients[600:], diagnosis[600:])
    print(f"{missing}: {model.rules_.top(1)[0]}")

# %%
figure, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
bars = ax.barh(list(accuracy), list(accuracy.values()))
ax.bar_label(bars, fmt="%.1f", padding=3)
ax.set(xlabel="accuracy on 200 test rows (%)", ylabel="missing=", xlim=(0, 108))
