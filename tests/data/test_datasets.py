"""The article's problems: from files, from scikit-learn, made, and fetched from fake services."""

import os
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from beta4ucs.data import catalogue, load, synthetic
from beta4ucs.data.catalogue import PROBLEMS, find_problem
from beta4ucs.data.remote import SOURCES
from beta4ucs.errors import InputError

PAPER_IDS = (
    "cae can car chk cmx col dbt ecl frt gls hcl mam mop mul mux nph pdy pis pmp rsn soy tae wne "
    "wpb yst"
)
SYNTHETIC = ["car", "chk", "cmx", "mop", "mux"]


def find_folder():
    """The article's files: a named folder, or one that lies beside the checkout."""
    named = os.environ.get("BETA4UCS_DATA")
    folder = Path(named) if named else Path(__file__).parents[3] / "shared" / "datasets"
    return folder if (folder / "20mux.csv").is_file() else None


FOLDER = find_folder()
needs_files = pytest.mark.skipif(FOLDER is None, reason="the article's files are not here")


@pytest.fixture(autouse=True)
def no_folder(monkeypatch):
    monkeypatch.delenv("BETA4UCS_DATA", raising=False)


# ------------------------------------------------------------------ catalogue


def test_the_catalogue_has_the_articles_ids_in_its_order_and_the_rotated_checkerboard():
    assert [info.id for info in catalogue()] == [*PAPER_IDS.split(), "rcb"]


def test_a_line_of_the_catalogue():
    (info,) = [info for info in catalogue() if info.id == "hcl"]
    assert (info.name, info.rows, info.features, info.classes) == ("horse-colic", 368, 27, 2)
    assert info.categorical == 19
    assert info.missing == pytest.approx(0.1939, abs=1e-4)
    assert (info.kind, info.origin, info.available) == ("real", "network", False)


def test_what_is_available_depends_on_the_folder(tmp_path, monkeypatch):
    def origin_of_yeast(**folder):
        return next(info.origin for info in catalogue(**folder) if info.id == "yst")

    (tmp_path / "yeast.csv").write_text("1,0\n")
    assert origin_of_yeast() == "network"
    assert origin_of_yeast(data_dir=tmp_path) == "file"
    monkeypatch.setenv("BETA4UCS_DATA", str(tmp_path))
    assert origin_of_yeast() == "file"


def test_origins_without_a_folder():
    origins = {info.id: info.origin for info in catalogue()}
    assert origins["wne"] == origins["mux"] == origins["rcb"] == "built in"
    assert origins["pdy"] == origins["mul"] == "download"


def test_names_are_distinct_within_each_problem():
    for problem in PROBLEMS.values():
        assert len(set(problem.feature_names)) == len(problem.feature_names), problem.id
        assert len(set(problem.class_names)) == len(problem.class_names), problem.id
        assert set(problem.categorical) <= set(problem.feature_names), problem.id


@pytest.mark.parametrize(
    ("name", "id"),
    [("WNE", "wne"), ("Wine", "wne"), ("20mux", "mux"), ("multiplexer", "mux"), ("rcb", "rcb"),
     ("column_3C_weka", "col"), ("Paddy-Leaf", "pdy"), ("paddy leaf", "pdy"), ("dbt", "dbt"),
     ("pima", "dbt"), ("breast_cancer", "can"), ("horse colic", "hcl")],
)  # fmt: skip
def test_problems_are_found_by_id_stem_and_common_name(name, id):
    assert find_problem(name).id == id


def test_an_unknown_name_is_answered_with_close_ones():
    with pytest.raises(InputError, match="there is no dataset 'wein'; did you mean 'wine'"):
        load("wein")
    with pytest.raises(InputError, match="there is no dataset 'qqqqqq'; there are cae, can"):
        load("qqqqqq")


# ------------------------------------------------------------------ files


@needs_files
@pytest.mark.parametrize("id", PAPER_IDS.split())
def test_every_file_agrees_with_the_catalogue(id):
    problem = PROBLEMS[id]
    table = load(id, data_dir=FOLDER)
    assert table.X.shape == (problem.rows, len(problem.feature_names))
    assert np.isnan(table.X).sum() == problem.missing_cells
    assert table.feature_names == problem.feature_names
    assert set(table.y.tolist()) == set(problem.class_names) == set(table.class_names)
    assert set(table.categorical) == set(problem.categorical)
    frame = table.to_frame()
    assert np.array_equal(frame.astype(float), table.X, equal_nan=True)


