"""The specification: references to it resolve, and the switches that it names do something."""

import ast
import contextlib
import hashlib
import io
import re
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from beta4ucs import InputError, representations
from beta4ucs.cli import run
from beta4ucs.hyperparameters import HYPERPARAMETERS
from beta4ucs.study import Store, find_study, make_plan, run_study
from beta4ucs.study.systems import OURS, System

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "specification.md"
FOLDERS = ("src", "tests", "docs", "benchmarks", "examples")
KINDS = (".py", ".md", ".toml")
ONE = r"[0A-K](?:\.?\d+)?"
REFERENCE = re.compile(rf"\bSPEC,? (?:section |table |row )?({ONE}\b(?:(?:, | and | to ){ONE}\b)*)")
# A small population that is full soon, and in which rules breed and subsume from the start.
EVENTFUL = {
    "max_rules": 80,
    "ga_threshold": 5,
    "deletion_threshold": 5,
    "subsumption_threshold": 5,
    "min_subsumer_fitness": 0.6,
}
ROW = re.compile(r'^\| <a id="(e\d+)"></a>E\d+ \|.*\| ([^|]*) \|$', re.MULTILINE)


def anchors(text):
    return set(re.findall(r'<a id="(\w+)"></a>', text))


def references(text):
    """Anchors that a text refers to: 'SPEC A.6' is a6, 'SPEC C and D' is c and d."""
    for found in REFERENCE.finditer(text):
        for one in re.findall(rf"{ONE}\b", found[1]):
            yield one.replace(".", "").lower()


def citing_files():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS and path != Path(__file__).resolve():
                yield path


def unresolved(text, known):
    return [anchor for anchor in references(text) if anchor not in known]


def test_every_reference_resolves():
    known, n_references = anchors(PAGE.read_text(encoding="utf-8")), 0
    for path in citing_files():
        text = path.read_text(encoding="utf-8")
        assert unresolved(text, known) == [], path
        cited = len(re.findall(r"\bSPEC\b", text))
        assert len(REFERENCE.findall(text)) == cited, f"a reference in {path} cannot be read"
        n_references += cited
    assert n_references > 15


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(SPEC E16)", ["e16"]),
        ("SPEC A.6 says", ["a6"]),
        ("from SPEC C and D.", ["c", "d"]),
        ("(SPEC, table E).", ["e"]),
        ("SPECIAL, E16", []),
    ],
)
def test_references_are_found(text, expected):
    assert list(references(text)) == expected


def test_a_reference_to_nothing_is_seen():
    known = anchors(PAGE.read_text(encoding="utf-8"))
    assert unresolved("SPEC E999, SPEC A.6 and SPEC D11", known) == ["e999", "d11"]


def test_links_within_the_page_lead_somewhere():
    text = PAGE.read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(#(\w+)\)", text))
    assert len(linked) > 50
    assert linked <= anchors(text)
    assert len(anchors(text)) == len(re.findall(r"<a id=", text))  # none twice


def test_rows_of_the_table_are_numbered_without_gaps():
    rows = [name for name, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))]
    assert rows == [f"e{number}" for number in range(1, len(rows) + 1)]
    assert len(rows) >= 52


# ---------------------------------------------------------------------- switches


def switches():
    """What the last column of the table has in code, row by row."""
    for row, cell in ROW.findall(PAGE.read_text(encoding="utf-8")):
        for span in re.findall(r"`([^`]+)`", cell):
            yield pytest.param(span, id=f"{row}-{span}")


def spans(*, kind):
    """Switches of a kind: of a model, an option of tables, or a line of a study file."""
    kinds = [("option", "--"), ("line", " = "), ("model", "")]
    return [
        one for one in switches()
        if next(name for name, sign in kinds if sign in one.values[0]) == kind
    ]  # fmt: skip


def systems(span):
    """The system of a study with a switch, and without it.

    A switch names an estimator or a representation by its class; what stands alone is a parameter
    of β4-UCS. Studies know all parameters by their plain names, wherever they belong.
    """
    is_call = re.match(r"\w+\(", span)
    call = ast.parse(span if is_call else f"Beta4UCSClassifier({span})").body[0].value
    changed = {word.arg: ast.literal_eval(word.value) for word in call.keywords}
    class_path, common = "Beta4UCSClassifier", dict(EVENTFUL)
    if call.func.id in OURS:
        class_path = call.func.id
    elif hasattr(representations, call.func.id):
        kind = getattr(representations, call.func.id)
        is_crisp = getattr(kind, "matches_crisply", False)
        class_path = "UCSClassifier" if is_crisp else "FuzzyUCSClassifier"
        common["representation"] = kind.name
    return System("with", class_path, common | changed), System("without", class_path, common)


