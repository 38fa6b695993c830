"""From runs to the article's tables, complete or not."""

import numpy as np
import pandas as pd
import pytest

from beta4ucs.errors import InputError
from beta4ucs.study import printed
from beta4ucs.study.statistics import average_ranks, compare_with, friedman_p
from beta4ucs.study.tables import (
    mean_table,
    pairwise_table,
    rule_form_table,
    summary_table,
)

DATASETS, SYSTEMS = ["can", "mul", "wne"], ["Triangles", "FBR", "FBRC"]


def make_runs(datasets=DATASETS, systems=SYSTEMS, n_runs=8):
    """On each data set each system is better than the one before by 1 point in every run."""
    return pd.DataFrame(
        [
            {
                "dataset": dataset,
                "system": system,
                "seed": seed,
                "test_accuracy": 0.8 + 0.01 * place + 0.001 * seed,
                "rules": 1000 + 10 * place + seed,
                "crisp_share": 0.25,
                "cpu_seconds": 1.0 + place,
            }
            for dataset in datasets
            for place, system in enumerate(systems)
            for seed in range(1, n_runs + 1)
        ]
    )


def printed_runs(table, factor=1.0):
    """One run a cell that has the printed mean."""
    long = printed.values(table).stack().rename("test_accuracy") / 100 * factor
    long.index.names = ["dataset", "system"]
    return long.reset_index().assign(seed=1)


def test_means_are_in_per_cent_and_marks_against_the_reference():
    table = summary_table(make_runs(), "test_accuracy", DATASETS, SYSTEMS, "FBR")
    assert table.means.index.tolist() == DATASETS
    assert table.means.loc["mul"].tolist() == pytest.approx([80.45, 81.45, 82.45])
    assert table.marks.loc["wne"].tolist() == ["-", "", "+"]
    assert table.summary["rank"].tolist() == [3, 2, 1]
    assert table.summary[["better", "worse", "similar"]].to_numpy().tolist() == [
        [0, 3, 0], [0, 0, 0], [3, 0, 0],
    ]  # fmt: skip
    assert table.summary.loc["FBR", ["p", "p_holm"]].isna().all()
    assert table.notes == ("Each mean is of 8 runs.",)


def test_fewer_rules_are_better():
    table = summary_table(make_runs(), "rules", DATASETS, SYSTEMS, "FBR")
    assert table.means.loc["can", "FBRC"] == 1024.5
    assert table.marks.loc["can"].tolist() == ["+", "", "-"]
    assert table.summary["rank"].tolist() == [1, 2, 3]
    assert table.roles.loc["can"].tolist() == ["best", "", "worst"]


def test_order_of_rows_and_columns_is_as_asked():
    runs = make_runs().sample(frac=1, random_state=0)
    table = summary_table(runs, "test_accuracy", DATASETS[::-1], SYSTEMS[::-1], "FBRC")
    assert table.means.index.tolist() == DATASETS[::-1]
    assert table.means.columns.tolist() == table.summary.index.tolist() == SYSTEMS[::-1]


def test_equal_values_are_all_best_and_a_row_of_equals_has_none():
    runs = make_runs(n_runs=1)
    place = runs["system"].isin(["FBR", "FBRC"]) & (runs["dataset"] == "can")
    runs.loc[place, "test_accuracy"] = [0.3, 0.1 + 0.2]
    runs.loc[runs["dataset"] == "mul", "test_accuracy"] = 0.5
    table = summary_table(runs, "test_accuracy", DATASETS, SYSTEMS)
    assert table.roles.loc["can"].tolist() == ["best", "worst", "worst"]
    assert table.roles.loc["mul"].tolist() == ["", "", ""]


