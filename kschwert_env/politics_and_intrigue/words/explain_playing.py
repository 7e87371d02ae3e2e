"""Why an action card can't be played, or has no such target (chapter 8)."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.words import card_name
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, NOBODY, NUM_SLOTS, Card, Centre, Resource
from kschwert_env.politics_and_intrigue.kernel.zones.stacks import OWN_STACKS
from kschwert_env.politics_and_intrigue.positions.soundness import is_building
from kschwert_env.politics_and_intrigue.words import ground
from kschwert_env.politics_and_intrigue.words.explain_building import cost_words, requirement

PAID_BY_BRIBERY = 3  # A13: gold
PAID_BY_CARAVAN = 2  # A8
BURIED_BY_COUNCIL = 2  # A19


def play(rules: GameRules, state: np.void, action: Any) -> str:
    """A1."""
    card, seat = CARD_NAMES.index(str(action.card)), int(state["player"])
    if not state["hands"][seat, card]:
        return f"no {card_name(str(action.card))} is in hand (A1)"
    if card != Card.SCOUT and not state["gate_open"]:
        return "action cards are not played before both seats have had 3 victory points (B12)"
    if reason := requirement(state, seat, card):
        return reason
    needed = _NEEDED.get(Card(card))
    return needed(rules, state, seat) if needed else ""


def _black_knight(rules: GameRules, state: np.void, seat: int) -> str:
    return _any_target(rules, state, seat, Card.BLACK_KNIGHT, "the enemy has no knight (A3)")


def _arsonist(rules: GameRules, state: np.void, seat: int) -> str:
    if not brothel_reason(state, seat):
        return ""
    return _any_target(rules, state, seat, Card.ARSONIST, "there is nothing that could be burnt (A4)")


def _spy(rules: GameRules, state: np.void, seat: int) -> str:
    return "" if state["hands"][1 - seat].any() else "the enemy has no cards in hand (A5)"


def _merchant(rules: GameRules, state: np.void, seat: int) -> str:
    return "" if ground.moving(state, 1 - seat, seat).any() else "the enemy has nothing for which there is room (A7)"


def _caravan(rules: GameRules, state: np.void, seat: int) -> str:
    owned = int(state["resources"][seat].sum())
    return "" if owned >= PAID_BY_CARAVAN else f"it takes {PAID_BY_CARAVAN} resources, and {owned} is there (A8)"


def _scout(rules: GameRules, state: np.void, seat: int) -> str:
    cost = rules.board["centre_cost"][0, Centre.SETTLEMENT]
    if not state["open_roads"][seat].any():
        return "no settlement can be built: there is no open road (A9)"
    if not state["supply"][Centre.SETTLEMENT]:
        return "no settlement can be built: there is none left (A9)"
    can_pay = ground.can_pay(state, seat, cost)
    return "" if can_pay else f"no settlement can be built: it costs {cost_words(cost)} (A9)"


def _highwaymen(rules: GameRules, state: np.void, seat: int) -> str:
    if state["knight"] != seat:
        return "it needs the knight figure (A10)"
    return "" if ground.moving(state, 1 - seat, seat).any() else "the enemy has nothing for which there is room (A10)"


def _looking(rules: GameRules, state: np.void, seat: int) -> str:
    with_cards = any(state["stack_sizes"][stack] for stack in ground.open_stacks(rules, state, seat))
    return "" if with_cards else "no stack with cards is open (A1)"


def _bribery(rules: GameRules, state: np.void, seat: int) -> str:
    gold = state["resources"][seat, Resource.GOLD]
    if gold < PAID_BY_BRIBERY:
        return f"it costs {PAID_BY_BRIBERY} gold, and {gold} is there (A13)"
    if not any(True for _ in ground.free_slots(state, seat, Card.KNIGHT_ARNO)):
        return "no slot is free for a knight (A13)"
    return _any_target(rules, state, seat, Card.BRIBERY, "the enemy has no knight that could be bribed (A13)")


def _diplomat(rules: GameRules, state: np.void, seat: int) -> str:
    pile = discard_pile(rules, seat)
    if state["bans"][rules.board["num_stacks"][0] + pile] == 1 - seat:
        return "a ban of the enemy lies on the discard pile (A14, A17)"
    cards = np.flatnonzero(state["discards"][pile])
    return "" if (cards != Card.DIPLOMAT).any() else "the discard pile holds no card that could be taken (A14)"


def discard_pile(rules: GameRules, seat: int) -> int:
    """M3: the pile that a seat takes from."""
    return seat if rules.board["tournament_game"][0] else 0


def _wedding(rules: GameRules, state: np.void, seat: int) -> str:
    moves = ground.moving(state, 1 - seat, seat)[Resource.GOLD]
    return "" if moves else "the enemy has no gold, or there is no room for it (A15)"


def _church_ban(rules: GameRules, state: np.void, seat: int) -> str:
    piles = range(int(rules.board["num_stacks"][0] + rules.board["num_discards"][0]))
    allowed = any(not _no_ban(rules, state, seat, pile) for pile in piles)
    return "" if allowed else "there is no pile on which a ban could be laid (A17)"


def _council(rules: GameRules, state: np.void, seat: int) -> str:
    more = int(state["hands"][seat].sum()) - 1
    return "" if more >= BURIED_BY_COUNCIL else f"it needs {BURIED_BY_COUNCIL} more cards in hand (A19)"


_NEEDED: Mapping[Card, Callable[[GameRules, np.void, int], str]] = {
    Card.BLACK_KNIGHT: _black_knight,
    Card.ARSONIST: _arsonist,
    Card.SPY: _spy,
    Card.MERCHANT: _merchant,
    Card.CARAVAN: _caravan,
    Card.SCOUT: _scout,
    Card.HIGHWAYMEN: _highwaymen,
    Card.ARCHIVIST: _looking,
    Card.CHANCELLOR: _looking,
    Card.BRIBERY: _bribery,
    Card.DIPLOMAT: _diplomat,
    Card.WEDDING: _wedding,
    Card.CHURCH_BAN: _church_ban,
    Card.COUNCIL: _council,
}


# -- targets ----------------------------------------------------------------------------------------------------


def _any_target(rules: GameRules, state: np.void, seat: int, attack: Card, none: str) -> str:
    hits = any(not target(rules, state, seat, attack, slot) for slot in range(NUM_SLOTS))
    return "" if hits else none


def target(rules: GameRules, state: np.void, seat: int, attack: int, slot: int) -> str:
    """A3, A4, A13: why an attack of `seat` can't hit what lies in a slot of the enemy."""
    enemy = 1 - seat
    card = int(state["slots"][enemy, slot])
    if attack == Card.ARSONIST:
        return _fireproof(state, enemy, slot, card)
    if not ground.is_knight(card):
        return "no knight of the enemy lies there (A3, A13)"
    if attack == Card.BRIBERY and ground.is_safe_knight(rules, state, enemy, card):
        return "an order castle keeps great knights from being bribed (F17)"
    return ""