@needs_files
def test_rows_drawn_keep_their_categories():
    part = load("tae", data_dir=FOLDER, n_rows=20, random_state=1)
    assert part.categorical == PROBLEMS["tae"].categorical
    assert np.array_equal(part.to_frame().astype(float), part.X)
    assert part.to_frame()["summer_or_regular"].dropna().isin([1, 2, 0]).all()


@needs_files
def test_class_codes_become_names_in_the_articles_order():
    counts = Counter(load("col", data_dir=FOLDER).y.tolist())
    assert counts == {"hernia": 60, "spondylolisthesis": 150, "normal": 100}
    codes = load("col", data_dir=FOLDER).class_codes
    assert np.bincount(codes).tolist() == [60, 150, 100]


@needs_files
def test_inner_membrane_lipoproteins_are_told_by_their_signal():
    table = load("ecoli", data_dir=FOLDER)
    lip = table.X[:, table.feature_names.index("lip")]
    for name in ("omL", "imL"):
        assert np.all(lip[table.y == name] == 1.0)
    assert np.all(lip[table.y == "imS"] < 1.0)


@needs_files
@pytest.mark.parametrize("id", ["wne", "can"])
def test_scikit_learn_has_the_same_rows_as_the_articles_file(id):
    ours, theirs = load(id), load(id, data_dir=FOLDER)
    assert np.array_equal(ours.y, theirs.y)
    assert np.allclose(ours.X, theirs.X, rtol=1e-12)
    assert ours.feature_names == theirs.feature_names
    assert ours.class_names == theirs.class_names


@needs_files
@pytest.mark.parametrize("id", SYNTHETIC)
def test_generators_label_the_articles_rows_as_the_article_does(id):
    label = {
        "car": synthetic.carry_class,
        "chk": synthetic.checkerboard_class,
        "cmx": synthetic.concatenated_multiplexer_class,
        "mop": synthetic.majority_class,
        "mux": synthetic.multiplexer_class,
    }[id]
    table = load(id, data_dir=FOLDER)
    assert table.n_rows == 6000
    assert np.array_equal(label(table.X), table.class_codes)


def small_file(folder, text, name="tae.csv"):
    (folder / name).write_text(text)
    return folder


def test_a_file_may_spell_the_class_names_out_and_have_a_header(tmp_path):
    small_file(tmp_path, "a,b,c,d,e,class\n1,2,3,4,5,high\n1,2,3,4,5,low\n")
    table = load("tae", data_dir=tmp_path)
    assert table.y.tolist() == ["high", "low"]
    assert table.class_codes.tolist() == [2, 0]
    assert table.feature_names[0] == "native_english_speaker"


def test_the_folder_may_be_named_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("BETA4UCS_DATA", str(small_file(tmp_path, "1,2,3,4,5,0\n1,2,3,4,5,2\n")))
    assert load("tae").y.tolist() == ["low", "high"]


def test_a_file_of_another_shape_is_refused(tmp_path):
    small_file(tmp_path, "1,2,0\n3,4,1\n")
    with pytest.raises(InputError, match=r"has 2 features; Teaching assistant evaluation has 5"):
        load("tae", data_dir=tmp_path)


def test_a_file_with_other_classes_is_refused(tmp_path):
    small_file(tmp_path, "1,2,3,4,5,0\n1,2,3,4,5,3\n")
    with pytest.raises(InputError, match=r"has the classes '3'; .* has the codes 0 to 2"):
        load("tae", data_dir=tmp_path)


def test_a_folder_that_is_not_there_is_named_with_its_setting(tmp_path, monkeypatch):
    with pytest.raises(InputError, match=r"data_dir must name a folder, got '.*nowhere'"):
        load("wine", data_dir=tmp_path / "nowhere")
    monkeypatch.setenv("BETA4UCS_DATA", str(tmp_path / "gone"))
    with pytest.raises(InputError, match=r"BETA4UCS_DATA must name a folder, got '.*gone'"):
        catalogue()


