"""Models to files and back, and files that are not what they seem."""

import dataclasses
import json
import os
import re
import stat
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import beta4ucs
from beta4ucs.data.encoding import Column, Encoding, numbers_of, plain_encoding
from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.hyperparameters import CONDITIONS
from beta4ucs.kernels.random import new_stream
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.model_file import Model, load_model, save_model
from beta4ucs.representations import Bell, Beta4, RectangleOrPolytope, Triangle
from beta4ucs.representations.contract import gene_width, kind_of, rule_rows
from beta4ucs.rules import RuleSet
from beta4ucs.voting.voter import Voter
from beta4ucs.voting.votes import OwnClassVotes
from mixed_table import mixed_table

DOCS = Path(__file__).parents[1] / "docs" / "model-file.md"
N_CLASSES, N_FEATURES = 3, 2
OTHERS = [kind_of(name)() for name in CONDITIONS if name != "beta4"]


def random_rules(n, n_features=N_FEATURES, n_classes=N_CLASSES, seed=0):
    rng = np.random.default_rng(seed)
    low = rng.uniform(-0.5, 0.6, (n, n_features))
    shape = np.where(rng.random((n, n_features, 2)) < 0.5, rng.uniform(1, 4), 1.0)
    bounds = np.stack([low, low + rng.uniform(0.05, 1.0, low.shape)], axis=-1)
    return RuleArrays(
        genes=np.concatenate([shape, bounds], axis=-1),
        label=rng.integers(0, n_classes, n),
        fitness=rng.uniform(-1, 1, n),
        experience=rng.uniform(0, 400, n),
        numerosity=rng.integers(1, 9, n),
        set_size=rng.uniform(1, 50, n),
        time_stamp=rng.integers(0, 10**6, n),
        mass=rng.uniform(0, 100, (n, n_classes)),
        sets=np.zeros((n, 0), dtype=np.int64),
    )


def make(n_rules=3, **changes):
    fields = {
        "estimator": "Beta4UCSClassifier",
        "credit": "fuzzy",
        "parameters": {"voting_threshold": 10, "crispify": True, "random_state": None},
        "representation": Beta4(cover_range=0.7),
        "classes": np.array(["a", "bb", "ç"]),
        "class_counts": np.array([10, 20, 30]),
        "feature_names": ("mass", "größe"),
        "target_name": "state",
        "encoding": plain_encoding(UnitScaling(np.array([0.1, -7.0]), np.array([0.3, -7.0]))),
        "rules": random_rules(n_rules),
        "votes": None,
        "history": {"rules": [1, 2], "accuracy": [None, 0.1 + 0.2]},
        "n_epochs": 2,
        "n_iterations": 120,
        "seed": 2**64 - 1,
    }
    return Model(**{**fields, **changes})


def assert_same(one, other):
    for field in dataclasses.fields(Model):
        left, right = getattr(one, field.name), getattr(other, field.name)
        if field.name == "encoding":
            assert left[1:] == right[1:]
            assert list(map(types_of, left.columns)) == list(map(types_of, right.columns))
            left, right = left.scaling, right.scaling
        if isinstance(left, tuple) and hasattr(left, "_fields") and field.name != "representation":
            for a, b in zip(left, right, strict=True):
                assert_same_array(a, b)
        elif isinstance(left, np.ndarray):
            assert_same_array(left, right)
        else:
            assert left == right
            assert type(left) is type(right)


def types_of(column):
    return [type(value) for value in column.values or ()]


def assert_same_array(a, b):
    assert a.dtype == b.dtype
    assert a.shape == b.shape
    assert a.tolist() == b.tolist()
    assert a.dtype == object or a.tobytes() == b.tobytes()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.json"


@pytest.fixture
def document(path):
    save_model(make(), path)
    return json.loads(path.read_text(encoding="utf-8"))


def names_in(folder):
    return [entry.name for entry in folder.iterdir()]


def load_text(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_model(path)


# ---- round trips -----------------------------------------------------------------------------


@pytest.mark.parametrize("n_rules", [0, 1, 40])
def test_every_bit_comes_back(path, n_rules):
    model = make(n_rules)
    save_model(model, path)
    assert_same(model, load_model(path))


@pytest.mark.parametrize(
    "classes",
    [
        np.array(["x", "yy", ""]),
        np.array(["x", "yy", "z"], dtype="<U20"),
        np.array(["x", "yy", "z"], dtype=object),
        np.array([7, -3, 2**40]),
        np.array([0, 1, 255], dtype=np.uint8),
        np.array([0.1, 2.0, -0.0]),
        np.array([0.1, 2.5, 3.0], dtype=np.float32),
        np.array([1, 2, 3], dtype=object),
    ],
)
def test_labels_of_any_kind(path, classes):
    model = make(classes=classes)
    save_model(model, path)
    assert_same(model, load_model(path))


def test_boolean_labels(path):
    rules = random_rules(4, n_classes=2)
    model = make(classes=np.array([False, True]), class_counts=np.array([1, 2]), rules=rules)
    save_model(model, path)
    assert_same(model, load_model(path))


def test_what_may_be_missing(path):
    model = make(feature_names=None, target_name=None, seed=None, history={}, parameters={})
    save_model(model, path)
    assert_same(model, load_model(path))


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3),
    st.floats(-1e300, 1e300),
)
@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_floats_are_exact(tmp_path, numbers, low):
    rules = random_rules(3)._replace(set_size=np.abs(numbers))
    scaling = UnitScaling(np.array([low, 0]), np.array([low, 1.0]))
    model = make(rules=rules, encoding=plain_encoding(scaling))
    save_model(model, tmp_path / "m.json")
    assert_same(model, load_model(tmp_path / "m.json"))


