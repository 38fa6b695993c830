"""Groups of options: what Typer sees, and what a command gets."""

from dataclasses import dataclass

import pytest

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, argument, option, with_groups
from beta4ucs.cli.option_values import one_of, share, whole_number


@dataclass(frozen=True)
class Wall(OptionGroup):
    height: int = whole_number(3, "In metres.", at_least=1)
    colour: str | None = one_of(None, "Of the paint.", ("red", "blue"))
    stones: int = option(lambda: 99, "How many.", read=lambda name, text: len(text))
    is_old: bool = True  # no option


def build(
    *,
    wall: Wall,
    door: float = share(0.5, "How wide.", of_all=False),
    name: str = argument("What to call it.", "NAME"),
) -> int:
    """Build it."""
    BUILT.append((wall, door, name))
    return 7


BUILT: list[tuple[Wall, float, str]] = []


def test_typer_sees_every_option_on_its_own():
    command = with_groups(build)
    assert (command.__name__, command.__doc__) == ("build", "Build it.")
    parameters = command.__signature__.parameters
    assert list(parameters) == ["height", "colour", "stones", "door", "name"]
    assert [parameters[name].default for name in ("height", "colour", "stones", "door")] == [
        "3",
        None,
        None,
        "0.5",
    ]
    assert parameters["name"].default is parameters["name"].empty


def test_the_command_gets_checked_values_and_defaults():
    command = with_groups(build)
    assert command(height="4", colour="red", stones=None, door="0.25", name="x") == 7
    assert BUILT.pop() == (Wall(height=4, colour="red", stones=99), 0.25, "x")


def test_options_with_a_reader_are_read_by_it():
    with_groups(build)(height="3", colour=None, stones="abc", door="0.5", name="x")
    assert BUILT.pop()[0].stones == 3


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"height": "0"}, "--height must be a whole number of at least 1, got 0"),
        ({"colour": "green"}, "--colour must be 'red' or 'blue', got 'green'"),
        ({"door": "1"}, r"--door must be in \[0, 1\), got 1.0"),
    ],
)
def test_wrong_values_are_named_by_their_flags(wrong, sentence):
    typed = {"height": "3", "colour": None, "stones": None, "door": "0.5", "name": "x"} | wrong
    with pytest.raises(UsageError, match=sentence):
        with_groups(build)(**typed)
