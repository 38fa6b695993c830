"""
A model as one SQL query
========================

A short list of rules becomes a query that any database can run; here it is SQLite, which comes
with Python.
"""

# %%
import sqlite3

import matplotlib.pyplot as plt
import pandas as pd
from sklearn.datasets import load_iris

from beta4ucs import EvolvedRulesClassifier

iris = load_iris(as_frame=True)
X = iris.data.rename(columns=lambda name: name.removesuffix(" (cm)").replace(" ", "_"))
y = iris.target_names[iris.target]
model = EvolvedRulesClassifier(size=8, random_state=1).fit(X, y)
query = model.export("sql", table="flowers")
print("\n".join(query.splitlines()[:24]), "\n...")

# %%
# The query gives the classes and probabilities of `predict` and `predict_proba`.
with sqlite3.connect(":memory:") as database:
    X.to_sql("flowers", database, index=False)
    answers = pd.read_sql(query, database)
print(answers.head(3).to_string(index=False))

# %%
# How many flowers get each answer:
figure, ax = plt.subplots(figsize=(5, 2.4), layout="constrained")
found = pd.Series(model.predict(X)).value_counts()
ax.barh(found.index, found.to_numpy())
ax.set_xlabel("flowers, all 150 of which were learned from")