def test_the_same_model_gives_the_same_bytes(path, tmp_path):
    save_model(make(), path)
    turned = dict(reversed(make().parameters.items()))
    save_model(make(parameters=turned), tmp_path / "again.json")
    save_model(load_model(path), tmp_path / "reloaded.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    assert (tmp_path / "reloaded.json").read_bytes() == path.read_bytes()


def test_numpy_numbers_are_taken_as_numbers(path):
    save_model(
        make(
            parameters={"a": np.float64(0.1), "b": np.int32(3), "c": np.True_},
            history={"rules": np.array([1.5, 2.5])},
            n_epochs=np.int64(2),
        ),
        path,
    )
    model = load_model(path)
    assert model.parameters == {"a": 0.1, "b": 3, "c": True}
    assert model.history == {"rules": [1.5, 2.5]}


# ---- writing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"parameters": {"rng": np.random.RandomState(0)}}, "parameters.rng must be a number, tex"),
        ({"parameters": {"tol": float("nan")}}, "parameters.tol holds a number that is not finite"),
        ({"parameters": {"pair": (1, 2)}}, "parameters.pair must be"),
        ({"parameters": {"n": 10**5000}}, "parameters.n must be in"),
        ({"parameters": {3: 1}}, "a name in parameters must be text, got 3"),
        ({"history": {"accuracy": [float("inf")]}}, "history.accuracy"),
        ({"rules": random_rules(3)._replace(fitness=np.full(3, np.nan))}, r"rules\[0\].fitness"),
        ({"rules": random_rules(3)._replace(label=np.zeros(2, dtype=int))}, "differ in length"),
        ({"rules": random_rules(3, n_features=5)}, "genes must have length 2, got 5"),
        ({"classes": np.array([1j, 2, 3])}, "classes.dtype must stand for"),
        ({"classes": np.array([b"a", b"b", b"c"])}, "classes.dtype must stand for"),
        ({"classes": np.array(["a", 1, None], dtype=object)}, r"classes.labels\[1\] does not fit"),
        ({"feature_names": ("a", "a")}, 'features.names holds "a" twice'),
        ({"feature_names": ("a", "\ud800")}, "half a character"),
        ({"seed": -1}, "training.seed must be in"),
    ],
)
def test_what_cannot_be_saved_leaves_the_old_file(path, changes, message):
    path.write_text("precious")
    with pytest.raises(InputError, match=message) as caught:
        save_model(make(**changes), path)
    assert str(path) in str(caught.value)
    assert path.read_text() == "precious"
    assert names_in(path.parent) == [path.name]


def test_parameters_that_hold_themselves(path):
    loop = []
    loop.append(loop)
    with pytest.raises(InputError, match="holds itself"):
        save_model(make(parameters={"loop": loop}), path)


def test_a_failing_disk_leaves_the_old_file(path, monkeypatch):
    path.write_text("precious")

    def fail(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InputError, match=r"cannot write .*: No space left on device"):
        save_model(make(), path)
    assert path.read_text() == "precious"
    assert names_in(path.parent) == [path.name]


def test_places_that_cannot_be_written(tmp_path):
    for place in (tmp_path, tmp_path / "nowhere" / "m.json"):
        with pytest.raises(InputError, match="cannot write model file"):
            save_model(make(), place)
    assert names_in(tmp_path) == []


def test_a_link_is_followed_and_the_mode_kept(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    save_model(make(), link)
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert load_model(link).n_epochs == 2


def test_a_new_file_is_as_readable_as_any_other(path, tmp_path):
    save_model(make(), path)
    (tmp_path / "other").touch()
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode


# ---- files that are no models ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "damaged or not JSON"),
        ("a,b,c\n1,2,3\n", "damaged or not JSON"),
        (b"\x80\x04\x95\x10", "not UTF-8 text"),
        ("[1, 2]", "is not a beta4ucs model"),
        ("null", "is not a beta4ucs model"),
        ('{"format": "other"}', "is not a beta4ucs model"),
        ('{"format": {}}', "is not a beta4ucs model"),
        ('{"format": "beta4ucs model"}', "format_version must be a whole number, got null"),
        ('{"format": "beta4ucs model", "format_version": 1}', "lacks 'beta4ucs_version'"),
        ('{"format": "beta4ucs model", "format_version": true}', "got true"),
        ('{"format": "beta4ucs model", "format_version": 0}', "must be in"),
        ('{"format": "a", "format": "b"}', 'holds "format" twice'),
        ('{"format": NaN}', "holds NaN"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"n": ' + "9" * 5000 + "}", "cannot be read"),
    ],
)
def test_other_files(path, content, message):
    with pytest.raises(InputError, match=message) as caught:
        load_text(path, content)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_newer_format(path, document):
    document["format_version"] = 6
    with pytest.raises(InputError) as caught:
        load_text(path, json.dumps(document))
    assert str(caught.value) == (
        f"model file '{path}': it was written by a newer beta4ucs (format 6); "
        "this one reads up to format 5: upgrade beta4ucs"
    )


