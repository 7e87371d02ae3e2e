"""`kschwert edition`: whether an edition of one's own can be played with."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from kschwert_env import GAMES, terminal
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.rules import Facts

edition = typer.Typer(name="edition", help="Editions: what a game is made of, as data.", no_args_is_help=True)


@edition.callback()
def group() -> None:
    """Keep `check` a command of its own, though it is the only one so far."""


@edition.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An edition's TOML file, or the name of an edition.")],
    game: terminal.Game = GAMES[0],
    games: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, max=100_000, help="Random games for each number of players.")
    ] = 20,
    seed: terminal.Seed = 0,
    svg: Annotated[
        Path | None,
        terminal.output_file(
            "--svg", "Draw its maps here: the empty boards of all numbers of players, below each other."
        ),
    ] = None,
) -> None:
    """Read an edition, and tell what it says.

    Then some random games are played with it. Exit status 1, and the key, the value and what would be right, if it
    is not in order.
    """
    console = terminal.new_console()
    rules_type = terminal.package(game).Rules
    try:
        rules = [rules_type.from_options({"num_players": n, "edition": file}) for n in rules_type.player_counts]
    except ValueError as error:
        terminal.fail(str(error))
    if svg:
        draw(rules[0], svg)
    for facts in rules[0].edition_facts():
        show(console, facts)
    if games:
        try_out(console, rules, games, seed)
    console.print(f"{file} is in order.", soft_wrap=True)


def draw(rules: Any, file: Path) -> None:
    """Write the picture of the edition's maps."""
    picture = rules.edition_svg()
    if picture is None:
        terminal.fail(f"--svg: {rules.package} has no map that could be drawn")
    terminal.save(file, lambda path: atomic_write_text(path, picture))


def show(console: Console, facts: Facts) -> None:
    """One table of what the edition says."""
    table = terminal.numbers(facts.title, *facts.columns)
    for row in facts.rows:
        table.add_row(*map(str, row))
    console.print(table)


def try_out(console: Console, rules: list[Any], games: int, seed: int) -> None:
    """Random games under each of `rules`, a line for each."""
    table = terminal.numbers("Random games", "players", "games", "decisions in a game", "longest")
    for each in rules:
        sample = terminal.package(each.package).StatsCollector(each, games, seed).play()
        if len(sample.games) < games:
            terminal.fail("stopped")
        lengths = sample.games["decisions"]
        table.add_row(str(each.num_players), str(games), f"{lengths.mean():.1f}", str(lengths.max()))
    console.print(table)
