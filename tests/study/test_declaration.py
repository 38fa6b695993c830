"""What a file may declare, and the sentence about what it may not."""

from pathlib import Path

import pandas as pd
import pytest

from beta4ucs import Beta4UCSClassifier, Evolution
from beta4ucs.errors import InputError
from beta4ucs.estimators.evolution import flat_parameters
from beta4ucs.hyperparameters import EVOLUTION, TABLES
from beta4ucs.study import find_study, paper_studies
from beta4ucs.study.runs import Run
from beta4ucs.study.systems import ARTICLE_VALUES, System

RECORDS = Path(__file__).parents[2] / "docs/results/records"
OWN_REPRESENTATION = Path(__file__).parents[2] / "examples/own_representation/one_sided.py"
TEN = ["Hyperrectangles", "Hyperellipsoids", "CurvedPolytopes", "Self-Ada-RP", "Triangles",
       "Trapezoids", "SymmetricBells", "Self-Ada-RT", "FBR", "FBRC"]  # fmt: skip
TOLERANCES = ["0.01", "0.0", "0.05", "0.1", "0.2", "0.4", "0.6", "0.8", "1.0"]
SHAPES = ["1.0", "1.5", "2.0", "2.5", "3.0", "3.5", "4.0", "4.5", "5.0"]


# ------------------------------------------------------------------ the article's


@pytest.mark.parametrize(
    ("name", "n_datasets", "systems", "protocol", "n_seeds", "reference"),
    [
        ("main", 25, TEN, "shuffle 0.9", 30, "FBRC"),
        ("macro-f1", 25, TEN, "shuffle 0.9", 30, "FBRC"),
        ("split-8-2", 25, TEN, "shuffle 0.8", 30, "FBRC"),
        ("ten-fold", 25, TEN, "folds 10", 10, "FBRC"),
        ("stratified", 25, TEN, "stratified 0.9", 30, "FBRC"),
        ("ten-fold-200", 25, TEN, "folds 10", 10, "FBRC"),
        ("modern-ml", 25, ["RandomForest", "SVM", "XGBoost", "FBRC-50", "FBRC-200"],
         "shuffle 0.9", 30, "FBRC-200"),
        ("tolerance", 25, TOLERANCES, "shuffle 0.9", 30, "0.01"),
        ("cover-range", 25, ["0.1", "0.2", "0.4", "0.6", "0.8", "1.0"], "shuffle 0.9", 30, "1.0"),
        ("initial-shape", 25, SHAPES, "shuffle 0.9", 30, "1.0"),
        ("mux-300", 1, ["Hyperrectangles", "FBRC"], "shuffle 0.9", 30, "FBRC"),
        ("rule-forms", 25, ["FBRC"], "shuffle 0.9", 30, None),
        ("rotated-checkerboard", 1, ["FBRC"], "none", 30, None),
        ("real-tables", 25, ["FBRC", "FBRC-tables"], "shuffle 0.9", 10, "FBRC"),
    ],
)  # fmt: skip
def test_studies_of_the_article(name, n_datasets, systems, protocol, n_seeds, reference):
    study = find_study(name)
    assert len(study.datasets) == n_datasets
    assert sorted(system.name for system in study.systems) == sorted(systems)
    assert str(study.protocol) == protocol
    assert study.seeds == tuple(range(1, n_seeds + 1))
    assert study.reference == reference
    assert study.n_runs == n_datasets * len(systems) * n_seeds
    assert study.with_curves == (name == "mux-300")
    assert study.epochs == {"mux-300": 300, "ten-fold-200": 200}.get(name, 50)
    assert study.tables


