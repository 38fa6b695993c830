"""Model files that are large, or pretend to be: compact ones, and bounds before parsing."""

import gzip
import json
import tracemalloc

import numpy as np
import pytest

from beta4ucs.errors import InputError
from beta4ucs.model_file import document as document_module
from beta4ucs.model_file import load_model, save_model
from campaigns.model_files import documents

EMPTY_LISTS = "[" + ",".join(["[]"] * 1_100_000) + "]"  # 3 MB of text, 100 MB of lists


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.json"


@pytest.fixture(scope="module")
def document():
    return documents()["beta4-mixed"]


def refused(path, text):
    """The sentence that a file is refused with, and how many bytes it took."""
    path.write_text(text)
    load_with_trace = pytest.raises(InputError)
    tracemalloc.start()
    try:
        with load_with_trace as caught:
            load_model(path)
        return str(caught.value), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def with_text(document, *place, text):
    """The text of a document, with another text at one place."""
    copy = json.loads(json.dumps(document))
    inner = copy
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = "HERE"
    return json.dumps(copy).replace('"HERE"', text)


@pytest.mark.parametrize("field", ["parameters", "history", "estimator", "votes"])
def test_lists_are_counted_before_a_field_is_parsed(path, document, field):
    sentence, n_bytes = refused(path, with_text(document, field, text=EMPTY_LISTS))
    assert f"'{field}' holds more than 1,048,576 lists" in sentence
    assert n_bytes < 20e6


@pytest.mark.parametrize("place", [(), ("genes",), ("mass",), ("genes", 0, 0)])
def test_a_rule_is_no_longer_than_its_numbers_can_be(path, document, place):
    sentence, n_bytes = refused(path, with_text(document, "rules", 1, *place, text=EMPTY_LISTS))
    assert "rules[1] is longer than a rule of this model can be" in sentence
    assert n_bytes < 20e6


def test_fields_may_stand_in_any_order(path, document):
    path.write_text(json.dumps(document, sort_keys=True, indent=4))
    first = load_model(path)
    path.write_text(json.dumps(document))
    again = load_model(path)
    assert first.rules.genes.tobytes() == again.rules.genes.tobytes()
    sentence, n_bytes = refused(
        path, with_text({"rules": [0, 1], **document}, "rules", 1, text=EMPTY_LISTS)
    )
    assert "rules[1] is longer" in sentence
    assert n_bytes < 20e6


def test_depth_is_bounded(path, document):
    deep = "[" * 50 + "]" * 50
    assert (
        "'history' is nested too deeply"
        in refused(path, with_text(document, "history", text=deep))[0]
    )
    endless = with_text(document, "rules", 0, "genes", text="[" * 3000)
    assert "rules[0]" in refused(path, endless)[0] or "nested" in refused(path, endless)[0]


def test_compact_files_hold_every_bit(tmp_path):
    readable, compact, again = (tmp_path / end for end in ("a.json", "b.json.gz", "c.json"))
    for document in documents().values():
        readable.write_text(json.dumps(document))
        model = load_model(readable)
        save_model(model, compact)
        first = compact.read_bytes()
        save_model(load_model(compact), again)
        assert json.loads(again.read_text()) == document
        save_model(model, compact)
        assert compact.read_bytes() == first


def test_a_file_that_unpacks_to_too_much_is_refused(path, monkeypatch):
    monkeypatch.setattr(document_module, "LARGEST_TEXT", 1 << 21)
    path.write_bytes(gzip.compress(b'{"format": "' + bytes(10_000_000)))
    with pytest.raises(InputError, match="is larger than 2 MiB, unpacked"):
        load_model(path)


@pytest.mark.parametrize("damage", [lambda raw: raw[:-9], lambda raw: raw[:99] + b"x" + raw[100:]])
def test_damaged_compact_files_get_a_sentence(tmp_path, document, damage):
    readable, compact = tmp_path / "a.json", tmp_path / "b.json.gz"
    readable.write_text(json.dumps(document))
    save_model(load_model(readable), compact)
    compact.write_bytes(damage(compact.read_bytes()))
    with pytest.raises(InputError, match=r"model file '.*' is damaged"):
        load_model(compact)


@pytest.mark.parametrize(
    ("field", "change", "message"),
    [
        ("class", {"shape": [3]}, r"rules.class.base64 must hold 24 bytes, got 32"),
        ("class", {"dtype": "<f8"}, r'rules.class.dtype must be "<i8", got "<f8"'),
        ("genes", {"shape": [4, 1, 4]}, r"rules.genes.shape must be \[4, 3, 4\]"),
        ("mass", {"base64": "!"}, "rules.mass.base64 is damaged"),
    ],
)
def test_wrong_columns(path, tmp_path, document, field, change, message):
    columns = compact_document(tmp_path, document)
    columns["rules"][field] |= change
    path.write_text(json.dumps(columns))
    with pytest.raises(InputError, match=message):
        load_model(path)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("fitness", np.nan, r"rules\[2\].fitness holds a number that is not finite"),
        ("class", 2, r"rules\[2\].class must be at most 1, got 2"),
        ("numerosity", 0, r"rules\[2\].numerosity must be at least 1, got 0"),
        ("experience", -1.0, r"rules\[2\].experience must be at least 0, got -1.0"),
        ("sets", 0, r"rules\[2\].sets\[\d\] is not a set of its values"),
    ],
)
def test_wrong_numbers_in_columns(path, tmp_path, document, field, value, message):
    import base64

    columns = compact_document(tmp_path, document)
    column = columns["rules"][field]
    numbers = np.frombuffer(base64.b64decode(column["base64"]), column["dtype"]).copy()
    numbers.reshape(column["shape"])[2] = value
    column["base64"] = base64.b64encode(numbers.tobytes()).decode()
    path.write_text(json.dumps(columns))
    with pytest.raises(InputError, match=message):
        load_model(path)


def compact_document(folder, document):
    readable, compact = folder / "readable.json", folder / "compact.json.gz"
    readable.write_text(json.dumps(document))
    save_model(load_model(readable), compact)
    return json.loads(gzip.decompress(compact.read_bytes()))


@pytest.mark.parametrize("spread", [0, 0.0, 1e-310])
def test_a_gene_that_cannot_be_used_is_refused(path, spread):
    found = json.loads(json.dumps(documents()["hyperellipsoid"]))
    found["rules"][1]["genes"][0][1] = spread
    path.write_text(json.dumps(found))
    with pytest.raises(InputError, match=r"rules\[1\].genes\[0\] is not a gene of"):
        load_model(path)
