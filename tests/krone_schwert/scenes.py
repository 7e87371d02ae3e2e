"""A builder of positions for scenario tests.

Parts are never shuffled here, so the board of three players is always this one. Capitals are octagons; a small letter
is the square at the lower right corner of its octagon. P plain, M mountain, F forest:

        0   1   2   3   4   5   6   7
    0   M   P   M   F   F   F   P   F
          p   p   m   p   m   f   m   f
    1   F   P   P   P   P   F   P   F
          f   f   p   f   m   p   p   p
    2   F   P   P   F   P   M   M   P
          f   m   m   p   p   p   p   f
    3           M   P   P   M
                  f   f   m   p
    4           M   F   P   M
                  f   p   p   p
    5           F   F   F   P
                  p   p   p   f
"""

from collections import Counter
from copy import deepcopy
from functools import cache
from typing import Any, Self

from kschwert_env.krone_schwert import Game, Rules
from tests.helpers.positions import nonzero
from tests.krone_schwert.play import COPIES, Play, Position

EVENTS = {"city_scoring", "unrest", "game_end"}
CROWNS = SWORDS = 11
EARLIER_ROUNDS = 30  # late enough for any building


@cache
def fresh_position(rules: Rules) -> Position:
    """Return the position before the first marker."""
    return Game(rules).position()


@cache
def _fields(players: int) -> dict[tuple[str, int, int], int]:
    fields = fresh_position(Rules(players, shuffle_parts=False))["fields"]
    return {(field["shape"], field["row"], field["column"]): field["id"] for field in fields}


def octagon(row: int, column: int, players: int = 3) -> int:
    """Return the octagon at a lattice point."""
    return _fields(players)["octagon", row, column]


def square(row: int, column: int, players: int = 3) -> int:
    """Return the square at the lower right corner of that octagon."""
    return _fields(players)["square", row, column]


