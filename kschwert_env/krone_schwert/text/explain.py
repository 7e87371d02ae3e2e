"""Reasons why an action is illegal. The masks decide legality; a test compares both."""

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.plain import plain
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.krone_schwert.kernel import attack, cards, king, land, revolt, setup
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.components import (
    CARD_NAMES,
    NOBODY,
    NUM_ACTION_CARDS,
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


_TIMES = {
    Phase.SETUP: "the setup",
    Phase.RESETTLE: "a turn that begins without a field",
    Phase.TAX: "the king's turn",
    Phase.ACTION: "the actions of your turn",
    Phase.REDRAW: "the time after an event",
    Phase.EXPAND: "the fields of a card discarded to claim",
    Phase.ATTACK_LAY: "your attack",
    Phase.ATTACK_REACT: "an attack on you",
    Phase.REVOLT_VOTE: "a revolt",
    Phase.REVOLT_LAY: "a revolt",
}
"""When each phase is, in words."""


def is_asked(rules: GameRules, state: np.void, action: Action) -> bool:
    """Return whether the phase asks for actions of this kind, so that the reason depends on the position."""
    return state["phase"] in _PHASES.get(action.kind, (Phase.ACTION,))


def explain(rules: GameRules, state: np.void, action: Action) -> str:
    """Return the first reason why `action` is illegal in `state`; an empty string if it is legal."""
    if not is_asked(rules, state, action):
        times = dict.fromkeys(_TIMES[phase] for phase in _PHASES.get(action.kind, (Phase.ACTION,)))
        return f"this is not what you are asked now; it is for {' or '.join(times)}"
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
        return f"[{state['owner'][field]}] [owns] the field"
    if state["phase"] == Phase.SETUP:
        plain(setup.sites)(state, sites := np.zeros(len(state["owner"])))
        return "" if sites[field] else "it lies beside a marker (S3)"
    if state["phase"] == Phase.EXPAND and not state["own_neighbours"][seat, field]:
        return "you own no neighbouring field (L1)"
    if state["phase"] == Phase.ACTION and state["action_points"] < land.OCCUPY_COST:
        return f"an occupation takes {land.OCCUPY_COST} action points, and you have {state['action_points']} left (L2)"
    return "you have no marker left (L3)" if state["markers"][seat] == 0 else ""


def _build(rules: GameRules, state: np.void, action: Action) -> str:
    card = {"castle": Card.CASTLE, "cathedral": Card.CATHEDRAL}.get(action.kind, Card.CITY)
    kinds = {"castle": Supply.CASTLES, "small_city": Supply.SMALL_CITIES, "large_city": Supply.LARGE_CITIES}
    if state["action_points"] < COST:
        return f"building takes {COST} action points, and you have 1 left (T3)"
    if not state["hands"][state["turn_player"], card]:
        return f"you have no {card_name(CARD_NAMES[card])} card in hand (B1, B2)"
    if not state["supply"][kinds.get(action.kind, Supply.CATHEDRALS)]:
        return "the supply is empty (C5)"
    terrain = Terrain.MOUNTAIN if action.kind == "castle" else Terrain.PLAIN
    for field in (action.field, action.partner):
        if field is None:
            continue
        if state["owner"][field] != state["turn_player"]:
            return f"you do not own field {field} (B1)"
        if action.kind == "cathedral":
            is_bare = state["building"][field] == Building.LARGE_CITY
            return "" if is_bare else "no large city without cathedral is there (B2)"
        if state["building"][field] != Building.NONE:
            return f"field {field} has a building (B1)"
        if state["terrain"][field] != terrain:
            return f"field {field} is no {terrain.name.lower()} (B1)"
    return ""


def _expand(rules: GameRules, state: np.void, action: Action) -> str:
    card, seat = CARD_NAMES.index(str(action.card)), state["turn_player"]
    if not state["hands"][seat, card]:
        return f"you have no {card_name(str(action.card))} card in hand (L1)"
    if not rules.board["shields"][0, card]:
        return "the card has no black shield (L1)"
    if state["markers"][seat] == 0:
        return "you have no marker left (L3)"
    return "" if plain(land.can_grow)(state) else "no free field lies beside one of yours (L1)"


def _attack(rules: GameRules, state: np.void, action: Action) -> str:
    seat, owner = state["turn_player"], int(state["owner"][action.field])
    if state["turn"] < rules.num_players:
        return "nobody attacks in the first round (A1)"
    if state["attack_spent"]:
        return "you have made your attack of this turn (A1)"
    if owner in (NOBODY, seat):
        return "no other player owns the field (A2)"
    if state["building"][action.field] != Building.NONE:
        return "the field has a building (A2)"
    if not state["own_neighbours"][seat, action.field]:
        return "you own no neighbouring field (A2)"
    if state["papal_visit"][owner]:
        return f"a papal visit protects [{owner}] (D7)"
    if state["markers"][seat] == 0:
        return "you have no marker left (L3)"
    strength = plain(attack.combat_of)(state["hands"], seat, rules.board[0])
    castles = state["buildings"][owner, Supply.CASTLES]
    if strength > castles:
        return ""
    return f"your hand has a combat of {strength}, which does not exceed {counted(castles, 'castle')} (A3)"


def _lay(rules: GameRules, state: np.void, action: Action) -> str:
    card, seat = CARD_NAMES.index(str(action.card)), state["player"]
    if not state["hands"][seat, card]:
        return f"you have no {card_name(str(action.card))} card in hand"
    if card < plain(attack.first_to_lay)(state["laid"][seat]):
        return "cards are laid in the order of the table of cards, and a later one lies already (Q6, Q7)"
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
            return f"a strength of {strength} does not exceed {counted(castles, 'castle')} (A3)"
    return ""


def _react(rules: GameRules, state: np.void, action: Action) -> str:
    card = {"ambush": Card.AMBUSH, "truce": Card.TRUCE}.get(str(action.choice))
    missing = card is not None and not state["hands"][state["player"], card]
    return f"you have no {action.choice} card in hand (A4)" if missing else ""


def _play(rules: GameRules, state: np.void, action: Action) -> str:
    if not state["hands"][state["turn_player"], CARD_NAMES.index(action.kind)]:
        return f"you have no {card_name(action.kind)} card in hand (D6, D7)"
    if action.kind == "papal_visit" and state["papal_visit"][state["turn_player"]]:
        return "your papal visit lies open already (D7)"
    return ""


def _draw(rules: GameRules, state: np.void, action: Action) -> str:
    return "" if plain(cards.can_draw)(state) else "no pile holds an action card (D3)"


def _revolt(rules: GameRules, state: np.void, action: Action) -> str:
    if state["king"] == NOBODY:
        return "there is no king to revolt against (R1)"
    if state["king"] == state["turn_player"]:
        return "the king does not revolt (R1)"
    if not plain(king.qualifies)(state, state["turn_player"]):
        return "you need a castle and a city of your own (R1)"
    return "" if plain(revolt.can_declare)(state) else "the king is under papal visit (D7)"