# ------------------------------------------------------------------ built in


def test_cancer_has_the_articles_class_order():
    table = load("cancer")
    assert table.class_names == ("benign", "malignant")
    assert np.bincount(table.class_codes).tolist() == [357, 212]
    assert (table.feature_names[0], table.feature_names[-1]) == (
        "mean radius",
        "worst fractal dimension",
    )


def test_real_rows_can_be_drawn():
    part, same, other = (load("wine", n_rows=20, random_state=seed) for seed in (1, 1, 2))
    assert part.X.shape == (20, 13)
    assert len(part.y) == 20
    assert np.array_equal(part.X, same.X)
    assert not np.array_equal(part.X, other.X)
    whole = {tuple(row) for row in load("wine").X}
    assert all(tuple(row) in whole for row in part.X)
    with pytest.raises(InputError, match="n_rows must be from 1 to 178 for 'wine', got 179"):
        load("wine", n_rows=179)


@pytest.mark.parametrize("id", [*SYNTHETIC, "rcb"])
def test_synthetic_problems_agree_with_the_catalogue(id):
    problem = PROBLEMS[id]
    table = load(id)
    assert table.X.shape == (problem.rows, len(problem.feature_names))
    assert table.X.min() >= 0.0
    assert table.X.max() <= 1.0
    assert table.name == problem.name
    assert table.feature_names == problem.feature_names
    assert table.class_names == problem.class_names == tuple(sorted(set(table.y.tolist())))
    shares = np.bincount(table.class_codes) / table.n_rows
    assert np.all(shares > 0.8 / len(problem.class_names))


@pytest.mark.parametrize("id", SYNTHETIC)
def test_synthetic_rows_follow_the_seed(id):
    first, same, other = (load(id, n_rows=50, random_state=seed) for seed in (3, 3, 4))
    assert np.array_equal(first.X, same.X)
    assert np.array_equal(first.y, same.y)
    assert not np.array_equal(first.X, other.X)
    assert np.array_equal(load(id, n_rows=50).X, load(id, n_rows=50, random_state=0).X)


def test_a_synthetic_file_gives_way_to_fresh_rows_if_they_are_asked_for(tmp_path):
    (tmp_path / "11mop.csv").write_text("0.9," * 11 + "1\n" + "0.1," * 11 + "0\n")
    assert load("mop", data_dir=tmp_path).n_rows == 2
    assert load("mop", data_dir=tmp_path, random_state=1).n_rows == 6000
    assert load("mop", data_dir=tmp_path, n_rows=7).n_rows == 7


# ------------------------------------------------------------------ generators


def test_labels_by_hand():
    assert synthetic.carry_class(
        np.array([[0.5, 0.1, 0.6, 0.2], [0.4, 0.9, 0.6, 0.2]])
    ).tolist() == [1, 0]
    board = synthetic.checkerboard_class(np.array([[0.1, 0.1], [0.1, 0.3], [1.0, 1.0]]), 5)
    assert board.tolist() == [0, 1, 0]
    # address 10: third data bit
    assert synthetic.multiplexer_class(np.array([[0.9, 0.1, 0, 0, 1.0, 0]])).tolist() == [1]
    # outputs 0, 1, 1
    blocks = np.array([[0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]])
    assert synthetic.concatenated_multiplexer_class(blocks).tolist() == [3]
    assert synthetic.majority_class(np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])).tolist() == [1, 0]


@pytest.mark.parametrize("address_bits", [1, 2, 3, 4, 5])
def test_multiplexers_of_any_size_look_their_address_up(address_bits):
    table = synthetic.multiplexer(200, random_state=1, address_bits=address_bits)
    assert table.n_features == address_bits + 2**address_bits
    for row, label in zip((table.X >= 0.5).astype(int).tolist(), table.y, strict=True):
        address = int("".join(map(str, row[:address_bits])), 2)
        assert label == str(row[address_bits + address])


