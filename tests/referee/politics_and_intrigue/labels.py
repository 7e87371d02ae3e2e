"""Rule coverage: what starts, views, positions, decisions and steps show of the rules."""

from collections.abc import Callable, Iterator
from functools import partial

from tests.referee.actions import Action
from tests.referee.coverage import Catalogue, noted_in
from tests.referee.politics_and_intrigue import building, cardplay, dice, effects, events, hand, phases, piles
from tests.referee.politics_and_intrigue import land as land_module
from tests.referee.politics_and_intrigue.building import can_afford, has_place, is_allowed, is_there
from tests.referee.politics_and_intrigue.cardplay import DICED
from tests.referee.politics_and_intrigue.effects import COULD, bribable, brothel_to_burn, burnable
from tests.referee.politics_and_intrigue.land import (
    alliance_uses,
    can_pay,
    count_working,
    has_own,
    is_safe_by_castle,
    knights,
    meets_requirement,
    own_cards,
    place_of,
    works_in,
)
from tests.referee.politics_and_intrigue.phases import PHASES, ally_targets
from tests.referee.politics_and_intrigue.piles import (
    ban_targets,
    holds,
    open_to,
    open_with_cards,
    own_stacks,
    pile_of_discards,
)
from tests.referee.politics_and_intrigue.position_labels import OF_POSITION, OF_VIEW
from tests.referee.politics_and_intrigue.positions.form import read_position
from tests.referee.politics_and_intrigue.positions.pending_faults import has_hit
from tests.referee.politics_and_intrigue.positions.position import (
    ACTIONS,
    ARGUMENT,
    ATTACKS,
    BREWERY_SIDES,
    BUILT,
    CENTRE,
    DONE,
    ENDS,
    EVENTS,
    FACES,
    HOLY,
    KINDS,
    PASS,
    RESOURCES,
    RIVAL,
    ROW,
    Json,
    Position,
    is_building,
)

OF_START = (
    *("C1 all the cards", "C4 regions of the start", "S1 two settlements each", "S2 all the events"),
    "N3 no marks in the beginning",
)
OF_EXTENDED_START = ("S3 stacks of both games", "C5 so many copies")
OF_TOURNAMENT_START = ("M1 decks of 33", "M2 decks in table order", "M7 thirteen events")
DRAWN = "S4 start seat drawn"

OF_RULES = (
    *noted_in(building, cardplay, dice, effects, events, hand, land_module, phases, piles),
    *(f"C1 {face}" for face in FACES),
    *(f"C5 {card} laid" for card in BUILT),
    *(f"C6 {event} drawn" for event in EVENTS if event != "new_year"),
    *(f"B2 {what}, {end}" for what in ("road", "settlement") for end in ENDS),
    *(f"F5 {resource}_fleet" for resource in RESOURCES),
    *(f"F22 {side} when built" for side in BREWERY_SIDES),
    *(f"A1 {card} played" for card in ACTIONS),
    *(f"{rule} {what}" for rule in DICED.values() for what in ("backfires", "backfires on nothing")),
)

# -- what a decision offers -------------------------------------------------------------------------------------


class Moment:
    """A position in which a seat decides, and what it may do."""

    def __init__(self, position: Position, legal: set[Action]) -> None:
        self.p, self.legal, self.seat = position, legal, position.player
        self.kinds = {action.kind for action in legal}
        self.land, self.other = position.principalities[self.seat], position.principalities[1 - self.seat]
        self.hand = +position.hands[self.seat]

    def offers(self, kind: str, card: str) -> bool:
        """Return whether an action of that kind with that card is legal."""
        return any(action.kind == kind and action.card == card for action in self.legal)

    def only_fails(self, test: Callable[[Position, str], bool]) -> list[str]:
        """Cards that could be built if it were not for this test."""
        others = {is_allowed, can_afford, has_place} - {test}
        cards = [card for card in BUILT if is_there(self.p, card) and not test(self.p, card)]
        return [card for card in cards if all(other(self.p, card) for other in others)]


Shows = Callable[[Moment], object]


def could_not(card: str, m: Moment) -> bool:
    """A1: all is there to play it, but it could do nothing."""
    return holds(m.p, m.seat, card) and meets_requirement(m.p, m.seat, card) and not COULD[card](m.p)


