"""The article's claims: the committed page is what records say, and verdicts go either way."""

import math
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from beta4ucs.cli import run as command
from beta4ucs.study import Store, find_study, printed
from beta4ucs.study.claims import CLAIMS, Claim, Evidence, Finding, Verdict, claims_page
from beta4ucs.study.claims.article import DIFFERENCES, TABLES
from beta4ucs.study.claims.kinds import (
    better_than,
    figure,
    is_within,
    order_of_ranks,
    ranks_follow,
)
from beta4ucs.study.claims.resampled_marks import are_above_zero, interval_of_marks
from beta4ucs.study.marks import run_marks
from beta4ucs.study.runs import Run

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def made_up(study, n_seeds, value, metric="test_accuracy"):
    """Records of a study of the article; `value` gives the measure of a cell."""
    found = find_study(study)
    own = [measure.name for measure in found.own_measures]

    def measured(found_value):
        """One number for all own measures of a study, or one for each by name."""
        return found_value if isinstance(found_value, dict) else dict.fromkeys(own, found_value)

    for system in found.systems:
        run = Run(
            study, "", "ab", system, found.protocol, found.epochs, 1, found.with_curves,
            found.own_measures,
        )  # fmt: skip
        inputs = {name: what for name, what in run.inputs.items() if name != "curves"}
        for source, seed in product(found.datasets, range(1, n_seeds + 1)):
            found_value = value(source.name, system.name, seed)
            curves = {metric: [found_value, 0.0]} if run.with_curves else None
            yield {
                **inputs, "data_sha256": source.name, "dataset": source.name, "seed": seed,
                "system": system.name, "error": None, metric: found_value, "curves": curves,
                "measured": measured(found_value),
            }  # fmt: skip


PRINTED = printed.values("test_accuracy").to_dict()


def by_print(dataset, system, seed):
    """The printed mean, and a little noise."""
    return PRINTED[system][dataset] / 100 + 1e-6 * math.sin(seed)


@pytest.fixture(scope="module")
def as_printed():
    return Evidence(made_up("main", 10, by_print))


def test_the_committed_page_is_what_the_records_say():
    pytest.importorskip("xgboost")  # to tell the parameters of its runs
    if not (RESULTS / "records" / "main.parquet").exists():
        pytest.skip("a source distribution has the records of one study only")
    records = Store(RESULTS / "records").records()
    expected = claims_page(Evidence(records.values()))
    assert (RESULTS / "claims.md").read_text(encoding="utf-8") == expected


def test_printed_means_confirm_what_is_said_of_them(as_printed):
    """Runs that hit the printed means confirm the claims about test accuracy."""
    of_runs = ("cases", "drawback", "`mux`")  # which means alone do not decide
    said = [one for one in CLAIMS if one.place == "V-B1"]
    said = [one for one in said if not any(word in one.text for word in of_runs)]
    assert len(said) > 18
    missed = [one.text for one in said if one.judged(as_printed)[0] is not Verdict.CONFIRMED]
    assert missed == []


def test_the_same_runs_in_another_order_do_not(as_printed):
    claim = order_of_ranks("", "main", "test_accuracy", ["FBR", "FBRC"], "the other way round")
    verdict, ours = claim.judged(as_printed)
    assert verdict is Verdict.NOT_CONFIRMED
    assert "places: FBR 2, FBRC 1" in ours


def test_fewer_than_ten_seeds_decide_nothing():
    few = Evidence(made_up("main", 9, by_print))
    claim = better_than("", "main", "test_accuracy", "Triangles", "beats")
    assert claim.judged(few)[0] is Verdict.OPEN
    assert claim.judged(few)[1].startswith("Holm p = ")
    assert claim.judged(Evidence([]))[0] is Verdict.OPEN


def test_a_system_without_runs_leaves_claims_open():
    records = [one for one in made_up("main", 10, by_print) if one["system"] != "Triangles"]
    assert Evidence(records).n_seeds("main") == 0


