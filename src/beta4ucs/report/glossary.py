"""What the words on the page mean: each once, for the page and for its script."""

from __future__ import annotations

GLOSSARY = {
    "copies": "How many equal rules of the population stand behind this one; its vote counts so "
    "many times.",
    "covers": "A rule covers a row that meets its conditions; of a fuzzy rule, one that meets them "
    "by half or more.",
    "crisp": "A crisp rule matches a row fully or not at all.",
    "epochs": "How often learning went through all training rows.",
    "experience": "How many training rows the rule has matched while it learned, counted again in "
    "every epoch.",
    "fitness": "How right the rule was while it learned: 1 is always right, below 0 is more often "
    "wrong.",
    "fuzzy": "A fuzzy rule matches a row by a degree from 0 to 1, and votes by that degree.",
    "log odds": "What rules add up to: with 0.7 more, the odds of a class are twice as high.",
    "strength": "How much the rule lifts its class over the others if it matches fully.",
    "training rows": "How many of the training rows the rule matches.",
    "votes": "Every rule that matches a row votes for its class. The class with most votes is the "
    "answer.",
    "weight": "How much the rule counts among all rules; it was learned from the training rows.",
}


def words_for(*, learned: bool) -> dict[str, str]:
    """The words that a page uses, in order: those of votes that were learned, or of the article's.

    Examples
    --------
    >>> "weight" in words_for(learned=True), "weight" in words_for(learned=False)
    (True, False)
    """
    left_out = (
        ("copies", "epochs", "experience", "fitness", "votes")
        if learned
        else ("log odds", "training rows", "weight")
    )
    return {word: meaning for word, meaning in GLOSSARY.items() if word not in left_out}
