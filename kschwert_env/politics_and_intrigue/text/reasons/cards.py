"""Why an action card can't be played, or can't do that (chapter 8)."""

from collections.abc import Callable, Mapping
from typing import Any

from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.politics_and_intrigue.kernel import card_types, derived_state
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards, attacks, building_effects
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, NOBODY, Card, Centre
from kschwert_env.politics_and_intrigue.kernel.zones import hands, principality, resources, stacks
from kschwert_env.politics_and_intrigue.text.names import price_words
from kschwert_env.politics_and_intrigue.text.reasons.building import requirement, unpaid_gold

# -- playing a card (A1) ----------------------------------------------------------------------------------------


def play(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a card can't be played in phase `action` (A1)."""
    card = Card(CARD_NAMES.index(action.card))
    if reason := _not_at_hand(state, card) or requirement(state, state.player, card):
        return reason
    can_play = attacks.can_play if plain(card_types.is_attack)(card) else action_cards.can_play
    return "" if plain(can_play)(state, board, card) else _USELESS[card](state, board)


def play_answer(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why alchemist, bishop or physician can't be played now (A6, A11, A18)."""
    return _not_at_hand(state, Card(CARD_NAMES.index(action.card)))


def _not_at_hand(state: PlainRecord, card: Card) -> str:
    if not state.hands[state.player, card]:
        return f"you have no {card_name(CARD_NAMES[card])} in hand (A1)"
    if card != Card.SCOUT and not state.gate_open:
        return "action cards are not played before both seats have had 3 victory points (B12)"
    return ""


def _bribery(state: PlainRecord, board: PlainRecord) -> str:
    if reason := unpaid_gold(state, attacks.BRIBE, "it", "A13"):
        return reason
    if not plain(principality.free_unit_slots)(state, state.player):
        return "no slot is free for a knight (A13)"
    return "the enemy has no knight that could be bribed (A13)"


def _caravan(state: PlainRecord, board: PlainRecord) -> str:
    owned = plain(resources.total)(state, state.player)
    return f"it takes {action_cards.CARAVAN} resources, and you have {owned} (A8)"


def _scout(state: PlainRecord, board: PlainRecord) -> str:
    if not state.open_roads[state.player].any():
        return "no settlement can be built: there is no open road (A9)"
    if not state.supply[Centre.SETTLEMENT]:
        return "no settlement can be built: there is none left (A9)"
    return f"no settlement can be built: it costs {price_words(board.centre_cost[Centre.SETTLEMENT])} (A9)"


def _highwaymen(state: PlainRecord, board: PlainRecord) -> str:
    if state.knight != state.player:
        return "you need the knight figure (A10)"
    return "the enemy has nothing for which you have room (A10)"


def _diplomat(state: PlainRecord, board: PlainRecord) -> str:
    if state.bans[board.num_stacks + plain(hands.discard_pile)(board, state.player)] == 1 - state.player:
        return "a ban of the enemy lies on the discard pile (A14, A17)"
    return "the discard pile holds no card that could be taken (A14)"


def _always(words: str) -> Callable[[PlainRecord, PlainRecord], str]:
    return lambda state, board: words


_USELESS: Mapping[Card, Callable[[PlainRecord, PlainRecord], str]] = {
    Card.BLACK_KNIGHT: _always("the enemy has no knight (A3)"),
    Card.ARSONIST: _always("there is nothing that could be burnt (A4)"),
    Card.SPY: _always("the enemy has no cards in hand (A5)"),
    Card.MERCHANT: _always("the enemy has nothing for which you have room (A7)"),
    Card.CARAVAN: _caravan,
    Card.SCOUT: _scout,
    Card.HIGHWAYMEN: _highwaymen,
    Card.ARCHIVIST: _always("no stack with cards is open (A1)"),
    Card.CHANCELLOR: _always("no stack with cards is open (A1)"),
    Card.BRIBERY: _bribery,
    Card.DIPLOMAT: _diplomat,
    Card.WEDDING: _always("the enemy has no gold, or you have no room for it (A15)"),
    Card.CHURCH_BAN: _always("there is no pile on which a ban could be laid (A17)"),
    Card.COUNCIL: _always(f"it needs {action_cards.COUNCIL} more cards in hand (A19)"),
}
"""Why a card would do nothing (A1). It is asked only for cards that can't be played."""

# -- what attacks hit and take ----------------------------------------------------------------------------------


def target(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why an attack can't hit a slot (A3, A4, A13)."""
    owner, slot = plain(attacks.victim)(state), action.slot
    whose = "own" if state.backfire else "enemy's"
    if plain(attacks.targets)(state, board, state.card, owner) >> slot & 1:
        return ""
    if state.card != Card.ARSONIST:
        is_knight = plain(card_types.is_knight)(plain(principality.card_at)(state, owner, slot))
        castle = "an order castle keeps great knights from being bribed (F17)"
        return castle if is_knight else f"no knight in the {whose} principality lies there (A3, A13)"
    if not plain(building_effects.buildings)(state, owner) >> slot & 1:
        return f"no building of that seat lies there in the {whose} principality (A4)"
    if plain(derived_state.works_in)(state, owner, Card.FIRE_BRIGADE, plain(principality.place_of)(state, owner, slot)):
        return "a fire brigade protects that place (F4)"
    return "a bishop's see can't be burnt (F20)"


def burn_brothel(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why no brothel can be burnt (A4)."""
    if state.card != Card.ARSONIST:
        return "only an arsonist burns a brothel (A4)"
    if state.backfire:
        return "the attack went wrong: it hits a building of yours (A4)"
    if plain(attacks.brothel)(state) != NOBODY:
        return ""
    if not (state.slots[state.player] == Card.BROTHEL).any():
        return "no brothel of the enemy lies in your principality (A4)"
    return "your fire brigade protects that place (A4, F4)"


def spy(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a spy can't take a card (A5)."""
    card = CARD_NAMES.index(action.card)
    if not plain(card_types.is_unit)(card) and not plain(card_types.is_action)(card):
        return "a spy takes a unit or an action card (A5)"
    return "" if state.hands[1 - state.player, card] else f"no {card_name(action.card)} is in the enemy's hand (A5)"


def take_no_more(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a merchant must take a resource (A7)."""
    return "" if state.left < attacks.TAKEN else "a merchant takes at least one resource (A7)"


# -- other action cards -----------------------------------------------------------------------------------------


def scout(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a scout can't choose a region (A9)."""
    if not state.regions_left >> action.region & 1:
        return "that region is not in the region stack (A9)"
    return "that region has been named (A9)" if action.region in state.chosen else ""


def diplomat(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a diplomat can't take a card (A14)."""
    card = CARD_NAMES.index(action.card)
    if plain(action_cards.negotiable)(state, board, card):
        return ""
    if card == Card.DIPLOMAT:
        return "no diplomat brings back a diplomat (A14)"
    return f"no {card_name(action.card)} lies in the discard pile (A14)"


def ban(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return why a pile can't be banned (A17, M3)."""
    enemy, pile = 1 - state.player, action.pile
    if plain(action_cards.may_be_banned)(state, board, pile):
        return ""
    is_stack = pile < board.num_stacks
    owner = pile // stacks.OWN_STACKS if is_stack else pile - board.num_stacks
    if board.tournament_game and owner != enemy:
        return "a ban is laid on a pile of the enemy (M3)"
    if state.bans[pile] != NOBODY:
        return "a ban lies there already (A17)"
    return "it is the last stack that is open to the enemy (A17)"
