"""The referees of all games."""

from tests.referee.judge import Judge
from tests.referee.krone_schwert.judge import krone_schwert
from tests.referee.politics_and_intrigue.judge import politics_and_intrigue
from tests.referee.two_crowns.judge import two_crowns

GAMES = ("krone_schwert", "two_crowns", "politics_and_intrigue")


def judge_of(game: str, players: int | None = None, fewer_parts: bool = False, tournament: bool = False) -> Judge:
    """Return the referee for these options; without `players`, for the default number. Raises ValueError."""
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}; expected one of: {', '.join(GAMES)}")
    if tournament and game != "politics_and_intrigue":
        raise ValueError(f"{game} has no tournament game")
    if game == "krone_schwert":
        players = 4 if players is None else players
        if players not in range(2, 6):
            raise ValueError(f"krone_schwert is for 2 to 5 players, not {players}")
        if fewer_parts and players < 4:
            raise ValueError("fewer parts need 4 or 5 players")
        return krone_schwert(players, fewer_parts)
    if players not in (None, 2) or fewer_parts:
        raise ValueError(f"{game} is for 2 players, and has no parts")
    return politics_and_intrigue(tournament) if game == "politics_and_intrigue" else two_crowns()
