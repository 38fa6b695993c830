"""The article's splits."""

import numpy as np
import pytest

from beta4ucs.cli.fitting.split import split
from beta4ucs.data import Table


def table_of(labels):
    labels = np.asarray(labels)
    return Table(np.zeros((len(labels), 1)), labels, ("x",), "y", "t")


@pytest.mark.parametrize(
    ("n", "size", "tested"),
    [(178, 0.1, 18), (80, 0.1, 8), (151, 0.1, 16), (10, 0.3, 3), (151, 0.2, 31), (7, 0.0, 0)],
)
def test_the_articles_split(n, size, tested):
    one, other = split(table_of([0] * n), size, 5, stratify=False)
    assert (len(one), len(other)) == (n - tested, tested)
    assert sorted([*one, *other]) == list(range(n))
    again = split(table_of([0] * n), size, 5, stratify=False)
    assert again[0].tolist() == one.tolist()


def test_the_articles_stratified_split():
    labels = np.repeat(["low", "medium", "high"], [49, 50, 52])  # its tae: 15 test rows
    learned, tested = split(table_of(labels), 0.1, 1, stratify=True)
    assert len(tested) == 15
    assert np.unique(labels[tested], return_counts=True)[1].tolist() == [5, 5, 5]
    assert sorted([*learned, *tested]) == list(range(151))
