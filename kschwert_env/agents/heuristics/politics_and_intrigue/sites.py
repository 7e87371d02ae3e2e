"""Where cards are laid, and which regions are chosen."""

from kschwert_env.agents.heuristics.politics_and_intrigue.outlook import ones
from kschwert_env.agents.heuristics.politics_and_intrigue.worth import knights_in
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel import card_types as cards
from kschwert_env.politics_and_intrigue.kernel import derived_state as survey
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects as effects
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    NUM_REGIONS,
    SLOTS_OF_PLACE,
    Card,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land


@compiled
def site_worth(state, board, seat, card, slot):
    """What a free slot has for a card, in no unit."""
    if card == Card.BROTHEL:
        return float(knights_in(state, 1 - seat, slot // SLOTS_OF_PLACE))
    if cards.is_unit(card):
        return site_of_unit(state, seat, card, slot)
    place = slot // SLOTS_OF_PLACE
    worth = 0.5 if cards.is_green(card) and not land.is_city(state, seat, place) else 0.0  # cities are for red cards
    beside = land.regions_beside(state, seat, slot)
    if card >= Card.BRICK_FACTORY and card <= Card.WEAVING_MILL:
        kind = effects.MILL_KINDS[card - Card.BRICK_FACTORY]
        return worth + 2 * ones(beside & effects.of_kind(state, seat, kind) & ~effects.doubled(state, seat))
    if card == Card.REPUBLIC_HOUSE:
        return worth + ones(beside & ~effects.doubled(state, seat))
    if card == Card.GARRISON:
        return worth + ones(beside & ~effects.beside_working(state, seat, Card.GARRISON))
    if card == Card.FIRE_BRIGADE:
        return worth + points_in(state, board, seat, place)
    return worth + 0.2 * survey.works_in(state, seat, Card.FIRE_BRIGADE, place)


@compiled
def site_of_unit(state, seat, card, slot):
    """F19: only units lie beyond the corners of a metropolis, so they go there first."""
    if slot >= FIRST_METROPOLIS_SLOT:
        return 1.0
    place = slot // SLOTS_OF_PLACE
    worth = 0.0 if land.is_city(state, seat, place) else 0.5
    worth += 0.2 * survey.works_in(state, seat, Card.CHURCH, place)
    return worth - 2.0 * (cards.is_knight(card) and survey.lies_in(state, seat, Card.BROTHEL, place))


@compiled
def points_in(state, board, seat, place):
    """B9: points of the buildings in a place."""
    points = 0
    for slot in range(SLOTS_OF_PLACE * place, SLOTS_OF_PLACE * (place + 1)):
        card = land.card_at(state, seat, slot)
        if cards.is_building(card) and card != Card.BROTHEL:
            points += board.victory_points[card]
    return points


@compiled
def region_worth(state, board, seat, number):
    """A9: a region of the stack is the better, the fewer of its kind and number the seat has."""
    alike, as_often = 0, 0
    for region in range(NUM_REGIONS):
        alike += state.region_kind[seat, region] == board.stack_kind[number]
        as_often += state.region_number[seat, region] == board.stack_number[number]
    return -1.0 * alike - 0.3 * as_often
