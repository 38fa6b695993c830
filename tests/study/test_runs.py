"""A run does what one would do by hand, and its record says so."""

import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score
from sklearn.tree import DecisionTreeClassifier

from beta4ucs import Beta4UCSClassifier, UCSClassifier
from beta4ucs.data import load, read_table
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.data.splitting import fold_split, shuffle_split, stratified_split
from beta4ucs.errors import InputError
from beta4ucs.study import find_study
from beta4ucs.study.problems import DataSource, load_problem
from beta4ucs.study.runner import grid
from beta4ucs.study.runs import carry_out
from beta4ucs.study.systems import _load_kernels

OWN_REPRESENTATION = Path(__file__).parents[2] / "examples/own_representation/one_sided.py"
MODEL = '[systems.{}]\nclass = "own_models.{}"\n'


def runs_of(file):
    study = find_study(file)
    problems = {source.name: load_problem(source, None) for source in study.datasets}
    return grid(study, problems), problems


def carried_out(file):
    runs, problems = runs_of(file)
    return [carry_out(run, problems[run.dataset]) for run in runs]


# ------------------------------------------------------------------ the same by hand


@pytest.mark.parametrize(
    ("keys", "split"),
    [
        ({}, lambda y: shuffle_split(len(y), 0.9, 2)),
        ({"learned_share": "0.5"}, lambda y: shuffle_split(len(y), 0.5, 2)),
        ({"split": '"stratified"'}, lambda y: stratified_split(y, 0.9, 2)),
        ({"split": '"folds"', "folds": "4"}, lambda y: fold_split(len(y), 4, 2)),
    ],
)
def test_scores_are_those_of_scikit_learn(declared, keys, split):
    (record,) = carried_out(declared(systems='["Tree"]', datasets='["wne"]', seeds="[2]", **keys))
    table = load("wne")
    X, y = table.X, table.class_codes
    learned, tested = split(y)
    scaling = UnitScaling.fit(X[learned])
    model = DecisionTreeClassifier(random_state=2).fit(scaling.transform(X[learned]), y[learned])
    answers = model.predict(scaling.transform(X[tested]))
    assert record["error"] is None
    assert (record["n_train"], record["n_test"]) == (len(learned), len(tested))
    assert record["test_accuracy"] == pytest.approx(accuracy_score(y[tested], answers))
    assert record["test_macro_f1"] == pytest.approx(f1_score(y[tested], answers, average="macro"))
    assert record["test_balanced_accuracy"] == pytest.approx(
        balanced_accuracy_score(y[tested], answers)
    )
    assert record["train_accuracy"] == 1.0
    assert record["test_accuracy"] < 1.0  # or all this would say little
    assert record.get("rules") is record.get("epochs") is None


@pytest.mark.parametrize(
    ("system", "kind"), [("Beta", Beta4UCSClassifier), ("Boxes", UCSClassifier)]
)
def test_rule_learners_learn_as_by_hand(declared, system, kind):
    file = declared(systems=f'["{system}"]', datasets='["wne"]', seeds="[2]", epochs="3")
    (record,) = carried_out(file)
    table = load("wne")
    X, y = table.X, table.class_codes
    learned, tested = shuffle_split(178, 0.9, 2)
    model = kind(n_epochs=3, random_state=2).fit(X[learned], y[learned])
    answers = model.predict(X[tested])
    assert record["test_accuracy"] == pytest.approx(accuracy_score(y[tested], answers))
    assert record["test_macro_f1"] == pytest.approx(
        f1_score(y[tested], answers, average="macro", zero_division=0)
    )
    assert record["train_accuracy"] == pytest.approx(model.score(X[learned], y[learned]))
    assert record["rules"] == model.n_rules_
    assert record["numerosity"] == sum(rule.numerosity for rule in model.rules_)
    assert record["iterations"] == 3 * len(learned)
    assert record["crisp_share"] == pytest.approx(model.history_["crisp_share"][-1])
    assert record["epochs"] == record["parameters"]["n_epochs"] == 3
    assert (record["n_features"], record["n_classes"]) == (13, 3)


def test_a_system_may_have_its_own_number_of_epochs(declared):
    more = '[systems.Long]\nclass = "UCSClassifier"\nepochs = 4'
    records = carried_out(declared(more, systems='["Long", "Boxes"]', seeds="1", epochs="2"))
    assert [(one["epochs"], one["iterations"]) for one in records] == [(4, 216), (2, 108)]


