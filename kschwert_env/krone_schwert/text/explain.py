"""Reasons why an action is illegal. The masks decide legality; a test compares both."""

import numpy as np

from kschwert_env.engine.actions import Action
from kschwert_env.engine.jit.plain import plain
from kschwert_env.engine.rules import GameRules
from kschwert_env.krone_schwert.kernel import attack, cards, king, land, revolt, setup
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.components import (
    CARD_NAMES,
    NOBODY,
    NUM_ACTION_CARDS,
    PHASE_NAMES,
    Building,
    Card,
    Phase,
    Supply,
    Terrain,
)

_PHASES = {
    "claim": (Phase.SETUP, Phase.RESETTLE, Phase.ACTION, Phase.EXPAND),
    "draw": (Phase.ACTION, Phase.REDRAW),
    "lay": (Phase.ATTACK_LAY, Phase.REVOLT_LAY),
    "done": (Phase.RESETTLE, Phase.REDRAW, Phase.EXPAND, Phase.ATTACK_LAY, Phase.REVOLT_LAY),
    "react": (Phase.ATTACK_REACT,),
    "vote": (Phase.REVOLT_VOTE,),
    "tax": (Phase.TAX,),
}


def explain(rules: GameRules, state: np.void, action: Action) -> str:
    """Return the first reason why `action` is illegal in `state`; an empty string if it is legal."""
    phases = _PHASES.get(action.kind, (Phase.ACTION,))
    if state["phase"] not in phases:
        asked = PHASE_NAMES[state["phase"]]
        return f"the phase is {asked}, and this belongs to {' or '.join(PHASE_NAMES[phase] for phase in phases)}"
    reasons = {
        "claim": _claim,
        "castle": _build,
        "small_city": _build,
        "large_city": _build,
        "cathedral": _build,
        "expand": _expand,
        "attack": _attack,
        "lay": _lay,
        "done": _done,
        "react": _react,
        "incite": _play,
        "papal_visit": _play,
        "draw": _draw,
        "revolt": _revolt,
    }
    return reasons[action.kind](rules, state, action) if action.kind in reasons else ""


def _claim(rules: GameRules, state: np.void, action: Action) -> str:
    seat, field = state["turn_player"], action.field
    if state["owner"][field] != NOBODY:
        return f"seat {state['owner'][field]} owns the field"
    if state["phase"] == Phase.SETUP:
        plain(setup.sites)(state, sites := np.zeros(len(state["owner"])))
        return "" if sites[field] else "it lies beside a marker (S3)"
    if state["phase"] == Phase.EXPAND and not state["own_neighbours"][seat, field]:
        return "no own field lies beside it (L1)"
    if state["phase"] == Phase.ACTION and state["action_points"] < land.OCCUPY_COST:
        return f"an occupation takes 3 action points, {state['action_points']} are left (L2)"
    return "no marker is left (L3)" if state["markers"][seat] == 0 else ""


def _build(rules: GameRules, state: np.void, action: Action) -> str:
    card = {"castle": Card.CASTLE, "cathedral": Card.CATHEDRAL}.get(action.kind, Card.CITY)
    kinds = {"castle": Supply.CASTLES, "small_city": Supply.SMALL_CITIES, "large_city": Supply.LARGE_CITIES}
    if state["action_points"] < COST:
        return "building takes 2 action points, 1 is left (T3)"
    if not state["hands"][state["turn_player"], card]:
        return f"no {CARD_NAMES[card]} card is in hand (B1, B2)"
    if not state["supply"][kinds.get(action.kind, Supply.CATHEDRALS)]:
        return "the supply is empty (C5)"
    terrain = Terrain.MOUNTAIN if action.kind == "castle" else Terrain.PLAIN
    for field in (action.field, action.partner):
        if field is None:
            continue
        if state["owner"][field] != state["turn_player"]:
            return f"field {field} is not one's own"
        if action.kind == "cathedral":
            return (
                ""
                if state["building"][field] == Building.LARGE_CITY
                else "no large city without cathedral is there (B2)"
            )
        if state["building"][field] != Building.NONE:
            return f"field {field} has a building (B1)"
        if state["terrain"][field] != terrain:
            return f"field {field} is no {terrain.name.lower()} (B1)"
    return ""


