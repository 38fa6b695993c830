"""The JSON schema of the model file: files of all systems obey it, other files do not."""

import copy
import gzip
import json
from importlib import resources

import jsonschema
import pytest

import beta4ucs
from beta4ucs.model_file import FORMAT_VERSION
from beta4ucs.model_file.model import FEATURE_FIELDS, MODEL_FIELDS
from campaigns.model_files import documents

SCHEMA = json.loads(
    resources.files("beta4ucs.model_file").joinpath("schema.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def validator():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def test_files_of_all_systems_obey(validator):
    names = {document["representation"]["name"] for document in documents().values()}
    assert len(names) == 9
    assert "evolved-mixed" in documents()
    for name, document in documents().items():
        assert [error.message for error in validator.iter_errors(document)] == [], name


def test_compact_files_obey(validator, tmp_path):
    for i, document in enumerate(documents().values()):
        readable, compact = tmp_path / f"{i}.json", tmp_path / f"{i}.json.gz"
        readable.write_text(json.dumps(document))
        model = beta4ucs.load(readable)
        model.save(compact)
        found = json.loads(gzip.decompress(compact.read_bytes()))
        assert [error.message for error in validator.iter_errors(found)] == []
        beta4ucs.load(compact).save(readable)
        assert json.loads(readable.read_text()) == document


def test_it_knows_the_fields_and_the_number_of_the_format():
    assert set(SCHEMA["required"]) == set(SCHEMA["properties"]) == set(MODEL_FIELDS)
    assert set(SCHEMA["properties"]["features"]["required"]) == set(FEATURE_FIELDS)
    assert SCHEMA["properties"]["format_version"]["const"] == FORMAT_VERSION


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (["format_version"], 1),
        (["credit"], "none"),
        (["classes", "labels"], []),
        (["training", "seed"], -1),
        (["rules", 0, "numerosity"], 0),
        (["rules", 0, "genes", 0, 0], "infinite"),
        (["rules", 0, "more"], 1),
    ],
)
def test_what_load_refuses_disobeys(validator, place, value, tmp_path):
    document = copy.deepcopy(documents()["beta4-numbers"])
    *way, last = place
    inner = document
    for step in way:
        inner = inner[step]
    inner[last] = value
    assert not validator.is_valid(document)
    path = tmp_path / "m.json"
    path.write_text(json.dumps(document))
    if place != ["format_version"]:
        with pytest.raises(beta4ucs.InputError):
            beta4ucs.load(path)
