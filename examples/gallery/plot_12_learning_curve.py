"""
How learning goes
=================

Accuracy on training and test rows, number of rules and share of crisp rules, epoch by epoch.
"""

# %%
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from beta4ucs import Beta4UCSClassifier
from beta4ucs.plots import HistoryDisplay

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
model = Beta4UCSClassifier(n_epochs=30, random_state=1, track_accuracy=True)
model.fit(X_train, y_train, eval_set=(X_test, y_test))
HistoryDisplay.from_estimator(model)