def test_the_whole_article_comes_back_from_its_means():
    means = printed.values("test_accuracy")
    table = summary_table(
        printed_runs("test_accuracy"), "test_accuracy", list(means.index), list(means), "FBRC",
        against="test_accuracy",
    )  # fmt: skip
    assert (table.differences.abs() < 1e-9).all(axis=None)
    assert table.summary["rank"].tolist() == average_ranks(means).tolist()
    assert table.friedman_p == pytest.approx(friedman_p(means))
    expected = compare_with("FBRC", means)
    pd.testing.assert_frame_equal(table.summary[["p", "p_holm"]], expected, check_names=False)
    agreement = table.agreement
    assert (agreement.n_cells, agreement.n_datasets, agreement.n_same_best) == (250, 25, 25)
    assert agreement.mean_absolute_difference == pytest.approx(0, abs=1e-9)
    assert agreement.ranks.loc["Hyperrectangles", "printed"] == 6.72  # as it stands there


def test_differences_from_the_article_are_ours_less_its():
    table = summary_table(
        printed_runs("test_accuracy", 0.9), "test_accuracy", ["wne"], ["FBR", "FBRC"],
        against="test_accuracy",
    )  # fmt: skip
    assert table.differences.loc["wne"].tolist() == pytest.approx([-9.278, -9.204])
    assert table.agreement.mean_difference == pytest.approx(-9.241)
    # the printed ranks are of ten systems on 25 data sets: here they are made anew
    assert table.agreement.ranks.to_numpy().tolist() == [[1, 1], [2, 2]]


def test_another_best_system_is_noticed():
    means = printed.values("test_accuracy").loc[["wne", "mux"], ["FBR", "FBRC"]]
    runs = make_runs(["wne", "mux"], ["FBR", "FBRC"])  # FBRC best on both, printed on mux only
    assert means.idxmax(axis=1).tolist() == ["FBR", "FBRC"]
    table = summary_table(
        runs, "test_accuracy", ["wne", "mux"], ["FBR", "FBRC"], against="test_accuracy"
    )
    assert (table.agreement.n_same_best, table.agreement.n_datasets) == (1, 2)


def test_what_the_article_does_not_have_stays_empty():
    table = summary_table(
        make_runs(["own"]), "test_accuracy", ["own"], SYSTEMS, against="test_accuracy"
    )
    assert table.printed.isna().all(axis=None)
    assert table.agreement.n_cells == table.agreement.n_datasets == 0
    assert np.isnan(table.agreement.mean_difference)


# ---------------------------------------------------------------------- gaps


def test_a_missing_cell_leaves_its_data_set_out_of_the_ranks():
    runs = make_runs()
    runs = runs[~((runs["dataset"] == "mul") & (runs["system"] == "Triangles"))]
    table = summary_table(runs, "test_accuracy", DATASETS, SYSTEMS, "FBRC")
    assert np.isnan(table.means.loc["mul", "Triangles"])
    assert table.marks.loc["mul"].tolist() == ["", "-", ""]
    assert table.ranked == ("can", "wne")
    assert table.summary["rank"].tolist() == [3, 2, 1]
    assert table.summary["worse"].tolist() == [2, 3, 0]
    assert table.notes == (
        "Each mean is of 8 runs.",
        "1 cell has no runs.",
        "Ranks and p-values are over the 2 of 3 data sets that have runs of all systems.",
    )


def test_a_system_without_runs_is_not_ranked():
    runs = make_runs(systems=SYSTEMS[:2])
    table = summary_table(runs, "test_accuracy", DATASETS, SYSTEMS, "FBR")
    assert table.summary["rank"].tolist()[:2] == [2, 1]
    assert np.isnan(table.summary.loc["FBRC", "rank"])
    assert table.summary["position"].tolist()[:2] == [2, 1]
    assert "No results of 'FBRC'." in table.notes


def test_without_the_reference_there_is_no_comparison():
    runs = make_runs(systems=SYSTEMS[:2])
    for systems in (SYSTEMS, SYSTEMS[:2]):
        table = summary_table(runs, "test_accuracy", DATASETS, systems, "FBRC")
        assert table.reference is None
        assert (table.marks == "").all(axis=None)
        assert table.summary["p"].isna().all()
        assert table.notes[-1] == "No comparison: there are no runs of the reference 'FBRC'."