def test_some_of_the_data_sets_decide_nothing():
    records = [one for one in made_up("main", 10, by_print) if one["dataset"] in ("wne", "can")]
    few = Evidence(records)
    assert (few.n_seeds("main"), few.n_datasets("main")) == (0, 2)
    assert {claim.judged(few)[0] for claim in CLAIMS} == {Verdict.OPEN}
    page = claims_page(few)
    assert f"Of {len(CLAIMS)} claims: 0 confirmed, {len(CLAIMS)} open, 0 not confirmed." in page
    assert "| 2 of 25 data sets of `main` |" in page


def test_a_figure_is_confirmed_within_its_interval(as_printed):
    cell = ("wne", "FBRC")
    near = figure("", "near", "main", "test_accuracy", cell, 92.04)
    far = figure("", "far", "main", "test_accuracy", cell, 92.5)
    assert near.judged(as_printed)[0] is Verdict.CONFIRMED
    assert far.judged(as_printed)[0] is Verdict.NOT_CONFIRMED
    assert is_within(1.4, 0.0, -1.0, 1.0)
    assert not is_within(1.5, 0.0, -1.0, 1.0)


def claim_that(text):
    """The only claim that says so."""
    (found,) = [one for one in CLAIMS if text in one.text]
    return found


def verdict_of(text, value, metric="test_accuracy"):
    """The verdict on a claim if each cell of its study has this value."""
    claim = claim_that(text)
    return claim.judged(Evidence(made_up(claim.study, 10, value, metric)))[0]


@pytest.mark.parametrize("dataset", ["col", "ecl", "gls"])
def test_boxes_are_worst_where_they_are(as_printed, dataset):
    text = f"on `{dataset}` Hyperrectangles have the worst"
    assert claim_that(text).judged(as_printed)[0] is Verdict.CONFIRMED

    def value(name, system, seed):
        return by_print("tae" if name == dataset else name, system, seed)

    found = verdict_of(text, value)
    assert found is Verdict.NOT_CONFIRMED  # on `tae` Trapezoids are worst


def is_fuzzy(system):
    return not system.startswith(("Hyper", "Curved", "Self-Ada-RP"))


@pytest.mark.parametrize(
    ("text", "metric", "holds", "fails"),
    [
        ("increases the share of crisp", "crisp_share",
         lambda system: 0.5 * (system == "FBRC"), lambda system: 0.5 * (system == "FBR")),
        ("slightly faster than without", "cpu_seconds",
         lambda system: 2 - (system == "FBRC"), lambda system: 2 - (system == "FBR")),
        ("fuzzy representations take longer", "cpu_seconds",
         lambda system: 1 + is_fuzzy(system), lambda system: 1 + 9 * (system == "FBR")),
        ("a significant difference in time", "cpu_seconds", len, lambda system: 1),
        ("predominantly employs crisp", "crisp_share", lambda system: 0.6, lambda system: 0.4),
        ("crisp rules dominate at first", "crisp_share", lambda system: 0.6, lambda system: 0.4),
        ("fuzzy rules prevail", "crisp_share", lambda system: 0.4,
         lambda system: 0.6 * (system == "5.0")),
        ("the more rules are crisp", "crisp_share",
         lambda system: 1 / float(system), lambda system: float(system) / 5),
        ("have similar or higher test accuracy", "test_accuracy",
         lambda system: 0.6, lambda system: 0.6 - 0.1 * (system == "SVM")),
    ],
)  # fmt: skip
def test_claims_are_judged_either_way(text, metric, holds, fails):
    """On every data set the same, or nearly so: the size of a difference varies."""

    def told(by_system):
        return lambda dataset, system, seed: by_system(system) * (1 + 0.001 * ord(dataset[0]))

    assert verdict_of(text, told(holds), metric) is Verdict.CONFIRMED
    assert verdict_of(text, told(fails), metric) is Verdict.NOT_CONFIRMED


