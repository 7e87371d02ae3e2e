"""The rules that a benchmark is of, by what was typed."""

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.engine.contract import GameRules


def chosen_rules(game: str, players: int | None) -> GameRules:
    """By default for 4 players where a game is for as many.

    Raises BadParameter for a game that there is not, and for a number of players that it is not for.
    """
    if game not in GAMES:
        raise typer.BadParameter(f"the games are {', '.join(GAMES)}, not {game!r}")
    rules_type = terminal.package(game).Rules
    try:
        rules: GameRules = rules_type(min(4, rules_type.player_counts[-1]) if players is None else players)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return rules
