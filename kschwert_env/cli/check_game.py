"""`kschwert check-game`: check a game of one's own."""

from typing import Annotated

import typer

from kschwert_env import terminal
from kschwert_env.custom.check import GameError
from kschwert_env.custom.check import check_game as check
from kschwert_env.custom.rules import CustomRules
from kschwert_env.importing import find_game


def check_game(
    game: Annotated[
        str,
        typer.Argument(metavar="FILE", callback=terminal.check_game, help="File of a game, or package.module:Class."),
    ],
    options: terminal.Options = None,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, max=100_000, help="Number of random games.")] = 100,
    seed: terminal.Seed = 0,
) -> None:
    """Check a game of your own: play random games, in plain Python and compiled.

    Masks, observations, ranges, returns, positions and secrets are checked for every number of players. If something
    is wrong, print what and where, and exit with status 1.
    """
    for players in find_game(game).player_counts:
        rules = terminal.chosen_rules(game, players, options)
        if not isinstance(rules, CustomRules):
            terminal.fail(f"{game} is not a game in one file, derived from CustomRules")
        try:
            checked = check(rules, games, seed)
        except GameError as error:
            terminal.fail(str(error))
        print(
            f"{terminal.describe_rules(rules)}: {terminal.plural(checked.decisions, 'decision')} in "
            f"{terminal.plural(games, 'game')}, at most {checked.longest}; {checked.actions} of {rules.num_actions} "
            "actions were legal at least once. No fault found."
        )