BOARD = {"fuzzy_area": 1.0, "kurtosis_near": 1.85, "kurtosis_far": 1.81, "crisp_near": 0.4,
         "crisp_far": 0.6, "straight_01": 0.8, "straight_02": 0.6, "straight_04": 0.2}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "change", "verdict"),
    [
        ("kurtosis exceeds 1.8 everywhere", {}, "CONFIRMED"),
        ("kurtosis exceeds 1.8 everywhere", {"fuzzy_area": 0.9}, "NOT_CONFIRMED"),
        ("kurtosis exceeds 1.8 everywhere", {"kurtosis_near": 1.805}, "NOT_CONFIRMED"),
        ("kurtosis exceeds 1.8 everywhere", {"kurtosis_far": 1.9}, "NOT_CONFIRMED"),
        ("kurtosis exceeds 1.8 everywhere", {"kurtosis_near": None}, "OPEN"),
        ("parallel to an axis", {}, "CONFIRMED"),
        ("parallel to an axis", {"straight_02": 0.4}, "NOT_CONFIRMED"),
        ("parallel to an axis", {"straight_02": None}, "OPEN"),
        ("fuzzy near diagonal borders", {}, "CONFIRMED"),
        ("fuzzy near diagonal borders", {"crisp_near": 0.55}, "NOT_CONFIRMED"),
        ("fuzzy near diagonal borders", {"crisp_far": None}, "OPEN"),
    ],
)
def test_claims_on_the_checkerboard(text, change, verdict):
    """The excess far from borders is 0.05 after the first epoch, then what is told."""

    def value(dataset, system, seed):
        numbers = BOARD | change
        if system == "FBRC-1" and "kurtosis_far" not in change:
            numbers = numbers | {"kurtosis_far": 1.85}
        return {k: None if v is None else v + 1e-5 * (seed % 3) for k, v in numbers.items()}

    claim = claim_that(text)
    records = list(made_up(claim.study, 10, value))
    assert claim.judged(Evidence(records))[0] is Verdict[verdict]


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [
        ("clear crisp rules", lambda s: 1.0 + (s == "FBRC-50"), lambda s: 0.0),
        ("have less say in FBRC", lambda s: 0.2 + 0.1 * (s != "FBRC"), lambda s: 0.2),
        (
            "the more precise are the rules",
            lambda s: 1 - float(s) / 5,
            lambda s: 0.5 + float(s) / 5,
        ),
    ],
)
def test_claims_on_rules_are_judged_either_way(text, holds, fails):
    def told(by_system):
        return lambda dataset, system, seed: by_system(system) + 1e-4 * (seed % 3)

    assert verdict_of(text, told(holds)) is Verdict.CONFIRMED
    assert verdict_of(text, told(fails)) is Verdict.NOT_CONFIRMED
    assert verdict_of(text, lambda *cell: None) is Verdict.OPEN


def test_a_trend_says_how_many_data_sets_have_values():
    def value(dataset, system, seed):
        return None if dataset == "mux" and system == "0.1" else 1 - float(system) / 5

    claim = claim_that("the more precise are the rules")
    verdict, ours = claim.judged(Evidence(made_up("rule-accuracy", 10, value)))
    assert verdict is Verdict.CONFIRMED
    assert ours.endswith("over 24 data sets")


@pytest.mark.parametrize(("step", "verdict"), [(0.1, "CONFIRMED"), (0.0001, "NOT_CONFIRMED")])
def test_shares_of_data_sets_differ_beyond_their_intervals(step, verdict):
    def value(dataset, system, seed):
        return 0.5 + step * (dataset == "car") + 0.01 * (seed % 2)

    found = verdict_of("share of crisp rules differs", value, "crisp_share")
    assert found is Verdict[verdict]