def test_there_are_thirteen_and_some_of_ours():
    ours = {
        "real-tables",
        "absumption",
        "absumption-checkerboard",
        "evolution",
        "feature-weights",
        "modern-tables",
        "checkerboard-rules",
        "wine-rules",
        "rule-accuracy",
        "over-general-rules",
    }
    assert ours < set(paper_studies())
    assert len(paper_studies()) == 13 + len(ours)
    ours = find_study("real-tables")
    assert [system.name for system in ours.systems] == ["FBRC-tables", "FBRC"]
    assert (len(ours.datasets), len(ours.seeds), ours.reference) == (25, 10, "FBRC")
    assert key_of("real-tables", "FBRC") == key_of("main", "FBRC")
    assert key_of("real-tables", "FBRC-tables") != key_of("main", "FBRC")


@pytest.mark.parametrize(
    "name", sorted({path.stem for path in RECORDS.glob("*.parquet")} - {"variants"})
)
def test_records_of_the_article_keep_their_keys(name):
    if name.startswith("modern"):
        pytest.importorskip("xgboost")
    if name == "modern-tables":
        pytest.importorskip("interpret")
    study = find_study(name)
    records = pd.read_parquet(RECORDS / f"{name}.parquet")
    for (dataset, digest, seed), some in records.groupby(["dataset", "data_sha256", "seed"]):
        keys = {
            Run(
                name, dataset, digest, system, study.protocol, study.epochs, seed,
                study.with_curves, study.own_measures,
            ).key
            for system in study.systems
        }  # fmt: skip
        assert set(some["key"]) <= keys


def test_what_the_article_does_not_have_is_no_part_of_a_run_that_learns_as_it_does():
    plain = System("a", "UCSClassifier", {"missing": "matches", "categorical_features": "none"})
    told = {**plain.parameters, **ARTICLE_VALUES}
    identity = System("b", "UCSClassifier", told).identity(2)
    assert identity == plain.identity(2)
    assert not set(ARTICLE_VALUES) & set(identity)
    default = System("c", "UCSClassifier").identity(2)
    assert (default["missing"], default["categorical_features"]) == ("learn", "auto")
    others = {"max_conditions": 3, "forgetting": 0.1, "attribute_tracking": True}
    others |= {"class_weight": "balanced", "feature_weights": "relief"}
    others |= {"absumption_fraction": 0.5}
    for name, value in others.items():
        other = System("d", "UCSClassifier", {**told, name: value}).identity(2)
        assert other == identity | {name: value}


def test_none_as_a_word_and_what_records_call_no_limit():
    for none in ("none", None):
        told = {"max_conditions": none, "categorical_features": none}
        system = System("a", "UCSClassifier", told)
        system.check("here")
        model = system.new_model(1, 1)
        assert (model.max_conditions, model.categorical_features) == (None, None)
        assert not system.takes_categories
        assert system.identity(2)["max_conditions"] == 0
        assert "categorical_features" not in system.identity(2)
    with pytest.raises(InputError, match=r"here: max_conditions must be .* got 0"):
        System("b", "UCSClassifier", {"max_conditions": 0}).check("here")


def test_parameters_of_evolution_are_told_by_their_plain_names():
    told = {"tournament": "sample", "mutation_rate": 0.1}
    system = System("a", "UCSClassifier", told)
    system.check("here")
    assert system.new_model(1, 1).evolution == Evolution(**told)
    assert system.identity(2) == System("b", "UCSClassifier").identity(2) | told
    assert set(EVOLUTION) - set(ARTICLE_VALUES) < set(system.identity(2))
    with pytest.raises(InputError, match="here: UCSClassifier has no parameter 'evolution'"):
        System("c", "UCSClassifier", {"evolution": {}}).check("here")
    with pytest.raises(InputError, match="'tournamnt'; did you mean 'tournament'"):
        System("c", "UCSClassifier", {"tournamnt": "sample"}).check("here")


def test_every_parameter_that_the_article_lacks_has_its_value():
    assert set(TABLES) < set(ARTICLE_VALUES)
    assert set(ARTICLE_VALUES) < set(flat_parameters(Beta4UCSClassifier().get_params()))


@pytest.mark.parametrize("name", list(paper_studies()))
def test_systems_of_the_article_know_their_parameters(name):
    if name.startswith("modern"):
        pytest.importorskip("xgboost")
    if name == "modern-tables":
        pytest.importorskip("interpret")
    find_study(name).check()


