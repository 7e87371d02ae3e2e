"""A principality (chapter 2), and what its cards amount to (F0, B9 to B12)."""

from collections.abc import Iterator

from tests.referee.actions import Maybe
from tests.referee.politics_and_intrigue.positions.position import (
    BUILDING_SLOTS,
    FULL,
    GATE,
    KINDS,
    NEEDS,
    NUM_SLOTS,
    RESOURCES,
    SEATS,
    WIN,
    Cards,
    Json,
    Position,
    Principality,
    is_building,
    is_great,
    is_unit,
)

SLOTS_OF_A_PLACE = 4


def columns(land: Principality) -> list[tuple[int, int]]:
    """P2: the region ids, upper and lower, of every column from left to right: one more than there are places."""
    middle = land.row.index(0) + 1
    return [
        *(_own_column(place) for place in land.row[:middle]),
        (2, 3),
        *(_own_column(place) for place in land.row[middle:]),
    ]


def _own_column(place: int) -> tuple[int, int]:
    """The column on the outer side of a place."""
    if place == 0:
        return 0, 1
    return (4, 5) if place == 1 else (2 * place + 2, 2 * place + 3)


def borders(land: Principality, place: int) -> set[int]:
    """P2: the four regions of its two columns."""
    left = land.row.index(place)
    return {region for column in columns(land)[left : left + 2] for region in column}


