"""Rules in a notebook."""

from html.parser import HTMLParser

import numpy as np
import pytest

from beta4ucs.errors import InputError
from beta4ucs.rules import Rule

EVIL = "<img src=x onerror=alert(1)>"
ALLOWED = {
    "div", "style", "p", "table", "thead", "tbody", "tr", "th", "td", "span", "ul", "li",
    "svg", "title", "polygon", "polyline",
}  # fmt: skip


class Page(HTMLParser):
    """Collects tags, attributes and text, and refuses what is not closed."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.text, self.open = [], [], [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text.append(data)


def points(html):
    """The y values of all curves, 0 at the bottom."""
    lines = [value for name, value in Page(html).attributes if name == "points"][1::2]
    return [[18 - 1.5 - float(pair.split(",")[1]) for pair in line.split()] for line in lines]


def test_every_rule_condition_and_number_is_there(rules):
    page = Page(rules._repr_html_())
    text = " ".join(page.text)
    assert page.tags.count("tr") == 1 + 6
    assert page.tags.count("svg") == 6  # one a condition
    for expected in (
        "6 rules, 5 of them voting",
        "alcohol in [12, 14]",
        "anything",
        "-0.50",
        "312",
    ):
        assert expected in text
    assert text.count("does not vote") == 1


def test_only_the_strongest_are_shown(make_rules, population):
    many = make_rules(population.take(np.arange(60) % 6))
    page = Page(many._repr_html_())
    assert page.tags.count("tr") == 1 + 20
    assert "60 rules, 50 of them voting; the strongest 20:" in page.text
    assert Page(many.to_html(n=3)).tags.count("tr") == 1 + 3
    assert Page(many.to_html(n=0)).tags.count("tr") == 0
    with pytest.raises(InputError, match="got -1"):
        many.to_html(-1)


def test_curves_follow_membership(rules):
    crisp, bell = points(rules[1:2].to_html())
    assert {round(y) for y in crisp} == {0, 15}
    assert len(crisp) == len(bell) == 65
    assert bell[32] == max(bell) == 15.0
    assert bell[0] == bell[-1] == 0.0
    assert 2.0 < bell[16] < 12.0
    assert points(rules[1]._repr_html_()) == [crisp, bell]


def test_nothing_from_data_becomes_a_tag(make_rules):
    rules = make_rules(
        names=(EVIL, "' onload=alert(2) \"", "c"), classes=np.array([EVIL, "</div>"])
    )
    for html in (rules._repr_html_(), rules[1]._repr_html_()):
        page = Page(html)
        assert set(page.tags) <= ALLOWED
        assert not [name for name, _ in page.attributes if name.startswith("on")]
        assert any(EVIL in text for text in page.text)
        assert any(EVIL in value for name, value in page.attributes if name == "aria-label")
        assert "<img" not in html


def test_it_asks_for_nothing_from_elsewhere(rules):
    html = rules._repr_html_()
    for word in ("http", "url(", "@import", "<script", "src="):
        assert word not in html


def test_a_class_keeps_its_colour(rules):
    def colours(html):
        return {value for name, value in Page(html).attributes if name == "stroke"}

    assert colours(rules[1]._repr_html_()) == colours(rules.for_class("class_1").to_html())
    assert colours(rules[1]._repr_html_()) != colours(rules[2]._repr_html_())


def test_a_rule_without_curves():
    page = Page(Rule(("a <= 3",), "x", 1.0, 5.0, 1, 1.0, True, True, 0)._repr_html_())
    assert "a <= 3" in page.text
    assert "svg" not in page.tags
