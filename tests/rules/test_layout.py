"""Rules in a terminal."""

import io

import numpy as np
import pytest

from beta4ucs.rules import Rule, layout

NINE = tuple(f"feature_{i} in [{i}, {i + 1}]" for i in range(9))
LONG = Rule(NINE, "a", 1.0, 1234.5, 12, 3.0, True, True, 0)
SHORT = Rule((), "a class with\na very long name", -0.25, 3.2, 1, 3.0, True, True, 1)


def test_a_table_with_aligned_columns():
    assert layout.table_lines([LONG, SHORT], 78) == [
        "  class             fitness  experience  copies  conditions",
        "  a                    1.00       1,234      12  feature_0 in [0, 1]",
        *(" " * 49 + f"AND feature_{i} in [{i}, {i + 1}]" for i in range(1, 9)),
        "  a class with a …    -0.25           3       1  anything",
    ]


@pytest.mark.parametrize("width", [75, 80, 100, 140])
def test_lines_are_as_long_as_the_page_allows(width):
    lines = layout.table_lines([LONG], width)
    assert max(map(len, lines)) <= width
    assert " ".join(line.strip() for line in lines).count("AND") == 8
    one_more = len(" AND feature_1 in [1, 2]")
    assert all(len(line) + one_more > width for line in lines[1:-1])


def test_no_rules_no_table():
    assert layout.table_lines([], 80) == []


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("columns", "width"), [(90, 90), (20, 60), (500, 140)])
def test_the_page_is_the_terminal(monkeypatch, columns, width):
    assert layout.page_width() == 100  # none in tests
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("COLUMNS", str(columns))
    assert layout.page_width() == width


def test_printing_shows_the_strongest_and_counts_the_rest(make_rules, population):
    many = make_rules(population.take(np.arange(60) % 6))
    lines = str(many).splitlines()
    assert lines[0] == "60 rules, 50 of them voting; the strongest 10:"
    assert lines[1].split() == ["class", "fitness", "experience", "copies", "conditions"]
    assert lines[2].split()[:4] == ["class_1", "0.99", "312", "7"]
    assert lines[2].endswith("  alcohol in [12, 14] AND hue about 0.79 to 1.21, best 1")
    assert len(lines) == 13
    assert lines[-1] == "... and 50 more"
    assert str(many[:1]).splitlines()[0] == "1 rule, 1 of them voting"
    assert len(str(many.top(3)).splitlines()) == 5
    assert repr(many) == "<RuleSet: 60 rules, 50 of them voting>"
    assert str(many[:0]) == "0 rules, 0 of them voting"