def beside(land: Principality, slot: int) -> set[int]:
    """P4: the two regions of the slot's side, left and right of its place."""
    left, side = land.row.index(slot // SLOTS_OF_A_PLACE), slot // 2 % 2
    return {column[side] for column in columns(land)[left : left + 2]}


def place_of(land: Principality, slot: int) -> int:
    """P4: slots 28 to 31 are in the metropolis."""
    return slot // SLOTS_OF_A_PLACE if slot < BUILDING_SLOTS else land.places.index("metropolis")


def is_city(land: Principality, place: int) -> bool:
    """P4: a metropolis is one, too."""
    return land.places[place] != "settlement"


def free_slots(land: Principality, card: str) -> Iterator[int]:
    """B3: where such a card may lie; of the two slots of one side only the near one while it is free."""
    for place in range(len(land.places)):
        if is_city(land, place) or KINDS[card].type != "red":
            for side in (0, 1):
                near = SLOTS_OF_A_PLACE * place + 2 * side
                depths = (near, near + 1) if is_city(land, place) else (near,)
                yield from [slot for slot in depths if land.slots[slot] is None][:1]
    if is_unit(card) and "metropolis" in land.places:
        yield from (slot for slot in range(BUILDING_SLOTS, NUM_SLOTS) if land.slots[slot] is None)


def stock(land: Principality, resource: str) -> int:
    """Stock of a resource."""
    return sum(region.stock for region in land.regions if region.kind == resource)


def total_stock(land: Principality) -> int:
    """Stock of all resources."""
    return sum(region.stock for region in land.regions)


def has_room(land: Principality, resource: str) -> bool:
    """A region of that kind with stock below 3."""
    return any(region.kind == resource and region.stock < FULL for region in land.regions)


def gain(land: Principality, resource: str) -> None:
    """P5: one unit, into the region with the lowest stock; what does not fit is lost (C2)."""
    region = min((region for region in land.regions if region.kind == resource), key=lambda region: region.stock)
    region.stock = min(region.stock + 1, FULL)


def lose(land: Principality, resource: str) -> None:
    """P5: one unit, from the region with the highest stock; there must be one."""
    region = max((region for region in land.regions if region.kind == resource), key=lambda region: region.stock)
    assert region.stock > 0
    region.stock -= 1


def give(source: Principality, target: Principality, resource: str) -> None:
    """One unit from one principality to the other."""
    lose(source, resource)
    gain(target, resource)


def movable(source: Principality, target: Principality) -> list[str]:
    """Resources that the one has and the other has room for."""
    return [kind for kind in RESOURCES if stock(source, kind) and has_room(target, kind)]


def can_pay(land: Principality, cost: Cards) -> bool:
    """B1: everything that the cost names."""
    return all(stock(land, kind) >= number for kind, number in cost.items())


def pay(land: Principality, cost: Cards) -> None:
    """Pay a cost (B1)."""
    for kind in cost.elements():
        lose(land, kind)


CITY = 2  # VP
POINTS_OF_A_PLACE = {"settlement": 1, "city": CITY, "metropolis": CITY + KINDS["metropolis"].points}  # B9
BASE_LIMIT = 3
LIMIT = {"abbey": 1, "library": 1, "theater": 2}  # F1


def own_cards(p: Position, seat: int) -> list[tuple[str, int]]:
    """Cards and slots of the own principality; a brothel that lies there is the enemy's."""
    slots = p.principalities[seat].slots
    return [(card, slot) for slot, card in enumerate(slots) if card is not None and card != "brothel"]


def has_own(p: Position, seat: int, *cards: str) -> bool:
    """Return whether such a card really stands in the own principality."""
    return any(card in cards for card, _ in own_cards(p, seat))


def working(p: Position, seat: int) -> Iterator[tuple[str, int]]:
    """F0: working buildings, each with the slot that says where it works."""
    for card, slot in own_cards(p, seat):
        if is_building(card):
            yield card, slot
            if card == "secret_alliance" and (used := alliance_uses(p, seat)):
                yield used, slot


def alliance_uses(p: Position, seat: int) -> Maybe[str]:
    """F23: the kind of the target, if there is one."""
    target = p.principalities[seat].alliance
    return None if target is None else p.principalities[1 - seat].slots[target]


def count_working(p: Position, seat: int, *cards: str) -> int:
    """Return the number of working buildings of these kinds."""
    return sum(card in cards for card, _ in working(p, seat))


def works_in(p: Position, seat: int, card: str, place: int) -> bool:
    """P4: one of that kind works in this place."""
    land = p.principalities[seat]
    return any(other == card and place_of(land, slot) == place for other, slot in working(p, seat))


def working_beside(p: Position, seat: int, region: int) -> list[str]:
    """P4: what works beside a region."""
    land = p.principalities[seat]
    return [card for card, slot in working(p, seat) if region in beside(land, slot)]


def meets_requirement(p: Position, seat: int, card: str) -> bool:
    """B5: what the card requires works."""
    needed = NEEDS.get(card)
    return needed is None or count_working(p, seat, *needed) > 0


def hand_limit(p: Position, seat: int) -> int:
    """Return the hand limit (F1)."""
    return BASE_LIMIT + sum(LIMIT.get(card, 0) for card, _ in working(p, seat))


def surplus(p: Position, seat: int) -> int:
    """H1: cards above the limit; negative below it."""
    return p.hands[seat].total() - hand_limit(p, seat)


def is_safe_from_events(p: Position, seat: int, slot: int) -> bool:
    """E1: units in the place of a working church (F7), and great knights with a working order castle (F17)."""
    return is_safe_by_church(p, seat, slot) or is_safe_by_castle(p, seat, slot)


def is_safe_by_church(p: Position, seat: int, slot: int) -> bool:
    """Return whether a church protects the unit (F7)."""
    return works_in(p, seat, "church", place_of(p.principalities[seat], slot))


def is_safe_by_castle(p: Position, seat: int, slot: int) -> bool:
    """Return whether an order castle protects the knight (F17)."""
    card = p.principalities[seat].slots[slot]
    return card is not None and is_great(card) and count_working(p, seat, "order_castle") > 0


# -- B9, B10 --------------------------------------------------------------------------------------------------


def points(p: Position) -> list[int]:
    """B9: of each seat."""
    owners = [knight_owner(p), windmill_owner(p)]
    scores = []
    for seat in SEATS:
        places = sum(POINTS_OF_A_PLACE[place] for place in p.principalities[seat].places)
        cards = sum(KINDS[card].points for card, _ in own_cards(p, seat))
        scores.append(places + cards + owners.count(seat))
    return scores


def knights(p: Position, seat: int) -> list[tuple[str, int]]:
    """Own knights and where they are."""
    return [(card, slot) for card, slot in own_cards(p, seat) if KINDS[card].type == "knight"]


def fleets(p: Position, seat: int) -> int:
    """Number of own fleets."""
    return sum(KINDS[card].type == "fleet" for card, _ in own_cards(p, seat))


def brothels_in(p: Position, seat: int, place: int) -> int:
    """F21: of the enemy, in a place of this seat."""
    land = p.principalities[seat]
    return sum(card == "brothel" and place_of(land, slot) == place for slot, card in enumerate(land.slots))


def brewery_shows(p: Position, seat: int, side: str) -> int:
    """F22: 2 for each working brewery that shows this side; one used by alliance shows what the enemy's shows."""
    own = has_own(p, seat, "brewery") and p.principalities[seat].brewery == side
    used = alliance_uses(p, seat) == "brewery" and p.principalities[1 - seat].brewery == side
    return KINDS["brewery"].trade * (own + used)


def strength(p: Position, seat: int) -> int:
    """B10: knights, less the enemy's brothels (F21), and breweries."""
    land = p.principalities[seat]
    of_knights = (
        max(0, KINDS[card].strength - brothels_in(p, seat, place_of(land, slot))) for card, slot in knights(p, seat)
    )
    return sum(of_knights) + brewery_shows(p, seat, "strength")


def trade_points(p: Position, seat: int) -> int:
    """B10: M of own cards and of what an alliance uses (F23), breweries apart (F22), and harbours (F12)."""
    own = [card for card, _ in own_cards(p, seat) if not is_building(card)] + [card for card, _ in working(p, seat)]
    printed = sum(KINDS[card].trade for card in own if card != "brewery")
    by_harbor = fleets(p, seat) if count_working(p, seat, "harbor") else 0
    return printed + by_harbor + brewery_shows(p, seat, "trade")


def tournament_points(p: Position, seat: int) -> int:
    """B10: no brothel lowers them."""
    return sum(KINDS[card].tournament for card, _ in knights(p, seat))


def holder(first: int, second: int) -> Maybe[int]:
    """The seat that has strictly more; nobody on a tie."""
    return None if first == second else int(second > first)


def knight_owner(p: Position) -> Maybe[int]:
    """Return the owner of the knight figure (B10)."""
    return holder(strength(p, 0), strength(p, 1))


def windmill_owner(p: Position) -> Maybe[int]:
    """Return the owner of the windmill (B10)."""
    return holder(trade_points(p, 0), trade_points(p, 1))


# -- B11, B12 -------------------------------------------------------------------------------------------------


def ask(p: Position, phase: str, player: int, pending: Maybe[Json] = None) -> None:
    """A seat is to decide, unless a seat has won (B11); the gate may open (B12)."""
    scores = points(p)
    if min(scores) >= GATE and not p.gate_open:
        p.gate_open = True
    if max(scores) >= WIN:
        finish(p)
    else:
        p.phase, p.player, p.pending = phase, player, pending


def ask_action(p: Position) -> None:
    """Q4: where nothing else is asked, the turn player acts, once the enemy keeps its limit."""
    if not asks_to_trim(p, "action"):
        ask(p, "action", p.turn_player)


def asks_to_trim(p: Position, resume: str) -> bool:
    """H1: the seat whose turn it is not puts cards under stacks at once; then the turn continues with `resume` (Q8)."""
    above = surplus(p, p.enemy)
    if above <= 0:
        return False
    ask(p, "trim", p.enemy, {"resume": resume})
    return True


def finish(p: Position) -> None:
    """The game is over (W1, W2); nothing stays pending."""
    p.phase, p.player, p.pending = "over", None, None