def burnt_but(p: Position, seat: int, card: str) -> list[int]:
    """Slots of a seat's buildings that no arsonist may burn, for a card in their place or themselves."""
    land = p.principalities[seat]
    safe = [slot for other, slot in own_cards(p, seat) if is_building(other) and slot not in burnable(p, seat)]
    if card == "fire_brigade":
        return [slot for slot in safe if works_in(p, seat, card, place_of(land, slot))]
    return [slot for slot in safe if land.slots[slot] == card]


def arson(m: Moment, backfire: bool = False) -> bool:
    """Return whether an arsonist names a building now; with `backfire`, one of its own seat."""
    return bool(m.p.pending["card"] == "arsonist" and m.p.pending["backfire"] == backfire)


def single_knights(m: Moment, seat: int) -> list[str]:
    """M4: knights in hand of which this seat has one of the same name before it."""
    return [card for card in m.hand if KINDS[card].type == "knight" and has_own(m.p, seat, card)]


IN_ACTION: dict[str, Shows] = {
    "B12 the gate bars action cards": lambda m: not m.p.gate_open and any(m.hand[card] for card in COULD),
    "B12 a scout needs no gate": lambda m: not m.p.gate_open and m.offers("play", "scout"),
    "B12 open though a seat has fewer points": lambda m: (
        m.p.gate_open and any(m.offers("play", card) for card in COULD)
    ),
    **{f"A1 {card} could do nothing": partial(could_not, card) for card in COULD if card != "church_ban"},
    "A1 alchemist, bishop and physician have their own moment": lambda m: (
        m.hand["alchemist"] + m.hand["bishop"] + m.hand["physician"]
    ),
    "B1 too dear": lambda m: m.only_fails(can_afford),
    "B3 no free slot": lambda m: set(m.only_fails(has_place)) - {"brothel", "metropolis"},
    "B3 no city for a red card": lambda m: "city" not in m.land.places and "metropolis" not in m.land.places,
    "B5 a requirement bars building": lambda m: any(
        is_there(m.p, card) and not meets_requirement(m.p, m.seat, card) for card in BUILT
    ),
    "B5 a requirement bars playing": lambda m: any(
        holds(m.p, m.seat, card) and not meets_requirement(m.p, m.seat, card) for card in COULD
    ),
    "B6 a holy building is cheaper": lambda m: (
        count_working(m.p, m.seat, "mission")
        and any(m.offers("build", card) and not can_pay(m.land, KINDS[card].cost) for card in HOLY)
    ),
    "B7 no second church or town hall": lambda m: any(is_there(m.p, c) and has_own(m.p, m.seat, c) for c in ROW),
    "F18 no bailiff's house beside a republic house": lambda m: (
        m.hand["bailiff_house"] and has_own(m.p, m.seat, RIVAL["bailiff_house"])
    ),
    "F25 no republic house beside a bailiff's house": lambda m: (
        m.hand["republic_house"] and has_own(m.p, m.seat, RIVAL["republic_house"])
    ),
    "F19 an alliance is not enough": lambda m: (
        "metropolis" in m.only_fails(has_place)
        and "metropolis" not in m.land.places
        and alliance_uses(m.p, m.seat) in ROW
    ),
    "F19 at most one": lambda m: m.hand["metropolis"] and "metropolis" in m.land.places,
    "F19 not without church or town hall": lambda m: (
        m.hand["metropolis"] and not has_own(m.p, m.seat, *ROW) and "metropolis" not in m.land.places
    ),
    "F21 no enemy city with a free slot": lambda m: "brothel" in m.only_fails(has_place),
    "F22 no gold to turn it": lambda m: m.land.brewery is not None and "brewery" not in m.kinds,
    "F23 a target may be named": lambda m: "ally" in m.kinds,
    "F23 not named anew": lambda m: m.land.alliance is not None,
    "F23 no target": lambda m: (
        has_own(m.p, m.seat, "secret_alliance") and m.land.alliance is None and not ally_targets(m.p)
    ),
    "B2 an open road already": lambda m: (
        can_pay(m.land, CENTRE["road"]) and m.p.supply["roads"] and any(m.land.open_roads)
    ),
    "B2 no settlement without a road": lambda m: (
        can_pay(m.land, CENTRE["settlement"]) and m.p.supply["settlements"] and not any(m.land.open_roads)
    ),
    "B2 the roads are used up": lambda m: can_pay(m.land, CENTRE["road"]) and not m.p.supply["roads"],
    "B2 the settlements are used up": lambda m: (
        can_pay(m.land, CENTRE["settlement"]) and any(m.land.open_roads) and not m.p.supply["settlements"]
    ),
    "B2 the cities are used up": lambda m: can_pay(m.land, CENTRE["city"]) and not m.p.supply["cities"],
    "B8 no room for what is gained": lambda m: (
        ({action.get for action in m.legal if action.kind == "trade"} & set(RESOURCES) and "trade" in m.kinds)
        and len({action.get for action in m.legal if action.kind == "trade"}) < len(RESOURCES)
    ),
    "A17 a ban bars a stack": lambda m: open_to(m.p, m.seat) != own_stacks(m.p, m.seat),
    "A17 own bans bar nothing": lambda m: any(m.p.bans.get(stack) == m.seat for stack in open_with_cards(m.p, m.seat)),
    "A17 a ban bars the discard pile": lambda m: could_not("diplomat", m) and pile_of_discards(m.p, m.seat) in m.p.bans,
    "L1 seven places": lambda m: len(m.land.places) == 7,
    "W4 only end_turn": lambda m: m.kinds == {"end_turn"},
    "M4 a named knight lies with the enemy": lambda m: single_knights(m, 1 - m.seat),
    "M4 a named knight lies in the own principality": lambda m: single_knights(m, m.seat),
}
IN_PHASES: dict[str, dict[str, Shows]] = {
    "roll": {
        "A6 offered": lambda m: "play" in m.kinds,
        "B12 the gate bars an alchemist": lambda m: m.hand["alchemist"] and not m.p.gate_open,
    },
    "action": IN_ACTION,
    "react": {
        "T3 asked for pass alone": lambda m: m.legal == {PASS},
        "A11 a bishop may answer": lambda m: "play" in m.kinds,
    },
    "physician": {
        "T3 asked without a physician": lambda m: m.legal == {PASS} and not m.hand["physician"],
        "B12 the gate bars a physician": lambda m: m.hand["physician"] and not m.p.gate_open,
    },
    "spy": {
        "T3 asked for done alone": lambda m: m.legal == {DONE},
        "A5 buildings can't be taken": lambda m: any(is_building(card) for card in +m.p.hands[1 - m.seat]),
    },
    "merchant_take": {"A7 a second one may be left": lambda m: DONE in m.legal},
    "target": {
        "F4 safe from arsonists": lambda m: arson(m) and burnt_but(m.p, m.p.enemy, "fire_brigade"),
        "F20 safe from arsonists": lambda m: arson(m) and burnt_but(m.p, m.p.enemy, "bishops_see"),
        "F4 safe on a 6": lambda m: arson(m, backfire=True) and burnt_but(m.p, m.seat, "fire_brigade"),
        "F20 safe on a 6": lambda m: arson(m, backfire=True) and burnt_but(m.p, m.seat, "bishops_see"),
        "A4 no brothel on a 6": lambda m: arson(m, backfire=True) and "brothel" in m.land.slots,
        "F20 an alliance on a see can be burnt": lambda m: arson(m) and alliance_uses(m.p, m.p.enemy) == "bishops_see",
        "F4 keeps one's own ground from being cleared": lambda m: (
            arson(m) and "brothel" in m.land.slots and not brothel_to_burn(m.p)
        ),
        "A4 burn_brothel offered": lambda m: "burn_brothel" in m.kinds,
        "F17 safe from bribery": lambda m: (
            m.p.pending["card"] == "bribery" and len(bribable(m.p)) < len(knights(m.p, m.p.enemy))
        ),
        "F17 not safe from a black knight": lambda m: (
            m.p.pending["card"] == "black_knight"
            and not m.p.pending["backfire"]
            and any(is_safe_by_castle(m.p, m.p.enemy, slot) for _, slot in knights(m.p, m.p.enemy))
        ),
    },
    "place": {
        "B3 the near slot first": lambda m: (
            len({a.slot for a in m.legal} & set(range(0, 28, 2)))
            and any(place != "settlement" for place in m.land.places)
        ),
        "F21 in an enemy city only": lambda m: m.p.pending["card"] == "brothel",
        "Q5 a bribed knight still stands": lambda m: m.p.pending["from"] is not None,
    },
    "discount": {"F16 one choice only": lambda m: len(m.legal) == 1, "F16 several choices": lambda m: len(m.legal) > 1},
    "ban": {
        "A17 no second ban on a pile": lambda m: m.p.bans,
        "A17 not the last stack open": lambda m: (
            len(open_to(m.p, 1 - m.seat)) == 1 and not set(open_to(m.p, 1 - m.seat)) & set(ban_targets(m.p, m.seat))
        ),
    },
    "bailiff": {"A17 a ban bars the bailiff's choice": lambda m: open_to(m.p, m.seat) != own_stacks(m.p, m.seat)},
    "raid_name": {
        "E5 no brothel is named": lambda m: "brothel" in m.other.slots,
        "E5 an alliance may be named": lambda m: "secret_alliance" in m.other.slots,
    },
    "gain": {"T3 no resource without room": lambda m: len(m.legal) < len(RESOURCES)},
    "setup_stack": {"S4 the same stack may be named": lambda m: m.seat != m.p.start_player},
    "setup_take": {"Q8 left counts the choice asked": lambda m: True},
    "scout_settle": {"A9 at either end": lambda m: len(m.legal) == 2},
    "trim": {
        "A17 a ban bars a stack in trimming": lambda m: open_to(m.p, m.seat) != own_stacks(m.p, m.seat),
        "H1 only the limit fell": lambda m: m.p.pending["resume"] == "action" and not has_hit(m.p),
    },
    "refill": {
        "H4 too poor to search": lambda m: "search" not in m.kinds,
        "H5 an empty stack": lambda m: open_with_cards(m.p, m.seat) != open_to(m.p, m.seat),
    },
    "holy": {"F15 asked": lambda m: True},
    "exchange_draw": {
        "M5 an exchange stays with its stack": lambda m: m.p.is_tournament and m.p.pending["stack"] is not None,
        "M5 not after a holy place": lambda m: m.p.is_tournament and m.p.pending["stack"] is None,
        "F15 from any stack": lambda m: m.p.pending["stack"] is None,
    },
}