def test_the_articles_data_are_in_its_order_and_without_the_rotated_checkerboard():
    names = [source.name for source in find_study("main").datasets]
    assert names == sorted(set(names), key=names.index)
    assert "rcb" not in names
    assert {"wne", "tae", "mux", "yst"} < set(names)


def test_each_variation_differs_in_its_parameter_only():
    for study in map(find_study, ("tolerance", "cover-range", "initial-shape")):
        identities = [system.identity(50) for system in study.systems]
        (changed,) = (n for n in identities[0] if len({one[n] for one in identities}) > 1)
        assert [str(one[changed]) for one in identities] == [one.name for one in study.systems]


def key_of(study, system, seed=3, sha256="ab"):
    study = find_study(study)
    (chosen,) = (one for one in study.systems if one.name == system)
    return Run(
        study.name, "wne", sha256, chosen, study.protocol, study.epochs, seed, study.with_curves
    ).key


def test_what_studies_share_has_one_key():
    same = [
        ("main", "FBRC"), ("macro-f1", "FBRC"), ("tolerance", "0.01"), ("cover-range", "1.0"),
        ("initial-shape", "1.0"), ("rule-forms", "FBRC"), ("modern-ml", "FBRC-50"),
    ]  # fmt: skip
    assert len({key_of(*one) for one in same}) == 1


def test_whatever_decides_a_result_changes_the_key():
    different = [
        key_of("main", "FBRC"), key_of("main", "FBR"), key_of("main", "Triangles"),
        key_of("main", "FBRC", seed=4), key_of("main", "FBRC", sha256="cd"),
        key_of("split-8-2", "FBRC"), key_of("stratified", "FBRC"), key_of("ten-fold", "FBRC"),
        key_of("ten-fold-200", "FBRC"), key_of("modern-ml", "FBRC-200"),
        key_of("tolerance", "0.0"), key_of("cover-range", "0.8"), key_of("mux-300", "FBRC"),
        key_of("modern-ml", "SVM"),
    ]  # fmt: skip
    assert len(set(different)) == len(different)


# ------------------------------------------------------------------ one's own


def test_defaults(declared):
    study = find_study(declared(epochs=None, seeds="[7, 5, 7]"))
    assert (study.name, study.title, study.epochs, study.seeds) == ("mine", "mine", 50, (7, 5))
    assert (str(study.protocol), study.reference, study.with_curves) == ("shuffle 0.9", None, False)
    assert [table.metric for table in study.tables] == ["test_accuracy"]


def test_own_tables_are_found_beside_the_file_of_the_study(declared, monkeypatch):
    Path("away").mkdir()
    fruit = Path("fruit.csv").resolve()
    named = '[datasets.apples]\nfile = "fruit.csv"\ntarget = "kind"'
    declared(named, datasets='["apples", "fruit.csv", "wne"]')
    monkeypatch.chdir("away")
    study = find_study("../my.toml")
    assert [source.name for source in study.datasets] == ["apples", "fruit", "wne"]
    assert [source.file for source in study.datasets] == [str(fruit), str(fruit), None]
    assert study.datasets[0].target == "kind"


def test_data_sets_go_by_their_other_names(declared):
    study = find_study(declared(datasets='["WINE", "breast cancer"]'))
    assert [source.name for source in study.datasets] == ["wne", "can"]


OWN = '[systems.Own]\nclass = "FuzzyUCSClassifier"\nparameters = {{ representation = "{}" }}'


@pytest.mark.parametrize("text", ["own.py", "own.py:OneSided", "./own.py"])
def test_own_representations_are_found_beside_the_file_of_the_study(declared, monkeypatch, text):
    Path("own.py").write_text(OWN_REPRESENTATION.read_text())
    Path("away").mkdir()
    declared(OWN.format(text), systems='["Own"]')
    monkeypatch.chdir("away")
    study = find_study("../my.toml")
    study.check()
    assert study.systems[0].identity(2)["representation"] == "one-sided"


