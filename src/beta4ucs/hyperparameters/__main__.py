"""``python -m beta4ucs.hyperparameters`` prints the page ``docs/hyperparameters.md``."""

from beta4ucs.hyperparameters.page import markdown

print(markdown(), end="")
