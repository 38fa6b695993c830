"""The page as text: what it holds, and that it is exact."""

import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from beta4ucs import InputError
from beta4ucs.explanation import effects
from beta4ucs.measures import measure_model
from beta4ucs.measures.labels import UNKNOWN
from beta4ucs.report import report_page, write_report
from beta4ucs.report.confusion import confusion_of
from beta4ucs.report.embedded_model import as_json
from beta4ucs.report.facts import importances
from beta4ucs.report.judged_rows import JudgedRows
from beta4ucs.report.learning_curves import learning_curves
from beta4ucs.report.page import script_text
from beta4ucs.report.rule_conditions import ConditionReader
from report.models import SIZES, fruits, large_model, learned, mushrooms

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "report_page.py"


@pytest.fixture(scope="module")
def model():
    return learned("beta4", *fruits(), track_accuracy=True)


def embedded(page):
    return json.loads(re.search(r'id="model">(.*?)</script>', page, re.DOTALL)[1])


def as_python(value):
    return {"Infinity": np.inf, "-Infinity": -np.inf}.get(value, value)


# ---- the page -----------------------------------------------------------------------------------


def test_numbers_are_exact(model):
    X, y = fruits()
    page = embedded(report_page(model, X, y))
    for place, numbers in enumerate(page["rules"]["genes"]):
        for start in range(0, len(numbers), 5):
            feature, *gene = map(as_python, numbers[start : start + 5])
            assert gene == model.population_.genes[place, feature].tolist()
    assert page["rules"]["strength"] == model.rules_.strength.tolist()
    assert page["features"]["low"] == model.scaling_.low.tolist()
    rows = np.array(page["rows"]["values"], dtype=float)
    np.testing.assert_array_equal(rows, X.to_numpy())
    assert page["features"]["whole"] == [0, 0, 1, 1]


def test_genes_that_are_left_out_match_everything(model):
    reader = ConditionReader(model.rules_)
    n_left_out = 0
    for place in range(model.n_rules_):
        kept = set(reader.numbers(place)[::5])
        for feature in set(range(4)) - kept:
            n_left_out += 1
            gene = model.population_.genes[place, feature]
            for x in (0.0, 0.5, 1.0):
                assert model.representation_.membership(gene, x) == 1.0
    assert n_left_out > 0


def test_conditions_are_those_of_the_rules(model):
    reader, names = ConditionReader(model.rules_), model.rules_.feature_names
    for place, rule in enumerate(model.rules_):
        texts = [
            f"{names[one.feature]}{one.words}" if one.words.startswith(" ") else one.words
            for one in reader.conditions(place)
        ]
        assert texts == list(rule.conditions)


def test_categories_and_lists_are_exact():
    X, y = mushrooms()
    model = learned("beta4", X, y)
    page = embedded(report_page(model, X, y))
    odor, cap, spores, height, wet = page["features"]["categories"]
    assert sorted(odor["values"]) == ["<i>musty</i>", "almond", "fishy & sour", "foul", "none"]
    assert (cap["values"], cap["ordered"], odor["ordered"]) == (SIZES, 1, 0)
    assert (spores, height) == (None, None)
    assert set(wet["values"]) == {"False", "True"}
    assert page["features"]["missing"] == "unknown"
    sets = model.encoding_.sets
    assert [one["feature"] for one in page["sets"]] == [part.feature for part in sets] == [0, 2, 4]
    assert [one["missing"] for one in page["sets"]] == [5, 1, -1]
    for place, numbers in enumerate(page["rules"]["sets"]):
        kept = dict(zip(numbers[::3], zip(numbers[1::3], numbers[2::3], strict=True), strict=True))
        for i, part in enumerate(sets):
            bits = int(model.population_.sets[place, i])
            assert (i in kept) == (not part.is_open(bits))
            assert i not in kept or kept[i][0] + (kept[i][1] << 32) == bits
    assert not any(
        feature in (0, 4) for numbers in page["rules"]["genes"] for feature in numbers[::5]
    )
    text = report_page(model, X, y)
    assert "<i>musty" not in text
    assert "with 5 features, 3 of them categories, " in text


