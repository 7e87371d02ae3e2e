"""The referee of every game."""

from .judge import Judge
from .krone_schwert.judge import KroneSchwert

GAMES = ("krone_schwert",)


def judge_of(game: str, players: int | None, fewer_parts: bool) -> Judge:
    """A referee for such games. Raises ValueError if there are none; without `players` their usual number plays."""
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}, only {', '.join(GAMES)}")
    if fewer_parts and players is not None and players < 4:
        raise ValueError("fewer parts are for 4 or 5 players")
    return KroneSchwert(4 if players is None else players, fewer_parts)