def test_differing_numbers_of_runs_are_said():
    runs = make_runs()
    runs = runs[~((runs["system"] == "FBRC") & (runs["seed"] > 5))]
    table = summary_table(runs, "test_accuracy", DATASETS, SYSTEMS, "FBRC")
    assert table.counts.loc["can"].tolist() == [8, 8, 5]
    assert table.notes == ("Means are of 5 to 8 runs; 3 of fewer than 8.",)
    assert table.marks.loc["can", "FBR"] == "~"  # five pairs are too few


@pytest.mark.parametrize("n_kept", [0, 1])
def test_next_to_nothing_is_still_a_table(n_kept):
    runs = make_runs().iloc[:n_kept]
    for make in (summary_table, pairwise_table):
        table = make(runs, "test_accuracy", DATASETS, SYSTEMS)
        assert table.notes[0] == ("Each mean is of 1 run." if n_kept else "There are no runs.")
    table = summary_table(runs, "test_accuracy", DATASETS, SYSTEMS, "FBRC", against="test_accuracy")
    assert table.summary["rank"].isna().all()
    assert np.isnan(table.friedman_p)


def test_runs_without_a_value_do_not_count():
    runs = make_runs()
    runs.loc[runs["system"] == "Triangles", "crisp_share"] = np.nan
    table = summary_table(runs, "crisp_share", DATASETS, SYSTEMS)
    assert table.counts["Triangles"].tolist() == [0, 0, 0]


LATER = "the records are older than this measure, or the classifier has no predict_proba"


def with_log_loss(runs, absent):
    """Runs with a log loss, except where `absent` says so."""
    return runs.assign(test_log_loss=np.where(absent, np.nan, 0.5))


def test_runs_without_a_measure_are_not_called_missing():
    runs = make_runs()
    runs = with_log_loss(runs, runs["system"].isin(["FBR", "FBRC"]))
    table = summary_table(runs, "test_log_loss", DATASETS, SYSTEMS, "FBRC")
    assert table.notes == (
        "Each mean is of 8 runs.",
        f"No test_log_loss in the runs of 'FBR' and 'FBRC': {LATER}.",
        "No comparison: there are no runs of the reference 'FBRC' with test_log_loss.",
    )


def test_a_measure_that_no_run_has():
    runs = with_log_loss(make_runs(), True)
    for make in (summary_table, mean_table, pairwise_table):
        table = make(runs, "test_log_loss", DATASETS, SYSTEMS)
        assert table.notes[0] == f"None of the 72 runs has test_log_loss: {LATER}."
    table = mean_table(runs.iloc[:1], "test_log_loss", DATASETS, SYSTEMS)
    assert table.notes[0] == f"The only run has no test_log_loss: {LATER}."


def test_missing_runs_and_missing_values_are_counted_apart():
    runs = make_runs(systems=SYSTEMS[:2])
    there = ~((runs["dataset"] == "can") & (runs["system"] == "FBR"))
    runs = with_log_loss(runs, runs["dataset"].isin(["mul"]))[there]
    notes = mean_table(runs, "test_log_loss", DATASETS, SYSTEMS).notes
    assert notes == (
        "Each mean is of 8 runs.",
        "No results of 'FBRC'.",
        "1 more cell has no runs.",
        "2 cells have runs without test_log_loss.",
    )


@pytest.mark.parametrize(
    ("metric", "words"),
    [("rules", "in the runs of 'FBR': the classifier has no rules."),
     ("test_auc", "measure, or the classifier has neither predict_proba nor decision_function."),
     ("test_accuracy", "in the runs of 'FBR': there are no test rows.")],
)  # fmt: skip
def test_the_reason_is_that_of_the_measure(metric, words):
    runs = make_runs()
    runs[metric] = np.where(runs["system"] == "FBR", np.nan, 0.5)
    assert mean_table(runs, metric, DATASETS, SYSTEMS).notes[1].endswith(words)


def test_numbers_that_may_be_missing_are_taken():
    runs = make_runs().astype({"rules": "Int64", "seed": "Int64"})
    runs.loc[0, "rules"] = pd.NA
    assert summary_table(runs, "rules", DATASETS, SYSTEMS).counts.loc["can", "Triangles"] == 7


