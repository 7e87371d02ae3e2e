"""`kschwert replay`: show a recorded game, decision by decision."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.rule import Rule

from kschwert_env import terminal
from kschwert_env.engine.records import record as records
from kschwert_env.engine.records.record import Recorder, RecordError
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import find_game
from kschwert_env.rendering.pages.page import write_page

KEYS = "Enter: next, b: back, a number: go to that decision, q: quit"


class ReplayStep(NamedTuple):
    """One position of a replay.

    Attributes:
        lines: description of the decision that led to it and of its consequences; empty at the start.
        picture: the position, as text.
    """

    lines: list[str]
    picture: str


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="Record of a game.")],
    html: Annotated[
        Path | None, terminal.output_file("--html", "Write the game as an HTML page to this file, and print nothing.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="Game of the record, if it is your own: my_game.py.")
    ] = None,
) -> None:
    """Step through a recorded game.

    Keys in a terminal are Enter (next decision), b (back), a number (go to that decision) and q (quit). Otherwise print
    all decisions, with the first and the last position. Hidden cards and votes are shown. Exit with status 1 if the
    record is damaged, or was made under other rules.
    """
    if game is not None:
        terminal.check_game(game)
    try:
        recorder = read(file)
    except RecordError as error:
        terminal.fail(str(error))
    if html:
        terminal.save(html, lambda path: write_page(recorder, path))
    elif terminal.is_terminal():
        step_through(terminal.new_console(), all_steps(recorder))
    else:
        print_all(terminal.new_console(), all_steps(recorder))


def read(file: Path) -> Recorder[Any]:
    """Return the recorded game, of any kind. Raises RecordError for a wrong record."""
    game = records.read_game_name(file)
    try:
        rules_type = find_game(game)
    except ValueError as error:
        raise RecordError(f"line 1: {error}; name the file of another game by --game") from None
    return records.replay(file, game_type(rules_type))


def all_steps(recorder: Recorder[Any]) -> list[ReplayStep]:
    """Return the start, and the step after every decision, as a spectator sees them."""
    rules, decisions = recorder.game.rules, list(recorder.decisions())
    start = decisions[0].before if decisions else recorder.game.position()
    return [
        ReplayStep([], rules.draw_text(start, None, None)),
        *(ReplayStep(rules.tell(*each), rules.draw_text(each.after, None, None)) for each in decisions),
    ]


# -- in the terminal ------------------------------------------------------------------------------------------


def print_all(console: Console, steps: list[ReplayStep]) -> None:
    """Print all decisions, with the first and the last position."""
    last = len(steps) - 1
    show(console, steps, 0)
    for number in range(1, last):
        action, *consequences = steps[number].lines
        console.print(f"{number:>5}  {action}", *consequences, sep="\n       ", soft_wrap=True)
    if last:
        show(console, steps, last)


def step_through(console: Console, steps: list[ReplayStep]) -> None:
    """Show one step at a time, as chosen by keys."""
    at: int | None = 0
    while at is not None:
        show(console, steps, at)
        at = next_index(console, at, len(steps) - 1)


def next_index(console: Console, at: int, last: int) -> int | None:
    """Read keys until one is valid; return the index of a step, 0 to `last`, or None to quit."""
    while True:
        try:
            key = console.input(f"[dim]{KEYS} >[/dim] ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if key == "q":
            return None
        if key == "" and at < last:
            return at + 1
        if key == "b" and at > 0:
            return at - 1
        if key in map(str, range(last + 1)):
            return int(key)
        console.print(key_error(key, last), soft_wrap=True)


def key_error(key: str, last: int) -> str:
    """Return the message for an invalid key."""
    return {"": "The record ends here.", "b": "This is the start."}.get(
        key, f"Unknown key {brief(key)}. {KEYS}. Numbers are 0 to {last}."
    )


def show(console: Console, steps: list[ReplayStep], number: int) -> None:
    """Print one step: its number, the decision, and the position."""
    console.print(Rule(step_title(steps, number), style="bold"))
    console.print(*steps[number].lines, steps[number].picture, sep="\n", soft_wrap=True)


def step_title(steps: list[ReplayStep], number: int) -> str:
    """Return the number of the decision, as a title."""
    return f"Decision {number} of {len(steps) - 1}" if number else f"The start, before {len(steps) - 1} decisions"