def test_no_file(tmp_path):
    with pytest.raises(InputError, match=r"nothing.json' does not exist"):
        load_model(tmp_path / "nothing.json")
    with pytest.raises(InputError, match="is not a file"):
        load_model(tmp_path)


def test_every_cut_is_noticed(path):
    save_model(make(1), path)
    content = path.read_bytes()
    for length in range(len(content) - 2):  # all but the last bracket and line end
        with pytest.raises(InputError):
            load_text(path, content[:length])


DEEP = json.loads("[" * 50 + "]" * 50)
WRONG = [
    ("estimator", 5, "estimator must be text, got 5"),
    ("credit", None, "credit must be text, got null"),
    ("parameters", [], "parameters must be an object, got a list of 0"),
    ("parameters.deep", DEEP, "nested too deeply"),
    ("parameters.big", 2**70, "must be in"),
    ("parameters.two\nlines", 2**70, r'parameters\["two.nlines"\] must be in'),
    ("representation.name", "hexagon", 'representation "hexagon" is not known here'),
    ("representation.name", "fbr", 'representation "fbr" is not known here'),  # no aliases
    ("representation.genes", ["alpha", "beta", "high", "low"], "must be 'alpha'"),
    ("representation.parameters.cover_range", "1", "must hold numbers only"),
    ("representation.parameters.cover_range", -1, r"cover_range must be in \[0.005, 1000\]"),
    ("representation.parameters.cover_range", True, "must hold numbers only, got true"),
    ("representation.parameters.extra", 1, "unknown field"),
    ("representation.rule_genes", ["mixing"], "rule_genes of beta4 must have length 0, got 1"),
    ("classes.labels", [], "at least one class"),
    ("classes.labels", ["a", "a", "b"], 'holds "a" twice'),
    ("classes.labels.0", 1, "does not fit <U2"),
    ("classes.labels.0", "too long", "do not fit the type <U2"),
    ("classes.labels.0", "a\0", "do not fit the type <U2"),
    ("classes.dtype", "<U9999999", "too long for 3 labels"),
    ("classes.dtype", "<i8", "does not fit <i8"),
    ("classes.dtype", "|V8", "must stand for"),
    ("classes.dtype", 8, "must be text"),
    ("classes.counts", [1, 2], "must have length 3, got 2"),
    ("classes.counts.0", -1, "must be in"),
    ("classes.counts.0", 1.0, "must be a whole number, got 1.0"),
    ("features.low", [], "must have length 0"),
    ("features.low.0", 0.4, r"features.low\[0\] is above"),
    ("features.low.0", 10**400, "too large"),
    ("features.names", ["a", "a"], 'holds "a" twice'),
    ("features.names", ["a"], "must have length 2, got 1"),
    ("features.names.0", "\ud800", "half a character"),
    ("target_name", False, "target_name must be text, got false"),
    ("training.seed", 2**64, "training.seed must be in"),
    ("training.n_epochs", True, "must be a whole number, got true"),
    ("history.rules", 3, "history.rules must be a list"),
    ("history.rules.0", "x", "history.rules must hold numbers only"),
    ("rules", {}, "rules must be a list, got an object"),
    ("rules.1", None, r"rules\[1\] must be an object, got null"),
    ("rules.1.class", 3, r"rules\[1\].class must be in \[0, 2\], got 3"),
    ("rules.1.class", -1, r"rules\[1\].class must be in"),
    ("rules.1.class", True, "must be a whole number, got true"),
    ("rules.1.fitness", None, r"rules\[1\].fitness must hold numbers only, got null"),
    ("rules.1.experience", -0.5, "must be at least 0, got -0.5"),
    ("rules.1.fitness", -1e308, "must be at least -1, got -1e.308"),
    ("rules.1.fitness", 2, "must be at most 1, got 2"),
    ("rules.1.numerosity", 0, "must be in"),
    ("rules.1.numerosity", 10**30, "must be in"),
    ("rules.1.numerosity", 10**60, "a whole number of more than 30 digits"),
    ("rules.1.mass", [1.0, 2.0], "must have length 3, got 2"),
    ("rules.1.mass.0", -1.0, "must not be negative"),
    ("rules.1.genes", [], "must have length 2, got 0"),
    ("rules.1.genes.0", [1.0, 1.0, 0.0], r"rules\[1\].genes\[0\] must have length 4, got 3"),
    ("rules.1.genes.0", "abcd", r"rules\[1\].genes\[0\] must be a list"),
    ("rules.1.genes.0.0", True, "must hold numbers only, got true"),
    ("rules.1.genes.0.0", [1.0], "must hold numbers only, got a list of 1"),
    ("rules.1.genes.0", [1.0, 1.0, 0.8, 0.2], r"rules\[1\].genes\[0\] is not a gene of .*beta4"),
    ("rules.1.genes.0", [1.0, 1.0, 0.5, 0.5], "is not a gene of"),
    ("rules.1.genes.0", [2.0, 1.0, 0.5, 0.5], "is not a gene of"),
    ("rules.1.genes.0", [0.99, 1.0, 0.5, 0.4], "is not a gene of"),
    ("rules.1.genes.0", [1.0, "inf", 0.2, 0.4], "is not a gene of"),
    ("rules.1.genes.0", [1.0, 1.0, 0.2, "nan"], "must hold numbers only"),
    ("rules.1.rule_genes", [1.0], "unknown field"),
    ("rules.1.fitnes", 1.0, "unknown field.*did you mean 'fitness'"),
    ("surprise", 1, "unknown field"),
]