def test_script_and_data_cannot_be_left(model):
    assert "</" not in script_text()
    assert "<!--" not in script_text()
    hostile = {"</script><script>": ["<!--", "]]>", "&lt;", "\u2028"]}
    text = as_json(hostile)
    assert not set("<>&") & set(text)
    assert json.loads(text) == hostile
    page = report_page(model, *fruits(), title="</title><script>alert(1)</script>")
    assert "<script>alert" not in page


def test_the_script_is_the_one_the_policy_allows(model):
    page = report_page(model, *fruits())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/]{43}='", policy)
    assert len(re.findall(r"<script>", page)) == 1
    assert not re.search(r"""(src|href)=["']?(https?:|//)""", page)


def test_rows_are_thinned_out_evenly_or_left_out(model):
    X, y = fruits()
    numbers = embedded(report_page(model, X, y, max_rows=3))["rows"]["numbers"]
    assert numbers == [1, 60 if numbers[1] == 60 else 61, 120]
    empty = report_page(model, X, y, max_rows=0)
    assert embedded(empty)["rows"]["values"] == []
    assert "It holds no rows of the data." in empty


def test_facts_and_parameters(model):
    X, y = fruits()
    text = re.sub(r"<[^>]+>", " ", report_page(model, X, y))
    text = " ".join(text.partition('{"classes"')[0].split())
    right = int((model.predict(X) == y).sum())
    assert f"Accuracy {right / 120:.1%} {right} of 120 rows" in text
    assert f"Rules {model.n_rules_:,} {model.rules_.n_voting:,} of them vote" in text
    assert "seed 1" in text
    assert "mutation_rate 0.04" in text
    assert "β4-UCS with beta4 conditions" in text


def test_every_figure_says_which_rows_it_is_of(model):
    X, y = fruits()
    text = re.sub(r"<[^>]+>", " ", report_page(model, X[:40], y[:40], rows="test rows"))
    text = " ".join(text.partition('{"classes"')[0].split())
    assert "Summary on 40 test rows" in text
    assert f"Accuracy {model.score(X[:40], y[:40]):.1%} " in text
    found = measure_model(model, X[:40], y[:40])
    assert found.accuracy == model.score(X[:40], y[:40])
    assert f"Baseline {found.baseline:.1%} always {found.baseline_class}, on 40 test rows" in text
    assert f"AUC {found.auc:.3f} " in text
    assert "Measures on 40 test rows" in text
    for title in ("ROC curve", "Precision and recall", "Calibration"):
        assert re.search(rf"{title} .{{0,200}}? On 40 test rows\.", text), title
    assert "expect worse results on new ones" not in text
    page = report_page(model, X[:40], y[:40], rows="test rows")
    sections = ["summary", "strongest", "effects", "measures", "what-if", "rules"]
    assert sorted(sections, key=lambda name: page.index(f'id="{name}-title"')) == sections


@pytest.mark.parametrize("n_rows", [7, 40, 120])
def test_the_headline_is_the_score_to_the_last_digit(model, n_rows):
    X, y = fruits()
    X, y = X[:n_rows], y[:n_rows]
    page = report_page(model, X, y, rows="test rows")
    values = re.findall(r'<dt>([^<]+)</dt><dd><data class="value" value="([^"]*)">', page)
    shown = {name: float(value) for name, value in values}
    found = measure_model(model, X, y)
    assert shown["Accuracy"] == model.score(X, y)
    assert shown["Baseline"] == y.value_counts(normalize=True).max()
    assert shown["Balanced accuracy"] == found.balanced_accuracy
    assert shown["AUC"] == found.auc
    assert shown["Log loss"] == found.log_loss
    assert shown["Calibration error"] == found.calibration_error


