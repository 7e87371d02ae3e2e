"""What a decision shows of the rules by what it offers and what it does not: per label a question about it."""

from collections.abc import Callable
from functools import partial

from tests.referee.actions import Action

from .acting import ally_targets
from .building import can_afford, has_place, is_allowed, is_there
from .cards import ACTIONS, BUILT, CENTRE, HOLY, KINDS, RESOURCES, RIVAL, ROW, is_building
from .could import COULD, bribable, brothel_to_burn, burnable
from .land import can_pay, place_of
from .moves import DONE, PASS
from .piles import ban_targets, open_to, open_with_cards, own_stacks, pile_of_discards
from .playing import holds
from .position import Position
from .standing import (
    alliance_uses,
    count_working,
    has_own,
    is_safe_by_castle,
    knights,
    meets_requirement,
    own_cards,
    works_in,
)


class Moment:
    """A position in which a seat decides, and what it may do."""

    def __init__(self, position: Position, legal: set[Action]) -> None:
        self.p, self.legal, self.seat = position, legal, position.player
        self.kinds = {action.kind for action in legal}
        self.land, self.other = position.principalities[self.seat], position.principalities[1 - self.seat]
        self.hand = +position.hands[self.seat]

    def offers(self, kind: str, card: str) -> bool:
        """Whether that may be done with that card."""
        return any(action.kind == kind and action.card == card for action in self.legal)

    def barred(self, kind: str) -> list[str]:
        """Cards in the hand (or row) that may not be built or played."""
        cards = BUILT if kind == "build" else list(COULD)
        held = [card for card in cards if (is_there(self.p, card) if kind == "build" else self.hand[card])]
        return [card for card in held if not self.offers(kind, card)]


Shows = Callable[[Moment], object]


def lacks_requirement(m: Moment, kind: str) -> bool:
    """B5: everything is there but what the card requires."""
    return any(not meets_requirement(m.p, m.seat, card) for card in m.barred(kind) if kind == "build" or m.p.gate_open)


def only_lacks(m: Moment, *tests: Callable[[Position, str], object]) -> list[str]:
    """Cards to build that fail the last of these tests only."""
    every: list[Callable[[Position, str], object]] = [is_allowed, can_afford, has_place]
    wanted = [test for test in every if test not in tests]
    return [
        card
        for card in m.barred("build")
        if all(test(m.p, card) for test in wanted) and not any(test(m.p, card) for test in tests)
    ]


def could_not(card: str, m: Moment) -> bool:
    """A1: all is there to play it, but it could do nothing."""
    return (
        m.hand[card] > 0 and holds(m.p, m.seat, card) and meets_requirement(m.p, m.seat, card) and not COULD[card](m.p)
    )


def burnt_but(m: Moment, card: str) -> list[int]:
    """Slots of enemy buildings that no arsonist may burn, for a card in their place or themselves."""
    own = [slot for other, slot in own_cards(m.p, m.p.enemy) if is_building(other) and slot not in burnable(m.p)]
    if card == "fire_brigade":
        return [slot for slot in own if works_in(m.p, m.p.enemy, card, place_of(m.other, slot))]
    return [slot for slot in own if m.other.slots[slot] == card]


def arson(m: Moment) -> bool:
    """Whether the enemy's buildings may be burnt."""
    return m.p.phase == "target" and m.p.pending["card"] == "arsonist"


def brothel_is_kept(m: Moment) -> bool:
    """F21, F4: the own fire brigade keeps one from burning the enemy's brothel."""
    return "brothel" in m.land.slots and not brothel_to_burn(m.p)


def metropolis_by_alliance(m: Moment) -> bool:
    """F19: a church that an alliance uses is not enough."""
    has_card = m.hand["metropolis"] > 0 and "metropolis" not in m.land.places
    return has_card and alliance_uses(m.p, m.seat) in ROW and not m.offers("build", "metropolis")


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
    "B1 too dear": lambda m: only_lacks(m, can_afford),
    "B3 no free slot": lambda m: [card for card in only_lacks(m, has_place) if card not in ("brothel", "metropolis")],
    "B3 no city for a red card": lambda m: "city" not in m.land.places and "metropolis" not in m.land.places,
    "B5 a requirement bars building": lambda m: lacks_requirement(m, "build"),
    "B5 a requirement bars playing": lambda m: lacks_requirement(m, "play"),
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
    "F19 an alliance is not enough": metropolis_by_alliance,
    "F19 at most one": lambda m: m.hand["metropolis"] and "metropolis" in m.land.places,
    "F19 not without church or town hall": lambda m: (
        m.hand["metropolis"] and not has_own(m.p, m.seat, *ROW) and "metropolis" not in m.land.places
    ),
    "F21 no enemy city with a free slot": lambda m: "brothel" in only_lacks(m, has_place),
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
    "M4 a named knight lies with the enemy": lambda m: any(
        m.hand[card] and has_own(m.p, 1 - m.seat, card) for card in BUILT if KINDS[card].type == "knight"
    ),
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
        "F4 safe from arsonists": lambda m: arson(m) and burnt_but(m, "fire_brigade"),
        "F20 safe from arsonists": lambda m: arson(m) and burnt_but(m, "bishops_see"),
        "F20 an alliance on a see can be burnt": lambda m: arson(m) and alliance_uses(m.p, m.p.enemy) == "bishops_see",
        "F4 keeps one's own ground from being cleared": lambda m: arson(m) and brothel_is_kept(m),
        "A4 burn_brothel offered": lambda m: "burn_brothel" in m.kinds,
        "F17 safe from bribery": lambda m: (
            m.p.pending["card"] == "bribery" and len(bribable(m.p)) < len(knights(m.p, m.p.enemy))
        ),
        "F17 not safe from a black knight": lambda m: (
            m.p.pending["card"] == "black_knight"
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
assert set(COULD) < set(ACTIONS)