def test_a_record_is_plain_and_says_all_that_decided(declared):
    for record in carried_out(declared(systems='["Beta", "Tree"]', seeds="1")):
        assert json.loads(json.dumps(record, allow_nan=False)) == record
        assert record["study"] == "mine"
        assert record["protocol"] == "shuffle 0.9"
        assert len(record["data_sha256"]) == 64
        assert {"beta4ucs", "numpy", "python"} < set(record["versions"])
        assert 0 <= record["cpu_seconds"] < 60
        assert record["wall_seconds"] >= 0
        assert "random_state" not in record["parameters"]
    assert record["parameters"]["criterion"] == "gini"  # also what is not said in the file


def test_learning_from_all_rows_tests_nothing(declared):
    for record in carried_out(declared(systems='["Beta", "Tree"]', seeds="1", split='"none"')):
        assert (record["error"], record["n_train"], record["n_test"]) == (None, 60, 0)
        assert record["train_accuracy"] > 0.5
        assert record.get("test_accuracy") is record.get("test_macro_f1") is None


# ------------------------------------------------------------------ what is the same run


def test_the_digest_of_data_depends_on_values_only():
    frame = pd.read_csv("fruit.csv")
    frame.to_parquet("other.parquet")
    same = load_problem(DataSource("a", "other.parquet"), None)
    assert same.sha256 == load_problem(DataSource("fruit", "fruit.csv"), None).sha256
    frame.loc[3, "mass"] += 1e-9
    frame.to_parquet("other.parquet")
    assert load_problem(DataSource("a", "other.parquet"), None).sha256 != same.sha256


def test_jobs_and_words_do_not_make_another_run(declared):
    more = '[systems.Quick]\nclass = "UCSClassifier"\nparameters = { n_jobs = 2, verbose = 1 }'
    runs, _ = runs_of(declared(more, systems='["Quick", "Boxes"]', seeds="1"))
    assert runs[0].key == runs[1].key


def test_a_default_written_out_does_not_make_another_run(declared):
    more = '[systems.Same]\nclass = "sklearn.tree.DecisionTreeClassifier"\n'
    more += 'parameters = { criterion = "gini" }\nscale = true\nmissing_value = -1'
    runs, _ = runs_of(declared(more, systems='["Same", "Tree"]', seeds="1"))
    assert runs[0].key == runs[1].key


def test_another_treatment_of_inputs_makes_another_run(declared):
    tree = 'class = "sklearn.tree.DecisionTreeClassifier"\n'
    ways = ["", "scale = false", 'missing_value = "keep"', "missing_value = 0"]
    more = "\n".join(f"[systems.W{i}]\n{tree}{way}" for i, way in enumerate(ways))
    runs, _ = runs_of(declared(more, systems='["W0", "W1", "W2", "W3"]', seeds="1"))
    assert len({run.key for run in runs}) == 4


def test_curves_make_another_run_only_where_there_are_any(declared):
    both = '["Beta", "Tree"]'
    beta, tree = runs_of(declared(systems=both, seeds="1"))[0]
    with_curves = runs_of(declared(systems=both, seeds="1", curves="true"))[0]
    assert with_curves[0].key != beta.key
    assert with_curves[1].key == tree.key


def test_a_changed_representation_makes_another_run(declared):
    own = Path("own.py")
    own.write_text(OWN_REPRESENTATION.read_text())
    more = '[systems.Own]\nclass = "FuzzyUCSClassifier"\nparameters = { representation = "own.py" }'
    file = declared(more, systems='["Own"]', seeds="1")
    key = runs_of(file)[0][0].key
    assert runs_of(file)[0][0].key == key
    text = own.read_text()
    own.write_text(text.replace("return 1.0 - short / gene[SLACK]", "return 0.5"))
    assert own.read_text() != text
    assert runs_of(file)[0][0].key != key


# ------------------------------------------------------------------ classifiers from elsewhere


@pytest.fixture
def with_gaps():
    """Twenty rows, x from 0 to 190 and a gap now and then."""
    x = [("?" if i % 7 == 3 else str(10 * i)) for i in range(20)]
    lines = [f"{value},{i % 3},{'ab'[i > 9]}" for i, value in enumerate(x)]
    Path("gaps.csv").write_text("\n".join(["x,z,kind", *lines, ""]))
    return read_table("gaps.csv").X