def test_own_representations_may_be_varied(declared, monkeypatch):
    Path("own.py").write_text(OWN_REPRESENTATION.read_text())
    Path("away").mkdir()
    fuzzy = '[systems.Fuzzy]\nclass = "FuzzyUCSClassifier"'
    vary = '{ representation = ["triangle", "own.py"] }'
    declared(fuzzy, systems='["Fuzzy"]', vary=vary)
    monkeypatch.chdir("away")
    study = find_study("../my.toml")
    study.check()
    names = [system.identity(2)["representation"] for system in study.systems]
    assert names == ["triangle", "one-sided"]


def test_parameters_of_a_representation_stand_among_those_of_the_class(declared):
    more = '[systems.Wide]\nclass = "FuzzyUCSClassifier"\n'
    more += 'parameters = { representation = "triangle", max_rules = 77 }'
    study = find_study(declared(more, systems='["Wide"]'))
    study.check()
    identity = study.systems[0].identity(2)
    assert (identity["representation"], identity["max_rules"]) == ("triangle", 77)


def test_a_class_of_beta4ucs_may_be_named_with_its_package(declared):
    more = '[systems.Full]\nclass = "beta4ucs.Beta4UCSClassifier"'
    study = find_study(declared(more, systems='["Full", "Beta"]'))
    full, short = study.systems
    assert full.identity(2) == short.identity(2)


def test_several_studies_in_a_file(declared):
    file = declared(
        '[studies.other]\ndatasets = ["wne"]\nsystems = ["Tree"]\nseeds = 1\ntitle = "Other"'
    )
    assert find_study(f"{file}:other").title == "Other"
    assert find_study(f"{file}:mine").n_runs == 2


def test_a_folder_may_end_in_toml_too(declared):
    Path("a.toml.d").mkdir()
    file = declared(file="a.toml.d/my.toml", datasets='["../fruit.csv"]')
    assert find_study(file).name == find_study(f"{file}:mine").name == "mine"


def test_a_file_of_one_study_needs_no_name_and_home_is_expanded(declared, monkeypatch):
    declared()
    monkeypatch.setenv("HOME", str(Path.cwd()))
    assert find_study("~/my.toml").name == "mine"


# ------------------------------------------------------------------ parts of a grid


def test_a_part_of_the_grid():
    study = find_study("main").narrowed(["WINE", "tae", "wne"], ["fbr", "FBRC", "FBR"], [2, 9])
    assert [source.name for source in study.datasets] == ["wne", "tae"]
    assert [system.name for system in study.systems] == ["FBR", "FBRC"]
    assert (study.seeds, study.n_runs) == ((2, 9), 8)


def test_an_own_name_goes_before_another_name_of_an_articles_data_set(declared):
    named = '[datasets.wine]\nfile = "fruit.csv"'
    study = find_study(declared(named, datasets='["wne", "wine"]'))
    assert study.narrowed(["wine"]).datasets[0].file is not None


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ((["wen"], None, None), "study 'main' has no data set 'wen'; did you mean 'wne'"),
        ((None, ["FBCR"], None), "study 'main' has no system 'FBCR'; did you mean 'FBR"),
    ],
)
def test_parts_that_are_not_in_the_grid(part, words):
    with pytest.raises(InputError, match="has no") as caught:
        find_study("main").narrowed(*part)
    assert words in str(caught.value)


# ------------------------------------------------------------------ what is wrong