# -- the catalogue --------------------------------------------------------------------------------------------

OF_DECISION = (
    *(f"Q4 {phase}" for phase in PHASES if phase != "over"),
    *(f"Q2 {kind}" for kind in (*ARGUMENT, "trade", "burn_brothel", "roll", "pass", "done", "end_turn")),
    *(f"Q6 {card} asks whether it is answered" for card in ATTACKS),
    *("M3 an own stack", "M3 a ban of the enemy's stack", "M3 a discard pile of one's own"),
    *("Q1 one action only", "Q3 in the own turn"),
)
NEVER = {
    "A2 impossible meanwhile": "between attack and answer only the enemy's gold can rise",
    "W3 returns": "compared at the end of each game, whatever the labels",
    "N6 dealt anew": "judged where worlds are paired",
    "Q5 a cost taken back": "there is no way back",
    "A1 church_ban could do nothing": "there are more piles than bans",
    "L3 85 cards in one stack": "would take more turns than a game has",
}
LABELS = {
    *(*OF_START, *OF_EXTENDED_START, *OF_TOURNAMENT_START, DRAWN, *OF_RULES, *OF_VIEW, *OF_POSITION, *OF_DECISION),
    *(label for rows in IN_PHASES.values() for label in rows),
} - NEVER.keys()
TOURNAMENT_ONLY = {label for label in LABELS if label[0] == "M"} | {
    *("Q4 deck_pick", "F3 doubled once only", "A17 not the last stack open")  # there are too few such cards
}