def test_the_rotated_board_is_symmetric_about_its_middle_and_has_diagonal_borders():
    table = synthetic.rotated_checkerboard()
    assert table.X.shape == (10_201, 2)
    inside = np.array([[0.5, 0.6], [0.5, 0.4], [0.4, 0.5], [0.6, 0.5]])
    up, down, left, right = synthetic.rotated_checkerboard_class(inside)
    assert up == down != left == right


def test_grid_points_on_a_border_fall_to_one_side():
    on_border = np.array([[k / 100, k / 100] for k in range(51, 70)])  # u = 0 exactly
    assert len(set(synthetic.rotated_checkerboard_class(on_border).tolist())) == 1
    half = np.array([[0.5 + k / 100, k / 100] for k in range(1, 25)])  # u = width up to rounding
    assert len(set(synthetic.rotated_checkerboard_class(half).tolist())) == 1


def test_random_points_on_the_rotated_board():
    table = synthetic.rotated_checkerboard(300, random_state=5, cell_width=0.5)
    assert table.X.shape == (300, 2)
    assert np.array_equal(
        table.class_codes, synthetic.rotated_checkerboard_class(table.X, cell_width=0.5)
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: synthetic.carry(0), "n_rows must be at least 1, got 0"),
        (lambda: synthetic.carry(bits=0), "bits must be at least 1, got 0"),
        (lambda: synthetic.checkerboard(divisions=0), "divisions must be at least 1, got 0"),
        (lambda: synthetic.multiplexer(address_bits=0), "address_bits must be at least 1, got 0"),
        (lambda: synthetic.concatenated_multiplexer(blocks=0), "blocks must be at least 1"),
        (lambda: synthetic.majority(bits=-1), "bits must be at least 1, got -1"),
        (lambda: synthetic.rotated_checkerboard(0), "n_rows must be at least 1, got 0"),
        (lambda: synthetic.rotated_checkerboard(cell_width=0), r"cell_width must be in \(0, 2\]"),
        (lambda: load("mux", n_rows=0), "n_rows must be at least 1, got 0"),
    ],
)
def test_settings_out_of_range(make, message):
    with pytest.raises(InputError, match=message):
        make()


# ------------------------------------------------------------------ services


def as_sent(id):
    """A table as the service of a problem sends it, with the codes of the article's classes."""
    problem, source = PROBLEMS[id], SOURCES[id]
    rng = np.random.default_rng(0)
    codes = np.arange(problem.rows) % len(problem.class_names)
    numbers = rng.integers(0, 2, (problem.rows, len(problem.feature_names)))
    frame = pd.DataFrame(numbers, columns=list(problem.feature_names))
    if source.levels:
        for name, words in zip(problem.feature_names, source.levels, strict=True):
            frame[name] = pd.Categorical(np.array(words.split())[frame[name]])
    sent = np.array(source.labels or problem.class_names)[codes]
    whole_numbers = source.service == "UCI" and all(label.isdigit() for label in sent)
    frame[source.target] = sent.astype(float) if whole_numbers else pd.Categorical(sent)
    for name in source.drop:
        frame.insert(0, name, range(problem.rows))
    return frame, numbers, codes


@pytest.fixture
def services(monkeypatch):
    """Stand-ins for both clients; returns the frames they send and the calls they got."""
    sent, calls = {}, []

    def fetch_openml(name, version, as_frame, n_retries):
        calls.append((name, version))
        assert as_frame
        return SimpleNamespace(frame=sent[name])

    def fetch_ucirepo(id):
        calls.append(id)
        return SimpleNamespace(data=SimpleNamespace(original=sent[id]))

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch_openml)
    monkeypatch.setitem(sys.modules, "ucimlrepo", SimpleNamespace(fetch_ucirepo=fetch_ucirepo))
    return sent, calls


@pytest.mark.parametrize("id", sorted(SOURCES))
def test_what_a_service_sends_takes_the_articles_form(id, services):
    sent, calls = services
    frame, numbers, codes = as_sent(id)
    key = SOURCES[id].key
    sent[key] = frame
    before = frame.copy()
    table = load(id)
    assert calls == [(key, 1) if isinstance(key, str) else key]
    assert np.array_equal(table.X, numbers)
    assert table.class_codes.tolist() == codes.tolist()
    assert table.class_names == PROBLEMS[id].class_names
    assert table.feature_names == PROBLEMS[id].feature_names
    pd.testing.assert_frame_equal(frame, before)  # a client may keep what it sent


