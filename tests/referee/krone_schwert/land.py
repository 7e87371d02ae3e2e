"""Land and buildings: setup (S2, S3), chapters 4 and 6, resettling (X3), and the first king (K1, K2)."""

from collections.abc import Iterator

from tests.referee.actions import Action
from tests.referee.krone_schwert.position import ACTION_CARDS, ACTION_POINTS, Building, Expansion, Position
from tests.referee.krone_schwert.turns import (
    Chance,
    begin_turn,
    can_settle,
    continue_turn,
    finish,
    shuffle_together,
    take_tax,
    tax_or_action,
)

MARKERS_AT_SETUP = 2  # S2: markers per player
FIELDS_TO_RESETTLE = 2  # X3: maximum
BUILDING_COST = 2  # T3
CARD_FOR = {"castle": "castle", "small_city": "city", "large_city": "city", "cathedral": "cathedral"}


def _claims(fields: set[int]) -> Iterator[Action]:
    return (Action("claim", field=field_id) for field_id in fields)


def settle(position: Position, field_id: int) -> bool:
    """Place a marker; return whether it ended the game: every plain and forest field has one (E3)."""
    position.owner[field_id] = position.player
    open_land = (position.owner[field["id"]] for field in position.fields if field["terrain"] != "mountain")
    if None in open_land:
        return False
    finish(position)
    return True


# Setup


def setup_choices(position: Position) -> Iterator[Action]:
    """S3: no field adjacent to a marker; if there is no such field, any free one."""
    free = position.free_fields()
    isolated = {field_id for field_id in free if free.issuperset(position.neighbours(field_id))}
    return _claims(isolated or free)


def setup_claim(position: Position, action: Action, chance: Chance) -> None:
    """S2, Q1: each seat in turn, for two rounds; then the start player's turn begins."""
    position.owner[action.field] = position.player
    seats = len(position.seats)
    placed = sum(owner is not None for owner in position.owner)
    if placed == MARKERS_AT_SETUP * seats:
        begin_turn(position, 0)
    else:
        position.player = position.turn_player = (position.start_player + placed) % seats


# Resettling


def resettle_choices(position: Position) -> Iterator[Action]:
    """X3, Q2: any free field, or stop (even without a claim)."""
    yield from _claims(position.free_fields())
    yield Action("done")


def resettle_claim(position: Position, action: Action, chance: Chance) -> None:
    """X3, Q2: ends after two fields, or when no free field or marker is left."""
    if settle(position, action.field):
        return
    if len(position.land(position.player)) == FIELDS_TO_RESETTLE or not can_settle(position):
        tax_or_action(position)


def resettle_done(position: Position, action: Action, chance: Chance) -> None:
    """X3: the seat stops claiming, and has its normal turn."""
    tax_or_action(position)


# Expansion


def can_claim_next(position: Position) -> bool:
    """L1, L3, Q4: the turn player has an AP, a marker, and a free field beside an own one."""
    seat = position.turn_player
    return position.action_points >= 1 and position.has_marker(seat) and bool(position.free_beside(seat))


def expand_choices(position: Position) -> Iterator[Action]:
    """Q4: any card in hand with at least one shield, if at least one field can be claimed."""
    if can_claim_next(position):
        hand = +position.hands[position.player]
        yield from (Action("expand", card=card) for card in hand if ACTION_CARDS[card].shields)


def expand(position: Position, action: Action, chance: Chance) -> None:
    """Q4: the card is discarded immediately; no AP is spent yet."""
    discard_from_hand(position, position.player, action.card)
    position.expansion = Expansion(action.card, ACTION_CARDS[action.card].shields)
    position.phase = "expand"


def expand_claim_choices(position: Position) -> Iterator[Action]:
    """L1, Q4: free fields beside own ones; stopping only after the first claim."""
    yield from _claims(position.free_beside(position.player))
    if position.expansion.claims_left < ACTION_CARDS[position.expansion.card].shields:
        yield Action("done")


def expand_claim(position: Position, action: Action, chance: Chance) -> None:
    """L1, Q4: 1 AP per field; ends when shields, AP, markers or fields are used up."""
    expansion = position.expansion
    position.action_points -= 1
    expansion.claims_left -= 1
    if settle(position, action.field):
        return
    if expansion.claims_left == 0 or not can_claim_next(position):
        expand_done(position, action, chance)


def expand_done(position: Position, action: Action, chance: Chance) -> None:
    """Q4: the remaining shields of the card are lost."""
    position.expansion = None
    continue_turn(position)


def discard_from_hand(position: Position, seat: int, card: str) -> None:
    """Move a played card from the hand to the discard pile."""
    position.hands[seat][card] -= 1
    position.discard_pile[card] += 1


# Occupation


def occupy_choices(position: Position) -> Iterator[Action]:
    """L2, L3, Q5: any free field for all 3 AP."""
    if position.action_points == ACTION_POINTS and position.has_marker(position.player):
        yield from _claims(position.free_fields())


def occupy(position: Position, action: Action, chance: Chance) -> None:
    """L2: no card is needed."""
    position.action_points -= ACTION_POINTS
    if not settle(position, action.field):
        continue_turn(position)


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
    return {field_id for field_id in bare if position.fields[field_id]["terrain"] == terrain}


def _castle_sites(position: Position) -> Iterator[Action]:
    """B1: a mountain, octagon or square."""
    return (Action("castle", field=field_id) for field_id in _unbuilt(position, "mountain"))


def _small_city_sites(position: Position) -> Iterator[Action]:
    """B1: one plain, octagon or square."""
    return (Action("small_city", field=field_id) for field_id in _unbuilt(position, "plain"))


def _large_city_sites(position: Position) -> Iterator[Action]:
    """B1: a plain octagon and a plain square adjacent to it."""
    plains = _unbuilt(position, "plain")
    squares = {field_id for field_id in plains if position.fields[field_id]["shape"] == "square"}
    for octagon in plains - squares:
        for square in squares.intersection(position.neighbours(octagon)):
            yield Action("large_city", field=octagon, partner=square)


def _cathedral_sites(position: Position) -> Iterator[Action]:
    """B2: an own large city without a cathedral, named by its octagon."""
    for building in position.own_buildings(position.player):
        if building.kind == "large_city" and not building.cathedral:
            yield Action("cathedral", field=building.fields[0])


def build(position: Position, action: Action, chance: Chance) -> None:
    """B1, B2: the card is discarded and the building placed; it can create the first king."""
    position.action_points -= BUILDING_COST
    discard_from_hand(position, position.player, CARD_FOR[action.kind])
    if action.kind == "cathedral":
        city = next(building for building in position.buildings if building.fields[0] == action.field)
        city.cathedral = True
    else:
        ground = (action.field,) if action.partner is None else (action.field, action.partner)
        position.buildings.append(Building(action.kind, ground))
    if position.king is None and position.qualifies(position.player):
        crown_first_king(position, chance)
    continue_turn(position)


def crown_first_king(position: Position, chance: Chance) -> None:
    """K1, K2: crowned immediately, piles shuffled together, the tax taken without a choice."""
    position.king = position.player
    shuffle_together(position)
    take_tax(position, chance)
