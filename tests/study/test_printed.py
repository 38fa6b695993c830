"""The shipped numbers of the article agree with each other, as they do on paper."""

import pytest

from beta4ucs.data import catalogue
from beta4ucs.errors import InputError
from beta4ucs.study import printed

COMPARISONS = [name for name in printed.TABLES if name != "rule_forms"]
DATASETS = [info.id for info in catalogue() if info.id != "rcb"]


@pytest.mark.parametrize("table", printed.TABLES)
def test_every_table_has_all_data_sets(table):
    values = printed.values(table)
    assert values.index.tolist() == DATASETS
    assert values.notna().all(axis=None)
    assert (values > 0).all(axis=None)


@pytest.mark.parametrize("table", COMPARISONS)
def test_marks_are_counted_below_their_table(table):
    marks, summary = printed.marks(table), printed.summaries(table)
    reference = printed.reference(table)
    assert summary.index.tolist() == marks.columns.tolist()
    assert (marks[reference] == "").all()
    for name in marks.columns.drop(reference):
        counts = [str((marks[name] == sign).sum()) for sign in "+-~"]
        assert counts == summary.loc[name, ["better", "worse", "similar"]].tolist()


@pytest.mark.parametrize("table", COMPARISONS)
def test_ranks_share_out_all_places(table):
    ranks = printed.summaries(table)["rank"].astype(float)
    assert ranks.sum() == pytest.approx(len(ranks) * (len(ranks) + 1) / 2, abs=0.011)


def test_the_last_row_of_pairs_is_the_comparison_with_fbrc():
    pairs = printed.pairs()
    assert len(pairs) == 45
    with_fbrc = pairs[pairs["row"] == "FBRC"].set_index("column")
    summary = printed.summaries("test_accuracy").drop("FBRC")
    assert with_fbrc["better"].tolist() == summary["worse"].tolist()
    assert with_fbrc["worse"].tolist() == summary["better"].tolist()
    assert with_fbrc["p"].tolist() == [f"{float(p):.4f}" for p in summary["p"]]


def test_the_default_setting_has_the_same_means_in_all_tables():
    fbrc = printed.values("test_accuracy")["FBRC"].tolist()
    for table, column in (
        ("tol_sub_test_accuracy", "0.01"),
        ("r0:accuracy", "1.0"),
        ("s0_test_accuracy", "1.0"),
        ("modern_ml:test", "FBRC-50"),
    ):
        assert printed.values(table)[column].tolist() == fbrc
    assert (
        printed.values("r0:population")["1.0"].tolist()
        == printed.values("population_size")["FBRC"].tolist()
    )


def test_crisp_and_fuzzy_are_all_rules():
    assert printed.values("rule_forms").sum(axis=1).tolist() == pytest.approx([100] * 25)


def test_what_is_read_can_be_changed_without_harm():
    values, summary = printed.values("test_accuracy"), printed.summaries("test_accuracy")
    pairs = printed.pairs()
    values.loc["cae", "FBRC"] = 0
    summary.loc["FBRC", "rank"] = ""
    pairs.loc[0, "p"] = ""
    assert printed.values("test_accuracy").loc["cae", "FBRC"] == 62.08
    assert printed.summaries("test_accuracy").loc["FBRC", "rank"] == "3.38"
    assert printed.pairs().loc[0, "p"] == "0.4742"


def test_an_unknown_table_is_named():
    with pytest.raises(InputError, match=r"no table 'r0'; there are .*'r0:accuracy'"):
        printed.values("r0")
    with pytest.raises(InputError, match="did you mean 'population_size'"):
        printed.summaries("populationsize")
