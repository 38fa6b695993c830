"""Metrics of rules on data, against a count row by row."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_blobs

from beta4ucs import Beta4UCSClassifier, FuzzyUCSClassifier
from beta4ucs.errors import InputError
from beta4ucs.representations import contract

ROWS = np.array([[12.5, 1.0, 7.0], [12.5, 0.7, 7.0], [14.5, 1.0, 7.0], [13.0, np.nan, 9.0]])
LABELS = np.array(["class_1", "class_0", "class_1", "class_0"])
COLUMNS = [
    "class", "conditions", "coverage", "matched", "support", "precision", "recall", "lift",
    "overlap",
]  # fmt: skip


def counted(degrees, labels, rule_labels):
    """The same numbers, one rule and one row at a time."""
    n_rows, n_rules = degrees.shape
    table = []
    for i in range(n_rules):
        total = support = class_size = matched = 0
        for row in range(n_rows):
            total += degrees[row, i]
            matched += degrees[row, i] > 0.0
            if labels[row] == rule_labels[i]:
                support += degrees[row, i]
                class_size += 1
        shares = []
        for j in range(n_rules):
            if j != i:
                both = sum(degrees[:, i] * degrees[:, j])
                either = sum(degrees[:, i] ** 2) + sum(degrees[:, j] ** 2) - both
                shares.append(both / either if either > 0.0 else 0.0)
        precision = support / total if total else np.nan
        recall = support / class_size if class_size else np.nan
        lift = precision / (class_size / n_rows) if class_size else np.nan
        table.append([total / n_rows, matched / n_rows, support, precision, recall, lift])
        table[-1].append(np.mean(shares) if shares else 0.0)
    return np.array(table)


def test_metrics_by_hand(rules):
    metrics = rules.metrics(ROWS, LABELS)
    assert metrics.columns.tolist() == COLUMNS
    assert metrics.index.tolist() == list(range(6))
    everything = metrics.loc[0]  # IF anything THEN class_0
    assert everything["coverage"] == everything["matched"] == 1.0
    assert (everything["support"], everything["precision"], everything["recall"]) == (2.0, 0.5, 1.0)
    assert everything["lift"] == 1.0
    crisp = metrics.loc[2]  # alcohol <= 13: rows 0, 1 and 3
    assert (crisp["matched"], crisp["support"]) == (0.75, 2.0)
    assert crisp["precision"] == pytest.approx(2 / 3)
    assert crisp["lift"] == pytest.approx(4 / 3)
    assert metrics["conditions"].tolist() == rules.n_conditions.tolist()
    # rules 3 and 5 match the same rows, 2 and 3; the rest by Jaccard
    same = rules.where(np.isin(np.arange(6), [3, 5])).metrics(ROWS, LABELS)
    assert same["overlap"].tolist() == [1.0, 1.0]
    pair = rules.where(np.isin(np.arange(6), [2, 5])).metrics(ROWS, LABELS)
    assert pair["overlap"].tolist() == pytest.approx([1 / 4, 1 / 4])


@pytest.mark.parametrize("name", contract.names())
def test_metrics_of_every_representation(name):
    X, y = make_blobs(60, centers=3, n_features=4, random_state=3)
    X[::7, 1] = np.nan
    model = FuzzyUCSClassifier(representation=name, n_epochs=2, max_rules=60, random_state=1)
    rules = model.fit(X[:40], y[:40]).rules_
    for data, labels in ((X, y), (X[40:50], np.full(10, 9))):  # the last of an unknown class
        metrics = rules.metrics(data, labels)
        expected = counted(model.matching_degrees(data), labels, rules.classes[rules.arrays.label])
        np.testing.assert_allclose(metrics.iloc[:, 2:].to_numpy(float), expected, atol=1e-9)
    assert metrics["support"].eq(0.0).all()
    assert metrics["recall"].isna().all()


def test_columns_are_found_by_name():
    X, y = make_blobs(60, centers=2, n_features=3, random_state=3)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    rules = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(frame, y).rules_
    expected = rules.metrics(X, y)
    mixed = frame[["c", "a", "b"]].assign(more="text")
    pd.testing.assert_frame_equal(rules.metrics(mixed, pd.Series(y)), expected)
    with pytest.raises(InputError, match="X lacks the features 'b' of the rules; did you mean 'B'"):
        rules.metrics(frame.rename(columns={"b": "B"}), y)
    nameless = Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y).rules_
    pd.testing.assert_frame_equal(nameless.metrics(frame, y), expected)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (ROWS[:, :2], LABELS, r"X must have rows of 3 features, got shape \(4, 2\)"),
        (ROWS[0], LABELS, r"got shape \(3,\)"),
        (ROWS[:0], LABELS[:0], r"got shape \(0, 3\)"),
        ([["a", "b", "c"]], ["class_0"], "X must hold numbers"),
        (ROWS, LABELS[:3], "y must have one label for each of 4 rows"),
    ],
)
def test_data_that_does_not_fit(rules, X, y, message):
    with pytest.raises(InputError, match=message):
        rules.metrics(X, y)


def test_no_rules_no_metrics(rules):
    assert rules[:0].metrics(ROWS, LABELS).shape == (0, 9)
    assert rules[:1].metrics(ROWS, LABELS)["overlap"].tolist() == [0.0]
