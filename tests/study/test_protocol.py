"""Splits as a study asks for them."""

from importlib import import_module

import numpy as np
import pytest

from beta4ucs.data.splitting import fold_split, shuffle_split, stratified_split
from beta4ucs.errors import InputError
from beta4ucs.study import find_study
from beta4ucs.study.problems import DataSource, load_problem
from beta4ucs.study.protocol import Protocol
from beta4ucs.study.runner import grid

LABELS = np.repeat([0, 1, 2], [49, 50, 52])


@pytest.mark.parametrize(
    ("protocol", "expected"),
    [
        (Protocol("shuffle", 0.9), shuffle_split(151, 0.9, 4)),
        (Protocol("shuffle", 0.8), shuffle_split(151, 0.8, 4)),
        (Protocol("stratified", 0.9), stratified_split(LABELS, 0.9, 4)),
        (Protocol("folds", n_folds=10), fold_split(151, 10, 4)),
        (Protocol("none"), (np.arange(151), np.arange(0))),
    ],
    ids=str,
)
def test_rows_are_those_of_the_named_split(protocol, expected):
    for rows, wanted in zip(protocol.split(LABELS, seed=4), expected, strict=True):
        assert rows.tolist() == wanted.tolist()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (("shufle", 0.9, 10), "split must be one of 'shuffle', 'stratified', 'folds' and 'none', "
                              "got 'shufle'"),
        (("shuffle", 0.0, 10), "learned_share must be in (0, 1), got 0"),
        (("shuffle", 1.0, 10), "learned_share must be in (0, 1), got 1"),
        (("stratified", -0.5, 10), "learned_share must be in (0, 1), got -0.5"),
        (("folds", 0.9, 1), "folds must be at least 2, got 1"),
    ],
)  # fmt: skip
def test_impossible_splits(values, words):
    with pytest.raises(InputError) as caught:
        Protocol.make(*values)
    assert words in str(caught.value)


def test_what_differs_is_written_differently():
    shares = [0.9, 0.8, 0.9000001, 0.12345678, 1 / 3, 0.3333333]
    written = {str(Protocol(kind, share)) for kind in ("shuffle", "stratified") for share in shares}
    assert len(written) == 2 * len(shares)


def test_all_systems_get_the_same_rows(declared, recorded):
    seen = import_module("own_models").Majority.seen
    more = '[systems.One]\nclass = "own_models.Majority"\n'
    more += '[systems.Other]\nclass = "own_models.Majority"\nmissing_value = 7'
    recorded(declared(more, systems='["One", "Other"]', seeds="[2, 5]"))
    assert len(seen) == 4
    first = {tuple(y.tolist()) for _, y in seen}
    assert len(first) == 2  # one a seed, the same for both systems
    codes = load_problem(DataSource("fruit", "fruit.csv"), None).codes
    expected = {tuple(codes[shuffle_split(60, 0.9, seed)[0]].tolist()) for seed in (2, 5)}
    assert first == expected


def test_the_split_of_a_run_does_not_depend_on_the_rest_of_the_grid(declared):
    study = find_study(declared(systems='["Beta", "Tree"]', seeds="5"))
    problems = {"fruit": load_problem(study.datasets[0], None)}
    whole = {run.name: run.key for run in grid(study, problems)}
    part = grid(study.narrowed(["fruit"], ["Tree"], [4]), problems)
    assert [whole[run.name] for run in part] == [run.key for run in part]


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"learned_share": "0.01"}, "fruit"),  # nothing to learn from
        ({"split": '"folds"', "folds": "61"}, "fruit"),  # nothing to test
    ],
)
def test_a_split_that_leaves_nothing_is_refused_before_anything_runs(
    declared, recorded, keys, words
):
    with pytest.raises(InputError, match=words):
        recorded(declared(**keys))
