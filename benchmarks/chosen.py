"""The rules that a benchmark is of, by what was typed."""

from kschwert_env import terminal
from kschwert_env.engine.rules import GameRules


def rules_of(game: str, players: int | None) -> GameRules:
    """By default for 4 players where a game is for as many.

    Raises BadParameter for a game that there is not, and for a number of players that it is not for.
    """
    counts = terminal.package(terminal.check_game(game)).Rules.player_counts
    rules: GameRules = terminal.chosen_rules(game, min(4, counts[-1]) if players is None else players, None)
    return rules