class Scene:
    """A builder of positions. Each method sets a fact; `play` fills in the rest and starts the game.

    Defaults are neutral: seat 0 acts, late in the game, with 3 action points; there is no king. Every seat without land
    gets two or more forests that are not adjacent to any marker. Hands are empty; all other cards are in the draw pile,
    or in the discard pile if the draw pile is given. All people cards are face down.
    """

    def __init__(self, players: int = 3, **options: Any) -> None:
        self.rules = Rules(players, shuffle_parts=False, **options)
        self.position = deepcopy(fresh_position(self.rules))
        self.position.update(phase="action", turn=EARLIER_ROUNDS * players, action_points=3, player=0)
        self._hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self._piles: dict[str, Counter[str]] = {}
        self._rest: int | None = None  # the seat that holds all cards without a place
        self._landless: set[int] = set()
        self._realms: list[tuple[int, int, int, int, int]] = []
        self._has_realm: set[int] = set()

    # -- land and buildings -----------------------------------------------------------------------------------

    def owns(self, seat: int, *fields: int) -> Self:
        for field in fields:
            self.position["owner"][field] = seat
        return self

    def landless(self, seat: int) -> Self:
        self._landless.add(seat)
        return self

    def castle(self, seat: int, *fields: int) -> Self:
        for field in fields:
            self._build(seat, "castle", [field])
        return self

    def small_city(self, seat: int, *fields: int) -> Self:
        for field in fields:
            self._build(seat, "small_city", [field])
        return self

    def large_city(self, seat: int, octagon: int, square: int, cathedral: bool = False) -> Self:
        return self._build(seat, "large_city", [octagon, square], cathedral)

    def realm(
        self, seat: int, castles: int = 1, small_cities: int = 1, large_cities: int = 0, cathedrals: int = 0
    ) -> Self:
        """Place this number of buildings of a seat on free sites. Every cathedral comes with a large city."""
        self._realms.append((seat, castles, small_cities, large_cities, cathedrals))
        self._has_realm.add(seat)
        return self

    def king(self, seat: int, **realm: int) -> Self:
        """Set a king with a realm, by default of one castle and one small city."""
        self.position["king"] = seat
        return self.realm(seat, **realm)

    def _build(self, seat: int, kind: str, fields: list[int], cathedral: bool = False) -> Self:
        self.position["buildings"].append({"kind": kind, "fields": fields, "cathedral": cathedral})
        return self.owns(seat, *fields)

    # -- cards ------------------------------------------------------------------------------------------------

    def hand(self, seat: int, **cards: int) -> Self:
        self._hands[seat].update(cards)
        return self

    def draw_pile(self, **cards: int) -> Self:
        self._piles["draw_pile"] = Counter(cards)
        return self

    def discard_pile(self, **cards: int) -> Self:
        self._piles["discard_pile"] = Counter(cards)
        return self

    def rest_held_by(self, seat: int) -> Self:
        self._rest = seat
        return self

    def people(self, crowns: int, swords: int) -> Self:
        """Leave these people cards face down; set all other crowns aside and turn all other swords up."""
        self.position["people"] = {
            "face_down": {"crown": crowns, "sword": swords},
            "open_swords": SWORDS - swords,
            "crowns_aside": CROWNS - crowns,
        }
        return self

    def papal_visit(self, seat: int) -> Self:
        self.position["papal_visit"][seat] = True
        return self

    # -- course of the game -----------------------------------------------------------------------------------

    def turn(self, seat: int, round: int = EARLIER_ROUNDS) -> Self:
        """Set the turn to this seat's, after that many full rounds."""
        players = self.rules.num_players
        number = players * round + (seat - self.position["start_player"]) % players
        self.position.update(turn=number, turn_player=seat, player=seat)
        return self

    def started_by(self, seat: int) -> Self:
        """Set the start player, for rules that draw it. Call it before `turn`."""
        self.position["start_player"] = seat
        return self

    def action_points(self, points: int) -> Self:
        self.position["action_points"] = points
        return self

    def phase(self, phase: str) -> Self:
        self.position["phase"] = phase
        return self

    def redraw(self, points: int = 2) -> Self:
        """Ask for a replacement, with that many action points left. An event must be discarded separately."""
        return self.phase("redraw").action_points(points)

    def scores(self, *points: int) -> Self:
        self.position["scores"] = list(points)
        return self

    def announced(self, seat: int, points: int) -> Self:
        """Set the announcement of a king by revolt. If no other seat has a realm, the next seat was king before."""
        self.position["announced"][seat] = points
        return self

    def end_begun(self, before: int) -> Self:
        """Put `game_end` into the draw pile below `before` cards. An announcement must have reached the threshold."""
        self.position.update(end_begun=True, cards_before_game_end=before)
        return self

    # -- start --------------------------------------------------------------------------------------------------

    def play(self, seed: int = 0) -> Play:
        """Start a game from this position. Further calls with other seeds are allowed."""
        seats = range(self.rules.num_players)
        for seat in [seat for seat in seats if self.position["announced"][seat] is not None]:
            if not self._has_realm - {seat}:
                self.realm((seat + 1) % len(seats))
        while self._realms:
            self._settle(*self._realms.pop(0))
        self._give_land()
        self._deal()
        return Play(Game.from_position(self.position, seed))

    def _free(self, terrain: str) -> list[int]:
        owner = self.position["owner"]
        return [f["id"] for f in self.position["fields"] if f["terrain"] == terrain and owner[f["id"]] is None]

    def _touched(self, field: int) -> bool:
        return any(self.position["owner"][n] is not None for n in self.position["fields"][field]["neighbours"])

    def _settle(self, seat: int, castles: int, small_cities: int, large_cities: int, cathedrals: int) -> None:
        for i in range(large_cities + cathedrals):
            self.large_city(seat, *self._free_site(), cathedral=i < cathedrals)
        for _ in range(small_cities):
            self.small_city(seat, self._free("plain")[-1])
        for _ in range(castles):
            self.castle(seat, self._free("mountain")[0])

    def _free_site(self) -> tuple[int, int]:
        fields, plains = self.position["fields"], self._free("plain")
        pairs = ((a, b) for a in plains for b in fields[a]["neighbours"] if b in plains)
        return next(p for p in pairs if [fields[f]["shape"] for f in p] == ["octagon", "square"])

    def _give_land(self) -> None:
        """Give each seat without land two isolated forests; the last seat gets more if the setup's markers need it."""
        owner, players = self.position["owner"], self.rules.num_players
        seats = [seat for seat in range(players) if seat not in owner and seat not in self._landless]
        for seat in seats:
            missing = 2 * players - sum(o is not None for o in owner) if seat == seats[-1] else 0
            isolated = [f for f in self._free("forest") if not self._touched(f)]
            self.owns(seat, *isolated[-max(2, missing) :])

    def _deal(self) -> None:
        rest = Counter(COPIES)
        if not self.position["end_begun"]:
            del rest["game_end"]
        for held in [*self._hands, *self._piles.values()]:
            rest.subtract(held)
        rest["papal_visit"] -= sum(self.position["papal_visit"])
        if self._rest is not None:
            self._hands[self._rest].update(nonzero(rest))
        else:
            pile = "discard_pile" if "draw_pile" in self._piles else "draw_pile"
            self._piles.setdefault(pile, Counter()).update(nonzero(rest))
        self.position["hands"] = [nonzero(hand) for hand in self._hands]
        self.position["draw_pile"] = nonzero(self._piles.get("draw_pile", {}))
        self.position["discard_pile"] = nonzero(self._piles.get("discard_pile", {}))