@pytest.mark.parametrize(
    ("lines", "is_scaled", "missing"),
    [
        ("", True, -1.0),
        ("missing_value = 9.5", True, 9.5),
        ('missing_value = "keep"', True, np.nan),
        ("scale = false", False, -1.0),
        ('scale = false\nmissing_value = "keep"', False, np.nan),
    ],
)
def test_inputs_are_prepared_as_asked(declared, with_gaps, lines, is_scaled, missing):
    seen = import_module("own_models").Majority.seen
    more = MODEL.format("One", "Majority") + lines
    (record,) = carried_out(declared(more, systems='["One"]', datasets='["gaps.csv"]', seeds="[3]"))
    assert record["error"] is None
    learned, _ = shuffle_split(20, 0.9, 3)
    expected = with_gaps[learned]
    if is_scaled:
        expected = UnitScaling.fit(expected).transform(expected)
    expected = np.where(np.isnan(expected), missing, expected)
    assert np.array_equal(seen[-1][0], expected, equal_nan=True)


def test_classes_that_are_not_among_the_training_rows(declared):
    """Class a is in one row only: where that row is tested, the others become 0 and 1."""
    rows = [f"{i},{'a' if i == 0 else 'bc'[i % 2]}" for i in range(20)]
    Path("rare.csv").write_text("\n".join(["x,kind", *rows, ""]))
    more = MODEL.format("One", "Majority")
    seen = import_module("own_models").Majority.seen
    systems = '["One", "Tree", "Beta"]'
    records = carried_out(
        declared(more, systems=systems, datasets='["rare.csv"]', split='"folds"', seeds="10")
    )
    assert {record["error"] for record in records} == {None}
    assert all(np.unique(y).tolist() == list(range(len(np.unique(y)))) for _, y in seen)
    assert [len(np.unique(y)) for _, y in seen].count(2) == 1
    codes = load_problem(DataSource("rare", "rare.csv"), None).codes
    for record in (one for one in records if one["system"] == "One"):
        learned, tested = fold_split(20, 10, record["seed"])
        answer = np.bincount(codes[learned]).argmax()
        assert record["test_accuracy"] == np.mean(codes[tested] == answer)
        assert record["train_accuracy"] == np.mean(codes[learned] == answer)


def test_answers_in_a_column_are_counted_row_by_row(declared):
    more = MODEL.format("Column", "InColumns")
    column, tree = carried_out(
        declared(more, systems='["Column", "Tree"]', datasets='["wne"]', seeds="[2]")
    )
    for name in ("test_accuracy", "train_accuracy", "test_macro_f1", "test_balanced_accuracy"):
        assert column[name] == tree[name], name


def test_the_seed_reaches_classifiers_that_have_one(declared):
    more = '[systems.Random]\nclass = "sklearn.tree.DecisionTreeClassifier"\n'
    more += 'parameters = { splitter = "random", max_depth = 2 }'
    file = declared(more, systems='["Random"]', datasets='["wne"]', seeds="4", split='"none"')
    first, again = carried_out(file), carried_out(file)
    scores = [record["train_accuracy"] for record in first]
    assert scores == [record["train_accuracy"] for record in again]
    assert len(set(scores)) > 1


# ------------------------------------------------------------------ failures, warnings, curves


def test_a_failure_is_recorded_in_one_line(declared):
    record, tree = carried_out(
        declared(MODEL.format("Bad", "Failing"), systems='["Bad", "Tree"]', seeds="1")
    )
    assert record["error"] == "RuntimeError: no luck"
    assert record.get("test_accuracy") is None
    assert record["cpu_seconds"] >= 0
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert tree["error"] is None


def test_warnings_are_kept_once_each(declared):
    more = '[systems.Short]\nclass = "sklearn.neural_network.MLPClassifier"\n'
    more += "parameters = { max_iter = 1, hidden_layer_sizes = 2 }"
    (record,) = carried_out(declared(more, systems='["Short"]', seeds="1"))
    assert len(record["warnings"]) == 1
    assert "\n" not in record["warnings"][0]
    assert "converge" in record["warnings"][0]


def test_curves_end_where_the_record_does_and_change_nothing(declared):
    keys = {"systems": '["Beta", "Boxes"]', "seeds": "[2]", "epochs": "4"}
    plain = carried_out(declared(**keys))
    for record, other in zip(carried_out(declared(**keys, curves="true")), plain, strict=True):
        curves = record["curves"]
        assert set(curves) - {"crisp_share"} == {"train_accuracy", "test_accuracy", "rules"}
        assert ("crisp_share" in curves) == (record["crisp_share"] is not None)
        assert {len(values) for values in curves.values()} == {4}
        for name, values in curves.items():
            assert values[-1] == pytest.approx(record[name])
            assert record[name] == other[name]
        assert other.get("curves") is None