def replaced(document, place, value):
    *way, last = [int(step) if step.isdigit() else step for step in place.split(".")]
    for step in way:
        document = document[step]
    document[last] = value


@pytest.mark.parametrize(("place", "value", "message"), WRONG)
def test_wrong_fields(path, document, place, value, message):
    replaced(document, place, value)
    with pytest.raises(InputError, match=message) as caught:
        load_text(path, json.dumps(document))
    assert str(caught.value).startswith(f"model file '{path}': ")


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity"])
def test_numbers_that_are_not_finite(path, number):
    save_model(make(), path)
    text = path.read_text(encoding="utf-8").replace('"fitness": ', f'"fitness": {number}, "x": ', 1)
    text = re.sub(r', "x": [^,]*', "", text, count=1)
    with pytest.raises(InputError, match=r"not finite|which is not a number"):
        load_text(path, text)


def test_missing_fields(path, document):
    for name in document:
        smaller = {key: value for key, value in document.items() if key != name}
        with pytest.raises(InputError, match=r"lacks|is not a beta4ucs model|format_version"):
            load_text(path, json.dumps(smaller))


def test_other_languages_write_floats_as_whole_numbers(path, document):
    replaced(document, "rules.1.fitness", 1)
    replaced(document, "rules.1.genes.0", [1, 1, 0, 1])
    model = load_text(path, json.dumps(document))
    assert model.rules.genes.dtype == np.float64
    assert model.rules.fitness[1] == 1.0


