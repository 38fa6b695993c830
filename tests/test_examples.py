"""Every example runs and ends with what it promises."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PROMISES = {
    "quickstart.py": "read back from its file, it answers the same: True",
    "own_data.py": "\n  keep [",
    "grid_search.py": "\nbest: {",
    "first_hour.py": "all eleven steps are done: 40 new patients have an answer",
}


def test_every_example_is_tested():
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted(PROMISES)


@pytest.mark.parametrize("name", PROMISES)
def test_examples(name, capsys):
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    out = capsys.readouterr().out
    assert PROMISES[name] in out
    assert "IF " in out
