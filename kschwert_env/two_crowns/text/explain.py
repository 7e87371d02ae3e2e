"""Reasons why an action is illegal. The masks decide legality; a test compares both."""

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.plain import plain
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.two_crowns.kernel import battle, payment, turn
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, HAND, MOST_LAID, PRICE, PRICED, Phase

_PHASES = {"lay": Phase.LAY, "done": Phase.LAY, "pay": Phase.PAY, "keep": Phase.KEEP}
_NO_KNIGHT = "an attack begins with a knight (A1)"
_CITED = {Phase.TURN: "T1", Phase.LAY: "A1, A2", Phase.PAY: "A3", Phase.KEEP: "R2"}  # purpose of each phase


_TIMES = {
    Phase.TURN: "the beginning of your turn",
    Phase.LAY: "a battle",
    Phase.PAY: "the payments of a battle",
    Phase.KEEP: "the end of a swap of cards",
}
"""When each phase is, in words."""


def is_asked(rules: GameRules, state: np.void, action: Action) -> bool:
    """Return whether the phase asks for actions of this kind, so that the reason depends on the position."""
    if action.kind == "roll_fate":
        return bool(rules.options()["die_of_fate"])
    return state["phase"] == _PHASES.get(action.kind, Phase.TURN)


def explain(rules: GameRules, state: np.void, action: Action) -> str:
    """Return the first reason why `action` is illegal in `state`; an empty string if it is legal."""
    if action.kind == "roll_fate":
        return _roll_fate(rules, state)
    if not is_asked(rules, state, action):
        phase = _PHASES.get(action.kind, Phase.TURN)
        return f"this is not what you are asked now; it is for {_TIMES[phase]} ({_CITED[phase]})"
    match action.kind:
        case "attack":
            return "" if plain(turn.can_attack)(state) else "you have no knight in hand (A1)"
        case "recruit":
            return _recruit(state)
        case "exact":
            return _exact(state, action)
        case "lay":
            return _lay(state, action)
        case "done":
            return "" if plain(battle.may_be_done)(state) else "an attack takes a card (A1)"
        case "pay":
            return _pay(state, action)
        case "keep" if state["exact"][CARD_NAMES.index(str(action.card))]:
            return ""
        case "keep":
            return f"you have not drawn a {card_name(str(action.card))} (R2)"
        case _:
            return _pass(state)


def _recruit(state: np.void) -> str:
    seat = state["turn_player"]
    if not state["decks"][seat].any():
        return "your deck is empty (R1)"
    return "" if plain(turn.can_recruit)(state) else f"you have {HAND} cards in hand and at rest (R1)"


def _exact(state: np.void, action: Action) -> str:
    seat = state["turn_player"]
    if not state["hands"][seat, CARD_NAMES.index(str(action.card))]:
        return f"you have no {card_name(str(action.card))} in hand (R2)"
    return "" if state["decks"][seat].any() else "your deck is empty (R2)"


def _lay(state: np.void, action: Action) -> str:
    card, seat = CARD_NAMES.index(str(action.card)), state["player"]
    if not state["hands"][seat, card]:
        return f"you have no {card_name(str(action.card))} in hand (A1, A2)"
    if state["laid_counts"][seat] == MOST_LAID:
        return f"you have laid {MOST_LAID} cards, the most (A1, A2)"
    if state["laid"][seat, card + 1 :].any():
        return "cards are laid in the order of the deck table, and a later one lies already (X0)"
    if plain(battle.may_be_laid)(state, seat, card):
        return ""
    return f"a {action.card} is laid only together with a knight (X0)" if card in PRICED else _NO_KNIGHT


def _pay(state: np.void, action: Action) -> str:
    if action.choice == "no":
        return ""
    if plain(payment.can_pay)(state):
        return ""
    card, gold = plain(payment.card_asked)(state), plain(payment.gold)(state, state["player"])
    return f"the {CARD_NAMES[card]} costs {PRICE[card]} gold, and you have {gold} (A3)"


def _roll_fate(rules: GameRules, state: np.void) -> str:
    if not rules.board["die_of_fate"][0]:
        return "there is no die of fate by the rules chosen (F1)"
    if state["fate_used"]:
        return "the die of fate has been rolled (F1)"
    if state["phase"] in (Phase.TURN, Phase.LAY) and plain(turn.can_roll_fate)(state, rules.board[0]):
        return ""
    return "the die of fate is rolled in the own turn, or by the defender before the first card (F1)"


def _pass(state: np.void) -> str:
    ways = {"attack": turn.can_attack, "recruit": turn.can_recruit, "swap a card": turn.can_exchange}
    possible = [name for name, can in ways.items() if plain(can)(state)]
    return f"you can {', '.join(possible)} (E2)" if possible else ""
