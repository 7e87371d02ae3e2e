"""Rule coverage: labels of starts, views and decisions; rules record other labels where they apply."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action
from tests.referee.coverage import Catalogue, noted_in
from tests.referee.krone_schwert import cards, fights, land, turns
from tests.referee.krone_schwert.position import ACTION_CARDS, Cards, Json, Position, read_position

BY_START = (
    *("C1 parts for the players", "C2 tiling", "C3 terrain", "C4 parts of the edition", "C6 cards"),
    *("C7 people cards", "S1 four cards each"),
)
OF_VIEW: dict[str, Callable[[Json], object]] = {
    "P1 view": lambda position: True,
    "P3 last revolt shown": lambda position: position["last_revolt"],
    "T4 hand counts and discards shown": lambda position: position["discard_pile"],
}
BUILDINGS = ("castle", "small_city", "large_city", "cathedral")
OF_RULES = (
    *noted_in(cards, fights, land, turns),
    *(f"B1 {kind} on {shape}" for kind in ("castle", "small_city") for shape in ("an octagon", "a square")),
    *(f"D1 draws {card}" for card in ACTION_CARDS),
    *(f"L1 expands by {card}" for card in ACTION_CARDS),
    *(f"R2 {side} voter" for side in ("crown", "sword")),
    *(f"R4 {card} laid" for card in fights.REACTIONS),
    *(f"R7 {ambushes} against the {whose}" for ambushes in ("ambush", "two ambushes") for whose in ("king", "leader")),
    *(f"T3 {kind}" for kind in (*BUILDINGS, "incite", "papal_visit", "draw", "expand", "claim", "attack", "revolt")),
    "T3 end_turn",
)


class Moment:
    """A position in which a seat decides, and its legal actions."""

    def __init__(self, position: Position, legal: set[Action]) -> None:
        self.p, self.legal, self.seat = position, legal, position.player
        self.kinds = {action.kind for action in legal}
        self.hand: Cards = +position.hands[self.seat]

    def lacks(self, building: str) -> bool:
        """C5: a city card, the AP and an own plain without building are available, but no such building."""
        bare = self.p.land(self.seat) - self.p.built_fields()
        has_site = any(self.p.fields[field_id]["terrain"] == "plain" for field_id in bare)
        return bool(self.p.action_points > 1 and self.hand["city"] and has_site and not self.p.in_supply(building))

    def is_rebel(self) -> bool:
        """R1: the seat is not king and could lead a revolt unless the king is protected."""
        return self.p.king not in (None, self.seat) and self.p.qualifies(self.seat)

    def seats_beside(self) -> set[int]:
        """A2: the owners of foreign fields without a building beside an own field."""
        beside = {
            field_id for own in self.p.land(self.seat) for field_id in self.p.neighbours(own)
        } - self.p.built_fields()
        return {self.p.owner[field_id] for field_id in beside} - {None, self.seat}

    def order_bars_a_card(self, laid: Cards) -> bool:
        """Q6, Q7: the order of the table prevents laying a card of the hand."""
        return laid.total() > 0 and bool(self.hand.keys() - {action.card for action in self.legal})


OF_DECISION: dict[str, dict[str, Callable[[Moment], object]]] = {
    "setup": {"S3 field kept free": lambda m: len(m.legal) < len(m.p.free_fields())},
    "action": {
        "Q5 occupation barred with fewer action points": lambda m: "claim" not in m.kinds and m.p.action_points < 3,
        "C5 no small city left": lambda m: m.lacks("small_city"),
        "C5 no large city left": lambda m: m.lacks("large_city"),
        "L3 no marker left": lambda m: not m.p.has_marker(m.seat),
        "L3 attack barred without markers": lambda m: not m.p.has_marker(m.seat) and not m.p.attack_spent,
        "D3 nothing to draw": lambda m: "draw" not in m.kinds,
        "D6 incite legal without a king": lambda m: m.p.king is None and "incite" in m.kinds,
        "D7 second papal visit barred": lambda m: m.p.papal_visit[m.seat] and m.hand["papal_visit"],
        "D7 revolt barred": lambda m: m.is_rebel() and m.p.papal_visit[m.p.king],
        "D7 attack barred": lambda m: (
            m.p.turn >= len(m.p.seats)
            and not m.p.attack_spent
            and any(m.p.papal_visit[seat] for seat in m.seats_beside())
        ),
        "R1 barred without castle and city": lambda m: m.p.king not in (None, m.seat) and not m.is_rebel(),
        "A1 barred in the first turns": lambda m: m.p.turn < len(m.p.seats) and m.seats_beside(),
        "A1 once per turn": lambda m: m.p.attack_spent and m.seats_beside(),
        "P3 last revolt kept": lambda m: m.p.last_revolt,
    },
    "attack_lay": {
        "A3 card of combat 0 held back": lambda m: any(m.hand[card] for card in fights.REACTIONS),
        "Q6 card above the last one barred": lambda m: m.order_bars_a_card(m.p.attack.cards),
    },
    "revolt_lay": {
        "Q7 card above the last one barred": lambda m: m.order_bars_a_card(m.p.revolt.laid[m.seat]),
        "Q7 asked with an empty hand": lambda m: not m.hand,
    },
}
SOMETIMES: dict[str, Callable[[int, bool], bool]] = {  # by number of players and fewer parts
    "V1 one part fewer": lambda players, fewer: fewer,
    "X1 three more people cards": lambda players, fewer: players == 2,
    **dict.fromkeys(
        ("R2 sword voter", "R2 crown voter", "R9 VP for a crown voter", "R10 VP for a sword voter", "C8 vote"),
        lambda players, fewer: players > 2,
    ),
    # two parts have 22 plains for 28 small cities; the first three have exactly ten sites for ten large cities
    "C5 no small city left": lambda players, fewer: players - fewer > 2,
    "C5 no large city left": lambda players, fewer: players - fewer > 3,
    # the markers of one player do not fill a board of two parts
    "E3 by resettling": lambda players, fewer: players > 2,
}
NEVER = {
    "C5 no castle left": "26 castles, at most 25 mountains",
    "C5 no cathedral left": "10 cathedrals, 10 large cities",
    "S3 no lonely field left": "2P - 1 markers and their neighbours never cover the board",
    "Q9 no redraw asked": "an event takes away no card of those that made the draw legal (D3)",
}
LABELS = {
    *(*BY_START, *OF_VIEW, *OF_RULES, *SOMETIMES, "S2 start player drawn"),
    *(label for rows in OF_DECISION.values() for label in rows),
}


def catalogue(players: int, fewer_parts: bool) -> Catalogue:
    """Return the labels for games of this number of players."""
    not_now = {label for label, applies in SOMETIMES.items() if not applies(players, fewer_parts)}
    return Catalogue("CSTBDLAKREXVPQ", LABELS, not_now, NEVER)


def of_start(position: Json) -> Iterator[str]:
    """Yield the labels of a legal start."""
    yield from BY_START
    if position["rules"]["fewer_parts"]:
        yield "V1 one part fewer"
    if position["start_player"] != 0:
        yield "S2 start player drawn"


def of_view(position: Json) -> Iterator[str]:
    """Yield the labels of a correct view."""
    return (label for label, is_here in OF_VIEW.items() if is_here(position))


def of_step(before: Json, action: Action, after: Json, legal: set[Action], notes: list[str]) -> Iterator[str]:
    """Yield the labels of a legal step: those of its decision, then those of the rules applied."""
    if before["phase"] == "action":
        yield f"T3 {action.kind}"
    if rows := OF_DECISION.get(before["phase"]):
        moment = Moment(read_position(before), legal)
        yield from (label for label, shows in rows.items() if shows(moment))
    yield from notes
