"""A builder of constructed positions."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self

from kschwert_env.krone_schwert import Game, Rules
from tests.referee.krone_schwert.position import GAME_END, Cards, Json, deck_without_game_end

ROUND = 30  # late enough for any event


class Scene:
    """A position in which seat 0 decides with 3 AP; `build` fills in the remaining values.

    A seat without land gets a field in the end, unless `landless` was called for it.
    """

    def __init__(self, players: int, **options: Any) -> None:
        start = Game(Rules(players, shuffle_parts=False, **options), 0).position()
        self.position: Json = start | {"phase": "action", "action_points": 3, "hands": [{} for _ in range(players)]}
        self.has_no_land: set[int] = set()
        self.piles: dict[str, Cards] = {}
        self.event: str | None = None
        self.holds_the_rest: int | None = None
        self.turn(0)

    def set(self, **values: Any) -> Self:
        """Set any keys of the position."""
        self.position |= values
        return self

    # -- turns ------------------------------------------------------------------------------------------------

    def turn(self, seat: int) -> Self:
        """Set the turn of a seat, which decides."""
        turn = ROUND * self.position["rules"]["num_players"] + seat
        return self.set(turn=turn, turn_player=seat, player=seat)

    def redraw(self, event: str = "unrest", action_points: int = 1) -> Self:
        """D1: this event has just been drawn and is in the discard pile."""
        self.event = event
        return self.set(phase="redraw", action_points=action_points)

    def attacks(self, field_id: int, **cards: int) -> Self:
        """A4: the attacker has laid these cards, and the owner of the field is asked."""
        asked = self.position["owner"][field_id]
        attack = {"field": field_id, "cards": cards}
        return self.set(phase="attack_react", player=asked, attack=attack, attack_spent=True)

    # -- land -------------------------------------------------------------------------------------------------

    def free(self, *terrains: str) -> list[int]:
        """Return the fields of these terrains without a marker."""
        owner, fields = self.position["owner"], self.position["fields"]
        return [f["id"] for f in fields if f["terrain"] in terrains and owner[f["id"]] is None]

    def owns(self, seat: int, *field_ids: int) -> Self:
        """Place markers on these fields."""
        for field_id in field_ids:
            self.position["owner"][field_id] = seat
        return self

    def landless(self, seat: int) -> Self:
        """Leave this seat without a field."""
        self.has_no_land.add(seat)
        return self

    def builds(self, seat: int, kind: str, field_ids: tuple[int, ...], cathedral: bool = False) -> Self:
        """Place a building, and markers on its fields."""
        self.position["buildings"].append({"kind": kind, "fields": [*field_ids], "cathedral": cathedral})
        return self.owns(seat, *field_ids)

    def sites(self) -> list[tuple[int, int]]:
        """Return every free plain octagon with an adjacent free plain square."""
        plains, fields = self.free("plain"), self.position["fields"]
        octagons = [field_id for field_id in plains if fields[field_id]["shape"] == "octagon"]
        squares = set(plains) - set(octagons)
        return [(a, b) for a in octagons for b in fields[a]["neighbours"] if b in squares]

    def realm(
        self, seat: int, castles: int = 1, small_cities: int = 1, large_cities: int = 0, cathedrals: int = 0
    ) -> Self:
        """Place these buildings; each cathedral stands in one more large city."""
        for number in range(large_cities + cathedrals):
            self.builds(seat, "large_city", self.sites()[0], cathedral=number < cathedrals)
        for _ in range(castles):
            self.builds(seat, "castle", (self.free("mountain")[0],))
        for _ in range(small_cities):
            wanted = {field_id for site in self.sites() for field_id in site}
            self.builds(
                seat, "small_city", (min(self.free("plain"), key=lambda field_id: (field_id in wanted, field_id)),)
            )
        return self

    # -- seats ------------------------------------------------------------------------------------------------

    def king(self, seat: int, cathedrals: int = 0) -> Self:
        """Set the king, with the required castle and city."""
        return self.set(king=seat).realm(seat, cathedrals=cathedrals)

    def papal_visit(self, seat: int) -> Self:
        """Open a papal visit."""
        self.position["papal_visit"][seat] = True
        return self

    def announced(self, seat: int, points: int) -> Self:
        """E1: set the VP announced."""
        self.position["announced"][seat] = points
        return self

    def hand(self, seat: int, **cards: int) -> Self:
        """Set all cards of this seat's hand."""
        self.position["hands"][seat] = cards
        return self

    # -- piles ------------------------------------------------------------------------------------------------

    def draw_pile(self, **cards: int) -> Self:
        """Set the draw pile; the remaining cards are discarded."""
        self.piles["draw_pile"] = Counter(cards)
        return self

    def discard_pile(self, **cards: int) -> Self:
        """Set the discard pile; the remaining cards are in the draw pile."""
        self.piles["discard_pile"] = Counter(cards)
        return self

    def rest_held_by(self, seat: int) -> Self:
        """Give a seat all cards that are in no pile."""
        self.holds_the_rest = seat
        return self

    def end_begun(self, before: int) -> Self:
        """E1: this number of cards will be drawn before `game_end`."""
        return self.set(end_begun=True, cards_before_game_end=before)

    def people(self, crowns: int, swords: int) -> Self:
        """Leave these cards face down; the other swords lie open."""
        face_down = {"crown": crowns, "sword": swords}
        return self.set(people={"face_down": face_down, "open_swords": 11 - swords, "crowns_aside": 11 - crowns})

    def last_revolt(
        self, leader: int, king: int, result: str, laid: dict[int, Json], swords: int = 0, rebels: Sequence[int] = ()
    ) -> Self:
        """P3: what each seat laid, and who voted sword besides the leader."""
        seats = range(self.position["rules"]["num_players"])
        votes = ["sword" if seat in (leader, *rebels) else "crown" for seat in seats]
        cards = [laid.get(seat, {}) for seat in seats]
        revolt = {
            "leader": leader,
            "king": king,
            "votes": votes,
            "laid": cards,
            "open_swords": swords,
            "result": result,
        }
        return self.set(last_revolt=revolt)

    # -- building ---------------------------------------------------------------------------------------------

    def build(self) -> Json:
        """Return the position with all remaining values filled in."""
        for seat in range(self.position["rules"]["num_players"]):
            if seat not in self.has_no_land and seat not in self.position["owner"]:
                self.owns(seat, self.free("forest", "plain", "mountain")[-1])
        deck = deck_without_game_end() + Counter({GAME_END: int(self.position["end_begun"])})
        piles = {name: Counter(cards) for name, cards in self.piles.items()}
        if self.event and not piles.get("discard_pile", Counter())[self.event]:
            piles["discard_pile"] = piles.get("discard_pile", Counter()) + Counter([self.event])
        for cards in (*self.position["hands"], *piles.values(), self.on_the_table()):
            deck.subtract(cards)
        rest = {card: count for card, count in deck.items() if count}
        if self.holds_the_rest is not None:
            hand = Counter(self.position["hands"][self.holds_the_rest]) + Counter(rest)
            self.position["hands"][self.holds_the_rest] = dict(hand)
        else:
            name = "discard_pile" if "draw_pile" in self.piles else "draw_pile"
            piles[name] = piles.get(name, Counter()) + Counter(rest)
        assert min(deck.values()) >= 0, f"more cards than there are: {rest}"
        return self.position | {name: dict(+piles.get(name, Counter())) for name in ("draw_pile", "discard_pile")}

    def on_the_table(self) -> Cards:
        """Return the cards in no hand and no pile."""
        attack = self.position["attack"]
        return Counter(attack["cards"] if attack else {}) + Counter(papal_visit=sum(self.position["papal_visit"]))