# ---- fuzzing ---------------------------------------------------------------------------------

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-1, 4)
    | st.sampled_from([10**400, 2**63, 2**64, -(2**63)])
    | st.floats()
    | st.floats(-1.0, 2.0)
    | st.text(max_size=5)
    | st.sampled_from(["<U9", "|O", ">i2", "<f2", "\ud800", "beta4"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def all_places(value):
    """Every container of a document and the keys in it."""
    items = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, inner in items:
        yield value, key
        yield from all_places(inner)


def load_or_complain(path, content, *, may_be_infinite=False):
    """Load; whatever is accepted must be sound enough to be described and saved again."""
    path.write_bytes(content)
    try:
        model = load_model(path)
    except InputError as error:
        complaint = str(error)
    else:
        complaint = None
    if complaint is not None:
        assert "\n" not in complaint
        return
    assert isinstance(model, Model)
    finite = model.rules._replace(genes=np.zeros(1)) if may_be_infinite else model.rules
    assert all(np.isfinite(values).all() for values in (*finite, *model.encoding.scaling))
    assert not np.isnan(model.rules.genes).any()
    names, classes = model.feature_names, model.classes
    votes = np.ones(model.rules.n_rules)
    str(RuleSet(model.rules, model.representation, model.encoding, names, classes, votes))
    save_model(model, path)
    assert_same(model, load_model(path))


fuzzing = settings(
    deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@given(st.data())
@fuzzing
def test_changed_values_give_a_model_or_a_sentence(document, path, data):
    changed = json.loads(json.dumps(document))
    for _ in range(data.draw(st.integers(1, 3))):
        places = list(all_places(changed))
        container, key = places[data.draw(st.integers(0, len(places) - 1))]
        if data.draw(st.booleans()):
            container[key] = data.draw(json_values)
        elif isinstance(container, dict):
            container[data.draw(st.text(max_size=3))] = container.pop(key)
        else:
            container.insert(key, data.draw(json_values))
    load_or_complain(path, json.dumps(changed).encode())


@given(st.data())
@fuzzing
def test_changed_bytes_give_a_model_or_a_sentence(tmp_path, data):
    path = tmp_path / "model.json"
    save_model(make(2), path)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        until = at + data.draw(st.integers(0, 6))
        content[at:until] = data.draw(
            st.binary(max_size=4) | st.sampled_from([b"9", b"-", b"e9", b"[", b"}", b",", b'"'])
        )
    load_or_complain(path, bytes(content))


# ---- the documented format -------------------------------------------------------------------


def block(language):
    text = DOCS.read_text(encoding="utf-8")
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL).group(1)


def test_the_documented_example_is_what_save_writes(path):
    model = load_text(path, block("json"))
    save_model(model, path)
    version = re.compile(r'"beta4ucs_version": "[^"]*"')
    assert version.sub("", path.read_text(encoding="utf-8")) == version.sub("", block("json"))
    votes = model.rules.fitness * model.rules.numerosity
    votes[model.rules.experience <= model.parameters["voting_threshold"]] = np.nan
    names, classes = model.feature_names, model.classes
    rules = RuleSet(model.rules, model.representation, model.encoding, names, classes, votes)
    assert f"{rules}\n" == block("text")


def compare_with_the_documented_formula(path, model):
    program = {}
    exec(block("python"), program)
    save_model(model, path)
    read = program["read"](path)
    rules, representation = model.rules, model.representation
    weights = rules.fitness * rules.numerosity
    if model.credit == "fuzzy":
        weights = np.where(rules.experience > 10, weights, 0.0)
    else:
        weights = weights * np.minimum(1.0, rules.experience / 200)
    n_matched = 0
    for row in np.random.default_rng(3).uniform(0.05, 0.35, (20, N_FEATURES)):
        scaled = model.encoding.transform(row[None])[0]
        expected = np.zeros(N_CLASSES)
        for rule in range(rules.n_rules):
            degree = degree_of(representation, rules.genes[rule], scaled)
            expected[rules.label[rule]] += weights[rule] * degree
            n_matched += degree > 0.0
        assert program["votes"](read, row.tolist()) == pytest.approx(expected.tolist())
        assert program["predict"](read, row.tolist()) == model.classes[np.argmax(expected)]
    assert n_matched > 20
    with_gap = program["votes"](read, [None, -7.0])
    assert with_gap != program["votes"](read, [0.1, -7.0])


def degree_of(representation, genes, x):
    if hasattr(representation, "degree"):
        return representation.degree(genes, x)
    return np.prod([representation.membership(genes[i], x[i]) for i in range(N_FEATURES)])


def test_the_documented_formula_is_ours(path):
    compare_with_the_documented_formula(path, make(40))


# ---- all representations, and files of format 1 ----------------------------------------------


OLD = """{
"format": "beta4ucs model",
"format_version": 1,
"beta4ucs_version": "0.1.0",
"estimator": "Beta4UCSClassifier",
"parameters": {"tie_break": "first", "voting_threshold": 10.0},
"representation": {"name": "beta4", "genes": ["alpha", "beta", "low", "high"], "parameters": {"cover_range": 1.0, "initial_shape": 1.0, "mutation_step": 0.1, "subsumption_tolerance": 0.01}},
"classes": {"dtype": "<U7", "labels": ["barbera", "barolo"], "counts": [48, 59]},
"features": {"names": ["alcohol", "hue"], "low": [11.03, 0.48], "high": [14.83, 1.71]},
"target_name": "wine",
"training": {"n_iter": 50, "n_iterations": 5350, "seed": 1},
"history": {"iterations": [107.0, 214.0], "rules": [31.0, 58.0]},
"rules": [
{"class": 1, "fitness": 0.98, "experience": 312.5, "numerosity": 7, "set_size": 61.25, "time_stamp": 5301, "mass": [3.125, 309.375], "genes": [[1.0, 1.0, 0.5, 1.25], [3.0, 2.0, 0.25, 1.0]]}
]
}
"""  # noqa: E501


def test_files_of_format_1_are_read(path):
    model = load_text(path, OLD)
    assert (model.credit, model.representation) == ("fuzzy", Beta4())
    assert model.rules.genes.tolist() == [[[1.0, 1.0, 0.5, 1.25], [3.0, 2.0, 0.25, 1.0]]]
    with pytest.raises(InputError, match='unknown field "credit"'):
        load_text(path, OLD.replace('"estimator"', '"credit": "fuzzy", "estimator"'))
    for field in ("beta4ucs_version", "representation"):
        with pytest.raises(InputError, match=rf"lacks '{field}'"):
            load_text(path, OLD.replace(f'"{field}"', '"target"'))
    with pytest.raises(InputError, match="representation must be an object, got 5"):
        load_text(path, re.sub(r'"representation": .*', '"representation": 5,', OLD))


def rules_of(representation, n=6, seed=0):
    """Rules as covering leaves them."""
    stream = new_stream(seed)
    rows = N_FEATURES + rule_rows(representation)
    genes = np.zeros((n, rows, gene_width(representation)))
    values = np.random.default_rng(seed).random((n, N_FEATURES))
    for rule in range(n):
        for feature in range(N_FEATURES):
            cover = representation.cover if (rule + feature) % 3 else representation.cover_any
            cover(genes[rule, feature], values[rule, feature], stream)
        if rows > N_FEATURES:
            representation.cover_rule(genes[rule, -1], stream)
    return random_rules(n)._replace(genes=genes)


@pytest.mark.parametrize("name", CONDITIONS)
@pytest.mark.parametrize("flagged", [False, True])
def test_every_representation_comes_back(path, name, flagged):
    kind = kind_of(name)
    switches = {"flagged_dont_care": True} if flagged else {}
    if not set(switches) <= set(kind._fields):
        pytest.skip("it has no such switch")
    model = make(representation=kind(**switches), rules=rules_of(kind(**switches)))
    save_model(model, path)
    assert_same(model, load_model(path))
    assert np.isinf(model.rules.genes).any() == flagged


def test_a_gene_narrower_than_repair_leaves_it(path):
    narrow = [[0.4999, 0.5, 0.5003], [0.1, 0.2, 0.3]]
    rules = random_rules(1)._replace(genes=np.array([narrow]))
    model = make(representation=Triangle(), rules=rules)
    save_model(model, path)
    assert_same(model, load_model(path))


OF_OTHERS = [
    (Triangle(), "rules.1.genes.0", [0.5, 0.2, 0.7], "is not a gene of representation 'triangle'"),
    (Triangle(), "rules.1.genes.0", ["inf", 0.2, 0.7], "is not a gene of"),
    (Triangle(), "rules.1.genes.0", ["-inf", 0.2, "inf"], "is not a gene of"),  # not flagged
    (Triangle(), "rules.1.genes.0", ["-Infinity", 0.2, 0.3], "must hold numbers only"),
    (Triangle(), "representation.parameters.flagged_dont_care", 1, "must be true or false, got 1"),
    (Triangle(), "representation.parameters.mutation_step", -1, r"must be in \[0, 1000\], got -1"),
    (Bell(), "rules.1.genes.0", [0.5, -0.2], "is not a gene of"),
    (RectangleOrPolytope(), "rules.1.rule_genes", [], "rule_genes must have length 1, got 0"),
    (RectangleOrPolytope(), "rules.1.rule_genes", ["x"], "must hold numbers only"),
    (RectangleOrPolytope(), "rules.1.rule_genes", None, r"rules\[1\].rule_genes must be a list"),
    (RectangleOrPolytope(), "rules.1.genes", [[1.0, 1.0]], "must have length 2, got 1"),
    (RectangleOrPolytope(), "representation.rule_genes", ["zeta"], "must be 'mixing'"),
    (RectangleOrPolytope(), "representation.rule_genes", [], "must have length 1, got 0"),
]


@pytest.mark.parametrize(("representation", "place", "value", "message"), OF_OTHERS)
def test_wrong_fields_of_others(path, representation, place, value, message):
    save_model(make(representation=representation, rules=rules_of(representation)), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    replaced(document, place, value)
    with pytest.raises(InputError, match=message) as caught:
        load_text(path, json.dumps(document))
    assert str(caught.value).startswith(f"model file '{path}': ")
    assert "\n" not in str(caught.value)


@given(st.data())
@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_changed_values_of_others_give_a_model_or_a_sentence(path, data):
    representation = data.draw(st.sampled_from([Triangle(flagged_dont_care=True), *OTHERS]))
    save_model(make(representation=representation, rules=rules_of(representation, 3)), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    places = list(all_places({name: document[name] for name in ("representation", "rules")}))
    container, key = places[data.draw(st.integers(0, len(places) - 1))]
    container[key] = data.draw(json_values | st.sampled_from(["inf", "-inf"]))
    load_or_complain(path, json.dumps(document).encode(), may_be_infinite=True)


@pytest.mark.parametrize(
    "representation",
    [*OTHERS, Triangle(flagged_dont_care=True), Bell(flagged_dont_care=True)],
    ids=lambda representation: representation.name,
)
def test_the_documented_formulas_are_ours(path, representation):
    model = make(representation=representation, rules=rules_of(representation, 60))
    if getattr(representation, "matches_crisply", False):
        model = dataclasses.replace(
            model,
            estimator="UCSClassifier",
            credit="accuracy",
            parameters={"full_vote_experience": 200.0},
        )
    compare_with_the_documented_formula(path, model)


# ---- categories, orders and missing values ---------------------------------------------------


def mixed(missing="learn", n_rules=30, **changes):
    """A model of a number, an ordered category, a category and truth values."""
    columns = (
        Column(has_missing=True),
        Column(("small", "medium", "large"), is_ordered=True),
        Column(("foul", "größe", 3, 2.5, "unknown"), has_missing=True),
        Column((False, True)),
    )
    scaling = UnitScaling(np.array([-1.0, 0.0, 0.0, 0.0]), np.array([9.0, 2.0, 4.0, 1.0]))
    encoding = Encoding(scaling, columns, missing)
    rng = np.random.default_rng(2)
    rules = random_rules(n_rules, n_features=4)
    wide = np.array([1.0, 1.0, 0.0, 1.0])
    genes = np.where(rng.random((n_rules, 4, 1)) < 0.5, wide, rules.genes)
    genes[:, 2:] = wide
    sets = []
    for part in encoding.sets:
        n_values = len(part.values)
        bits = rng.integers(1, 1 << n_values, n_rules)
        if n_values > 1:
            bits = np.where(bits == (1 << n_values) - 1, (1 << n_values + 1) - 1, bits)
        sets.append(np.where(rng.random(n_rules) < 0.3, (1 << n_values + 1) - 1, bits))
    rules = rules._replace(genes=genes, sets=np.array(sets, dtype=np.int64).T)
    names = ("age", "size", "odor", "fresh")
    return make(feature_names=names, encoding=encoding, rules=rules, **changes)


MIXED_ROWS = [
    [age, size, odor, fresh]
    for age in (None, -3.0, 4.0)
    for size in (None, "small", "large")
    for odor in (None, "foul", 3, "unknown", "new")
    for fresh in (None, True, False)
]


@pytest.mark.parametrize("missing", ["learn", "matches", "never"])
@pytest.mark.parametrize("names", [None, ("age", "size", "odor", "fresh")])
def test_sets_come_back(path, missing, names):
    model = dataclasses.replace(mixed(missing), feature_names=names)
    save_model(model, path)
    assert_same(model, load_model(path))
    first = path.read_bytes()
    save_model(load_model(path), path)
    assert path.read_bytes() == first


@pytest.mark.parametrize("missing", ["learn", "matches", "never"])
def test_the_documented_formula_knows_sets(path, missing):
    program = {}
    exec(block("python"), program)
    model = mixed(missing)
    save_model(model, path)
    read, rules = program["read"](path), model.rules
    frame = pd.DataFrame(MIXED_ROWS, columns=list(model.feature_names), dtype=object)
    inputs = model.encoding.transform(numbers_of(frame, model.encoding.columns))
    weights = np.where(rules.experience > 10, rules.fitness * rules.numerosity, np.nan)
    expected = Voter(
        model.representation, rules, OwnClassVotes(weights, rules.label, N_CLASSES)
    ).votes(inputs)
    assert np.count_nonzero(expected) > 20
    for row, votes in zip(MIXED_ROWS, expected.tolist(), strict=True):
        assert program["votes"](read, row) == pytest.approx(votes)


WRONG_COLUMNS = [
    (
        "features.missing",
        "ignore",
        "features.missing must be in 'learn', 'matches' and 'never', got",
    ),
    ("features.missing", None, "got null"),
    ("features.values", [None], "features.values must have length 4, got 1"),
    ("features.values.0", 5, r"features.values\[0\] must be a list, got 5"),
    ("features.values.2.0", None, r"features.values\[2\]\[0\] must be text, a number or a boolean"),
    ("features.values.2.0", [1], r"features.values\[2\]\[0\] must be text, a number or a boolean"),
    ("features.values.2.0", "unknown", r'features.values\[2\] holds "unknown" twice'),
    ("features.values.3", list(range(61)), "must not have more than 60 values, got 61"),
    ("features.values.1", None, "must list the values that features.is_ordered has an order of"),
    ("features.values.1", ["small"], r"features.low\[1\] and features.high\[1\] must be places in"),
    ("features.low.1", 0.5, r"features.low\[1\] and features.high\[1\] must be places in"),
    ("features.is_ordered.1", 1, r"features.is_ordered\[1\] must be true or false, got 1"),
    ("features.has_missing", [True], "features.has_missing must have length 4, got 1"),
    ("rules.1.sets", None, r"rules\[1\].sets must be a list, got null"),
    ("rules.1.sets", [None], r"rules\[1\].sets must have length 4, got 1"),
    ("rules.1.sets.2", "foul", r'rules\[1\].sets\[2\] must be a list, got "foul"'),
    ("rules.1.sets.2", [], r"rules\[1\].sets\[2\] is empty: the rule would match nothing"),
    (
        "rules.1.sets.2",
        ["fowl"],
        "lists \"fowl\", which is not one of its values; did you mean 'foul'",
    ),
    ("rules.1.sets.2", ["foul", "foul"], 'holds "foul" twice'),
    ("rules.1.sets.2", [[]], "lists a list of 0, which is not one of its values"),
    ("rules.1.sets.3", [1], r"rules\[1\].sets\[3\] lists 1, which is not one of its values"),
    ("rules.1.sets.3", [None], r"rules\[1\].sets\[3\] lists null, which is not one of its values"),
    ("rules.1.sets.0", ["unknown"], 'lists "unknown", which is not one of its values'),
    (
        "rules.1.sets.1",
        ["small"],
        r"rules\[1\].sets\[1\] must be null, because rules list no values",
    ),
]


@pytest.mark.parametrize(("place", "value", "message"), WRONG_COLUMNS)
def test_wrong_columns_and_sets(path, place, value, message):
    save_model(mixed(), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    replaced(document, place, value)
    with pytest.raises(InputError, match=message) as caught:
        load_text(path, json.dumps(document))
    assert str(caught.value).startswith(f"model file '{path}': ")
    assert "\n" not in str(caught.value)


def test_a_file_without_its_sets(path, document):
    document["rules"][0]["sets"] = [None, None]
    with pytest.raises(InputError, match=r'rules\[0\] has an unknown field "sets"'):
        load_text(path, json.dumps(document))
    save_model(mixed(), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["rules"][0]["sets"]
    with pytest.raises(InputError, match=r"rules\[0\] lacks 'sets'"):
        load_text(path, json.dumps(document))


def test_a_list_of_all_values_asks_nothing(path):
    save_model(mixed(), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    replaced(document, "rules.1.sets", [["known", None], None, None, [True, False]])
    model = load_text(path, json.dumps(document))
    assert model.rules.sets[1].tolist() == [0b111, 0b1111111, 0b111]


@given(st.data())
@settings(
    deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_changed_columns_and_sets_give_a_model_or_a_sentence(path, data):
    save_model(mixed(data.draw(st.sampled_from(["learn", "matches", "never"])), 3), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 2))):
        parts = [document["features"], *(rule["sets"] for rule in document["rules"])]
        places = [found for part in parts for found in all_places(part)]
        container, key = places[data.draw(st.integers(0, len(places) - 1))]
        words = st.sampled_from(["known", "unknown", "foul", "learn", "never", "matches", None])
        container[key] = data.draw(json_values | words | st.lists(words))
        if not all(isinstance(rule["sets"], list) for rule in document["rules"]):
            break
    load_or_complain(path, json.dumps(document).encode())


def test_files_of_format_2_are_read(path):
    document = json.loads(OLD)
    document["format_version"], document["credit"] = 2, "fuzzy"
    document["representation"]["rule_genes"] = []
    model = load_text(path, json.dumps(document))
    assert model.encoding.missing == "matches"
    assert model.encoding.columns == (Column(), Column())
    assert model.rules.sets.shape == (1, 0)
    assert model.parameters["missing"] == "matches"
    estimator = beta4ucs.load(path)
    assert (estimator.missing, estimator.max_conditions) == ("matches", None)
    row = pd.DataFrame({"alcohol": [14.0], "hue": [np.nan]})
    assert estimator.predict(row).tolist() == ["barolo"]
    document["features"]["missing"] = "learn"
    with pytest.raises(InputError, match='features has an unknown field "missing"'):
        load_text(path, json.dumps(document))


def forget_precision(document, version):
    """Make a document one of a format that did not say how numbers are written."""
    document["format_version"] = version
    del document["features"]["decimals"], document["features"]["has_two_values"]


def test_decimals_of_features_are_checked(path):
    X, y = mixed_table(60)
    beta4ucs.Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y).save(path)
    document = json.loads(path.read_text(encoding="utf-8"))
    assert [column.decimals for column in beta4ucs.load(path).encoding_.columns] == (
        document["features"]["decimals"]
    )
    document["features"]["decimals"][0] = 8
    with pytest.raises(InputError, match=r"features\.decimals\[0\] must be in \[0, 7\]"):
        load_text(path, json.dumps(document))


@pytest.mark.parametrize(("written", "meant"), [(None, "auto"), (0, None), (3, 3)])
def test_files_of_format_3_are_read(path, written, meant):
    X, y = mixed_table(60)
    model = beta4ucs.Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y)
    model.save(path)
    document = json.loads(path.read_text(encoding="utf-8"))
    forget_precision(document, 3)
    document["parameters"]["max_conditions"] = written
    document["training"]["n_iter"] = document["training"].pop("n_epochs")
    del document["votes"], document["threshold"]
    path.write_text(json.dumps(document), encoding="utf-8")
    again = beta4ucs.load(path)
    assert again.max_conditions == meant
    assert (again.n_epochs_, again.n_iterations_) == (2, 120)
    assert_same_array(model.votes(X), again.votes(X))
    document["training"]["n_iter"] = "two"
    with pytest.raises(InputError, match=r"training\.n_iter must be a whole number"):
        load_text(path, json.dumps(document))


def test_files_of_format_4_are_read(path):
    X, y = mixed_table(60)
    model = beta4ucs.Beta4UCSClassifier(n_epochs=2, random_state=1).fit(X, y)
    model.save(path)
    document = json.loads(path.read_text(encoding="utf-8"))
    forget_precision(document, 4)
    with pytest.raises(InputError, match='unknown field "threshold"'):
        load_text(path, json.dumps(document))
    del document["threshold"]
    path.write_text(json.dumps(document), encoding="utf-8")
    again = beta4ucs.load(path)
    assert again.threshold_ is None
    assert {column[3:] for column in again.encoding_.columns} == {(None, False)}
    assert_same_array(model.votes(X), again.votes(X))


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ({"class": 2, "probability": 0.3}, r"threshold\.class must be in"),
        ({"class": 0, "probability": 1.5}, r"threshold\.probability must be in \[0, 1\]"),
        ({"class": 0, "probability": "a"}, r"threshold\.probability must hold numbers"),
        ({"class": 0}, "threshold lacks 'probability'"),
        (0.3, "threshold must be an object"),
    ],
)
def test_a_wrong_threshold_is_refused(path, written, complaint):
    X = [[0.1], [0.2], [0.8], [0.9]]
    beta4ucs.UCSClassifier(n_epochs=1, random_state=1).fit(X, [0, 0, 1, 1]).save(path)
    document = json.loads(path.read_text(encoding="utf-8")) | {"threshold": written}
    with pytest.raises(InputError, match=complaint):
        load_text(path, json.dumps(document))


TRAINED = {
    "learn": beta4ucs.Beta4UCSClassifier(class_weight="balanced", max_conditions=3),
    "never": beta4ucs.FuzzyUCSClassifier(
        representation="bell", missing="never", feature_weights=[1, 2, 1, 1, 2]
    ),
    "matches": beta4ucs.UCSClassifier(
        representation="rectangle-or-polytope", missing="matches", attribute_tracking=True
    ),
}


@pytest.mark.parametrize("missing", TRAINED)
def test_trained_models_come_back(path, missing):
    X, y = mixed_table(200)
    model = TRAINED[missing].set_params(n_epochs=3, random_state=1).fit(X, y)
    model.save(path)
    again = beta4ucs.load(path)
    assert_same_array(model.votes(X), again.votes(X))
    unseen = X.assign(odor="new", age=np.nan)
    assert_same_array(model.votes(unseen), again.votes(unseen))
    assert str(again.rules_) == str(model.rules_)
    assert again.missing == missing
    assert again.max_conditions == model.max_conditions
    again.save(path.with_name("again.json"))
    assert path.read_bytes() == path.with_name("again.json").read_bytes()


def test_a_table_of_numbers_without_gaps_has_no_sets(path):
    X, y = mixed_table(60)
    model = beta4ucs.Beta4UCSClassifier(n_epochs=1, random_state=1).fit(X[["mass"]], y)
    model.save(path)
    document = json.loads(path.read_text(encoding="utf-8"))
    assert "sets" not in document["rules"][0]
    assert document["features"]["missing"] == "learn"
