"""Why something can't be built, placed, traded or changed in the own principality (chapter 7)."""

from typing import Any

from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.politics_and_intrigue.kernel import derived_state
from kschwert_env.politics_and_intrigue.kernel.chapters import building, trading
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    END_NAMES,
    EXCLUDED,
    NOBODY,
    REQUIRED,
    RESOURCE_NAMES,
    SIDE_NAMES,
    Card,
    Centre,
    Place,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality, resources
from kschwert_env.politics_and_intrigue.text.names import price_words

# -- expansions (B3 to B7) --------------------------------------------------------------------------------------


def build(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a card can't be built (B3, B5, B7, F16, F19, M4)."""
    card, seat, name = Card(CARD_NAMES.index(action.card)), state.player, card_name(action.card)
    is_in_row = plain(principality.belongs_in_row)(board, card)
    if is_in_row and not plain(building.in_row)(state, card):
        return f"no {name} lies in the open row (S3)"
    if not is_in_row and not state.hands[seat, card]:
        return f"you have no {name} in hand (B3)"
    if reason := requirement(state, seat, card):
        return reason
    if card == Card.METROPOLIS:
        reasons = {_no_metropolis(state, seat, place) for place in range(state.num_places[seat])}
        return "" if "" in reasons else reasons.pop() if len(reasons) == 1 else "no city has room for it (F19)"
    if not plain(building.is_allowed)(state, board, seat, card):
        return "the enemy has that knight in the principality (M4)"
    if not plain(building.can_pay_for)(state, board, seat, card):
        return f"the {name} costs {price_words(board.cost[card])} (B1)"
    return "" if plain(building.sites)(state, seat, card) else f"no slot is free for a {name} (B3)"


def requirement(state: PlainRecord, seat: int, card: Card) -> str:
    """Return what is missing for a card, or excludes it (B5, B7)."""
    excluded = EXCLUDED.get(card)
    if excluded == card and plain(derived_state.stands)(state, seat, card):
        return f"you have a {card_name(CARD_NAMES[card])} already (B7)"
    if not plain(derived_state.has_required)(state, seat, card):
        return f"you need a working {' or '.join(card_name(CARD_NAMES[other]) for other in REQUIRED[card])} (B5)"
    if excluded is not None and plain(derived_state.stands)(state, seat, excluded):
        return f"you have a {card_name(CARD_NAMES[excluded])} (B5)"
    return ""


def discount(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a resource can't be left out of the cost (F16)."""
    kind, cost = RESOURCE_NAMES.index(action.resource), board.cost[state.card]
    if not cost[kind]:
        return f"the {card_name(CARD_NAMES[state.card])} costs no {action.resource} (F16)"
    can_pay = plain(resources.can_pay)(state, state.player, cost, kind)
    return "" if can_pay else "the rest of the cost can't be paid (F16)"


def place(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a card can't be placed in a slot (B3, F21)."""
    if state.card == Card.METROPOLIS:
        return "a metropolis is laid on a city (F19)"
    is_free = plain(building.sites)(state, state.player, state.card) >> action.slot & 1
    return "" if is_free else f"no {card_name(CARD_NAMES[state.card])} can be placed there (B3)"


def place_metropolis(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a metropolis can't be laid on a city (F19)."""
    if state.card != Card.METROPOLIS:
        return f"the {card_name(CARD_NAMES[state.card])} is placed in a slot (B3)"
    return _no_metropolis(state, state.player, action.place)


def _no_metropolis(state: PlainRecord, seat: int, place: int) -> str:
    """Return why a place can't become a metropolis (F19)."""
    if plain(building.sites)(state, seat, Card.METROPOLIS) >> place & 1:
        return ""
    if plain(principality.metropolis)(state, seat) != NOBODY:
        return "you have a metropolis already (F19)"
    if state.places[seat, place] != Place.CITY:
        return "a metropolis is laid on a city (F19)"
    return "neither a church nor a town hall really stands in that city (F19)"


# -- the centre (B2) --------------------------------------------------------------------------------------------


def _unaffordable(state: PlainRecord, board: PlainRecord, centre: Centre) -> str:
    """Return why a road, settlement or city can't be paid for (B1, B2)."""
    name = centre.name.lower()
    if plain(building.is_payable)(state, board, centre):
        return ""
    if not state.supply[centre]:
        return f"the supply of {name} cards has run out (B2)"
    return f"a {name} costs {price_words(board.centre_cost[centre])} (C3)"


def road(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a road can't be built (B2)."""
    if state.open_roads[state.player, END_NAMES.index(action.end)]:
        return "an open road lies at that end already (B2)"
    return _unaffordable(state, board, Centre.ROAD)


def settlement(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a settlement can't be built (B2, A9)."""
    if not state.open_roads[state.player, END_NAMES.index(action.end)]:
        return "no open road lies at that end (B2)"
    return _unaffordable(state, board, Centre.SETTLEMENT)


def city(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a city can't be built (B2)."""
    if state.places[state.player, action.place] != Place.SETTLEMENT:
        return "a city is built on a settlement of yours (B2)"
    return _unaffordable(state, board, Centre.CITY)


# -- trading, and cards that lie there --------------------------------------------------------------------------


def trade(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a trade is not possible (B8, F5, F11)."""
    give, get = RESOURCE_NAMES.index(action.give), RESOURCE_NAMES.index(action.get)
    rate, owned = plain(trading.rate)(state, give), state.resources[state.player, give]
    if owned < rate:
        return f"the rate is {rate} {action.give} for 1, and you have {owned} (B8)"
    return "" if state.room[state.player, get] else f"you have no room for {action.get} (B8)"


def demolish(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a slot can't be demolished (B4)."""
    card = plain(principality.card_at)(state, state.player, action.slot)
    if card == NOBODY:
        return "nothing lies in that slot (B4)"
    return "the brothel is the enemy's (B4, F21)" if card == Card.BROTHEL else ""


def ally(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why an alliance can't name a slot (F23)."""
    seat = state.player
    if not plain(derived_state.stands)(state, seat, Card.SECRET_ALLIANCE):
        return "you have no secret alliance (F23)"
    if state.alliance[seat] != NOBODY:
        return "your secret alliance has a target (F23)"
    is_ally = plain(building.is_ally)(plain(principality.card_at)(state, 1 - seat, action.slot))
    return "" if is_ally else "no building of the enemy that can be named lies there (F23)"


def turn_brewery(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why the brewery can't be turned (F22)."""
    if not plain(derived_state.stands)(state, state.player, Card.BREWERY):
        return "you have no brewery (F22)"
    if state.brewery_side[state.player] == SIDE_NAMES.index(action.side):
        return "the brewery shows that side (F22)"
    return "" if plain(resources.can_pay_gold)(state, state.player, 1) else "to turn the brewery costs 1 gold (F22)"


def lift(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a ban can't be lifted (A17)."""
    if state.bans[action.pile] != 1 - state.player:
        return "no ban of the enemy lies there (A17)"
    return unpaid_gold(state, trading.RANSOM, "to lift a ban", "A17")


def unpaid_gold(state: PlainRecord, price: int, what: str, rule: str) -> str:
    """Return a message if the gold for something is missing, else an empty string."""
    gold = state.resources[state.player, RESOURCE_NAMES.index("gold")]
    return "" if gold >= price else f"{what} costs {price} gold, and you have {gold} ({rule})"