# ---------------------------------------------------------------------- pairs


def test_pairs_have_the_verdict_of_the_row_on_the_column():
    datasets = [f"d{i}" for i in range(6)]
    runs = make_runs(datasets)
    table = pairwise_table(runs, "test_accuracy", datasets, SYSTEMS)
    assert table.pairs[["row", "column"]].to_numpy().tolist() == [
        ["FBR", "Triangles"], ["FBRC", "Triangles"], ["FBRC", "FBR"],
    ]  # fmt: skip
    assert table.pairs["p"].tolist() == [0.03125] * 3
    assert table.pairs["mark"].tolist() == ["+"] * 3
    assert table.pairs[["better", "worse", "similar"]].to_numpy().tolist() == [[6, 0, 0]] * 3
    rules = pairwise_table(runs, "rules", datasets, SYSTEMS).pairs
    assert rules["mark"].tolist() == ["-"] * 3
    assert rules["worse"].tolist() == [6] * 3


def test_pairs_are_adjusted_for_all_other_systems_if_asked():
    runs = make_runs(n_runs=6)  # 2/2^6, and twice that after Holm
    plain = pairwise_table(runs, "test_accuracy", DATASETS, SYSTEMS).pairs
    assert plain["better"].tolist() == [3, 3, 3]
    holm = pairwise_table(runs, "test_accuracy", DATASETS, SYSTEMS, rule="friedman-holm").pairs
    assert holm["similar"].tolist() == [3, 3, 3]


def test_pairs_say_how_often_the_article_has_the_same_mark():
    means = printed.values("test_accuracy")
    table = pairwise_table(
        printed_runs("test_accuracy"), "test_accuracy", list(means.index), list(means),
        against_paper=True,
    )  # fmt: skip
    assert table.pairs["mark"].tolist() == table.printed["mark"].tolist()
    assert table.notes[-1] == ("The article has the same mark over data sets for 45 of 45 pairs.")


def test_pairs_of_a_system_without_runs_are_empty():
    runs = make_runs(systems=SYSTEMS[:2])
    pairs = pairwise_table(runs, "test_accuracy", DATASETS, SYSTEMS).pairs
    assert pairs["mark"].tolist() == ["~", "", ""]
    assert pairs["p"].isna().tolist() == [False, True, True]


# ---------------------------------------------------------------------- other tables


def test_rule_forms_add_up_and_stand_beside_the_article():
    table = rule_form_table(make_runs(), [*DATASETS, "own"], "FBRC", against_paper=True)
    assert table.means.loc["wne"].tolist() == [25, 75]
    assert table.printed.loc["wne"].tolist() == [70.10, 29.90]
    assert table.means.loc["own"].isna().all()
    assert table.printed.loc["own"].isna().all()


def test_times_are_averaged_over_complete_data_sets():
    runs = make_runs()
    runs = runs[~((runs["dataset"] == "mul") & (runs["system"] == "FBR"))]
    runs.loc[runs["dataset"] == "mul", "cpu_seconds"] = 1000
    assert mean_table(runs, "cpu_seconds", DATASETS, SYSTEMS).averages.tolist() == [1, 2, 3]


# ---------------------------------------------------------------------- what is refused


def test_a_run_that_is_there_twice_is_named():
    runs = pd.concat([make_runs(), make_runs().iloc[[3]]])
    with pytest.raises(InputError, match="two runs of Triangles on 'can' with seed 4"):
        summary_table(runs, "test_accuracy", DATASETS, SYSTEMS)


def test_unknown_measures_columns_and_tables_are_named():
    runs = make_runs()
    with pytest.raises(InputError, match="no measure 'accuracy'; did you mean"):
        summary_table(runs, "accuracy", DATASETS, SYSTEMS)
    with pytest.raises(InputError, match="lack the columns 'train_accuracy'"):
        summary_table(runs, "train_accuracy", DATASETS, SYSTEMS)
    with pytest.raises(InputError, match="prints no table 'test'"):
        summary_table(runs, "test_accuracy", DATASETS, SYSTEMS, against="test")
