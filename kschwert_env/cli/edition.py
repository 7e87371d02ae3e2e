"""`kschwert edition`: check a user's own edition."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from kschwert_env import GAMES, terminal
from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.presentation import Facts
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.importing import find_game, stats_collector

edition = typer.Typer(name="edition", help="Check editions (the components of a game, as TOML).", no_args_is_help=True)


@edition.callback()
def group() -> None:
    """Do nothing; with a callback typer keeps the only command `check` as a subcommand."""


@edition.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="TOML file of an edition, or the name of a bundled one.")],
    game: terminal.Game = GAMES[0],
    games: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, max=100_000, help="Number of random games per number of players.")
    ] = 20,
    seed: terminal.Seed = 0,
    svg: Annotated[
        Path | None,
        terminal.output_file(
            "--svg", "Draw the edition's empty boards, for all numbers of players, into this SVG file."
        ),
    ] = None,
    options: terminal.Options = None,
) -> None:
    """Check an edition: print its contents, and play random games with it.

    Without --set, options that the edition requires are found: an edition with a start needs shuffle_parts=false. If
    the edition is invalid, print the key, its value and what would be valid, and exit with status 1.
    """
    console = terminal.new_console()
    rules_type = find_game(game)
    if not issubclass(rules_type, EditionRules):
        terminal.fail(f"{rules_type.title} has no editions")
    try:
        rules = [rules_of(rules_type, n, file, options) for n in rules_type.player_counts]
    except ValueError as error:
        terminal.fail(str(error))
    changed = [rules[0].options()[name] != value for name, value in defaults_of(rules[0]).items() if name != "edition"]
    if any(changed):
        console.print(f"Checked with these rules: {terminal.describe_rules(rules[0])}.", soft_wrap=True)
    if svg:
        draw(rules[0], svg)
    for facts in rules[0].edition_facts():
        show(console, facts)
    if games:
        try_out(console, rules, games, seed)
    console.print(f"{file} is valid.", soft_wrap=True)


def rules_of(rules_type: type[EditionRules], players: int, file: str, options: list[str] | None) -> EditionRules:
    """Return rules with an edition. Raises ValueError if there are none.

    Without `options`, flags of the rules are changed one by one if the edition does not fit the defaults.
    """
    named = {"num_players": players, "edition": file, **dict(map(terminal.parse_assignment, options or []))}
    try:
        return rules_type.read_options(named)
    except ValueError as error:
        defaults = defaults_of(rules_type.from_options({"num_players": players}))
        flags = {name: value for name, value in defaults.items() if isinstance(value, bool)}
        for name, value in {} if options else flags.items():
            with suppress(ValueError):
                return rules_type.read_options({**named, name: not value})
        raise error


def defaults_of(rules: EditionRules) -> dict[str, Any]:
    """Return the default options for the same number of players."""
    defaults: dict[str, Any] = type(rules).from_options({"num_players": rules.num_players}).options()
    return defaults


def draw(rules: Any, file: Path) -> None:
    """Write a picture of the edition's boards."""
    picture = rules.edition_svg()
    if picture is None:
        terminal.fail(f"--svg is not available: {rules.package} has no map")
    terminal.save(file, lambda path: atomic_write_text(path, picture))


def show(console: Console, facts: Facts) -> None:
    """Print one table of the edition's contents."""
    table = terminal.number_table(facts.title, *facts.columns)
    for row in facts.rows:
        table.add_row(*map(str, row))
    console.print(table)


def try_out(console: Console, rules: list[Any], games: int, seed: int) -> None:
    """Play random games under each of `rules`, and print a table with one line for each."""
    table = terminal.number_table("Random games", "players", "games", "decisions per game", "longest")
    for each in rules:
        sample = stats_collector(type(each))(each, games, seed).play()
        if len(sample.games) < games:
            terminal.fail("stopped before all random games had finished")
        lengths = sample.games["decisions"]
        table.add_row(str(each.num_players), str(games), f"{lengths.mean():.1f}", str(lengths.max()))
    console.print(table)