def _fireproof(state: np.void, enemy: int, slot: int, card: int) -> str:
    if not is_building(card) or card == Card.BROTHEL:
        return "no building of the enemy's own lies there (A4)"
    if ground.works_in(state, enemy, Card.FIRE_BRIGADE, ground.place_of(state, enemy, slot)):
        return "a fire brigade protects that place (F4)"
    return "a bishop's see can't be burnt (F20)" if card == Card.BISHOPS_SEE else ""


def burn_brothel(rules: GameRules, state: np.void, action: Any) -> str:
    """A4."""
    if state["card"] != Card.ARSONIST:
        return "only an arsonist burns a brothel (A4)"
    return brothel_reason(state, int(state["player"]))


def brothel_reason(state: np.void, seat: int) -> str:
    """A4: why a seat can't burn a brothel of the enemy's in its own principality."""
    slots = np.flatnonzero(state["slots"][seat] == Card.BROTHEL).tolist()
    if not slots:
        return "no brothel of the enemy lies in the own principality (A4)"
    places = [ground.place_of(state, seat, slot) for slot in slots]
    if all(ground.works_in(state, seat, Card.FIRE_BRIGADE, place) for place in places):
        return "the own fire brigade protects that place (A4, F4)"
    return ""


def ban(rules: GameRules, state: np.void, action: Any) -> str:
    """A17, M3."""
    return _no_ban(rules, state, int(state["player"]), int(action.pile))


def _no_ban(rules: GameRules, state: np.void, seat: int, pile: int) -> str:
    enemy, stacks = 1 - seat, int(rules.board["num_stacks"][0])
    owner = pile // OWN_STACKS if pile < stacks else pile - stacks
    if rules.board["tournament_game"][0] and owner != enemy:
        return "a ban is laid on a pile of the enemy (M3)"
    if state["bans"][pile] != NOBODY:
        return "a ban lies there already (A17)"
    if ground.open_stacks(rules, state, enemy) == [pile]:
        return "it is the last stack that is open to the enemy (A17)"
    return ""
