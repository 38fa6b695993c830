"""The guide to a representation of one's own: its blocks are the example files, and they work."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from sklearn.datasets import load_wine
from sklearn.model_selection import cross_val_score, train_test_split

import beta4ucs
from beta4ucs.cli import run
from beta4ucs.representations import contract
from test_docs import remade

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "add-a-representation.md"
FILES = ROOT / "examples" / "own_representation"
FRAGMENT = re.compile(r"^```py\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files, to which the registry and the imports are open."""
    for path in FILES.glob("*.py"):
        shutil.copy(path, tmp_path)
        monkeypatch.delitem(sys.modules, path.stem, raising=False)
    for table in ("_registry", "_aliases"):
        monkeypatch.setattr(contract, table, dict(getattr(contract, table)))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for path in FILES.glob("*.py"):
        sys.modules.pop(path.stem, None)


@pytest.fixture(name="OneSided")
def one_sided_class(folder):
    from one_sided import OneSided

    return OneSided


@pytest.fixture(scope="module")
def wine():
    data = load_wine(as_frame=True)
    return train_test_split(data.data, data.target, stratify=data.target, random_state=0)


def lines_of(text):
    return [line for line in text.splitlines() if line.strip()]


def test_the_blocks_of_the_guide_are_the_files():
    *fragments, fast = FRAGMENT.findall(PAGE.read_text(encoding="utf-8"))
    written = (FILES / "one_sided.py").read_text(encoding="utf-8")
    assert lines_of("".join(fragments)) == lines_of(written)
    assert fast == (FILES / "one_sided_fast.py").read_text(encoding="utf-8")


def test_the_guide_prints_what_it_says(folder):
    text = PAGE.read_text(encoding="utf-8")
    assert remade(text) == text


def test_the_guide_names_every_operator():
    table = PAGE.read_text(encoding="utf-8").partition("## All operators")[2]
    for name, arguments in (contract.REQUIRED | contract.OPTIONAL).items():
        assert f"`{name}({', '.join(arguments)})`" in table


@pytest.mark.parametrize("crispify", [True, False])
def test_it_learns(OneSided, wine, crispify):
    X, X_test, y, y_test = wine
    model = beta4ucs.FuzzyUCSClassifier(
        representation=OneSided(), crispify=crispify, n_epochs=30, random_state=1
    ).fit(X, y)
    assert model.score(X_test, y_test) > 0.8
    texts = [str(rule) for rule in model.rules_.top(50)]
    assert all(re.match(r"IF .* (>=|<=) .* THEN [012] ", text) for text in texts)
    assert any("(partly " in text for text in texts)
    assert (model.history_["crispifications"][-1] > 0) == crispify


def test_a_model_is_saved_and_loaded(OneSided, wine, tmp_path):
    X, X_test, y, _ = wine
    own = OneSided(mutation_step=0.05)
    model = beta4ucs.FuzzyUCSClassifier(representation=own, n_epochs=5, random_state=1).fit(X, y)
    model.save(tmp_path / "model.json")
    again = beta4ucs.load(tmp_path / "model.json")
    assert again.representation_ == own
    assert (again.predict_proba(X_test) == model.predict_proba(X_test)).all()
    del contract._registry["one-sided"], contract._aliases["one-sided"]
    with pytest.raises(beta4ucs.InputError, match="one-sided"):
        beta4ucs.load(tmp_path / "model.json")


def test_it_works_in_scikit_learn(OneSided, wine):
    X, _, y, _ = wine
    model = beta4ucs.FuzzyUCSClassifier(representation=OneSided(), n_epochs=10, random_state=1)
    assert cross_val_score(model, X, y, cv=2).min() > 0.7


def test_the_command_line_takes_the_file(folder, capsys):
    command = "fit wine --system fuzzy-ucs --representation one_sided.py --mutation-step 0.05"
    assert run([*command.split(), "--n-epochs", "3", "--seed", "1", "--out", "run"]) == 0
    assert run(["rules", "run", "--representation", "one_sided.py"]) == 0
    assert "THEN class_" in capsys.readouterr().out
