"""Why an action is not legal, in words. The masks decide what is legal; tests hold the two against each other."""

import numpy as np

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import GameRules
from kschwert_env.two_crowns.kernel.components import (
    CARD_NAMES,
    HAND,
    MOST_LAID,
    NUM_KNIGHTS,
    PHASE_NAMES,
    PRICE,
    PRICED,
    Card,
    Phase,
)

_PHASES = {"lay": Phase.LAY, "done": Phase.LAY, "pay": Phase.PAY, "keep": Phase.KEEP}
_CITED = {Phase.TURN: "T1", Phase.LAY: "A1, A2", Phase.PAY: "A3", Phase.KEEP: "R2"}  # what each phase is for


def explain(rules: GameRules, state: np.void, action: Action) -> str:
    """The first reason why `action` is not legal in `state`; an empty string if there is none."""
    if action.kind == "roll_fate":
        return _roll_fate(rules, state)
    phase = _PHASES.get(action.kind, Phase.TURN)
    if state["phase"] != phase:
        return f"the phase is {PHASE_NAMES[state['phase']]}, and this belongs to {PHASE_NAMES[phase]} ({_CITED[phase]})"
    reasons = {
        "attack": _attack,
        "recruit": _recruit,
        "exact": _exact,
        "lay": _lay,
        "done": _done,
        "pay": _pay,
        "keep": _keep,
        "pass": _pass,
    }
    return reasons[action.kind](state, action)


def _attack(state: np.void, action: Action) -> str:
    return "" if _can_attack(state) else "no knight is in hand (A1)"


def _recruit(state: np.void, action: Action) -> str:
    seat = state["turn_player"]
    if not state["decks"][seat].any():
        return "the deck is empty (R1)"
    held = state["hands"][seat].sum() + state["resting"][seat].sum()
    return "" if held < HAND else f"hand and rest hold {HAND} cards (R1)"


def _exact(state: np.void, action: Action) -> str:
    seat = state["turn_player"]
    if not state["hands"][seat, CARD_NAMES.index(str(action.card))]:
        return f"no {action.card} card is in hand (R2)"
    return "" if state["decks"][seat].any() else "the deck is empty (R2)"


def _lay(state: np.void, action: Action) -> str:
    card, seat = CARD_NAMES.index(str(action.card)), state["player"]
    if not state["hands"][seat, card]:
        return f"no {action.card} card is in hand (A1, A2)"
    if state["laid_counts"][seat] == MOST_LAID:
        return f"{MOST_LAID} cards are laid (A1, A2)"
    if state["laid"][seat, card + 1 :].any():
        return "cards are laid in the order of the deck table, and a later one lies already (X0)"
    has_knight = state["laid"][seat, :NUM_KNIGHTS].any()
    if card in PRICED and not has_knight:
        return f"a {action.card} is laid only together with a knight (X0)"
    if card == Card.FEINT and not has_knight and seat == state["turn_player"]:
        return "an attack begins with a knight (A1)"
    return ""


def _done(state: np.void, action: Action) -> str:
    is_attacker = state["player"] == state["turn_player"]
    return "an attack takes a card (A1)" if is_attacker and not state["laid_counts"][state["player"]] else ""


def _pay(state: np.void, action: Action) -> str:
    if action.choice == "no":
        return ""
    seat = state["player"]
    card = next(card for card in PRICED if state["laid"][seat, card])
    gold = state["hands"][seat, Card.GOLD_1] + 2 * state["hands"][seat, Card.GOLD_2]
    return "" if gold >= PRICE[card] else f"the {CARD_NAMES[card]} costs {PRICE[card]} gold, and {gold} is in hand (A3)"


def _keep(state: np.void, action: Action) -> str:
    return "" if state["exact"][CARD_NAMES.index(str(action.card))] else f"no {action.card} card has been drawn (R2)"


def _roll_fate(rules: GameRules, state: np.void) -> str:
    if not rules.board["die_of_fate"][0]:
        return "there is no die of fate by the rules chosen (F1)"
    if state["fate_used"]:
        return "the die of fate has been rolled (F1)"
    seat = state["player"]
    defends = state["phase"] == Phase.LAY and seat != state["turn_player"]
    if state["phase"] == Phase.TURN or (defends and not state["laid_counts"][seat]):
        return ""
    return "the die of fate is rolled in the own turn, or by the defender before his first card (F1)"


def _pass(state: np.void, action: Action) -> str:
    possible = [kind for kind, can in (("attack", _can_attack(state)), ("recruit", _can_recruit(state))) if can]
    return f"the seat can {' and '.join(possible)} (E2)" if possible else ""


def _can_attack(state: np.void) -> bool:
    return bool(state["hands"][state["turn_player"], :NUM_KNIGHTS].any())


def _can_recruit(state: np.void) -> bool:
    """One way or the other: with a card in the deck there is always one in hand, or room for one."""
    return bool(state["decks"][state["turn_player"]].any())