def catalogue(is_tournament: bool) -> Catalogue:
    """Return the labels of the game; in a tournament only those that the extended game does not have."""
    not_now = LABELS - TOURNAMENT_ONLY if is_tournament else TOURNAMENT_ONLY
    return Catalogue("CPSTDEBFAHWNQLM", LABELS, not_now, NEVER)


def of_start(position: Json) -> Iterator[str]:
    """All that `check_start` has judged."""
    yield from OF_START
    yield from OF_TOURNAMENT_START if position["rules"]["game"] == "tournament" else OF_EXTENDED_START
    if position["start_player"] != 0:
        yield DRAWN


def of_view(position: Json) -> Iterator[str]:
    """Yield the labels of a correct view."""
    return (label for label, is_here in OF_VIEW.items() if is_here(position))


def of_step(before: Json, action: Action, after: Json, legal: set[Action], notes: list[str]) -> Iterator[str]:
    """Yield the labels of a legal step: what its decision offered, and what the rules then did."""
    position = read_position(before)
    yield from of_decision(position, action, legal)
    yield from [label for label, is_here in OF_POSITION.items() if is_here(position)]
    moment = Moment(position, legal)
    yield from [label for label, shows in IN_PHASES.get(position.phase, {}).items() if shows(moment)]
    yield from notes


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