def test_effects_in_the_page_are_those_of_the_rows(model):
    X, y = fruits()
    page = report_page(model, X[:40], y[:40], rows="test rows")
    assert "the mean over 40 test rows. Grey bars show where the 40 test rows are" in page
    for effect in effects(model, X[:40], ["mass", "width", "hue"], n_values=21):
        section = page.partition(f">{effect.feature}</h3>")[2].partition("</section>")[0]
        lines = re.findall(r'<polyline class="line[^"]*" points="([^"]+)"', section)
        heights = [[float(point.split(",")[1]) for point in line.split()] for line in lines]
        expected = 60.0 * (1.0 - effect.probabilities.T)
        np.testing.assert_allclose(heights, expected, atol=0.006)
    mixed = learned("beta4", *mushrooms(), n_epochs=2)
    page = report_page(mixed, *mushrooms())
    (odor,) = effects(mixed, mushrooms()[0], ["odor"], max_rows=200)
    section = page.partition(">odor</h3>")[2].partition("</section>")[0]
    place = odor.values.index("almond")
    assert f">{odor.counts[place]}</td>" in section.partition(">almond<")[2]
    assert "<i>musty" not in page


def test_a_page_without_rows_or_classes_has_no_figures_of_them(model):
    X, _ = fruits()
    page = report_page(model, X, None)
    assert 'class="value"' not in page
    assert "Effects of features" in page
    assert "Switch a rule off" not in page


def test_rules_come_with_what_they_cover(model):
    X, y = fruits()
    page = embedded(report_page(model, X[:40], y[:40], rows="test rows"))["coverage"]
    covered = (model.matching_degrees(X[:40]) >= 0.5).sum(axis=0)
    assert page["covered"] == covered.tolist()
    assert (page["rows"], page["words"]) == (40, "test rows")


def test_one_answer_to_everything_is_said(model):
    X, y = fruits()
    rows = X[model.predict(X) == "apple"]
    y = pd.Series(["plum"] * (len(rows) - 2) + ["apple"] * 2)
    n = len(rows)
    said = f"The answer is apple for {n} of {n} rows; 2 of these {n} have that class."
    assert f"{said} The rules hardly tell" in report_page(model, rows, y)


def test_a_page_of_very_many_rules_holds_the_strongest(tmp_path):
    model, X = large_model(n_rules=700, n_features=200)
    text = report_page(model, X, None)
    assert len(text) < 10_000_000
    page = embedded(text)
    n_held = len(page["rules"]["index"])
    assert 100 < n_held < 700
    strongest = model.rules_.top(n_held).population_rows
    assert page["rules"]["index"] == sorted(strongest.tolist())
    assert page["rules"]["strength"] == model.rules_.strength[page["rules"]["index"]].tolist()
    assert f"too large with all 700 rules: it holds the {n_held} strongest" in text
    n_lost = model.rules_.n_voting - int(model.rules_.is_voting[page["rules"]["index"]].sum())
    assert n_lost > 0
    assert f"{n_lost} weaker rules that vote are not on this page" in text
    assert len(page["rows"]["values"]) == 500
    assert "This page holds" not in text


# ---- rows and labels ----------------------------------------------------------------------------


def test_labels_may_be_spelled_as_text():
    X, y = fruits()
    model = learned("beta4", X, y.map({"apple": 1, "lemon": 2, "plum": 3}), n_epochs=2)
    as_numbers = JudgedRows.of(model, X, [1, 2, 3, 4] * 30)
    as_text = JudgedRows.of(model, X, ["1", "2", "3", "4"] * 30)
    np.testing.assert_array_equal(as_numbers.truth, [0, 1, 2, UNKNOWN] * 30)
    np.testing.assert_array_equal(as_text.truth, as_numbers.truth)


