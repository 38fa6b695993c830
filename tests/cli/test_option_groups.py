"""Groups of options: what Typer sees, and what a command gets."""

from dataclasses import dataclass, field
from typing import Annotated

import pytest
import typer

from beta4ucs.cli.messages import UsageError
from beta4ucs.cli.option_groups import OptionGroup, with_groups
from beta4ucs.cli.option_values import one_of, share, whole_number


@dataclass(frozen=True)
class Wall(OptionGroup):
    height: Annotated[int, typer.Option(help="In metres."), whole_number("height", 1)] = 3
    colour: Annotated[str | None, typer.Option(), one_of("colour", ("red", "blue"))] = None
    stones: Annotated[int, typer.Option(), whole_number("stones")] = field(default_factory=int)
    is_old: bool = True  # no option


def build(
    *,
    wall: Wall,
    door: Annotated[float, typer.Option(), share("door", of_all=False)] = 0.5,
    name: Annotated[str, typer.Argument()],
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
    assert BUILT.pop() == (Wall(height=4, colour="red", stones=0), 0.25, "x")


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
