"""A table of one's own: columns with names, missing values, class labels that are words."""

import numpy as np
import pandas as pd

from beta4ucs import EvolvedRulesClassifier


def patients(n_rows=400, seed=0):
    """Make up patients; one measurement in twelve was never taken."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "temperature": rng.normal(37.8, 1.0, n_rows).round(1),
            "pulse": rng.normal(80, 14, n_rows).round(),
            "age": rng.integers(18, 90, n_rows).astype(float),
        }
    )
    has_fever = table["temperature"] > 38.0
    is_racing = (table["pulse"] > 95) & (table["age"] > 60)
    table["decision"] = np.where(has_fever | is_racing, "keep", "send home")
    for column in ("temperature", "pulse", "age"):
        table.loc[rng.random(n_rows) < 1 / 12, column] = np.nan
    return table


def main():
    table = patients()
    X, y = table.drop(columns="decision"), table["decision"]
    print(f"{len(table)} patients, {X.isna().mean().mean():.0%} of the values are missing")

    known, new = slice(0, 300), slice(300, 400)
    model = EvolvedRulesClassifier(random_state=0).fit(X[known], y[known])
    most_frequent = y[known].mode()[0]
    print(
        f"{model.n_rules_} rules; accuracy on 100 new patients: {model.score(X[new], y[new]):.2f}"
    )
    print(f"always '{most_frequent}' would give {(y[new] == most_frequent).mean():.2f}")

    print("\nthe strongest rules:")
    for rule in model.rules_.top(4):
        print(" ", rule)

    print("\na patient with a fever whose pulse nobody took:")
    patient = pd.DataFrame({"temperature": [39.1], "pulse": [np.nan], "age": [44.0]})
    print(" ", model.predict(patient)[0], model.predict_proba(patient)[0].round(2))

    print("\nas a table, the rules that cover most rows:")
    rules = model.rules_.to_frame().nlargest(3, "experience")
    print(rules[["rule", "experience", "weight"]].round(2).to_string(index=False))


if __name__ == "__main__":
    main()
