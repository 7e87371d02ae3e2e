"""Why something can't be built, traded or changed in one's own principality (chapter 7)."""

from typing import Any

import numpy as np

from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import card_name
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    END_NAMES,
    NOBODY,
    RESOURCE_NAMES,
    ROW_CARDS,
    SIDE_NAMES,
    Card,
    CardType,
    Centre,
    Phase,
    Place,
    Resource,
)
from kschwert_env.politics_and_intrigue.positions.moments import HOLY
from kschwert_env.politics_and_intrigue.positions.soundness import is_building
from kschwert_env.politics_and_intrigue.words import ground

LIFTING = 3  # A17: gold
REQUIRED = {
    Card.HOLY_PLACE: (Card.CHURCH,),
    Card.BISHOPS_SEE: (Card.ABBEY, Card.CHURCH),
    Card.REPUBLIC_HOUSE: (Card.TOWN_HALL,),
    Card.THEATER: (Card.LIBRARY,),
    Card.DIPLOMAT: (Card.TOWN_HALL,),
    Card.WEDDING: (Card.CHURCH, Card.CATHEDRAL),
    Card.CHURCH_BAN: (Card.CHURCH, Card.CATHEDRAL),
    Card.COUNCIL: (Card.TOWN_HALL,),
}
"""B5: cards one of which must work."""

EXCLUDED = {Card.BAILIFF_HOUSE: Card.REPUBLIC_HOUSE, Card.REPUBLIC_HOUSE: Card.BAILIFF_HOUSE}
"""B5: cards that must not lie in the own principality."""


def requirement(state: np.void, seat: int, card: int) -> str:
    """B5."""
    required = REQUIRED.get(Card(card), ())
    if required and not any(ground.works(state, seat, other) for other in required):
        return f"it requires a working {' or '.join(card_name(CARD_NAMES[other]) for other in required)} (B5)"
    excluded = EXCLUDED.get(Card(card))
    if excluded is not None and ground.stands(state, seat, excluded):
        return f"a {card_name(CARD_NAMES[excluded])} of one's own lies in the principality (B5)"
    return ""


def build(rules: GameRules, state: np.void, action: Any) -> str:
    """B3, B5, B7, F16, F19, M4."""
    card, seat = CARD_NAMES.index(str(action.card)), int(state["player"])
    is_in_row = card in ROW_CARDS and not rules.board["tournament_game"][0]
    if is_in_row and not state["row_cards"][ROW_CARDS.index(card)]:
        return f"no {card_name(str(action.card))} lies in the open row (S3)"
    if not is_in_row and not state["hands"][seat, card]:
        return f"no {card_name(str(action.card))} is in hand (B3)"
    return _unbuildable(rules, state, seat, card)


def _unbuildable(rules: GameRules, state: np.void, seat: int, card: int) -> str:
    if card in ROW_CARDS and ground.stands(state, seat, Card(card)):
        return f"the principality has a {card_name(CARD_NAMES[card])} already (B7)"
    if reason := requirement(state, seat, card):
        return reason
    if card == Card.METROPOLIS:
        places = range(int(state["num_places"][seat]))
        reasons = [_no_metropolis(state, seat, place) for place in places]
        return "" if "" in reasons else reasons[0] if len(set(reasons)) == 1 else "no city has room for it (F19)"
    is_named = rules.board["tournament_game"][0] and CARD_TYPES[card] == CardType.KNIGHT
    if is_named and ground.stands(state, 1 - seat, Card(card)):
        return "the enemy has that knight in his principality (M4)"
    cost = rules.board["cost"][0, card]
    if not _payable(state, seat, card, cost):
        return f"the {card_name(CARD_NAMES[card])} costs {cost_words(cost)} (B1)"
    if not any(True for _ in ground.free_slots(state, seat, card)):
        return f"no slot is free for a {card_name(CARD_NAMES[card])} (B3)"
    return ""


def _payable(state: np.void, seat: int, card: int, cost: np.ndarray) -> bool:
    """F16: a mission lets one resource of a holy building be left out."""
    if card in HOLY and ground.works(state, seat, Card.MISSION):
        return int(np.maximum(cost - state["resources"][seat], 0).sum()) <= 1
    return ground.can_pay(state, seat, cost)


def cost_words(cost: np.ndarray) -> str:
    """A cost by kind."""
    return ", ".join(f"{count} {name}" for name, count in zip(RESOURCE_NAMES, cost.tolist(), strict=True) if count)


