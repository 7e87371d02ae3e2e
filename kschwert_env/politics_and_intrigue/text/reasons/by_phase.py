"""Why an answer to what a phase asks is not legal (Q4): stacks, cards, resources and named slots."""

from typing import Any

from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.politics_and_intrigue.kernel import card_types, derived_state
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards, building_effects, end_of_turn, event_cards
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, RESOURCE_NAMES, Card
from kschwert_env.politics_and_intrigue.kernel.zones import principality, resources, stacks

# -- stacks (chapter 9) -----------------------------------------------------------------------------------------


def open_stack(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a stack can't be named (A17, M3)."""
    if plain(stacks.is_open)(state, board, state.player, action.stack):
        return ""
    return "that stack is not open: a ban of the enemy lies on it, or it is the enemy's (A17, M3)"


def filled_stack(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a stack can't be named where it needs cards (H5)."""
    empty = "" if state.stack_sizes[action.stack] else "that stack is empty (H5)"
    return open_stack(state, board, action) or empty


def draw(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a stack can't be drawn from (H2, H3, M5)."""
    if plain(end_of_turn.is_bound)(state, board, action.stack):
        return "the new card comes from the stack under which the other one was put (M5)"
    return filled_stack(state, board, action)


def search(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a stack can't be searched (H4)."""
    price, owned = plain(end_of_turn.price)(state), plain(resources.total)(state, state.player)
    unpaid = "" if owned >= price else f"to search costs {price} resources, and you have {owned} (H4)"
    return draw(state, board, action) or unpaid


# -- cards ------------------------------------------------------------------------------------------------------


def take_from_stack(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a card can't be taken from the stack that is looked through."""
    return _take(state, state.stack, slice(None), action)


def take_unsorted(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a card can't be laid next by an archivist (A12)."""
    return _take(state, state.stack, slice(state.sorted, action_cards.SORTED), action)


def take_from_deck(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a card can't be picked from the deck (M2)."""
    return _take(state, plain(stacks.first_of)(board, state.player), slice(None), action)


def _take(state: PlainRecord, stack: int, looked_at: slice, action: Any) -> str:
    first = plain(stacks.start)(state, stack)
    cards = state.stack_cards[first : first + state.stack_sizes[stack]][looked_at]
    is_there = CARD_NAMES.index(action.card) in cards
    return "" if is_there else f"no {card_name(action.card)} is among the cards that are looked at (Q2)"


def bury(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a card can't go under a stack (H1, H3, A19)."""
    is_there = state.hands[state.player, CARD_NAMES.index(action.card)]
    return "" if is_there else f"you have no {card_name(action.card)} in hand (H1, H3, A19)"


# -- resources (C2) ---------------------------------------------------------------------------------------------


def gain(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a resource can't be gained."""
    has_room = state.room[state.player, RESOURCE_NAMES.index(action.resource)]
    return "" if has_room else f"you have no room for {action.resource} (C2)"


def pay(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a resource can't be paid."""
    is_there = state.resources[state.player, RESOURCE_NAMES.index(action.resource)]
    return "" if is_there else f"you have no {action.resource} (C2)"


def take_resource(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a resource can't be taken from the enemy."""
    return _move(state, 1 - state.player, state.player, action.resource)


def give_resource(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a resource can't be given to the enemy."""
    return _move(state, state.player, 1 - state.player, action.resource)


def _move(state: PlainRecord, giver: int, taker: int, resource: str) -> str:
    kind = RESOURCE_NAMES.index(resource)
    if plain(resources.can_move)(state, giver, taker, kind):
        return ""
    if not state.resources[giver, kind]:
        return f"[{giver}] [has] no {resource} (C2)"
    return f"[{taker}] [has] no room for {resource} (C2)"


# -- slots named in events --------------------------------------------------------------------------------------


def civil_war(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a unit can't be named in a civil war (E1)."""
    enemy, slot = 1 - state.player, action.slot
    if not plain(card_types.is_unit)(plain(principality.card_at)(state, enemy, slot)):
        return "no unit of the enemy lies there (E1)"
    if plain(derived_state.works_in)(state, enemy, Card.CHURCH, plain(principality.place_of)(state, enemy, slot)):
        return "a church works in that place (E1, F7)"
    is_safe = plain(building_effects.safe_from_civil_war)(state, board, enemy, slot)
    return "an order castle protects great knights (E1, F17)" if is_safe else ""


def raid_name(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a building can't be named in a raid (E5)."""
    if not plain(building_effects.buildings)(state, 1 - state.player) >> action.slot & 1:
        return "no building of the enemy lies there (E5)"
    return "" if plain(event_cards.not_named)(state) >> action.slot & 1 else "that building has been named (E5)"


def raid_lose(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a building can't be lost in a raid (E5)."""
    return "" if plain(event_cards.named)(state) >> action.slot & 1 else "that building has not been named (E5)"
