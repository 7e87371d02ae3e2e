"""Why an action is not legal, in words. The masks decide what is legal; tests hold the two against each other."""

import numpy as np

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import GameRules
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, HAND, MOST_LAID, NUM_KNIGHTS, PHASE_NAMES, Phase

_PHASES = {"lay": Phase.LAY, "done": Phase.LAY, "pay": Phase.PAY, "keep": Phase.KEEP}


def explain(rules: GameRules, state: np.void, action: Action) -> str:
    """The first reason why `action` is not legal in `state`; an empty string if there is none."""
    phase = _PHASES.get(action.kind, Phase.TURN)
    if state["phase"] != phase:
        return f"the phase is {PHASE_NAMES[state['phase']]}, and this belongs to {PHASE_NAMES[phase]}"
    reasons = {
        "attack": _attack,
        "recruit": _recruit,
        "exact": _exact,
        "lay": _lay,
        "done": _done,
        "keep": _keep,
        "roll_fate": _roll_fate,
    }
    return reasons[action.kind](rules, state, action) if action.kind in reasons else ""


def _attack(rules: GameRules, state: np.void, action: Action) -> str:
    return "" if _holds_knight(state) else "no knight is in hand (A1)"


def _holds_knight(state: np.void) -> bool:
    return bool(state["hands"][state["turn_player"], :NUM_KNIGHTS].any())


def _recruit(rules: GameRules, state: np.void, action: Action) -> str:
    seat = state["turn_player"]
    if not state["decks"][seat].any():
        return "the deck is empty (R1)"
    held = state["hands"][seat].sum() + state["resting"][seat].sum()
    return "" if held < HAND else f"hand and rest hold {HAND} cards (R1)"


def _exact(rules: GameRules, state: np.void, action: Action) -> str:
    seat = state["turn_player"]
    if not state["hands"][seat, CARD_NAMES.index(str(action.card))]:
        return f"no {action.card} card is in hand (R2)"
    return "" if state["decks"][seat].any() else "the deck is empty (R2)"


def _lay(rules: GameRules, state: np.void, action: Action) -> str:
    card, seat = CARD_NAMES.index(str(action.card)), state["player"]
    if not state["hands"][seat, card]:
        return f"no {action.card} card is in hand"
    if state["laid_counts"][seat] == MOST_LAID:
        return f"{MOST_LAID} cards are laid (A1, A2)"
    if state["laid"][seat, card + 1 :].any():
        return "cards are laid in the order of the deck table, and a later one lies already"
    if seat == state["turn_player"] and not state["laid_counts"][seat] and card >= NUM_KNIGHTS:
        return "an attack begins with a knight (A1)"
    return ""


def _done(rules: GameRules, state: np.void, action: Action) -> str:
    is_attacker = state["player"] == state["turn_player"]
    return "an attack takes a card (A1)" if is_attacker and not state["laid_counts"][state["player"]] else ""


def _keep(rules: GameRules, state: np.void, action: Action) -> str:
    return "" if state["exact"][CARD_NAMES.index(str(action.card))] else f"no {action.card} card has been drawn (R2)"


def _roll_fate(rules: GameRules, state: np.void, action: Action) -> str:
    if not rules.board["die_of_fate"][0]:
        return "there is no die of fate by the rules chosen (F1)"
    return "the die of fate has been rolled (F1)" if state["fate_used"] else ""
