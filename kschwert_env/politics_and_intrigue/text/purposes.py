"""Purposes of the actions of a position, with costs and effects."""

from typing import Any

import numpy as np

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.purposes import Purpose
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.politics_and_intrigue.editions.edition import CENTRE_NAMES, Edition
from kschwert_env.politics_and_intrigue.kernel.chapters import end_of_turn, trading
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.text.card_help import card_effect, centre_effect
from kschwert_env.politics_and_intrigue.text.names import price_words
from kschwert_env.politics_and_intrigue.text.questions import phrase

_PLAIN = {
    "demolish": Purpose(
        "Demolish", "Demolish a card", "", "You lose the card: it is discarded, and its slot is free.", is_rare=True
    ),
    "ally": Purpose("Ally", "Choose an ally", "", "That enemy building works for you, too, without its points."),
    "lift": Purpose("Lift a ban", "Lift a ban", f"{trading.RANSOM} gold", "You may use that pile again."),
    "brewery": Purpose("Brewery", "Turn the brewery", "1 gold", "It shows trade points or strength."),
    "draw": Purpose("Draw", "Draw a card", "", "Take the top card of a stack."),
    "roll": Purpose("Roll", "Roll the dice", "", "The event comes first, then both players get resources."),
    "end_turn": Purpose("End the turn", "End the turn", "", "Then you adjust your hand."),
}


def purpose(rules: EditionRules, state: np.void, action: Any, position: Position) -> Purpose:
    """Return what an action of the deciding seat is for."""
    edition: Edition = rules.edition_data
    match action.kind:
        case "build":
            cost = price_words(edition.costs[CARD_NAMES.index(action.card)])
            return Purpose("Build", phrase(action, position), cost, card_effect(edition, action.card))
        case "road" | "settlement" | "city" if position["phase"] == "action":
            cost = price_words(edition.centre_costs[CENTRE_NAMES.index(action.kind)])
            return Purpose("Build", f"Build a {action.kind}", cost, centre_effect(action.kind))
        case "play":
            return Purpose("Play", phrase(action, position), "the card", card_effect(edition, action.card))
        case "take" | "bury":
            return Purpose(action.kind.capitalize(), phrase(action, position), "", card_effect(edition, action.card))
        case "trade":
            rate = plain(trading.rate)(PlainRecord(state), RESOURCE_NAMES.index(action.give))
            return Purpose("Trade", f"Trade {action.give}", f"{rate} {action.give}", f"You get 1 {action.get}.")
        case "search" if position["phase"] in ("refill", "exchange_draw"):
            price = plain(end_of_turn.price)(PlainRecord(state))
            cost = f"{price} resource{'s' * (price > 1)} of your choice"
            return Purpose("Look through", "Look through a stack", cost, "Take any card of a stack.")
        case kind if kind in _PLAIN:
            return _PLAIN[kind]
        case "stack":
            name = phrase(action, position)
            return Purpose(name.removesuffix(f"stack [#{action.stack}]") + "a stack", name)
        case _:
            name = phrase(action, position)
            return Purpose(name.partition(" ")[0], name)


def selection(position: Position) -> None:
    """Return None: no phase asks for several cards at once."""