def test_labels_must_fit_the_rows(model):
    X, y = fruits()
    with pytest.raises(InputError, match=re.escape("X has 120 rows and y has the shape (119,)")):
        report_page(model, X, y[:-1])
    with pytest.raises(InputError, match="max_rows must be 0 or more, got -1"):
        report_page(model, X, y, max_rows=-1)


def test_a_page_that_cannot_be_written_leaves_nothing(model, tmp_path):
    X, y = fruits()
    with pytest.raises(InputError, match="cannot write"):
        write_report(model, X, y, tmp_path / "nowhere" / "page.html")
    (tmp_path / "page.html").write_text("older")
    write_report(model, X, y, tmp_path / "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


# ---- matrix, importance, curves -----------------------------------------------------------------


def judged(answers, truth):
    numbers = np.arange(1, len(answers) + 1)
    return JudgedRows(np.zeros((len(answers), 1)), np.array(answers), truth, None, None, numbers)


def test_confusion_counts():
    rows = judged([0, 0, 1, 1, 1, 0], np.array([0, 1, 1, 1, -1, 0]))
    confusion = confusion_of(rows, ["a", "b", "c"])
    assert [line.label for line in confusion.lines] == ["a", "b", "c", "unknown to the model"]
    counts = [[cell.count for cell in line.cells] for line in confusion.lines]
    assert counts == [[2, 0, 0], [1, 2, 0], [0, 0, 0], [0, 1, 0]]
    assert [line.recall for line in confusion.lines] == [1.0, pytest.approx(2 / 3), None, None]
    assert confusion.precision == [pytest.approx(2 / 3), pytest.approx(2 / 3), None]
    assert confusion_of(judged([0], None), ["a", "b"]) is None


def test_importance_is_that_of_the_rules(model):
    ranked = importances(model.rules_)
    expected = model.rules_.feature_importance()
    assert [one.name for one in ranked] == expected.index.tolist()
    assert [one.share for one in ranked] == expected.tolist()
    assert [model.rules_.feature_names[one.feature] for one in ranked] == expected.index.tolist()
    plain = learned("beta4", *fruits(), n_epochs=2, missing="matches")
    assert {one.name: one.share for one in importances(plain.rules_)}["origin"] == 0.0  # constant


def test_curves_of_what_was_measured():
    history = {"rules": [10, 30], "numerosity": np.array([20, 80]), "test_accuracy": [None, 0.5]}
    accuracy, size = learning_curves(history)
    assert (accuracy.title, size.title) == ("Accuracy", "Size of the population")
    assert [curve.last for curve in size.curves] == ["80", "30"]
    assert (size.top, size.middle) == ("80", "40")
    assert size.curves[0].points == "0.00,37.50 100.00,0.00"
    assert accuracy.curves[0].points == "0.00,25.00 100.00,25.00"
    assert learning_curves({"rules": [None]}) == []
    (long,) = learning_curves({"rules": np.arange(5000)})
    assert len(long.curves[0].points.split()) == 300


def test_a_model_without_names_and_with_one_column():
    X = pd.DataFrame({"only": [0.0, 1.0, 2.0, 3.0]}).to_numpy()
    model = learned("beta4", X, np.array([False, False, True, True]), n_epochs=1)
    page = embedded(report_page(model, X, [False, False, True, True]))
    assert page["features"]["names"] == ["x0"]
    assert page["classes"] == ["False", "True"]


def test_the_benchmark_of_large_models_runs(capsys):
    spec = importlib.util.spec_from_file_location("report_page_benchmark", BENCHMARK)
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    benchmark.seconds_to_load = lambda page: None  # browsers have tests of their own
    assert benchmark.main(["--rules", "300", "--columns", "40"]) == 0
    out = capsys.readouterr().out
    assert "300 rules, 40 columns, 1,000 rows" in out
    assert float(out.split(" MB")[0].split()[-1]) > 0.2
    benchmark.MOST_MEGABYTES = 0.1
    assert benchmark.main(["--rules", "30", "--columns", "40"]) == 1
