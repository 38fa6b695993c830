"""What the words on the page mean: each once, for the page and for its script."""

from __future__ import annotations

GLOSSARY = {
    "copies": "How many copies of this rule the population holds; its vote counts that many times.",
    "covers": "A rule covers a row that meets its conditions; a fuzzy rule covers a row that "
    "meets them to a degree of at least one half.",
    "crisp": "A crisp rule matches a row fully or not at all.",
    "epochs": "How many times training went through all training rows.",
    "experience": "How many training rows the rule has matched, counted again in every epoch.",
    "fitness": "How accurate the rule was in training: 1 is always right, below 0 is mostly wrong.",
    "fuzzy": "A fuzzy rule matches a row to a degree from 0 to 1, and its vote is scaled by that "
    "degree.",
    "log odds": "The sum of what the rules add: 0.7 more means that the odds of a class are twice "
    "as high.",
    "strength": "How much the rule raises its class above the others if it matches fully.",
    "training rows": "How many of the training rows the rule matches.",
    "votes": "Every rule that matches a row votes for its class. The class with the most votes is "
    "the answer.",
    "weight": "How much the rule counts compared with the others; it was learned from the "
    "training rows.",
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
