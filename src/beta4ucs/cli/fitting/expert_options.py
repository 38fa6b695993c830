"""The options of `fit` by which expert knowledge enters learning."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from beta4ucs.cli.estimator_choice import Choice, EvolvedRulesChoice
from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, option
from beta4ucs.cli.option_values import columns_from, flag_of
from beta4ucs.errors import InputError

SECTION = "Expert knowledge, of evolved rules"


def directions_from(name: str, text: str) -> dict[str, str]:
    """Read the classes that large values of features speak for: 'age=high,sugar=high'."""
    pairs = [part.rpartition("=") for part in text.split(",")]
    if not all(feature.strip() and label.strip() for feature, _, label in pairs):
        raise UsageError(
            f"{flag_of(name)} must be features and classes such as 'age=high,sugar=high', got "
            f"{text!r}"
        )
    return {feature.strip(): label.strip() for feature, _, label in pairs}


def _columns(words: str, unless: str) -> Any:
    return option(None, words, "<names>", read=columns_from, unless=unless, section=SECTION)


@dataclass(frozen=True)
class ExpertOptions(OptionGroup):
    """What experts ask of rules."""

    exclude_features: tuple[str, ...] | None = _columns(
        "Columns that no rule may use, with commas between.", unless="none"
    )
    not_together: tuple[str, ...] | None = _columns(
        "Columns of which a rule may use only one, with commas between.",
        unless="any may stand together",
    )
    monotone: dict[str, str] | None = option(
        None,
        "The class that large values of a column speak for, such as age=high,sugar=high.",
        "<column=class>",
        read=directions_from,
        unless="any direction",
        section=SECTION,
    )
    keep_rules: Path | None = option(
        None,
        "A text file with rules that stay whatever the data say, one per line.",
        "<file>",
        unless="none",
        section=SECTION,
    )

    def added_to(self, choice: Choice) -> Choice:
        """Tell the estimator, or say that it cannot be told."""
        told: dict[str, Any] = {
            "exclude_features": self.exclude_features and list(self.exclude_features),
            "not_together": self.not_together and [list(self.not_together)],
            "monotone": self.monotone,
            "keep_rules": self.keep_rules and _rules_in(self.keep_rules),
        }
        told = {name: value for name, value in told.items() if value is not None}
        if not told:
            return choice
        if not isinstance(choice, EvolvedRulesChoice):
            name = next(iter(told))
            raise UsageError(f"{flag_of(name)} goes with --system evolved-rules")
        return replace(choice, parameters=choice.parameters | told)


def _rules_in(path: Path) -> list[str]:
    """Lines of a file, without blank ones and those that begin with #."""
    try:
        text = path.expanduser().read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"the rules cannot be read from '{path}': {reason}") from None
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]
