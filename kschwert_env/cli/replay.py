"""`kschwert replay`: a recorded game, decision by decision."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.rule import Rule

from kschwert_env import GAMES, terminal
from kschwert_env.engine import records
from kschwert_env.engine.records import Recorder, RecordError
from kschwert_env.engine.text import brief
from kschwert_env.rendering.page import write_page

KEYS = "Enter next, b back, a number to go there, q quit"


class Moment(NamedTuple):
    """One moment of a game: the decision that led there in words, none at the start, and the position drawn as text."""

    words: list[str]
    picture: str


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A record of a game.")],
    html: Annotated[Path | None, terminal.output_file("--html", "Write it as one HTML page, and no more.")] = None,
) -> None:
    """Step through a recorded game.

    On a terminal a key at each decision: Enter next, b back, a number to go there, q quit. Elsewhere all decisions in
    words, with the first and the last position. Everything is shown, hidden cards and votes too. Exit status 1 if the
    record is damaged, or was made under rules that have changed since.
    """
    try:
        recorder = read(file)
    except RecordError as error:
        terminal.fail(str(error))
    if html:
        terminal.save(html, lambda path: write_page(recorder, path))
    elif terminal.on_terminal():
        step_through(terminal.new_console(), all_moments(recorder))
    else:
        tell(terminal.new_console(), all_moments(recorder))


def read(file: Path) -> Recorder[Any]:
    """The game on record, whichever it is. Raises RecordError where the record is wrong."""
    game = records.read_game_name(file)
    if game not in GAMES:
        raise RecordError(f"line 1: this is a record of {brief(game)}; the games are {', '.join(GAMES)}")
    return records.replay(file, terminal.package(game).Game)


def all_moments(recorder: Recorder[Any]) -> list[Moment]:
    """The start, and the moment after every decision; everything is shown, as to a spectator."""
    rules, decisions = recorder.game.rules, list(recorder.decisions())
    start = decisions[0].before if decisions else recorder.game.position()
    return [
        Moment([], rules.draw_text(start, None, None)),
        *(Moment(rules.tell(*each), rules.draw_text(each.after, None, None)) for each in decisions),
    ]


# -- in the terminal ------------------------------------------------------------------------------------------


def tell(console: Console, moments: list[Moment]) -> None:
    """All decisions in words, with the first and the last position."""
    last = len(moments) - 1
    show(console, moments, 0)
    for number in range(1, last):
        deed, *consequences = moments[number].words
        console.print(f"{number:>5}  {deed}", *consequences, sep="\n       ", soft_wrap=True)
    if last:
        show(console, moments, last)


def step_through(console: Console, moments: list[Moment]) -> None:
    """One moment at a time, as the keys ask for."""
    at: int | None = 0
    while at is not None:
        show(console, moments, at)
        at = next_stop(console, at, len(moments) - 1)


def next_stop(console: Console, at: int, last: int) -> int | None:
    """Where to go, by the next key that makes sense: a moment from 0 to `last`, or None to leave."""
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
        console.print(complaint(key, last), soft_wrap=True)


def complaint(key: str, last: int) -> str:
    """Why a key leads nowhere."""
    return {"": "The record ends here.", "b": "This is the start."}.get(
        key, f"{brief(key)} is none of the keys: {KEYS}. Numbers go from 0 to {last}."
    )


def show(console: Console, moments: list[Moment], number: int) -> None:
    """One moment: its number, what was decided, and the position."""
    console.print(Rule(heading(moments, number), style="bold"))
    console.print(*moments[number].words, moments[number].picture, sep="\n", soft_wrap=True)


def heading(moments: list[Moment], number: int) -> str:
    """Which decision this is."""
    return f"Decision {number} of {len(moments) - 1}" if number else f"The start, before {len(moments) - 1} decisions"
