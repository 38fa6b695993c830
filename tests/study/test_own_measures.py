"""Measures of one's own: declared, taken from each run, recorded and shown."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from beta4ucs import InputError
from beta4ucs.cli import run
from beta4ucs.study import (
    Store,
    find_study,
    make_plan,
    paper_studies,
    run_study,
    select,
    tables_of,
)
from beta4ucs.study.claims.evidence import Evidence

FUNCTIONS = """
import numpy as np
from sklearn.metrics import f1_score, make_scorer

apples = make_scorer(f1_score, average="macro")
a_number = 3

def n_crisp(model, X, y):
    return model.rules_.is_crisp.sum()

def n_rows(model, X, y):
    assert len(X) == len(y)
    return len(X)

def wrong(model, X, y):
    return np.mean(model.predict(X) != y)

def undefined(model, X, y):
    return np.nan

def endless(model, X, y):
    return np.inf

def nothing(model, X, y):
    pass

def words(model, X, y):
    return "3.5"

def careless(model, X, y):
    X[:] = 0
    y[:] = 0
    return 1

def failing(model, X, y):
    return [][3]
"""


@pytest.fixture
def measured(declared):
    """Write a study with measures, each given as lines of TOML."""
    Path("own_measures.py").write_text(FUNCTIONS)

    def declare(systems='["Beta"]', **measures):
        lines = [f"[measures.{name}]\n{text}" for name, text in measures.items()]
        tables = str(["test_accuracy", *measures])
        return declared("\n".join(lines), tables=tables, systems=systems)

    return declare


def of_file(function, more=""):
    return f'function = "own_measures.py:{function}"\n{more}'


def test_numbers_of_runs_are_recorded_and_shown(measured, recorded):
    file = measured(
        crisp=of_file("n_crisp", 'title = "Crisp rules"\nsmaller_is_better = true'),
        f1=of_file("apples", "factor = 100"),
        learned=of_file("n_rows", 'rows = "train"'),
        tested=of_file("n_rows"),
    )
    records = recorded(file)
    for record in records:
        values = record["measured"]
        assert (values["learned"], values["tested"]) == (record["n_train"], record["n_test"])
        assert values["f1"] == pytest.approx(record["test_macro_f1"])
        assert 0 < values["crisp"] <= record["rules"]
    study = find_study(file)
    tables = tables_of(study, select(study, Store("results").records().values()))
    assert list(tables) == ["test-accuracy", "crisp", "f1", "learned", "tested"]
    assert tables["crisp"].title == "Crisp rules"
    assert tables["crisp"].smaller_is_better
    mean = np.mean([record["measured"]["crisp"] for record in records])
    assert tables["crisp"].means.loc["fruit", "Beta"] == pytest.approx(mean)
    share = 100 * np.mean([record["test_macro_f1"] for record in records])
    assert tables["f1"].means.loc["fruit", "Beta"] == pytest.approx(share)


def test_classifiers_from_elsewhere_are_measured_in_their_own_classes(measured, recorded):
    records = recorded(measured('["Tree"]', wrong=of_file("wrong")))
    assert [one["measured"]["wrong"] for one in records] == [
        pytest.approx(1 - one["test_accuracy"]) for one in records
    ]


def test_a_function_can_be_of_a_package(measured, recorded):
    function = 'function = "beta4ucs.study.rule_measures.short_crisp_rules"'
    (one, _) = recorded(measured(short=function))
    assert one["measured"]["short"] >= 0


def test_records_outlive_a_file_and_go_by_its_content(measured, recorded):
    file = measured(crisp=of_file("n_crisp"))
    first = recorded(file)
    assert run(["study", "export", file, "--out", "runs/all.parquet"]) == 0
    again = Store("runs").records()
    assert [again[one["key"]]["measured"] for one in first] == [one["measured"] for one in first]
    assert not make_plan(find_study(file), Store("runs")).missing
    Path("own_measures.py").write_text(FUNCTIONS + "\n# changed\n")
    assert len(make_plan(find_study(file), Store("runs")).missing) == 2
    assert not select(find_study(file), again.values()).records


def test_runs_without_own_measures_know_nothing_of_them(declared, recorded):
    (one, _) = recorded(declared())
    assert "measured" not in one
    assert not any(name.startswith("measure:") for name in one["parameters"])
    assert not paper_studies()["main"].own_measures


def test_a_function_that_writes_into_rows_changes_nothing_else(measured, recorded):
    told = {"systems": '["Boxes"]'}
    plain = recorded(measured(**told, rows_seen=of_file("n_rows")))
    other = recorded(measured(**told, careless=of_file("careless"), rows_seen=of_file("n_rows")))
    for one, two in zip(plain, other, strict=True):
        for name in ("test_accuracy", "train_accuracy", "match_set", "rules"):
            assert one[name] == two[name]


def test_a_file_that_changes_meanwhile_makes_runs_fail(measured):
    study = find_study(measured(crisp=of_file("n_crisp")))
    store = Store("results")
    plan = make_plan(study, store)
    Path("own_measures.py").write_text(FUNCTIONS.replace("is_crisp.sum()", "is_crisp.sum() + 9"))
    run_study(plan, store)
    errors = [record["error"] for record in store.records().values()]
    assert len(errors) == 2
    assert all("has changed since it was started; start it again" in error for error in errors)
    assert not make_plan(find_study("my.toml"), store).failed  # other runs


def test_claims_read_them(measured, recorded):
    file = measured(crisp=of_file("n_crisp", "factor = 2"))
    records = recorded(file)
    mean, _, _ = Evidence(records).mean(file, "crisp", "fruit", "Beta")
    assert mean == pytest.approx(2 * np.mean([one["measured"]["crisp"] for one in records]))


def test_the_table_command_knows_them(measured, recorded, capsys):
    file = measured(crisp=of_file("n_crisp"))
    recorded(file)
    assert run(["study", "table", file, "--metric", "crisp"]) == 0
    assert "crisp" in capsys.readouterr().out
    assert run(["study", "table", file, "--metric", "crips"]) == 1
    assert "there is no metric 'crips'; did you mean 'crisp'?" in capsys.readouterr().err


def test_no_number_is_no_value(measured, recorded):
    file = measured(nothing=of_file("undefined"))
    assert [one["measured"] for one in recorded(file)] == [{"nothing": None}] * 2
    study = find_study(file)
    table = tables_of(study, select(study, Store("results").records().values()))["nothing"]
    assert np.isnan(table.means.loc["fruit", "Beta"])
    assert (
        "None of the 2 runs has nothing: the function gave NaN, or there are no such rows."
        in table.notes
    )


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("failing", "measure 'mine' failed: IndexError: list index out of range"),
        ("endless", "measure 'mine' must give a finite number, got inf"),
        ("nothing", "measure 'mine' must give a finite number, got None"),
        ("words", "measure 'mine' must give a finite number, got '3.5'"),
    ],
)
def test_what_goes_wrong_is_recorded(measured, recorded, function, words):
    for one in recorded(measured(mine=of_file(function))):
        assert words in one["error"]


@pytest.mark.parametrize(
    ("name", "lines", "words"),
    [
        ("mine", of_file("n_crips"), "there is no function 'n_crips' in"),
        ("mine", of_file("a_number"), "there is no function 'a_number' in"),
        ("mine", 'function = "own_measures.py"', "names no function; choose one as in"),
        ("mine", 'function = "none.py:mine"', "there is no file"),
        (
            "mine",
            'function = "mine"',
            "measure 'mine': function must be like 'my_measures.py:mine'",
        ),
        ("mine", 'function = ".a"', "measure 'mine': function must be like"),
        ("mine", 'function = "no.such.thing"', "measure 'mine' needs no.such.thing, which cannot"),
        ("mine", 'function = "numpy.meen"', "no function 'meen' in module 'numpy'; did you mean"),
        ("mine", 'function = "numpy.pi"', "measure 'mine': numpy.pi is not a function"),
        ("mine", 'function = "broken_module.mine"', "cannot be imported (ZeroDivisionError"),
        ("mine", of_file("n_crisp", "factor = 0"), "factor must be a number other than 0, got 0"),
        ("mine", of_file("n_crisp", "factor = inf"), "other than 0, got inf"),
        ("min-e", of_file("n_crisp"), "made of letters, digits and _, and does not end in _pairs"),
        ("rules_pairs", of_file("n_crisp"), "does not end in _pairs, got 'rules_pairs'"),
        ("mine", "function = 3", "'function' must be text, got 3"),
        ("mine", "", "'function' is missing"),
        ("mine", of_file("n_crisp", 'rows = "all"'), "rows must be 'test' or 'train', got 'all'"),
        ("mine", of_file("n_crisp", "facto = 2"), "unknown key 'facto'; did you mean 'factor'"),
        ("rules", of_file("n_crisp"), "records have a column 'rules' already"),
    ],
)
def test_what_is_wrong_is_named(measured, name, lines, words):
    Path("broken_module.py").write_text("1 / 0")
    with pytest.raises(InputError) as caught:
        find_study(measured(**{name: lines})).check()
    assert words in str(caught.value)


def test_a_table_asks_for_a_known_measure(declared):
    Path("own_measures.py").write_text(FUNCTIONS)
    lines = f"[measures.crisp]\n{of_file('n_crisp')}"
    with pytest.raises(InputError, match="no metric 'crips'; did you mean 'crisp'"):
        find_study(declared(lines, tables='["crips"]'))
    assert not find_study(declared(lines, tables='["rules"]')).own_measures


def test_without_test_rows_there_is_nothing_to_measure(declared, recorded):
    Path("own_measures.py").write_text(FUNCTIONS)
    learned = of_file("n_rows", 'rows = "train"')
    lines = f"[measures.tested]\n{of_file('n_rows')}\n[measures.learned]\n{learned}"
    (one, _) = recorded(declared(lines, split='"none"', tables='["tested", "learned"]'))
    n_rows = len(pd.read_csv("fruit.csv"))
    assert one["measured"] == {"tested": None, "learned": n_rows}


def test_the_example_of_the_page_works(recorded):
    page = (Path(__file__).parents[2] / "docs" / "studies.md").read_text(encoding="utf-8")
    section = page.split("### Measures of your own")[1]
    python, toml = (section.split(f"```{name}\n")[1].split("```")[0] for name in ("python", "toml"))
    Path("my_measures.py").write_text(python)
    systems = [f'[systems.{name}]\nclass = "{kind}Classifier"'
               for name, kind in (("FBRC", "Beta4UCS"), ("UCS", "UCS"))]  # fmt: skip
    Path("my.toml").write_text("\n".join([*systems, toml, "epochs = 2", "seeds = 1"]))
    records = recorded("my.toml")
    assert [record["error"] for record in records] == [None, None]
    assert all(record["measured"]["short_rules"] >= 0 for record in records)
