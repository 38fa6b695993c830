"""What a reader sees of a table, in each format."""

import csv
import io
import re

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from beta4ucs.study.rendering import (
    four_digits,
    p_text,
    print_table,
    to_csv,
    to_latex,
    to_markdown,
    to_summary_csv,
)
from beta4ucs.study.tables import (
    mean_table,
    pairwise_table,
    rule_form_table,
    summary_table,
)

DATASETS, SYSTEMS = ["can", "wne"], ["A_1 & co", "FBR", "FBRC"]


def make_runs(systems=SYSTEMS):
    return pd.DataFrame(
        [
            {
                "dataset": dataset,
                "system": system,
                "seed": seed,
                "test_accuracy": 0.9 + 0.02 * place + 0.001 * seed,
                "crisp_share": 0.25,
                "cpu_seconds": 1.5,
            }
            for dataset in DATASETS
            for place, system in enumerate(systems)
            for seed in range(1, 8)
        ]
    )


@pytest.fixture
def table():
    return summary_table(make_runs(), "test_accuracy", DATASETS, SYSTEMS, "FBRC")


@pytest.fixture
def beside_article():
    return summary_table(
        make_runs(), "test_accuracy", DATASETS, SYSTEMS, "FBRC", against="test_accuracy"
    )


@pytest.fixture
def with_gap():
    runs = make_runs()
    runs = runs[~((runs["dataset"] == "can") & (runs["system"] == "FBR"))]
    return summary_table(runs, "test_accuracy", DATASETS, SYSTEMS, "FBRC")


def printed_on(table, width=100, **options):
    console = Console(file=io.StringIO(), width=width, **options)
    print_table(table, console)
    return console.file.getvalue()


def line_of(text, start):
    return next(line for line in text.splitlines() if line.startswith(start))


# ---------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7.4944, "7.494"), (9.9996, "10.00"), (62.5, "62.50"), (99.994, "99.99"),
        (99.996, "100.0"), (100, "100.0"), (999.96, "1000"), (12345.6, "12350"), (0, "0.000"),
        (0.01234, "0.012"), (-3.14159, "-3.142"), (np.nan, ""),
    ],
)  # fmt: skip
def test_means_have_four_digits(value, text):
    assert four_digits(value) == text


@pytest.mark.parametrize(
    "text",
    ["7.50E-05", "5.96E-08", "0.000108", "0.000675", "0.00203", "0.0105", "0.0990", "0.103",
     "0.420", "1.000"],
)  # fmt: skip
def test_p_values_look_as_printed(text):
    assert p_text(float(text)) == text


def test_p_values_are_rounded_before_their_form_is_chosen():
    assert p_text(0.09996) == "0.100"
    assert p_text(0.00009996) == "0.000100"
    assert p_text(np.nan) == "-"


# ---------------------------------------------------------------------- terminal


def test_best_and_worst_can_be_told_without_colour(table):
    text = printed_on(table)
    assert "\x1b" not in text
    assert line_of(text, "can").split() == ["can", "90.40!", "-", "92.40", "-", "94.40*"]
    assert line_of(text, "rank").split() == ["rank", "3.00!", "2.00", "1.00*"]
    assert line_of(text, "+/-/~").split()[1:] == ["0/2/0", "0/2/0", "-"]
    assert line_of(text, "p Holm").split()[2:] == ["1.000", "1.000", "-"]
    assert "* best of the row, ! worst." in text
    assert "Marks: + better than FBRC" in text
    assert "Friedman test over 2 data sets: p = 0.135." in text


def test_colours_on_a_terminal(table):
    text = printed_on(table, force_terminal=True, color_system="standard")
    assert re.search(r"\x1b\[1;32m94.40\*", text)
    assert re.search(r"\x1b\[31m90.40!", text)


def test_names_are_no_markup():
    runs = make_runs(["[bold]x", "y"])
    text = printed_on(summary_table(runs, "test_accuracy", DATASETS, ["[bold]x", "y"]))
    assert "[bold]x" in text


def test_columns_that_do_not_fit_go_below(table):
    text = printed_on(table, width=30)
    assert max(map(len, text.splitlines())) <= 30
    assert sum(line.startswith("data set") for line in text.splitlines()) == 2
    assert "FBRC" in text
    wide = printed_on(table, width=100)
    assert sum(line.startswith("data set") for line in wide.splitlines()) == 1


def test_the_article_stands_below_each_mean(beside_article):
    lines = printed_on(beside_article).splitlines()
    below = lines[next(i for i, line in enumerate(lines) if line.startswith("wne")) + 1]
    assert below.split() == ["92.78", "-0.38", "92.04", "+2.36"]
    text = " ".join(lines)
    assert "Difference from the article over 4 means: -0.22 on average, 1.40 in absolute" in text
    assert "The best system is the article's on 1 of 2 data sets." in text
    assert "FBR 2.00 (1.50), FBRC 1.00 (1.50)" in text


def test_a_gap_is_blank(with_gap):
    assert line_of(printed_on(with_gap), "can").split() == ["can", "90.40!", "-", "94.40*"]
    assert "1 cell has no runs." in printed_on(with_gap)
    assert "|  |" in line_of(to_markdown(with_gap), "| can")
    assert "& & " in line_of(to_latex(with_gap), "can").replace("  ", " ")


