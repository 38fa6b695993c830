"""Short runs of the campaigns of tables and inputs; the long ones are `make campaign`."""

from itertools import islice

import pytest

from campaigns import inputs, tables


@pytest.mark.parametrize("seed", range(2))
def test_tables(seed):
    broken = [f"{problem}: {case}" for case in islice(tables.cases(seed), 40)
              if (problem := tables.check(case))]  # fmt: skip
    assert broken == []


def test_inputs():
    quick = (case for case in inputs.cases(7) if case.learner != "evolved")
    broken = [f"{problem}: {case}" for case in islice(quick, 20)
              if (problem := inputs.check(case))]  # fmt: skip
    assert broken == []


def test_oracles_can_fail():
    case = tables.TableCase(b"a,k\n1,007\n2,x\n", options={"header": True}, is_sure=True)
    case.labels = ["7", "x"]
    assert tables.check(case) == "labels ['7', 'x'] became ['007', 'x']"
    case.labels, case.numbers = ["007", "x"], {"a": [2.0, 1.0]}
    assert tables.check(case) == "numbers of 'a' changed or moved"
    case.labels = ["007", "x", "x"]
    assert tables.check(case) == "3 rows were written, 2 read"
    told = {"header": True, "categorical": ["c"]}
    case = tables.TableCase(b"c,k\n1.1,x\n7,y\n", options=told, labels=["x", "y"], is_sure=True)
    case.codes = {"c": ["1.1", "7"]}
    assert tables.check(case) is None
    case.codes = {"c": ["1.1", "07"]}
    assert tables.check(case) == "codes of 'c' changed: [1.1, 7.0] for ['1.1', '07']"