@pytest.mark.parametrize(("on_tae", "verdict"), [(0.0, "CONFIRMED"), (-0.01, "NOT_CONFIRMED")])
def test_one_significant_loss_is_a_drawback(on_tae, verdict):
    def value(dataset, system, seed):
        gain = {"mux": 0.01, "tae": on_tae}.get(dataset, 0.0)
        return 0.5 + 0.001 * seed + gain * (system == "FBRC")

    assert verdict_of("without a significant drawback", value) is Verdict[verdict]


def test_resamples_are_tested_as_the_runs_are():
    rng = np.random.default_rng(2)
    differences = rng.integers(-2, 5, (40, 30)) / 10  # ties and zeros
    expected = [
        run_marks(pd.DataFrame({"one": row, "other": 0.0}), "other")["one"] == "+"
        for row in differences
    ]
    assert 0 < sum(expected) < 40
    assert are_above_zero(differences).tolist() == expected
    assert not are_above_zero(np.zeros((1, 30)))[0]


def test_intervals_of_counts_come_from_the_seeds():
    """Runs that agree leave no doubt about a count, however few cases it is of."""
    rng = np.random.default_rng(3)
    noise = {name: rng.normal(0, 0.05, 30) for name in PRINTED["FBRC"]}

    def counted(noisy):
        def value(dataset, system, seed):
            is_ahead = system == "FBR" and dataset < "e"
            return 0.5 + 0.02 * is_ahead + noisy * noise[dataset][seed - 1] * is_ahead

        grid = Evidence(made_up("main", 30, value)).grid("main", "test_accuracy")
        return interval_of_marks(grid, "FBRC", ["FBR"], 7)

    assert counted(0.0) == (7, 7)
    low, high = counted(1.0)
    assert low < 7 < high <= 25


def test_a_trend_needs_its_correlation():
    def value(dataset, system, seed):
        return 0.5 + 0.01 * float(system)

    evidence = Evidence(made_up("initial-shape", 10, value))
    rising, falling = (
        ranks_follow("initial-shape", "test_accuracy", rises=rises)(evidence)
        for rises in (True, False)
    )
    assert falling.holds  # rank 1 is the best
    assert not rising.holds
    assert falling.ours.startswith("Spearman -1.00")


def test_thresholds_stand_on_the_page():
    page = (RESULTS / "claims.md").read_text(encoding="utf-8")
    n_trends = sum("| Spearman " in line for line in page.splitlines())
    assert n_trends == page.count("correlation is beyond 0.5") > 2


def test_misses_stand_at_the_top():
    page = (RESULTS / "claims.md").read_text(encoding="utf-8")
    places = [page.find(f"## {verdict.value.capitalize()}\n") for verdict in Verdict]
    places = [place for place in places if place >= 0]
    assert places == sorted(places)
    assert len(places) > 1
    assert f"Of {len(CLAIMS)} claims: " in page


def test_every_printed_table_is_judged():
    assert {table for _, table in TABLES} == set(printed.TABLES) - {"rule_forms"}
    assert len(DIFFERENCES) == len(TABLES)


def test_a_claim_without_a_measurement_is_open():
    claim = Claim("", "", "", "main", lambda _: Finding("1", True))
    assert Claim("", "", "", "").judged(Evidence([])) == (Verdict.OPEN, "-")
    assert claim.judged(Evidence([])) == (Verdict.OPEN, "-")


def test_intervals_shrink_with_seeds():
    rng = np.random.default_rng(1)
    noisy = {(d, s): rng.normal(0, 0.05, 30) for d in ("wne", "tae") for s in ("FBR", "FBRC")}

    def value(dataset, system, seed):
        return 0.5 + float(noisy.get((dataset, system), np.zeros(31))[seed - 1])

    widths = []
    for n_seeds in (10, 30):
        found = Evidence(made_up("main", n_seeds, value))
        _, low, high = found.difference("main", "test_accuracy", "FBRC", "FBR")
        widths.append(high - low)
    assert widths[1] < widths[0]


def test_the_command_writes_the_page(capsys):
    assert command(["study", "claims", "--results", str(RESULTS / "none")]) != 0
    assert "there are no records" in capsys.readouterr().err