def test_other_tables_have_a_mean_of_data_sets():
    text = printed_on(mean_table(make_runs(), "cpu_seconds", DATASETS, SYSTEMS))
    assert line_of(text, "mean").split() == ["mean", "1.500", "1.500", "1.500"]
    forms = printed_on(rule_form_table(make_runs(), DATASETS, "FBRC", against_paper=True))
    assert line_of(forms, "wne").split() == ["wne", "25.00", "75.00"]
    assert "70.10 -45.10" in forms


def test_pairs_are_a_matrix():
    table = pairwise_table(make_runs(), "test_accuracy", DATASETS, SYSTEMS, against_paper=True)
    text = printed_on(table)
    assert line_of(text, "FBR ").split() == ["FBR", "~", "(2/0/0)", "-", "0.5000"]
    assert "~ (2/0/23)" in text  # the article's FBRC against FBR
    assert "~ (2/0/0)<br>~ (2/0/23)" in line_of(to_markdown(table), "| FBRC")
    assert r"$\sim$ (2/0/0)" in line_of(to_latex(table), "FBRC")


def test_pairs_without_runs_are_blank():
    table = pairwise_table(make_runs(SYSTEMS[:2]), "test_accuracy", DATASETS, SYSTEMS)
    assert line_of(printed_on(table), "FBRC").split() == ["FBRC", "-"]


# ---------------------------------------------------------------------- Markdown and LaTeX


def test_markdown(table):
    text = to_markdown(table)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({row.replace(r"\|", "").count("|") for row in rows}) == 1
    assert rows[0] == r"| data set | A\_1 & co | FBR | FBRC |"
    assert rows[1] == "| --- | ---: | ---: | ---: |"
    assert rows[2] == "| can | _90.40_ - | 92.40 - | **94.40** |"
    assert "\nEach mean is of 7 runs.\n" in text


def test_markdown_escapes_what_would_break_the_table():
    runs = make_runs(["a|b", "c*d"])
    text = to_markdown(summary_table(runs, "test_accuracy", DATASETS, ["a|b", "c*d"]))
    assert r"| data set | a\|b | c\*d |" in text


def test_latex(table):
    text = to_latex(table)
    body = [line for line in text.splitlines() if not line.startswith("%")]
    assert body[0] == r"\begin{tabular}{lrrr}"
    assert body[1] == r"\toprule"
    assert body[2] == r"data set & A\_1 \& co & FBR & FBRC \\"
    assert body[4] == (
        r"can & \cellcolor{orange!25}90.40 $-$ & 92.40 $-$ & \cellcolor{green!25}94.40 \\"
    )
    assert r"$+/-/\sim$ & 0/2/0 & 0/2/0 & - \\" in body
    assert body[-2:] == [r"\bottomrule", r"\end{tabular}"]
    assert body.count(r"\midrule") == 3
    rows = [line for line in body if line.endswith(r"\\")]
    assert {line.replace(r"\&", "").count("&") for line in rows} == {3}


def test_latex_beside_the_article(beside_article):
    lines = to_latex(beside_article).splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("wne"))
    assert lines[place + 1] == r"\quad the article &  & 92.78 $-0.38$ & 92.04 $+2.36$ \\"


# ---------------------------------------------------------------------- CSV


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_numbers_and_marks_apart(beside_article):
    rows = read(to_csv(beside_article))
    assert len(rows) == 6
    assert list(rows[0]) == [
        "dataset", "system", "mean", "runs", "mark", "role", "printed", "difference",
    ]  # fmt: skip
    last = rows[-1]
    assert (last["dataset"], last["system"], last["runs"]) == ("wne", "FBRC", "7")
    assert float(last["mean"]) == pytest.approx(94.4)
    assert float(last["difference"]) == pytest.approx(94.4 - 92.04)
    assert (last["mark"], last["role"]) == ("", "best")
    assert (rows[0]["mark"], rows[0]["role"], rows[0]["printed"]) == ("-", "worst", "")


def test_csv_of_gaps_and_of_other_tables(with_gap):
    assert read(to_csv(with_gap))[1]["mean"] == ""
    assert list(read(to_csv(mean_table(make_runs(), "cpu_seconds", DATASETS, SYSTEMS)))[0]) == [
        "dataset", "system", "mean", "runs",
    ]  # fmt: skip


def test_csv_of_ranks(table, beside_article):
    rows = read(to_summary_csv(table))
    assert [row["system"] for row in rows] == SYSTEMS
    assert [float(row["rank"]) for row in rows] == [3, 2, 1]
    assert [row["p"] for row in rows] == ["0.5", "0.5", ""]
    beside = read(to_summary_csv(beside_article))
    assert [row["printed_rank"] for row in beside] == ["", "1.5", "1.5"]


def test_csv_of_pairs():
    table = pairwise_table(make_runs(), "test_accuracy", DATASETS, SYSTEMS, against_paper=True)
    last = read(to_csv(table))[-1]
    assert (last["row"], last["column"], last["p"], last["p_printed"]) == (
        "FBRC", "FBR", "0.5", "0.0738",
    )  # fmt: skip
    assert (last["better"], last["similar_printed"]) == ("2", "23")
