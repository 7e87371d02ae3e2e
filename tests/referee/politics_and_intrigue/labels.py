"""What a run should see of the rules, and where: each label begins with the id of its rule."""

from collections import Counter
from collections.abc import Callable, Iterator

from tests.referee.actions import Action
from tests.referee.coverage import Catalogue

from .cards import ACTIONS, ATTACKS, BUILT, EVENTS, FACES, RESOURCES, SEATS
from .chance import ReadOff
from .detectors import IN_PHASES, Moment
from .form import read_position
from .land import borders, place_of
from .moves import all_actions
from .position import Json, Position
from .standing import brothels_in, count_working, fleets, has_own, knights, strength
from .steps import PHASES, apply

OF_START = (
    *("C1 all the cards", "C4 regions of the start", "S1 two settlements each", "S2 all the events"),
    "N3 no marks in the beginning",
)
OF_EXTENDED_START = ("S3 stacks of both games", "C5 so many copies")
OF_TOURNAMENT_START = ("M1 decks of 33", "M2 decks in table order", "M7 thirteen events")
DRAWN = "S4 start seat drawn"

# What the rules note as they are applied.
OF_TURNS = (
    *("T1 both dice", "T1 the other seat's turn", "T2 gains", "T2 the turn player gains first", "T4 yield"),
    *(f"C1 {face}" for face in FACES),
    *("C2 what does not fit is lost", "P5 lowest stock"),
    *(f"C6 {event} drawn" for event in EVENTS if event != "new_year"),
    *("D1 not in the first two rounds", "D1 robbed", "D1 not robbed", "F2 safe", "F2 not counted"),
    "F24 saved by a court",
    *("D2 nobody has the windmill", "D2 one resource", "D2 nothing to take", "D2 taken in the own turn"),
    *("D2 taken in the enemy's turn", "F13 a second one", "D3 won", "D3 a tie", "D4 sun"),
    *("D4 one more by a bailiff's house", "F18 nothing on one's own roll", "F18 goods and house lost"),
    *("F18 goods lost by alliance", "F18 under a stack, seen by both"),
    *("F3 doubled", "F3 doubled once only", "F25 filled up", "Q8 nothing gained for want of room"),
)
OF_EVENTS = (
    *("E1 a unit goes back", "E1 nothing to name", "F7 safe from civil war", "F17 safe from civil war"),
    *("E2 a resource is lost", "E2 nothing to lose", "E2 between two", "F9 safe from plague", "A18 safe"),
    *("A18 in the enemy's turn", "E3 new_year", "E3 discards come back"),
    *("E5 three are named", "E5 all of fewer are named", "E5 into the hand", "E5 into the row"),
    *("E5 nobody has the knight", "E5 nothing to name"),
    *("E6 a card taken", "E6 not looked through", "E6 nothing to look through"),
    *("E7 a region bears fruit", "E7 two beside one region"),
    *("E8 given", "E8 nobody has the windmill", "E8 fewer for want of room or goods"),
    *("E9 turned up for both", "E9 a banned stack stays down"),
)
OF_BUILDING = (
    *(f"C5 {card} laid" for card in BUILT),
    *("B2 road, left", "B2 road, right", "B2 settlement, left", "B2 settlement, right", "B2 city"),
    *("B3 a near slot", "B3 a far slot", "B3 a unit in a city", "P3 above", "P3 below", "P3 a slot of the metropolis"),
    *("B4 a unit", "B4 a building", "B5 requirement met by an own card", "B5 requirement met by an alliance"),
    *("B8 three for one", *(f"F5 {resource}_fleet" for resource in RESOURCES), "F11 by a mint"),
    *("F11 the mint is used up", "F16 a resource left out", "F19 the metropolis", "F21 in an enemy city"),
    *("F22 trade when built", "F22 strength when built", "F22 turned for 1 gold", "F23 a target is named"),
    *("F23 the target leaves its slot", "F23 the alliance leaves its slot", "S3 built from the row"),
    *("S3 back to the row", "B11 13 points", "B11 both have 13, the turn player wins", "B12 the gate opens"),
    "B11 the enemy wins in the own turn",
)
OF_CARDS = (
    *(f"A1 {card} played" for card in ACTIONS),
    *("A3 a knight falls", "A4 a building burnt", "A4 points burnt", "A4 a brothel burnt"),
    *("A5 a unit taken", "A5 an action card taken", "A5 nothing taken", "A6 the number chosen"),
    *("A7 two taken", "A7 one taken", "A7 one taken, no second one possible", "A8 two for two", "A9 regions chosen"),
    *("A10 all that the enemy has", "A10 what one region has room for", "A11 parried"),
    *("A12 six cards", "A12 all of fewer", "A12 laid back as it was", "A12 laid back in another order"),
    *("A13 the knight comes over", "A14 fetched", "A15 all the gold", "A15 as much gold as there is room for"),
    *("A16 three cards", "A16 all of fewer", "A17 on a stack", "A17 on the discard pile", "A17 a ban is lifted"),
    *("A17 lifted from the discard pile", "A19 two for two", "A19 one card was all"),
    *("F20 the see is paid", "F20 no room for the see's gold", "F20 a see used by alliance"),
    "F20 the enemy plays in one's own turn",
)
OF_HANDS = (
    *("S4 then the other seat", "S4 the first turn"),
    *("H1 a card goes under a stack", "H2 a card taken", "H2 no card is left", "H4 drawn", "H4 searched for 2"),
    *("F8 searched for 1", "H3 an exchange is offered at the limit", "H3 exchanged", "H3 not exchanged"),
    *("F15 kept", "F15 in refilling", "F15 in an exchange", "F15 by alliance", "H5 the topmost of several copies"),
    *("N3 looked through", "N3 the enemy's marks are lost", "N3 the archivist undoes marks"),
    *("N4 known rises", "N4 known falls", "N4 known not below 0", "N4 drawn while the enemy had seen it"),
    *("N4 every kind falls when a card goes under a stack", "W2 truncated"),
)
OF_TOURNAMENT = (
    *("M2 then the other seat", "M2 the decks are shuffled", "M6 taken by a spy", "M6 taken by bribery"),
    *("M3 an own stack", "M3 a ban of the enemy's stack", "M3 a discard pile of one's own"),
)