def _expand(rules: GameRules, state: np.void, action: Action) -> str:
    card, seat = CARD_NAMES.index(str(action.card)), state["turn_player"]
    if not state["hands"][seat, card]:
        return f"no {action.card} card is in hand (L1)"
    if not rules.board["shields"][0, card]:
        return "the card has no black shield (L1)"
    if state["markers"][seat] == 0:
        return "no marker is left (L3)"
    return "" if plain(land.can_grow)(state) else "no free field lies beside an own one (L1)"


def _attack(rules: GameRules, state: np.void, action: Action) -> str:
    seat, owner = state["turn_player"], int(state["owner"][action.field])
    if state["turn"] < rules.num_players:
        return "nobody attacks in the first round (A1)"
    if state["attack_spent"]:
        return "this turn's attack has been made (A1)"
    if owner in (NOBODY, seat):
        return "the field is not another player's (A2)"
    if state["building"][action.field] != Building.NONE:
        return "the field has a building (A2)"
    if not state["own_neighbours"][seat, action.field]:
        return "no own field lies beside it (A2)"
    if state["papal_visit"][owner]:
        return f"seat {owner} is under papal visit (D7)"
    if state["markers"][seat] == 0:
        return "no marker is left (L3)"
    strength = plain(attack.combat_of)(state["hands"], seat, rules.board[0])
    castles = state["buildings"][owner, Supply.CASTLES]
    return "" if strength > castles else f"the hand's combat of {strength} does not exceed {castles} castles (A3)"


def _lay(rules: GameRules, state: np.void, action: Action) -> str:
    card, seat = CARD_NAMES.index(str(action.card)), state["player"]
    if not state["hands"][seat, card]:
        return f"no {action.card} card is in hand"
    if card < plain(attack.first_to_lay)(state["laid"][seat]):
        return "cards are laid in table order, and a later one lies already (Q6, Q7)"
    if state["phase"] == Phase.REVOLT_LAY:
        return ""
    if not rules.board["combat"][0, card]:
        return "cards of combat 0 can't be played in an attack (A3)"
    plain(attack.lay_options)(state, rules.board[0], options := np.zeros(NUM_ACTION_CARDS))
    return "" if options[card] else "with it the castles could no longer be exceeded (Q6)"


def _done(rules: GameRules, state: np.void, action: Action) -> str:
    if state["phase"] == Phase.EXPAND and state["claims_left"] == rules.board["shields"][0, state["expansion_card"]]:
        return "at least one field must be claimed (L1)"
    if state["phase"] == Phase.ATTACK_LAY:
        castles = state["buildings"][state["owner"][state["attacked"]], Supply.CASTLES]
        strength = plain(attack.strength_laid)(state, rules.board[0], state["player"])
        if strength <= castles:
            return f"a strength of {strength} does not exceed {castles} castles (A3)"
    return ""


def _react(rules: GameRules, state: np.void, action: Action) -> str:
    card = {"ambush": Card.AMBUSH, "truce": Card.TRUCE}.get(str(action.choice))
    missing = card is not None and not state["hands"][state["player"], card]
    return f"no {action.choice} card is in hand (A4)" if missing else ""


def _play(rules: GameRules, state: np.void, action: Action) -> str:
    if not state["hands"][state["turn_player"], CARD_NAMES.index(action.kind)]:
        return f"no {action.kind} card is in hand (D6, D7)"
    if action.kind == "papal_visit" and state["papal_visit"][state["turn_player"]]:
        return "a papal visit lies open already (D7)"
    return ""


def _draw(rules: GameRules, state: np.void, action: Action) -> str:
    return "" if plain(cards.can_draw)(state) else "no pile holds an action card (D3)"


def _revolt(rules: GameRules, state: np.void, action: Action) -> str:
    if state["king"] == NOBODY:
        return "there is no king to revolt against (R1)"
    if state["king"] == state["turn_player"]:
        return "the king does not revolt (R1)"
    if not plain(king.qualifies)(state, state["turn_player"]):
        return "it takes a castle and a city of one's own (R1)"
    return "" if plain(revolt.can_declare)(state) else "the king is under papal visit (D7)"
