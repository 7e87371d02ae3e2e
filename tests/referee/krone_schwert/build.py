"""Building (chapter 4) and the first king, who comes of it (K1, K2)."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .chance import Chance
from .land import discard_from_hand
from .people import take_tax
from .piles import shuffle_together
from .position import Building, Position
from .turn import go_on

BUILDING_COST = 2  # T3
CARD_FOR = {"castle": "castle", "small_city": "city", "large_city": "city", "cathedral": "cathedral"}


def build_choices(position: Position) -> Iterator[Action]:
    """B1, B2, C5: every site for which AP, card and supply suffice."""
    if position.action_points < BUILDING_COST:
        return
    for kind, sites in (
        ("castle", _castle_sites),
        ("small_city", _small_city_sites),
        ("large_city", _large_city_sites),
        ("cathedral", _cathedral_sites),
    ):
        if position.hands[position.player][CARD_FOR[kind]] and position.in_supply(kind):
            yield from sites(position)


def _unbuilt(position: Position, terrain: str) -> set[int]:
    """B1: the own fields of this terrain without a building."""
    bare = position.land(position.player) - position.built_fields()
    return {place for place in bare if position.fields[place]["terrain"] == terrain}


def _castle_sites(position: Position) -> Iterator[Action]:
    """B1: a mountain, octagon or square."""
    return (Action("castle", field=place) for place in _unbuilt(position, "mountain"))


def _small_city_sites(position: Position) -> Iterator[Action]:
    """B1: one plain, octagon or square."""
    return (Action("small_city", field=place) for place in _unbuilt(position, "plain"))


def _large_city_sites(position: Position) -> Iterator[Action]:
    """B1: a plain octagon and a plain square adjacent to it."""
    plains = _unbuilt(position, "plain")
    squares = {place for place in plains if position.fields[place]["shape"] == "square"}
    for octagon in plains - squares:
        for square in squares.intersection(position.neighbours(octagon)):
            yield Action("large_city", field=octagon, partner=square)


def _cathedral_sites(position: Position) -> Iterator[Action]:
    """B2: an own large city without a cathedral, named by its octagon."""
    for building in position.own_buildings(position.player):
        if building.kind == "large_city" and not building.cathedral:
            yield Action("cathedral", field=building.fields[0])


def build(position: Position, action: Action, chance: Chance) -> None:
    """B1, B2: the card is discarded, the building stands; it may make the first king."""
    position.cite("B2" if action.kind == "cathedral" else "B1")
    position.action_points -= BUILDING_COST
    discard_from_hand(position, position.player, CARD_FOR[action.kind])
    if action.kind == "cathedral":
        city = next(building for building in position.buildings if building.fields[0] == action.field)
        city.cathedral = True
    else:
        ground = (action.field,) if action.partner is None else (action.field, action.partner)
        position.buildings.append(Building(action.kind, ground))
    if position.king is None and position.may_rule(position.player):
        crown_first_king(position, chance)
    go_on(position)


def crown_first_king(position: Position, chance: Chance) -> None:
    """K1, K2: crowned at once, piles shuffled together, the tax taken without a choice."""
    position.cite("K1", "K2")
    position.king = position.player
    shuffle_together(position)
    take_tax(position, chance)
