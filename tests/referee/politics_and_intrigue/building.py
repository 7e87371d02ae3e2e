"""Building (chapter 7)."""

from collections.abc import Iterator

from tests.referee.actions import Action, Maybe
from tests.referee.politics_and_intrigue.land import (
    ask,
    ask_action,
    can_pay,
    count_working,
    free_slots,
    has_own,
    is_city,
    meets_requirement,
    own_cards,
    pay,
    place_of,
)
from tests.referee.politics_and_intrigue.piles import Chance, leaves_openly, remove
from tests.referee.politics_and_intrigue.positions.position import (
    BUILT,
    CENTRE,
    ENDS,
    HOLY,
    KINDS,
    REGION_STACK,
    RIVAL,
    ROW,
    SEATS,
    Cards,
    Position,
    Region,
    each,
    of,
)

# -- expansions -----------------------------------------------------------------------------------------------


def build_choices(p: Position) -> Iterator[Action]:
    """Yield the cards that can be built (Q3)."""
    yield from each("build", (card for card in BUILT if can_build(p, card)))


def can_build(p: Position, card: str) -> bool:
    """Q3: the card is there, may stand there, and can be paid for."""
    return is_there(p, card) and is_allowed(p, card) and can_afford(p, card) and has_place(p, card)


def is_there(p: Position, card: str) -> bool:
    """B3: in the hand; church and town hall in the row, but for M5."""
    if card in ROW and not p.is_tournament:
        return p.row_cards[card] > 0
    return p.hands[p.turn_player][card] > 0


def is_allowed(p: Position, card: str) -> bool:
    """Return whether nothing forbids the card (B5, B7, M4)."""
    seat = p.turn_player
    if card in ROW and has_own(p, seat, card):
        return False
    if card in RIVAL and has_own(p, seat, RIVAL[card]):
        return False
    if KINDS[card].type == "knight" and any(has_own(p, side, card) for side in SEATS):
        return False
    return meets_requirement(p, seat, card)


def has_discount(p: Position, card: str) -> bool:
    """Return whether a mission makes the card cheaper (F16)."""
    return card in HOLY and count_working(p, p.turn_player, "mission") > 0


def discounts(p: Position, card: str) -> list[str]:
    """F16: what can be left out so that the rest is payable."""
    cost, land = KINDS[card].cost, p.principalities[p.turn_player]
    return [resource for resource in cost if can_pay(land, cost - Cards([resource]))]


def can_afford(p: Position, card: str) -> bool:
    """Return whether the card can be paid for (B1, F16)."""
    if has_discount(p, card):
        return bool(discounts(p, card))
    return can_pay(p.principalities[p.turn_player], KINDS[card].cost)


def has_place(p: Position, card: str) -> bool:
    """Return whether there is a slot or city for the card (B3, F19, F21)."""
    return bool(metropolis_places(p)) if card == "metropolis" else bool(slots_for(p, card))


def slots_for(p: Position, card: str) -> list[int]:
    """B3; F21: a brothel goes into an enemy city."""
    seat = p.turn_player
    return list(free_slots(p.principalities[1 - seat if card == "brothel" else seat], card))


def metropolis_places(p: Position) -> list[int]:
    """F19: cities in which an own church or town hall really stands; at most one metropolis."""
    land = p.principalities[p.turn_player]
    if "metropolis" in land.places:
        return []
    halls = {place_of(land, slot) for card, slot in own_cards(p, p.turn_player) if card in ROW}
    return [place for place in sorted(halls) if is_city(land, place)]


def build(p: Position, card: str) -> None:
    """Q5: takes card and cost at once; with F16 the cost after `discount`."""
    seat = p.turn_player
    if card not in ROW or p.is_tournament:
        leaves_openly(p, seat, card)
    if has_discount(p, card):
        ask(p, "discount", seat, {"card": card})
    else:
        pay(p.principalities[seat], KINDS[card].cost)
        ask(p, "place", seat, {"card": card, "from": None})


def leave_out(p: Position, action: Action, chance: Chance) -> None:
    """Pay the cost without one resource (F16)."""
    card = p.pending["card"]
    pay(p.principalities[p.player], KINDS[card].cost - Cards([action.resource]))
    ask(p, "place", p.player, {"card": card, "from": None})


def place_choices(p: Position) -> Iterator[Action]:
    """Yield the slots or cities for the card (Q4)."""
    if p.pending["card"] == "metropolis":
        yield from each("city", metropolis_places(p))
    else:
        yield from each("pick", slots_for(p, p.pending["card"]))


def place(p: Position, action: Action, chance: Chance) -> None:
    """Q5: a bribed knight moves only now."""
    seat, card, source = p.player, p.pending["card"], p.pending["from"]
    if card == "metropolis":
        p.principalities[seat].places[action.place] = "metropolis"
    else:
        if source is not None:
            bribe(p, card, source)
        p.principalities[1 - seat if card == "brothel" else seat].slots[action.slot] = card
    if card == "brewery":
        ask(p, "brewery_side", seat)
    else:
        ask_action(p)


def bribe(p: Position, card: str, source: int) -> None:
    """A13, M6: the knight comes over."""
    remove(p, 1 - p.player, source)
    if p.moved:
        p.moved[p.player][card] += 1
        p.moved[1 - p.player][card] -= 1


def choose_brewery_side(p: Position, action: Action, chance: Chance) -> None:
    """F22: chosen when built."""
    p.principalities[p.player].brewery = action.side
    ask_action(p)


# -- centre cards ---------------------------------------------------------------------------------------------


def centre_choices(p: Position) -> Iterator[Action]:
    """Yield roads, settlements and cities that can be built (B2)."""
    land = p.principalities[p.turn_player]
    if p.supply["roads"] and can_pay(land, CENTRE["road"]):
        yield from (of("road", end) for end, has_road in zip(ENDS, land.open_roads, strict=True) if not has_road)
    yield from each("settlement", settlement_ends(p))
    if p.supply["cities"] and can_pay(land, CENTRE["city"]):
        settlements = (number for number, kind in enumerate(land.places) if kind == "settlement")
        yield from each("city", settlements)


def settlement_ends(p: Position) -> list[str]:
    """B2, A9: where a settlement can be built now."""
    land = p.principalities[p.turn_player]
    if not (p.supply["settlements"] and len(p.regions_left) >= 2 and can_pay(land, CENTRE["settlement"])):
        return []
    return [end for end, has_road in zip(ENDS, land.open_roads, strict=True) if has_road]


def road(p: Position, end: str) -> None:
    """Build a road (B2)."""
    land = p.principalities[p.turn_player]
    pay(land, CENTRE["road"])
    land.open_roads[ENDS.index(end)] = True


def settle(p: Position, end: str, regions: list[int]) -> None:
    """B2, P1, P2: the new place joins the row; the first region lies above."""
    land = p.principalities[p.turn_player]
    pay(land, CENTRE["settlement"])
    land.open_roads[ENDS.index(end)] = False
    land.row.insert(0 if end == "left" else len(land.row), len(land.places))
    land.places.append("settlement")
    land.regions += [Region(*REGION_STACK[number], stock=0) for number in regions]


def settlement(p: Position, end: str, chance: Chance) -> None:
    """B2: with the top two of the region stack."""
    settle(p, end, chance.regions(p))


def city(p: Position, number: Maybe[int]) -> None:
    """Build a city (B2)."""
    land = p.principalities[p.turn_player]
    pay(land, CENTRE["city"])
    land.places[number] = "city"