def complaint(study):
    """The sentence about a study, from reading and checking it."""
    with pytest.raises(InputError) as caught:
        find_study(study).check()
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mian", "there is no study 'mian' in the article, and no file of yours is named "
                 "(as in 'my.toml'); did you mean 'main'?"),
        ("none.toml", "there is no file 'none.toml'; 'beta4ucs study init none.toml' makes one"),
        ("none.toml:a", "there is no file 'none.toml'"),
    ],
)  # fmt: skip
def test_names_of_nothing(name, words):
    assert words in complaint(name)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a b c", "'my.toml' is not a TOML file: "),
        (b"\xff\xfe", "'my.toml' is not a TOML file: "),
        (b"", "'my.toml' declares no study: it needs a table [studies.NAME]"),
        (b"studies = 3", "'my.toml': 'studies' must hold tables, as in [studies.NAME]"),
        (b"[studies]\na = 3", "'studies' must hold tables, as in [studies.NAME]"),
        (b"[systems]\nclass = 3", "'systems' must hold tables, as in [systems.NAME]"),
        (b"[study.a]", "'my.toml': unknown key 'study'; did you mean 'studies'"),
        (b"[studies.a]\nseeds = 1\ndatasets = ['wne']", "[studies.a]: 'systems' is missing"),
    ],
)
def test_files_that_declare_nothing(content, words):
    Path("my.toml").write_bytes(content)
    assert words in complaint("my.toml")


