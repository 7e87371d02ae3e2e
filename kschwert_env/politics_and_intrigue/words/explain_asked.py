"""Why an answer to what is asked in a phase is none (Q4)."""

from typing import Any

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.words import card_name
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    NOBODY,
    RESOURCE_NAMES,
    Card,
    CardType,
    Phase,
)
from kschwert_env.politics_and_intrigue.kernel.zones.stacks import OWN_STACKS
from kschwert_env.politics_and_intrigue.positions.pending import ARCHIVED
from kschwert_env.politics_and_intrigue.positions.soundness import is_building
from kschwert_env.politics_and_intrigue.words import explain_playing, ground

CHOSEN_FROM = (Phase.ARCHIVE, Phase.CHANCELLOR)  # phases in which only a stack with cards is named


def take(rules: GameRules, state: np.void, action: Any) -> str:
    """What is looked at."""
    card, seat, phase = CARD_NAMES.index(str(action.card)), int(state["player"]), state["phase"]
    name = card_name(str(action.card))
    if phase == Phase.SPY:
        if CARD_TYPES[card] not in (CardType.FLEET, CardType.KNIGHT, CardType.ACTION):
            return "a spy takes a unit or an action card (A5)"
        return "" if state["hands"][1 - seat, card] else f"no {name} is in the enemy's hand (A5)"
    if phase == Phase.DIPLOMAT:
        if card == Card.DIPLOMAT:
            return "no diplomat brings back a diplomat (A14)"
        is_there = state["discards"][explain_playing.discard_pile(rules, seat), card]
        return "" if is_there else f"no {name} lies in the discard pile (A14)"
    stack = OWN_STACKS * seat if phase == Phase.DECK_PICK else int(state["stack"])
    cards = ground.cards_in(state, stack)
    if phase == Phase.ARCHIVE_SORT:
        cards = cards[int(state["sorted"]) : ARCHIVED]
    return "" if card in cards else f"no {name} is among the cards that are looked at (Q2)"


def bury(rules: GameRules, state: np.void, action: Any) -> str:
    """H1, H3, A19."""
    is_there = state["hands"][state["player"], CARD_NAMES.index(str(action.card))]
    return "" if is_there else f"no {card_name(str(action.card))} is in hand (H1, H3, A19)"


def resource(rules: GameRules, state: np.void, action: Any) -> str:
    """By phase: gain, take, give, pay or leave out one."""
    name = str(action.resource)
    kind, seat, phase = RESOURCE_NAMES.index(name), int(state["player"]), state["phase"]
    if phase == Phase.DISCOUNT:
        return _discount(rules, state, seat, kind)
    if phase in (Phase.GAIN, Phase.CARAVAN_TAKE):
        return "" if state["room"][seat, kind] else f"there is no room for {name} (C2)"
    if phase in (Phase.CARAVAN_PAY, Phase.SEARCH_PAY):
        return "" if state["resources"][seat, kind] else f"no {name} is there (C2)"
    gives = phase in (Phase.MENDICANT, Phase.MERCHANT_GIVE)
    giver, taker = (seat, 1 - seat) if gives else (1 - seat, seat)
    if not state["resources"][giver, kind]:
        return f"seat {giver} has no {name} (C2)"
    return "" if state["room"][taker, kind] else f"seat {taker} has no room for {name} (C2)"


def _discount(rules: GameRules, state: np.void, seat: int, kind: int) -> str:
    cost = rules.board["cost"][0, state["card"]]
    if not cost[kind]:
        return f"the {card_name(CARD_NAMES[state['card']])} costs no {RESOURCE_NAMES[kind]} (F16)"
    return "" if ground.can_pay(state, seat, cost, without=kind) else "the rest of the cost can't be paid (F16)"


def pick(rules: GameRules, state: np.void, action: Any) -> str:
    """A slot: where a card is placed, or what is hit."""
    slot, seat, phase = int(action.slot), int(state["player"]), state["phase"]
    if phase == Phase.PLACE:
        if state["card"] == Card.METROPOLIS:
            return "a metropolis is laid on a city (F19)"
        free = slot in ground.free_slots(state, seat, int(state["card"]))
        return "" if free else f"no {card_name(CARD_NAMES[state['card']])} can be placed there (B3)"
    if phase == Phase.TARGET:
        return explain_playing.target(rules, state, seat, int(state["card"]), slot)
    if phase == Phase.CIVIL_WAR:
        return _civil_war(rules, state, 1 - seat, slot)
    named = slot in state["named"]
    if phase == Phase.RAID_LOSE:
        return "" if named else "that building has not been named (E5)"
    card = int(state["slots"][1 - seat, slot])
    if not is_building(card) or card == Card.BROTHEL:
        return "no building of the enemy lies there (E5)"
    return "that building has been named (E5)" if named else ""


def _civil_war(rules: GameRules, state: np.void, enemy: int, slot: int) -> str:
    card = int(state["slots"][enemy, slot])
    if not ground.is_unit(card):
        return "no unit of the enemy lies there (E1)"
    if ground.works_in(state, enemy, Card.CHURCH, ground.place_of(state, enemy, slot)):
        return "a church works in that place (E1, F7)"
    return (
        "an order castle protects great knights (E1, F17)" if ground.is_safe_knight(rules, state, enemy, card) else ""
    )


def region(rules: GameRules, state: np.void, action: Any) -> str:
    """A9."""
    number = int(action.region)
    if not state["regions_left"] >> number & 1:
        return "that region is not in the region stack (A9)"
    return "that region has been named (A9)" if number in state["chosen"] else ""


def _closed(rules: GameRules, state: np.void, stack: int, needs_cards: bool) -> str:
    """Chapter 9."""
    if not ground.is_open(rules, state, int(state["player"]), stack):
        return "that stack is not open: a ban of the enemy lies on it, or it is the enemy's (A17, M3)"
    return "that stack is empty (H5)" if needs_cards and not state["stack_sizes"][stack] else ""


def stack(rules: GameRules, state: np.void, action: Any) -> str:
    """Any naming of a stack but `draw` and `search`."""
    needs_cards = state["phase"] in (*CHOSEN_FROM, Phase.SETUP_STACK)
    return _closed(rules, state, int(action.stack), needs_cards)


def draw(rules: GameRules, state: np.void, action: Any) -> str:
    """H2, H3, M5."""
    number = int(action.stack)
    is_bound = state["phase"] == Phase.EXCHANGE_DRAW and rules.board["tournament_game"][0]
    if is_bound and state["stack"] not in (NOBODY, number):
        return "the new card comes from the stack under which the other one was put (M5)"
    return _closed(rules, state, number, needs_cards=True)


def search(rules: GameRules, state: np.void, action: Any) -> str:
    """H4; master builder and council have no price."""
    if state["phase"] in (Phase.BUILDER, Phase.COUNCIL_SEARCH):
        return _closed(rules, state, int(action.stack), needs_cards=True)
    if reason := draw(rules, state, action):
        return reason
    seat = int(state["player"])
    price, owned = ground.searching_price(state, seat), int(state["resources"][seat].sum())
    return "" if owned >= price else f"to search costs {price} resources, and {owned} is there (H4)"


def done(rules: GameRules, state: np.void, action: Any) -> str:
    """A7."""
    if state["phase"] == Phase.MERCHANT_TAKE and state["left"] > 1:
        return "a merchant takes at least one resource (A7)"
    return ""
