"""Models to files and back, and files that are not what they seem."""

import dataclasses
import json
import os
import re
import stat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beta4ucs.data.scaling import UnitScaling
from beta4ucs.errors import InputError
from beta4ucs.learning.rule_arrays import RuleArrays
from beta4ucs.model_file import Model, load_model, save_model
from beta4ucs.representations import Beta4
from beta4ucs.rules import RuleSet

DOCS = Path(__file__).parents[1] / "docs" / "model-file.md"
N_CLASSES, N_FEATURES = 3, 2


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
    )


def make(n_rules=3, **changes):
    fields = {
        "estimator": "Beta4UCSClassifier",
        "parameters": {"voting_threshold": 10, "crispify": True, "random_state": None},
        "representation": Beta4(cover_range=0.7),
        "classes": np.array(["a", "bb", "ç"]),
        "class_counts": np.array([10, 20, 30]),
        "feature_names": ("mass", "größe"),
        "target_name": "state",
        "scaling": UnitScaling(np.array([0.1, -7.0]), np.array([0.3, -7.0])),
        "rules": random_rules(n_rules),
        "history": {"rules": [1, 2], "accuracy": [None, 0.1 + 0.2]},
        "n_iter": 2,
        "n_iterations": 120,
        "seed": 2**64 - 1,
    }
    return Model(**{**fields, **changes})


def assert_same(one, other):
    for field in dataclasses.fields(Model):
        left, right = getattr(one, field.name), getattr(other, field.name)
        if field.name in ("rules", "scaling"):
            for a, b in zip(left, right, strict=True):
                assert_same_array(a, b)
        elif isinstance(left, np.ndarray):
            assert_same_array(left, right)
        else:
            assert left == right
            assert type(left) is type(right)


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
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_floats_are_exact(tmp_path, numbers, low):
    rules = random_rules(3)._replace(fitness=np.array(numbers))
    model = make(rules=rules, scaling=UnitScaling(np.array([low, 0]), np.array([low, 1.0])))
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
            n_iter=np.int64(2),
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
    assert load_model(link).n_iter == 2


def test_a_new_file_is_as_readable_as_any_other(path, tmp_path):
    save_model(make(), path)
    (tmp_path / "other").touch()
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode


# ---- files that are no models ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "damaged or no JSON"),
        ("a,b,c\n1,2,3\n", "damaged or no JSON"),
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
    document["format_version"] = 2
    with pytest.raises(InputError) as caught:
        load_text(path, json.dumps(document))
    assert str(caught.value) == (
        f"model file '{path}': it was written by a newer beta4ucs (format 2); "
        "this one reads up to format 1: upgrade beta4ucs"
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
    ("parameters", [], "parameters must be an object, got a list of 0"),
    ("parameters.deep", DEEP, "nested too deeply"),
    ("parameters.big", 2**70, "must be in"),
    ("parameters.two\nlines", 2**70, r'parameters\["two.nlines"\] must be in'),
    ("representation.name", "hexagon", 'representation "hexagon" is not known here'),
    ("representation.name", "fbr", 'representation "fbr" is not known here'),  # no aliases
    ("representation.genes", ["alpha", "beta", "high", "low"], "must be 'alpha'"),
    ("representation.parameters.cover_range", "1", "must hold numbers only"),
    ("representation.parameters.extra", 1, "unknown field"),
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
    ("training.n_iter", True, "must be a whole number, got true"),
    ("history.rules", 3, "history.rules must be a list"),
    ("history.rules.0", "x", "history.rules must hold numbers only"),
    ("rules", {}, "rules must be a list, got an object"),
    ("rules.1", None, r"rules\[1\] must be an object, got null"),
    ("rules.1.class", 3, r"rules\[1\].class must be in \[0, 2\], got 3"),
    ("rules.1.class", -1, r"rules\[1\].class must be in"),
    ("rules.1.class", True, "must be a whole number, got true"),
    ("rules.1.fitness", None, r"rules\[1\].fitness must hold numbers only, got null"),
    ("rules.1.experience", -0.5, "must be at least 0, got -0.5"),
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
    ("rules.1.genes.0", [1.0, 1.0, 0.8, 0.2], r"rules\[1\].genes\[0\] is no gene of .*beta4"),
    ("rules.1.genes.0", [1.0, 1.0, 0.5, 0.5], "is no gene of"),
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


def load_or_complain(path, content):
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
    assert all(np.isfinite(values).all() for values in (*model.rules, *model.scaling))
    names, classes = model.feature_names, model.classes
    str(RuleSet(model.rules, model.representation, model.scaling, names, classes, 10))
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
    threshold = model.parameters["voting_threshold"]
    names, classes = model.feature_names, model.classes
    rules = RuleSet(model.rules, model.representation, model.scaling, names, classes, threshold)
    assert f"{rules}\n" == block("text")


def test_the_documented_formula_is_ours(path):
    program = {}
    exec(block("python"), program)
    model = make(40)
    save_model(model, path)
    read = program["read"](path)
    for row in np.random.default_rng(3).uniform(0.05, 0.35, (20, N_FEATURES)):
        scaled = model.scaling.transform(row[None])[0]
        expected = np.zeros(N_CLASSES)
        for rule in np.flatnonzero(model.rules.experience > 10):
            degree = model.representation.degree(model.rules.genes[rule], scaled)
            weight = model.rules.fitness[rule] * model.rules.numerosity[rule]
            expected[model.rules.label[rule]] += weight * degree
        assert program["votes"](read, row.tolist()) == pytest.approx(expected.tolist())
        assert program["predict"](read, row.tolist()) == model.classes[np.argmax(expected)]
    with_gap = program["votes"](read, [None, -7.0])
    assert with_gap != program["votes"](read, [0.1, -7.0])