# -- what a position shows ------------------------------------------------------------------------------------

OF_VIEW: dict[str, Callable[[Json], object]] = {
    "N1 view": lambda position: True,
    "N1 view of a card that a holy place may bury": lambda position: position["phase"] == "holy",
    "N2 view of hidden hands": lambda position: all(position["hands"]),
    "N3 view of marks": lambda position: any(any(c["seen"]) for stack in position["stacks"] for c in stack),
    "N4 view of known cards": lambda position: any(position["known"]),
    "N5 view of what is looked at": lambda position: position["phase"] in ("search_take", "builder_take"),
    "W1 view of the end": lambda position: position["phase"] == "over",
}


def shares_a_region(p: Position) -> bool:
    """P2: two cities border one region."""
    for land in p.principalities:
        cities = [place for place, kind in enumerate(land.places) if kind != "settlement"]
        if any(borders(land, a) & borders(land, b) for a in cities for b in cities if a < b):
            return True
    return False


def weakened(p: Position) -> bool:
    """F21: a knight in a place with a brothel of the enemy."""
    return any(
        brothels_in(p, seat, place_of(p.principalities[seat], slot)) for seat in SEATS for _, slot in knights(p, seat)
    )


OF_POSITION: dict[str, Callable[[Position], object]] = {
    "C3 a city on a settlement": lambda p: any("city" in land.places for land in p.principalities),
    "P1 a place at the left end": lambda p: any(land.row[0] != 0 for land in p.principalities),
    "P2 two cities share regions": shares_a_region,
    "P4 units in the metropolis": lambda p: any(any(land.slots[28:]) for land in p.principalities),
    "F0 an alliance works": lambda p: any(land.alliance is not None for land in p.principalities),
    "F1 a higher limit": lambda p: any(count_working(p, s, "abbey", "library", "theater") for s in SEATS),
    "F6 a knight's strength": lambda p: any(strength(p, seat) for seat in SEATS),
    "F12 a harbour and a fleet": lambda p: any(count_working(p, s, "harbor") and fleets(p, s) for s in SEATS),
    "F14 a marketplace": lambda p: any(has_own(p, seat, "marketplace", "merchant_guild") for seat in SEATS),
    "F10 a cathedral at a feast": lambda p: p.phase == "gain" and any(count_working(p, s, "cathedral") for s in SEATS),
    "F21 knights beside a brothel": weakened,
    "B9 points of figures": lambda p: strength(p, 0) != strength(p, 1),
    "B10 nobody has the knight": lambda p: strength(p, 0) == strength(p, 1) > 0,
    "E4 progress": lambda p: p.phase == "gain" and p.events.discard["progress"],
    "E10 a feast": lambda p: p.phase == "gain" and p.events.discard["church_feast"],
    "D5 an event": lambda p: bool(p.dice and p.dice["event"] == "event"),
    "Q7 the enemy is asked in one's turn": lambda p: p.player == p.enemy,
    "L2 a hand above nine cards": lambda p: any(hand.total() > 9 for hand in p.hands),
    "L4 two bans": lambda p: len(p.bans) > 1,
    "A2 asked whether he answers": lambda p: p.phase == "react",
    "H6 a played card is discarded": lambda p: any(p.discards),
}