def test_the_poll_has_the_number_of_doctors_first_wherever_the_service_puts_it(services):
    sent, _ = services
    frame, numbers, _ = as_sent("nph")
    frame = frame.rename(columns={"number_of_doctors_visited": "Number_of_Doctors_Visited"})
    sent[936] = frame[[*frame.columns[1:], frame.columns[0]]]
    assert np.array_equal(load("npha").X, numbers)


@needs_files
def test_the_words_of_soybean_have_the_codes_of_the_articles_file(services):
    sent, _ = services
    ours = load("soy", data_dir=FOLDER)
    words = [np.array([*levels.split(), None], dtype=object) for levels in SOURCES["soy"].levels]
    codes = np.nan_to_num(ours.X, nan=-1).astype(int)
    frame = pd.DataFrame(
        {name: words[j][codes[:, j]] for j, name in enumerate(ours.feature_names)}
    ).assign(**{"class": ours.y})
    # the first row of the service's file, read there
    assert frame.iloc[0, :8].tolist() == [
        "october", "normal", "gt-norm", "norm", "yes", "same-lst-yr", "low-areas", "pot-severe",
    ]  # fmt: skip
    sent["soybean"] = frame
    theirs = load("soybean")
    assert np.array_equal(ours.X, theirs.X, equal_nan=True)
    assert np.array_equal(ours.y, theirs.y)


@needs_files
def test_every_level_of_soybean_occurs_in_the_articles_file():
    top = np.nanmax(load("soy", data_dir=FOLDER).X, axis=0)
    levels = [len(words.split()) for words in SOURCES["soy"].levels]
    assert np.all(top < levels)
    assert np.sum(top == np.array(levels) - 1) >= 33


def failing(error):
    def fetch(**_):
        raise error

    return fetch


ADVICE = (
    r"put the file 'yeast.csv' into a folder \(.*\) and name the folder with data_dir or the "
    r"environment variable BETA4UCS_DATA"
)


@pytest.mark.parametrize(
    "error", [OSError("<urlopen error timed out>"), KeyError("frame"), RuntimeError()]
)
def test_every_failure_of_a_service_says_which_file_helps(error, monkeypatch, tmp_path):
    monkeypatch.setattr("sklearn.datasets.fetch_openml", failing(error))
    with pytest.raises(InputError, match=rf"^fetching Yeast from OpenML failed \(.+\); {ADVICE}"):
        load("yst")
    with pytest.raises(InputError, match="not in '"):
        load("yst", data_dir=tmp_path)


def test_without_the_uci_client_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ucimlrepo", None)
    with pytest.raises(InputError, match=r"pip install 'beta4ucs\[data\]'.*'raisin.csv'"):
        load("raisin")


def test_another_version_of_the_data_is_refused(services):
    sent, _ = services
    frame, _, _ = as_sent("hcl")
    sent[47] = frame.head(300)
    with pytest.raises(InputError, match=r"sent 300 rows of 27 features where .* has 368 of 27"):
        load("hcl")
    sent[47] = frame.drop(columns="cp_data")
    with pytest.raises(InputError, match="it sent no column 'cp_data'"):
        load("hcl")
    sent[47] = frame.assign(cp_data=3)
    with pytest.raises(InputError, match="classes the article does not have: '3'"):
        load("hcl")


def test_an_unknown_word_of_soybean_is_refused(services):
    sent, _ = services
    frame, _, _ = as_sent("soy")
    frame["date"] = "winter"
    sent["soybean"] = frame
    with pytest.raises(InputError, match=r"column 'date' holds text .*'winter'"):
        load("soy")


@pytest.mark.parametrize("id", ["cae", "frt", "mul", "pdy", "pis", "pmp"])
def test_what_no_service_has_is_named_with_its_page(id):
    problem = PROBLEMS[id]
    with pytest.raises(InputError) as caught:
        load(id)
    message = str(caught.value)
    assert f"'{problem.name}.csv'" in message
    assert "BETA4UCS_DATA" in message
    assert problem.source in message
