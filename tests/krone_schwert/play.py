"""A game for scenario tests, controlled and queried by names."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from kschwert_env.krone_schwert import Game
from tests.helpers import play

Position = dict[str, Any]

COPIES = {  # in the order of the table in C6
    "leader_3": 5,
    "leader_4": 3,
    "incite": 3,
    "castle": 15,
    "cathedral": 10,
    "city": 15,
    "ambush": 2,
    "truce": 2,
    "papal_visit": 3,
    "city_scoring": 2,
    "unrest": 5,
    "game_end": 1,
}


class Play(play.Play[Game]):
    """A game of Krone & Schwert that is controlled by names."""

    table = tuple(COPIES)

    # -- actions ------------------------------------------------------------------------------------------------

    def attack(self, field: int, *cards: str, react: str = "none") -> Self:
        return self.do("attack", field=field).lay(*cards).do("react", choice=react)

    def revolt(self, votes: Mapping[int, str] | None = None, laid: Mapping[int, Sequence[str]] | None = None) -> Self:
        """Play a complete revolt, given the votes of all except leader and king, and the cards that each seat lays."""
        self.do("revolt")
        while self.phase.startswith("revolt"):
            seat = self.player
            assert seat is not None
            if self.phase == "revolt_vote":
                self.do("vote", choice=(votes or {})[seat])
            self.lay(*(laid or {}).get(seat, ()))
        return self

    def draw_on(self) -> Self:
        """Draw, and take a replacement for each event, until a card comes to the hand or the game is over."""
        self.do("draw")
        while self.phase == "redraw":
            self.do("draw")
        return self

    # -- queries -----------------------------------------------------------------------------------------------

    def fields(self, kind: str) -> set[int]:
        """Return the fields on which an action of this kind is legal."""
        return {action.field for action in self.legal(kind) if action.field is not None}

    @property
    def action_points(self) -> int:
        return int(self.position["action_points"])

    @property
    def scores(self) -> list[int]:
        scores: list[int] = self.game.scores.tolist()
        return scores

    @property
    def king(self) -> int | None:
        king: int | None = self.position["king"]
        return king

    @property
    def draw_pile(self) -> dict[str, int]:
        return dict(self.position["draw_pile"])

    @property
    def discard_pile(self) -> dict[str, int]:
        return dict(self.position["discard_pile"])

    def turns(self) -> int:
        """Return the number of turns played."""
        return int(self.position["turn"])

    @property
    def last_revolt(self) -> dict[str, Any] | None:
        last: dict[str, Any] | None = self.position["last_revolt"]
        return last

    @property
    def open_swords(self) -> int:
        return int(self.position["people"]["open_swords"])

    @property
    def crowns_aside(self) -> int:
        return int(self.position["people"]["crowns_aside"])

    @property
    def face_down(self) -> dict[str, int]:
        """Return the people cards that are face down, by crown and sword."""
        return dict(self.position["people"]["face_down"])

    def owner(self, field: int) -> int | None:
        owner: int | None = self.position["owner"][field]
        return owner

    def buildings(self, seat: int) -> list[tuple[str, list[int], bool]]:
        """Return kind, fields and cathedral of a seat's buildings, sorted."""
        position = self.position
        own = [b for b in position["buildings"] if position["owner"][b["fields"][0]] == seat]
        return sorted((b["kind"], b["fields"], b["cathedral"]) for b in own)
