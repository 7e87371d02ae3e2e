"""The referee of every game."""

from collections.abc import Callable

from .judge import Judge
from .krone_schwert.judge import KroneSchwert
from .politics_and_intrigue.judge import PoliticsAndIntrigue
from .two_crowns.judge import TwoCrowns


def _krone_schwert(players: int | None, fewer_parts: bool, tournament: bool) -> Judge:
    players = 4 if players is None else players
    if players not in range(2, 6):
        raise ValueError(f"krone_schwert is for 2 to 5 players, not {players}")
    if fewer_parts and players < 4:
        raise ValueError("fewer parts are for 4 or 5 players")
    return KroneSchwert(players, fewer_parts)


def _two_crowns(players: int | None, fewer_parts: bool, tournament: bool) -> Judge:
    if players not in (None, 2) or fewer_parts:
        raise ValueError("two_crowns is for 2 players, and has no parts")
    return TwoCrowns()


def _politics_and_intrigue(players: int | None, fewer_parts: bool, tournament: bool) -> Judge:
    if players not in (None, 2) or fewer_parts:
        raise ValueError("politics_and_intrigue is for 2 players, and has no parts")
    return PoliticsAndIntrigue(tournament)


GAMES: dict[str, Callable[[int | None, bool, bool], Judge]] = {
    "krone_schwert": _krone_schwert,
    "two_crowns": _two_crowns,
    "politics_and_intrigue": _politics_and_intrigue,
}


def judge_of(game: str, players: int | None = None, fewer_parts: bool = False, tournament: bool = False) -> Judge:
    """The referee for such games. Raises ValueError if there are none; without `players` the usual number plays."""
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}, only {', '.join(GAMES)}")
    if tournament and game != "politics_and_intrigue":
        raise ValueError(f"{game} has no tournament game")
    return GAMES[game](players, fewer_parts, tournament)
