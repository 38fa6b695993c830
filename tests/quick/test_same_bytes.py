"""The same table and seed give the same model, to the last byte, on every supported stack."""

import json
import warnings

import pytest

import same_bytes

CASES = dict(same_bytes.cases())
EXPECTED = json.loads(same_bytes.FILE.read_text())


def test_every_model_has_a_digest():
    assert set(EXPECTED) == set(CASES), "run python tests/same_bytes.py > tests/same_bytes.json"
    # no option goes unheard; where no fuzzy rule is proven, FBRC is FBR
    others = {name: value for name, value in EXPECTED.items() if not name.startswith("FBR: mixed")}
    assert len(set(others.values())) == len(others)


@pytest.mark.parametrize("name", CASES)
def test_the_model_has_the_same_bytes(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what options say of such short training
        assert same_bytes.digest(*CASES[name]()) == EXPECTED[name]