@cache
def tables():
    """Small tables, each of which brings out something else."""
    rng = np.random.default_rng(3)
    plain = pd.DataFrame(rng.random((240, 6)))
    bits = (plain >= 0.5).to_numpy().astype(int)
    labels = bits[np.arange(240), 2 + 2 * bits[:, 0] + bits[:, 1]]  # 6-bit multiplexer
    labels = np.where(plain[5] > 0.9, 2, labels)  # and a rare class
    mixed = plain.copy()
    mixed[2] = pd.Categorical((mixed[2] * 8).astype(int))
    mixed[3] = mixed[3].mask(mixed[4] < 0.3)
    wide = pd.concat([plain, pd.DataFrame(rng.random((240, 40)))], axis=1, ignore_index=True)
    return [(plain, labels), (mixed, labels), (wide, labels)]


def digest(system, X, y):
    """Digest of what a system learns and answers."""
    model = system.new_model(epochs=8, seed=5).fit(X, y)
    total = hashlib.sha256(model.population_.genes.tobytes())
    for part in (model.population_.fitness, model.votes(X), model.predict(X)):
        total.update(np.ascontiguousarray(part).tobytes())
    return total.hexdigest()


@pytest.mark.parametrize("span", spans(kind="model"))
def test_every_switch_changes_a_model(span):
    changed, plain = systems(span)
    changed.check(span)
    assert any(digest(changed, *table) != digest(plain, *table) for table in tables())


def shown(folder, *options):
    """The table of a study with one system that is better in each of eight runs, as text."""
    store = Store(folder)
    study = find_study("tolerance").narrowed(["wne"], None, range(1, 9))
    for one in make_plan(study, store).runs:
        accuracy = 0.5 + (0.1 + 0.01 * (one.system.name == "0.8")) * one.seed / 10
        names = {"key": one.key, "dataset": one.dataset, "system": one.system.name}
        result = {"epochs": one.epochs, "error": None, "curves": None, "test_accuracy": accuracy}
        store.append(one.inputs | names | result)
    part = ["tolerance", "--only", "wne", "--seeds", "8", "--results", str(folder)]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert run(["study", "table", *part, "--format", "csv", *options]) == 0
    return said.getvalue()


@pytest.mark.parametrize("span", spans(kind="option"))
def test_every_option_of_tables_changes_a_table(span, tmp_path):
    assert shown(tmp_path, *span.split()) != shown(tmp_path)


def measured(folder, line=None):
    """What a support vector machine reaches on a table with gaps, with a line of its system."""
    rng = np.random.default_rng(1)
    rows = pd.DataFrame(rng.random((120, 4)))
    rows["class"] = (rows[0] + rows[1] ** 2 > 0.8).astype(int)
    rows.mask(rng.random(rows.shape) < [0.3, 0.3, 0.3, 0.3, 0]).to_csv(
        folder / "gaps.csv", index=False
    )
    lines = {"class": '"sklearn.svm.SVC"', "parameters": '{ kernel = "linear" }'}
    if line is not None:
        name, _, value = line.partition(" = ")
        lines[name] = value
    system = "\n".join(f"{name} = {value}" for name, value in lines.items())
    grid = 'datasets = ["gaps.csv"]\nsystems = ["SVM"]\nseeds = 3'
    (folder / "svm.toml").write_text(f"[systems.SVM]\n{system}\n[studies.svm]\n{grid}\n")
    store = Store(folder / (line or "without"))
    run_study(make_plan(find_study(f"{folder / 'svm.toml'}:svm"), store), store, n_jobs=1)
    records = sorted(store.records().values(), key=lambda record: record["seed"])
    assert [record["error"] for record in records] == [None] * 3
    return [record["train_accuracy"] for record in records]


@pytest.mark.parametrize("span", spans(kind="line"))
def test_every_line_of_a_study_file_changes_runs(span, tmp_path):
    assert measured(tmp_path, span) != measured(tmp_path)


def test_lines_that_change_nothing_are_seen(tmp_path):
    assert len(spans(kind="line")) == 2
    assert measured(tmp_path, "missing_value = -1") == measured(tmp_path)


def test_switches_that_do_not_exist_or_do_nothing_are_seen():
    with pytest.raises(InputError, match="no_such_switch"):
        systems("no_such_switch=True")[0].check("here")
    same, plain = systems('crossover_unit="parameter"')  # the default
    assert all(digest(same, *table) == digest(plain, *table) for table in tables())


def test_hyperparameters_that_name_the_program_have_a_row():
    spans = " ".join(one.values[0] for one in switches())
    for row in HYPERPARAMETERS.values():
        if "authors' program" in row.meaning:
            assert f"{row.name}=" in spans
