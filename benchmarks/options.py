"""Rules from the options of a benchmark's command line."""

from kschwert_env import terminal
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.importing import find_game


def rules_of(game: str, players: int | None) -> GameRules:
    """Return the rules of a game. The default is 4 players, or the game's maximum.

    Raises BadParameter for an unknown game and for a wrong number of players.
    """
    counts = find_game(terminal.check_game(game)).player_counts
    rules: GameRules = terminal.chosen_rules(game, min(4, counts[-1]) if players is None else players, None)
    return rules
