"""What callbacks read of a population, and the record of every rule that lived."""

import pickle
from copy import deepcopy

import numpy as np
import pytest
from sklearn.datasets import load_wine

from beta4ucs import Beta4UCSClassifier, Evolution, InputError, Lineage, PopulationLog

X, Y = load_wine(return_X_y=True, as_frame=True)
# few rules, so that many of them leave
SMALL = {"n_epochs": 6, "max_rules": 120, "random_state": 3, "evolution": Evolution(ga_threshold=5)}


class Reader:
    """Keeps the rules of every report."""

    def __init__(self):
        self.seen = {}

    def __call__(self, progress):
        rules = progress.read_rules()
        assert len(rules) == progress.rules
        self.seen[progress.iteration] = rules.arrays
        rules.arrays.genes[:] = 7.0  # a copy: nobody learns from it


@pytest.fixture(scope="module")
def watched():
    lineage, reader, log = Lineage(), Reader(), PopulationLog(every=2)
    model = Beta4UCSClassifier(**SMALL, callbacks=[lineage, reader, log]).fit(X, Y)
    return model, lineage, reader, log


def test_reading_changes_nothing(watched):
    plain = Beta4UCSClassifier(**SMALL).fit(X, Y)
    for name, one, other in zip(
        plain.population_._fields, plain.population_, watched[0].population_, strict=True
    ):
        np.testing.assert_array_equal(one, other, err_msg=name)
    for name, values in plain.history_.items():
        np.testing.assert_array_equal(values, watched[0].history_[name], err_msg=name)


def test_the_log_is_what_the_rules_say(watched):
    model, _, _, log = watched
    history = log.history
    assert history["epoch"].tolist() == [2, 4, 6]
    np.testing.assert_array_equal(history["rules"], model.history_["rules"][1::2])
    np.testing.assert_allclose(history["crisp_share"], model.history_["crisp_share"][1::2])
    copies = model.population_.numerosity
    assert history["experience"][-1] == pytest.approx(
        np.average(model.population_.experience, weights=copies)
    )
    assert history["voting_rules"][-1] == model.rules_.n_voting
    assert 0.0 < history["generality"][-1] < 1.0
    with pytest.raises(InputError, match="every must be a whole number"):
        PopulationLog(every=0)
    with pytest.raises(InputError, match="seen no epoch"):
        PopulationLog().history  # noqa: B018


def test_every_rule_has_a_life(watched):
    model, lineage, reader, _ = watched
    lives = lineage.frame()
    last = {name: values[-1] for name, values in model.history_.items()}
    assert len(lineage.living()) == model.n_rules_ == last["rules"]
    covers = lives["parent_1"].isna()
    assert covers.sum() == last["coverings"]
    assert len(lives) - covers.sum() <= 2 * last["ga_runs"] - last["merges"]
    assert lives["died"].notna().sum() > 50
    for iteration, arrays in reader.seen.items():
        assert len(lineage.living(iteration - 1)) == arrays.n_rules
    ended = lives[lives["died"].notna()]
    assert (ended["died"] >= ended["born"]).all()
    assert (lives["born"].diff().dropna() >= 0).all()
    assert (ended["lifetime"] == ended["died"] - ended["born"]).all()


def test_parents_were_there_when_the_child_came(watched):
    _, lineage, _, _ = watched
    lives = lineage.frame()
    children = lives[lives["parent_1"].notna()]
    for parent in ("parent_1", "parent_2"):
        parents = lives.loc[children[parent].astype(int)]
        assert (parents["born"].to_numpy() <= children["born"].to_numpy()).all()
        died = parents["died"].fillna(10**9).astype(int).to_numpy()
        assert (died >= children["born"].to_numpy()).all()
        assert (parents["generation"].to_numpy() < children["generation"].to_numpy()).all()
    youngest = int(children.index[-1])
    assert set(children.loc[youngest, ["parent_1", "parent_2"]]) <= set(lineage.ancestors(youngest))
    founder = lives.index[lives["generation"] == 0][0]
    assert lineage.ancestors(founder) == []


def test_children_have_the_genes_of_their_parents():
    """Without mutation and crossover a child equals a parent, which then has one more copy."""
    lineage = Lineage()
    same = Evolution(crossover_rate=0.0, mutation_rate=0.0, ga_threshold=5)
    Beta4UCSClassifier(n_epochs=2, random_state=1, evolution=same, callbacks=lineage).fit(X, Y)
    assert lineage.frame()["generation"].max() == 0


def test_a_lineage_is_of_one_fit_and_outlives_it(watched):
    _, lineage, _, _ = watched
    for copy in (deepcopy(lineage), pickle.loads(pickle.dumps(lineage))):
        assert copy.frame().equals(lineage.frame())
    again = deepcopy(lineage)
    Beta4UCSClassifier(**{**SMALL, "n_epochs": 1}, callbacks=again).fit(X, Y)
    assert again.frame()["born"].max() < len(X)
    with pytest.raises(InputError, match="has seen no training"):
        Lineage().frame()
    with pytest.raises(InputError, match="there is no rule -1"):
        lineage.ancestors(-1)