def _no_metropolis(state: np.void, seat: int, place: int) -> str:
    """F19: why a place can't become a metropolis."""
    if (state["places"][seat] == Place.METROPOLIS).any():
        return "the principality has a metropolis already (F19)"
    if state["places"][seat, place] != Place.CITY:
        return "a metropolis is laid on a city (F19)"
    if not np.isin(state["slots"][seat, 4 * place : 4 * place + 4], ROW_CARDS).any():
        return "neither a church nor a town hall really stands in that city (F19)"
    return ""


# -- the centre -------------------------------------------------------------------------------------------------


def _unaffordable(rules: GameRules, state: np.void, centre: Centre) -> str:
    """B1, B2: supply and cost."""
    if not state["supply"][centre]:
        return f"the supply of {centre.name.lower()} cards has run out (B2)"
    cost = rules.board["centre_cost"][0, centre]
    can_pay = ground.can_pay(state, int(state["player"]), cost)
    return "" if can_pay else f"a {centre.name.lower()} costs {cost_words(cost)} (C3)"


def road(rules: GameRules, state: np.void, action: Any) -> str:
    """B2."""
    if state["open_roads"][state["player"], END_NAMES.index(action.end)]:
        return "an open road lies at that end already (B2)"
    return _unaffordable(rules, state, Centre.ROAD)


def settlement(rules: GameRules, state: np.void, action: Any) -> str:
    """B2, A9."""
    if not state["open_roads"][state["player"], END_NAMES.index(action.end)]:
        return "no open road lies at that end (B2)"
    return _unaffordable(rules, state, Centre.SETTLEMENT)


def city(rules: GameRules, state: np.void, action: Any) -> str:
    """B2; in `place` the metropolis (F19)."""
    seat, place = int(state["player"]), int(action.place)
    if state["phase"] == Phase.PLACE:
        if state["card"] != Card.METROPOLIS:
            return f"the {card_name(CARD_NAMES[state['card']])} is placed in a slot (B3)"
        return _no_metropolis(state, seat, place)
    if state["places"][seat, place] != Place.SETTLEMENT:
        return "a city is built on a settlement of one's own (B2)"
    return _unaffordable(rules, state, Centre.CITY)


# -- what lies there --------------------------------------------------------------------------------------------


def trade(rules: GameRules, state: np.void, action: Any) -> str:
    """B8, F5, F11."""
    seat = int(state["player"])
    give, get = (RESOURCE_NAMES.index(name) for name in (action.give, action.get))
    rate = 2 if ground.stands(state, seat, Card(Card.LUMBER_FLEET + give)) else 3
    if give == Resource.GOLD and state["mints_used"] < ground.count_working(state, seat, Card.MINT):
        rate = 1
    if state["resources"][seat, give] < rate:
        return f"the rate is {rate} {RESOURCE_NAMES[give]} for 1, and {state['resources'][seat, give]} is there (B8)"
    return "" if state["room"][seat, get] else f"there is no room for {RESOURCE_NAMES[get]} (B8)"


def demolish(rules: GameRules, state: np.void, action: Any) -> str:
    """B4."""
    card = int(state["slots"][state["player"], action.slot])
    if card == NOBODY:
        return "nothing lies in that slot (B4)"
    return "the brothel is the enemy's (B4, F21)" if card == Card.BROTHEL else ""


def ally(rules: GameRules, state: np.void, action: Any) -> str:
    """F23."""
    seat = int(state["player"])
    card = int(state["slots"][1 - seat, action.slot])
    if not ground.stands(state, seat, Card.SECRET_ALLIANCE):
        return "no secret alliance of one's own lies in the principality (F23)"
    if state["alliance"][seat] != NOBODY:
        return "the secret alliance has a target (F23)"
    if not is_building(card) or card in (Card.BROTHEL, Card.SECRET_ALLIANCE):
        return "no building of the enemy that can be named lies there (F23)"
    return ""


def brewery(rules: GameRules, state: np.void, action: Any) -> str:
    """F22."""
    seat = int(state["player"])
    if state["phase"] == Phase.BREWERY_SIDE:
        return ""
    if not ground.stands(state, seat, Card.BREWERY):
        return "no brewery of one's own lies in the principality (F22)"
    if state["brewery_side"][seat] == SIDE_NAMES.index(action.side):
        return "the brewery shows that side (F22)"
    return "" if state["resources"][seat, Resource.GOLD] else "to turn the brewery costs 1 gold (F22)"


def lift(rules: GameRules, state: np.void, action: Any) -> str:
    """A17."""
    seat = int(state["player"])
    if state["bans"][action.pile] != 1 - seat:
        return "no ban of the enemy lies there (A17)"
    gold = state["resources"][seat, Resource.GOLD]
    return "" if gold >= LIFTING else f"to lift a ban costs {LIFTING} gold, and {gold} is there (A17)"
