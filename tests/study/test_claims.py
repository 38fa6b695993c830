"""The article's claims: the committed page is what records say, and verdicts go either way."""

import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from beta4ucs.cli import run as command
from beta4ucs.study import Store, find_study, printed
from beta4ucs.study.claims import CLAIMS, Claim, Evidence, Finding, Verdict, claims_page
from beta4ucs.study.claims.article import DIFFERENCES, TABLES
from beta4ucs.study.claims.kinds import better_than, figure, is_within, order_of_ranks
from beta4ucs.study.runs import Run

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def made_up(study, n_seeds, value):
    """Records of a study of the article; `value` gives the test accuracy of a cell."""
    found = find_study(study)
    for system in found.systems:
        run = Run(study, "", "ab", system, found.protocol, found.epochs, 1, found.with_curves)
        inputs = {name: what for name, what in run.inputs.items() if name != "curves"}
        for source, seed in product(found.datasets, range(1, n_seeds + 1)):
            accuracy = value(source.name, system.name, seed)
            yield {
                **inputs, "data_sha256": source.name, "dataset": source.name, "seed": seed,
                "system": system.name, "error": None, "test_accuracy": accuracy,
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
    said = [one for one in CLAIMS if one.place == "V-B1" and "cases" not in one.text]
    said = [one for one in said if "`mux`" not in one.text]
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


def test_a_figure_is_confirmed_within_its_interval(as_printed):
    cell = ("wne", "FBRC")
    near = figure("", "near", "main", "test_accuracy", cell, 92.04)
    far = figure("", "far", "main", "test_accuracy", cell, 92.5)
    assert near.judged(as_printed)[0] is Verdict.CONFIRMED
    assert far.judged(as_printed)[0] is Verdict.NOT_CONFIRMED
    assert is_within(1.4, 0.0, -1.0, 1.0)
    assert not is_within(1.5, 0.0, -1.0, 1.0)


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