def test_curves_without_test_rows(declared):
    (record,) = carried_out(declared(seeds="1", curves="true", split='"none"'))
    assert record["error"] is None
    assert set(record["curves"]) == {"train_accuracy", "rules", "crisp_share"}


def test_ctrl_c_while_kernels_are_loaded_is_heeded(declared, monkeypatch):
    def interrupted(self, X, y, **extra):
        self.interrupted_ = True
        return self

    monkeypatch.setattr(UCSClassifier, "fit", interrupted)
    monkeypatch.setattr(UCSClassifier, "predict", lambda self, X: X)
    _load_kernels.cache_clear()
    with pytest.raises(KeyboardInterrupt):
        find_study(declared(systems='["Boxes"]')).systems[0].load_kernels()
    _load_kernels.cache_clear()


# ------------------------------------------------------------------ categories

ARTICLE = """[systems.Article]
class = "Beta4UCSClassifier"
parameters = { missing = "matches", categorical_features = "none" }
"""


@pytest.fixture
def with_words():
    frame = pd.read_csv("fruit.csv")
    frame["zone"] = np.arange(len(frame)) % 4
    frame["colour"] = np.where(frame["mass"] > 150, "red", "yellow")
    columns = ["mass", "zone", "colour", "kind"]
    frame[columns].to_csv("words.csv", index=False)
    return frame[columns]


def test_rule_learners_take_words_as_they_are(declared, with_words):
    more = '[datasets.words]\nfile = "words.csv"\ncategorical = ["zone"]\n'
    (record,) = carried_out(declared(more, datasets='["words"]', seeds="[2]", epochs="3"))
    learned, tested = shuffle_split(60, 0.9, 2)
    frame = with_words.drop(columns="kind").astype({"zone": "category", "colour": "category"})
    y = (with_words["kind"] == "lemon").to_numpy().astype(int)
    model = Beta4UCSClassifier(n_epochs=3, random_state=2)
    model.fit(frame.iloc[learned], y[learned])
    assert [set(part.values) for part in model.encoding_.sets] == [{0, 1, 2, 3}, {"red", "yellow"}]
    assert record["error"] is None
    assert record["rules"] == model.n_rules_
    assert record["test_accuracy"] == model.score(frame.iloc[tested], y[tested])


@pytest.mark.parametrize("system", ["Tree", "Article"])
def test_other_systems_say_which_column_they_cannot_take(declared, with_words, system):
    file = declared(ARTICLE, datasets='["words.csv"]', systems=f'["{system}"]', seeds="1")
    (record,) = carried_out(file)
    remedy = {
        "Tree": 'put numbers in their place, hand over the table as it is (inputs = "table")',
        "Article": 'let it take them (categorical_features = "auto")',
    }[system]
    sentence = (
        f"column 'colour' of data set 'words' holds words, and system '{system}' takes numbers "
        f"only: {remedy}, or leave out the data set or the system"
    )
    assert record["error"] == f"InputError: {sentence}"
    study = find_study(file)
    problems = {source.name: load_problem(source, None) for source in study.datasets}
    with pytest.raises(InputError) as caught:
        study.check_tables(problems)
    assert str(caught.value) == sentence
    find_study(declared(datasets='["words.csv"]')).check_tables(problems)


def test_numbers_that_are_named_as_categories_stay_numbers_for_others(declared):
    more = ARTICLE + '[datasets.f]\nfile = "fruit.csv"\ncategorical = ["width"]\n'
    named = carried_out(declared(more, datasets='["f"]', systems='["Tree", "Article"]', seeds="1"))
    plain = carried_out(
        declared(ARTICLE, datasets='["fruit.csv"]', systems='["Tree", "Article"]', seeds="1")
    )
    for one, other in zip(named, plain, strict=True):
        assert one["error"] is None
        assert one["train_accuracy"] == other["train_accuracy"]
        assert one["test_accuracy"] == other["test_accuracy"]


def test_words_are_part_of_the_digest(with_words):
    digest = load_problem(DataSource("a", "words.csv"), None).sha256
    codes = with_words.assign(colour=(with_words["colour"] == "yellow").astype(int))
    codes.to_csv("codes.csv", index=False)
    as_numbers = load_problem(DataSource("a", "codes.csv"), None)
    assert as_numbers.sha256 != digest
    as_codes = load_problem(DataSource("a", "codes.csv", categorical=("colour",)), None)
    assert np.array_equal(as_codes.X, as_numbers.X)
    assert len({digest, as_numbers.sha256, as_codes.sha256}) == 3
