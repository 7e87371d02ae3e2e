"""Purposes of the actions of a position, with costs and effects, and the cards that are laid together."""

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.purposes import Purpose, Selection
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.text.phrases import card_name, card_title, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS, Card
from kschwert_env.krone_schwert.kernel.land import OCCUPY_COST
from kschwert_env.krone_schwert.text.card_help import building_effect, card_effect
from kschwert_env.krone_schwert.text.questions import claims, phrase

_CLAIMS = {
    "setup": Purpose("Place", "Place a marker", "", "Your first fields. No marker may lie beside another one."),
    "resettle": Purpose("Return", "Come back", "", "You own no field: take up to two free fields anywhere."),
    "action": Purpose(
        "Occupy", "Occupy a field", f"{OCCUPY_COST} AP, your whole turn", "Take any free field, without a card."
    ),
    "expand": Purpose("Claim", "Claim a field", "1 AP", "Take a free field beside one of yours."),
}

_PLAIN = {
    "attack": Purpose(
        "Attack",
        "Attack",
        "1 AP and the cards that you lay",
        "Lay cards with more combat than the defender has castles. If no ambush or truce stops you, you take it.",
    ),
    "end_turn": Purpose("End the turn", "End the turn", "", "Action points left are lost."),
    "lay": Purpose("Lay", "Lay a card", "the card"),
}

_REVOLT = "Your side begins with {swords}, which count 1 each."

_CARD_OF = {"castle": "castle", "small_city": "city", "large_city": "city", "cathedral": "cathedral"}
"""The card that each building needs."""

_CHOICES = {
    ("vote", "crown"): "Your side is the king's. If the king wins, you score 1 VP for each of your cathedrals.",
    ("vote", "sword"): "Your side is the leader's. If the leader wins, you score 1 VP for each of your cathedrals.",
    ("tax", "take"): "1 VP for each of your castles. Then a people card is turned up, which may help a revolt.",
    ("tax", "leave"): "No points, and the people stay quiet.",
    ("react", "none"): "The attack succeeds.",
}


def purpose(rules: GameRules, state: np.void, action: Action, position: Position) -> Purpose:
    """Return what an action of the seat to move is for."""
    match action.kind:
        case "claim":
            return _CLAIMS[position["phase"]]
        case "expand":
            most = claims(position, str(action.card))
            fields = "a free field" if most == 1 else "one or two free fields"
            effect = f"Discard the card and take {fields} beside yours."
            return Purpose("Claim", "Claim fields", "1 AP for each field, and the card", effect)
        case "castle" | "small_city" | "large_city" | "cathedral":
            card = _CARD_OF[action.kind]
            name = f"Build a {card_name(action.kind)}"
            return Purpose("Build", name, f"{COST} AP and its card", building_effect(action.kind), (card,))
        case "incite" | "papal_visit":
            return Purpose("Play", phrase(action, position), "1 AP and the card", card_effect(action.kind))
        case "draw":
            cost = "" if position["phase"] == "redraw" else "1 AP"
            effect = "Take the top card of the pile. If it is an event, it happens at once."
            return Purpose("Draw", phrase(action, position), cost, effect)
        case "react" | "vote" | "tax":
            name, choice = phrase(action, position), str(action.choice)
            if choice in ("ambush", "truce"):
                return Purpose(name, name, f"the {choice} card", card_effect(choice))
            return Purpose(name, name, "", _CHOICES[action.kind, choice])
        case "revolt":
            swords = counted(position["people"]["open_swords"], "open sword")
            effect = (
                f"All players vote and lay cards in secret. If your side is stronger, you are the new king. {_REVOLT}"
            )
            return Purpose("Revolt", phrase(action, position), "1 AP", effect.format(swords=swords))
        case "done":
            return Purpose("Done", phrase(action, position))
        case _:
            return _PLAIN[action.kind]


def selection(position: Position) -> Selection | None:
    """Return the cards that the seat to move may lay in an attack or a revolt; None in other phases (Q6, Q7)."""
    phase, seat = position["phase"], position["player"]
    if phase not in ("attack_lay", "revolt_lay"):
        return None
    laid = position["attack"]["cards"] if phase == "attack_lay" else position["revolt"]["laid"][seat]
    first = max((CARD_NAMES.index(card) for card in laid), default=0)
    combat = editions.load(position["rules"]["edition"]).combat
    names = [
        CARD_NAMES[card]
        for card in Card
        if first <= card < NUM_ACTION_CARDS and (phase == "revolt_lay" or combat[card])  # A3
    ]
    hand = position["hands"][seat]
    strengths = dict(zip(CARD_NAMES, combat, strict=False))
    titles = {card: card_title(card) for card in CARD_NAMES[:NUM_ACTION_CARDS]}
    items = [(Action("lay", card=card), hand[card]) for card in names if card in hand]
    return Selection(items, sum(count for _, count in items), Action("done"), strengths, titles)
