"""A principality as it lies there (chapter 2): columns, slots, and stocks, which nobody chooses between (P5)."""

from collections.abc import Iterator

from .cards import FULL, KINDS, RESOURCES, Cards, is_unit
from .moves import BUILDING_SLOTS, NUM_SLOTS
from .position import Principality

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
    """What there is of a resource."""
    return sum(region.stock for region in land.regions if region.kind == resource)


def total_stock(land: Principality) -> int:
    """What there is of all."""
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
    """What the one has and the other has room for."""
    return [kind for kind in RESOURCES if stock(source, kind) and has_room(target, kind)]


def can_pay(land: Principality, cost: Cards) -> bool:
    """B1: everything that the cost names."""
    return all(stock(land, kind) >= number for kind, number in cost.items())


def pay(land: Principality, cost: Cards) -> None:
    """B1."""
    for kind in cost.elements():
        lose(land, kind)
