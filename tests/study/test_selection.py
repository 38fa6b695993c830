"""A study finds its records, and only its own."""

from pathlib import Path

import pandas as pd

from beta4ucs.study import Store, find_study
from beta4ucs.study.selection import select

TREE = {"systems": '["Tree"]'}


def selected(file, folder="results"):
    return select(find_study(file), Store(folder).records().values())


def cut_fruit(path, n_rows):
    """A part of fruit.csv."""
    Path(path).parent.mkdir(exist_ok=True)
    pd.read_csv("fruit.csv").head(n_rows).to_csv(path, index=False)


def test_nothing_recorded():
    assert selected("main").n_missing == 7500
    assert selected("main").records == selected("main").failed == []


def test_records_come_in_the_order_of_the_study(declared, recorded):
    file = declared(systems='["Tree", "Beta"]', datasets='["wne", "fruit.csv"]', seeds="[3, 1]")
    recorded(file)
    found = selected(file)
    assert (found.n_missing, found.failed) == (0, [])
    names = [(one["dataset"], one["system"], one["seed"]) for one in found.records]
    expected = [
        (data, name, s) for data in ("wne", "fruit") for name in ("Tree", "Beta") for s in (3, 1)
    ]
    assert names == expected
    assert found.frame["dataset"].tolist() == [one[0] for one in expected]


def test_another_study_uses_them_under_its_own_names(declared, recorded):
    recorded(declared(**TREE, seeds="3"))
    more = '[systems.Baum]\nclass = "sklearn.tree.DecisionTreeClassifier"'
    other = declared(more, file="other.toml", systems='["Baum"]', seeds="4")
    found = selected(other)
    assert [one["system"] for one in found.records] == ["Baum"] * 3
    assert found.n_missing == 1
    assert len(recorded(other)) == 1


def test_two_names_for_one_system(declared, recorded):
    more = '[systems.Baum]\nclass = "sklearn.tree.DecisionTreeClassifier"'
    file = declared(more, systems='["Tree", "Baum"]')
    assert len(recorded(file)) == 2
    found = selected(file)
    assert [one["system"] for one in found.records] == ["Tree", "Tree", "Baum", "Baum"]
    assert found.n_missing == 0


def test_another_split_parameter_or_epoch_is_another_matter(declared, recorded):
    recorded(declared(systems='["Beta"]'))
    for keys in (
        {"split": '"stratified"'}, {"learned_share": "0.8"}, {"epochs": "3"}, {"curves": "true"},
        {"vary": "{ max_rules = [100] }"}, {"datasets": '["wne"]'}, {"seeds": "[5, 6]"},
    ):  # fmt: skip
        found = selected(declared(**{"systems": '["Beta"]'} | keys))
        assert (found.records, found.n_missing) == ([], 2), keys


def test_failed_runs_are_told_apart(declared, recorded):
    more = '[systems.Bad]\nclass = "own_models.Failing"'
    file = declared(more, systems='["Bad", "Tree"]')
    recorded(file)
    found = selected(file)
    assert [one["error"] for one in found.failed] == ["RuntimeError: no luck"] * 2
    assert [one["system"] for one in found.records] == ["Tree"] * 2
    assert found.n_missing == 0


def test_failed_runs_of_a_study_with_curves_are_not_missing(declared, recorded, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("no luck")

    monkeypatch.setattr("beta4ucs.Beta4UCSClassifier.fit", fail)
    monkeypatch.setattr("beta4ucs.study.systems._load_kernels", lambda *args: None)
    file = declared(curves="true")
    assert [one["error"] for one in recorded(file)] == ["RuntimeError: no luck"] * 2
    found = selected(file)
    assert (len(found.failed), found.n_missing) == (2, 0)


def test_a_study_with_curves_finds_classifiers_from_elsewhere(declared, recorded):
    file = declared(systems='["Beta", "Tree"]', curves="true")
    recorded(file)
    assert (len(selected(file).records), selected(file).n_missing) == (4, 0)
    assert recorded(file) == []


def test_after_a_change_of_data_the_old_records_do_not_count(declared, recorded):
    file = declared(**TREE, seeds="2")
    recorded(file)
    cut_fruit("fruit.csv", 40)
    assert len(recorded(declared(**TREE, seeds="1"))) == 1
    found = selected(declared(**TREE, seeds="2"))
    assert [one["n_train"] for one in found.records] == [36]
    assert found.n_missing == 1


def test_after_a_change_and_back_the_first_records_count_again(declared, recorded):
    file = declared(**TREE)
    recorded(file)
    before = Path("fruit.csv").read_bytes()
    cut_fruit("fruit.csv", 40)
    recorded(file)
    Path("fruit.csv").write_bytes(before)
    assert recorded(file) == []  # nothing to do
    assert [one["n_train"] for one in selected(file).records] == [54, 54]


def test_other_data_under_the_same_name_belong_to_another_study(declared, recorded):
    file = declared(**TREE)
    recorded(file)
    cut_fruit("away/fruit.csv", 40)
    other = declared(**TREE, file="away/other.toml")
    assert len(recorded(other)) == 2
    assert [one["n_train"] for one in selected(other).records] == [36, 36]
    assert [one["n_train"] for one in selected(file).records] == [54, 54]


def test_the_same_data_under_another_name_are_found(declared, recorded):
    recorded(declared(**TREE))
    file = declared('[datasets.apples]\nfile = "fruit.csv"', **TREE, datasets='["apples"]')
    recorded(file)
    found = selected(file)
    assert [one["dataset"] for one in found.records] == ["apples", "apples"]
    assert found.n_missing == 0


def test_two_names_for_one_table_in_a_grid(declared, recorded):
    Path("twin.csv").write_bytes(Path("fruit.csv").read_bytes())
    file = declared(**TREE, datasets='["fruit.csv", "twin.csv"]')
    recorded(file)
    found = selected(file)
    assert [one["dataset"] for one in found.records] == ["fruit", "fruit", "twin", "twin"]