def test_a_file_of_several_studies_needs_a_name(declared):
    file = declared('[studies.other]\ndatasets = ["wne"]\nsystems = ["Tree"]\nseeds = 1')
    assert "declares the studies 'other' and 'mine': name one, as in 'my.toml:other'" in complaint(
        file
    )
    assert "'my.toml' has no study 'mien'; did you mean 'mine'?" in complaint("my.toml:mien")


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"dataset": '["wne"]'}, "unknown key 'dataset'; did you mean 'datasets'"),
        ({"datasets": None}, "'datasets' is missing"),
        ({"datasets": "[]"}, "'datasets' must be a list of names or files, or 'paper'"),
        ({"datasets": '"wne"'}, "or 'paper' for the article's 25, got 'wne'"),
        ({"datasets": "3"}, "'datasets' must be text or a list, got 3"),
        ({"datasets": '["wen"]'}, "there is no dataset 'wen'; did you mean 'wne'?"),
        ({"datasets": '[["wne"]]'}, "['wne']"),
        ({"datasets": '["none.csv"]'}, "there is no file '"),
        ({"systems": None}, "'systems' is missing"),
        ({"systems": "[]"}, "'systems' must name at least one, and each once"),
        ({"systems": '["Beta", "Beta"]'}, "'systems' must name at least one, and each once"),
        ({"systems": '["Beat"]'}, "there is no [systems.Beat]; did you mean 'Beta'?"),
        ({"systems": '[["Beta"]]'}, "there is no [systems.['Beta']]"),
        ({"systems": '"Beta"'}, "'systems' must be a list, got 'Beta'"),
        ({"epochs": "0"}, "epochs must be at least 1, got 0"),
        ({"epochs": "2.5"}, "'epochs' must be a whole number, got 2.5"),
        ({"epochs": "true"}, "'epochs' must be a whole number, got True"),
        ({"epochs": "2_000_000"}, "2000000"),
        ({"seeds": None}, "'seeds' is missing"),
        ({"seeds": "0"}, "'seeds' must be how many (1, 2, ...) or a list of whole numbers"),
        ({"seeds": "-3"}, "above 0, got -3"),
        ({"seeds": "[]"}, "above 0, got []"),
        ({"seeds": "[0]"}, "above 0, got [0]"),
        ({"seeds": "[1.0]"}, "above 0, got [1.0]"),
        ({"seeds": '"3"'}, "'seeds' must be a whole number or a list, got '3'"),
        ({"seeds": "true"}, "'seeds' must be a whole number or a list, got True"),
        ({"split": '"suffle"'}, "split must be one of 'shuffle', 'stratified', 'folds' and 'none'"),
        ({"split": "3"}, "'split' must be text, got 3"),
        ({"learned_share": "1"}, "learned_share must be in (0, 1), got 1"),
        ({"learned_share": "nan"}, "learned_share must be in (0, 1), got nan"),
        ({"learned_share": '"0.9"'}, "'learned_share' must be a whole number or a number"),
        ({"split": '"folds"', "folds": "1"}, "folds must be at least 2, got 1"),
        ({"folds": "5"}, "'folds' goes with split 'folds', not 'shuffle'"),
        (
            {"split": '"folds"', "learned_share": "0.8"},
            "'learned_share' goes with split 'shuffle' and 'stratified', not 'folds'",
        ),
        ({"split": '"folds"', "folds": "2.5"}, "'folds' must be a whole number, got 2.5"),
        ({"reference": '"Boxes"'}, "reference 'Boxes' is not one of its systems 'Beta'"),
        ({"reference": "3"}, "'reference' must be text, got 3"),
        ({"title": "3"}, "'title' must be text, got 3"),
        ({"curves": "1"}, "'curves' must be true or false, got 1"),
        ({"tables": '"rules"'}, "'tables' must be a list, got 'rules'"),
        ({"tables": '["ruels"]'}, "no metric 'ruels'; did you mean 'rules'?"),
        ({"tables": "[3]"}, "'tables' must list metrics, got 3"),
        ({"tables": '[{ metrics = "rules" }]'}, "unknown key 'metrics'; did you mean 'metric'?"),
        ({"tables": '[{ metric = ["rules"] }]'}, "['rules']"),
        ({"vary": "3"}, "'vary' must be a table, got 3"),
        ({"vary": "{}"}, "'vary' takes one parameter of one system"),
        ({"vary": "{ tol = [1.0], max_rules = [9] }"}, "'vary' takes one parameter of one system"),
        ({"vary": "{ max_rules = [9] }", "systems": '["Beta", "Boxes"]'}, "of one system"),
        ({"vary": "{ max_rules = [] }"}, "'vary' needs a list of values for 'max_rules'"),
        ({"vary": "{ max_rules = 9 }"}, "'vary' needs a list of values for 'max_rules'"),
        ({"vary": "{ max_rules = [9, 9] }"}, "9"),
        ({"vary": "{ max_rule = [9] }"}, "has no parameter 'max_rule'; did you mean 'max_rules'"),
        ({"vary": "{ max_rules = [0] }"}, "max_rules must be a whole number in [1, 1000000]"),
        ({"vary": "{ n_epochs = [9] }"}, "'n_epochs' is set by the study's 'epochs', not here"),
        ({"vary": "{ max_rules = [9] }", "reference": '"Beta"'}, "is not one of its systems '9'"),
    ],
)  # fmt: skip
def test_wrong_values_of_a_study(declared, keys, words):
    said = complaint(declared(**keys))
    assert words in said
    assert "mine" in said  # the study


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('klass = "UCSClassifier"', "unknown key 'klass'; did you mean 'class'"),
        ("parameters = {}", "'class' is missing"),
        ("class = 3", "'class' must be text, got 3"),
        ('class = "UCSClasifier"', "there is no class 'UCSClasifier' in beta4ucs; did you mean "
                                   "'UCSClassifier'"),
        ('class = "RandomForestClassifier"', "other classes are named with their module, as in "
                                             "'sklearn.ensemble.RandomForestClassifier'"),
        ('class = "sklearn.svm.SCV"', "there is no class 'SCV' in module 'sklearn.svm'"),
        ('class = "no_such_package.Model"', "'no_such_package'"),
        ('class = ".relative.Model"', "'.relative.Model'"),
        ('class = "own_models.a_number"', "own_models.a_number"),
        ('class = "sklearn.svm"', "sklearn.svm"),
        ('class = "sklearn.preprocessing.StandardScaler"', "StandardScaler"),
        ('class = "sklearn.linear_model.LinearRegression"', "LinearRegression"),
        ('class = "own_models.WithoutParameters"', "own_models.WithoutParameters"),
        ('class = "sklearn.ensemble.VotingClassifier"', "estimators"),
        ('class = "broken_models.Model"', "broken_models"),
        ('class = "UCSClassifier"\nparameters = 3', "'parameters' must be a table, got 3"),
        ('class = "UCSClassifier"\nparameters = { max_rule = 9 }',
         "UCSClassifier has no parameter 'max_rule'; did you mean 'max_rules'"),
        ('class = "UCSClassifier"\nparameters = { max_rules = 0 }',
         "max_rules must be a whole number in [1, 1000000], got 0"),
        ('class = "UCSClassifier"\nparameters = { max_rules = "many" }', "got 'many'"),
        ('class = "UCSClassifier"\nparameters = { representation = "boxes" }', "got 'boxes'"),
        ('class = "UCSClassifier"\nparameters = { representation = 3 }', "got '3'"),
        ('class = "UCSClassifier"\n'
         'parameters = { representation = "hyperrectangle", mutation_step = -1.0 }',
         "mutation_step must be in [0, 1000], got -1"),
        ('class = "UCSClassifier"\nparameters = { representation = "no.py" }', "no.py'"),
        ('class = "UCSClassifier"\nparameters = { representation = "own.py:Own(width=0.3)" }',
         "has values in brackets; in a study they stand beside it"),
        ('class = "UCSClassifier"\nparameters = { random_state = 3 }',
         "'random_state' is set by the study's 'seeds', not here"),
        ('class = "UCSClassifier"\nparameters = { n_epochs = 3 }',
         "'n_epochs' is set by the study's 'epochs', not here"),
        ('class = "sklearn.svm.SVC"\nparameters = { random_state = 3 }',
         "'random_state' is set by the study's 'seeds', not here"),
        ('class = "sklearn.svm.SVC"\nparameters = { kernle = "rbf" }',
         "sklearn.svm.SVC has no parameter 'kernle'; did you mean 'kernel'"),
        ('class = "sklearn.svm.SVC"\nmissing_value = "mean"',
         "missing_value must be a number or 'keep', got 'mean'"),
        ('class = "sklearn.svm.SVC"\nmissing_value = true', "'missing_value' must be"),
        ('class = "sklearn.svm.SVC"\nscale = 1', "'scale' must be true or false, got 1"),
        ('class = "UCSClassifier"\nscale = true', "'scale' and 'missing_value' are for other"),
        ('class = "UCSClassifier"\nmissing_value = 0', "UCSClassifier scales its inputs"),
        ('class = "UCSClassifier"\nepochs = 0', "epochs must be at least 1, got 0"),
        ('class = "UCSClassifier"\nepochs = "9"', "'epochs' must be a whole number, got '9'"),
        ('class = "sklearn.svm.SVC"\nepochs = 9', "epochs"),
    ],
)  # fmt: skip
def test_wrong_systems(declared, lines, words):
    Path("broken_models.py").write_text("raise RuntimeError('not today')\n")
    said = complaint(declared(f"[systems.Odd]\n{lines}", systems='["Odd"]'))
    assert words in said
    assert "Odd" in said  # the system


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("traget = 1", "[datasets.apples]: unknown key 'traget'; did you mean 'target'"),
        ('target = "kind"', "[datasets.apples]: 'file' must name a file, got None"),
        ("file = 3", "[datasets.apples]: 'file' must name a file, got 3"),
        (
            'file = "fruit.csv"\ncategorical = "mass"',
            "[datasets.apples]: 'categorical' must be a list of columns, got 'mass'",
        ),
        ('file = "none.csv"', "[datasets.apples]: there is no file '"),
    ],
)
def test_wrong_tables(declared, lines, words):
    assert words in complaint(declared(f"[datasets.apples]\n{lines}"))


@pytest.mark.parametrize(
    "datasets", ['["fruit.csv", "away/fruit.csv"]', '["fruit.csv", "fruit"]', '["wne", "wine"]']
)
def test_two_data_sets_of_one_name_are_refused(declared, datasets):
    Path("away").mkdir()
    lines = Path("fruit.csv").read_text().splitlines()
    Path("away/fruit.csv").write_text("\n".join(lines[:40]))
    named = '[datasets.fruit]\nfile = "away/fruit.csv"'
    with pytest.raises(InputError, match=r"\[studies.mine\].*'(fruit|wne)'"):
        find_study(declared(named, datasets=datasets))