# -- the catalogue --------------------------------------------------------------------------------------------

KINDS_OF_ACTION = tuple(dict.fromkeys(action.kind for action in all_actions(6, 1)))
OF_DECISION = (
    *(f"Q4 {phase}" for phase in PHASES if phase != "over"),
    *(f"Q2 {kind}" for kind in KINDS_OF_ACTION),
    *(f"Q6 {card} asks whether it is answered" for card in ATTACKS),
    *("Q1 one action only", "Q3 in the own turn"),
)
OFFERED = tuple(label for rows in IN_PHASES.values() for label in rows)
LABELS = (
    *(*OF_START, *OF_EXTENDED_START, *OF_TOURNAMENT_START, DRAWN, *OF_TURNS, *OF_EVENTS, *OF_BUILDING, *OF_CARDS),
    *(*OF_HANDS, *OF_TOURNAMENT, *OF_VIEW, *OF_POSITION, *OF_DECISION, *OFFERED),
)
assert len(LABELS) == len(set(LABELS)), [label for label, count in Counter(LABELS).items() if count > 1]
NEVER = {
    "A2 impossible meanwhile": "between attack and answer only the enemy's gold can rise",
    "W3 returns": "compared at the end of each game, whatever the labels",
    "N6 dealt anew": "judged where worlds are paired",
    "Q5 a cost taken back": "there is no way back",
    "A1 church_ban could do nothing": "there are more piles than bans",
    "L3 85 cards in one stack": "would take more turns than a game has",
}
TOURNAMENT_ONLY = {label for label in LABELS if label[0] == "M"} | {
    *("Q4 deck_pick", "F3 doubled once only", "A17 not the last stack open")  # there are too few such cards
}
CHAPTERS = "CPSTDEBFAHWNQLM"


def catalogue(is_tournament: bool) -> Catalogue:
    """What applies to the game at hand; of the tournament's only what is not as in the extended game."""
    not_now = set(LABELS) - TOURNAMENT_ONLY if is_tournament else TOURNAMENT_ONLY
    return Catalogue(CHAPTERS, frozenset(LABELS), not_now=frozenset(not_now), never=NEVER)


def of_start(position: Json) -> Iterator[str]:
    """All that `check_start` has judged."""
    yield from OF_START
    yield from OF_TOURNAMENT_START if position["rules"]["game"] == "tournament" else OF_EXTENDED_START
    if position["start_player"] != 0:
        yield DRAWN


def of_view(position: Json) -> Iterator[str]:
    """What there was to be seen."""
    return (label for label, is_here in OF_VIEW.items() if is_here(position))


def of_step(before: Json, action: Action, after: Json, legal: set[Action]) -> Iterator[str]:
    """What a lawful step shows: what its decision offered, and what the rules then did."""
    position = read_position(before)
    yield from of_decision(position, action, legal)
    yield from [label for label, is_here in OF_POSITION.items() if is_here(position)]
    rows = IN_PHASES.get(before["phase"], {})
    moment = Moment(position, legal)
    yield from [label for label, shows in rows.items() if shows(moment)]
    position.notes.clear()
    apply(position, action, ReadOff(after))
    yield from position.notes


def of_decision(p: Position, action: Action, legal: set[Action]) -> Iterator[str]:
    """Q1 to Q4, M3."""
    yield f"Q4 {p.phase}"
    yield f"Q2 {action.kind}"
    if len(legal) == 1:
        yield "Q1 one action only"
    if p.phase == "action":
        yield "Q3 in the own turn"
    if p.phase == "react":
        yield f"Q6 {p.pending['card']} asks whether it is answered"
    if p.is_tournament:
        if action.kind in ("draw", "search", "stack"):
            yield "M3 an own stack"
        if action.kind == "ban" and action.pile < len(p.stacks):
            yield "M3 a ban of the enemy's stack"
        if p.phase == "diplomat":
            yield "M3 a discard pile of one's own"
