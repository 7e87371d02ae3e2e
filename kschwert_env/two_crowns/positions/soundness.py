"""What no game can reach: contradictions between the parts of a position that are well-formed by themselves.

A position has no memory, so what is held against each other is how things stand, not how they may have come about:
nobody counts whether there have been turns enough for what has been discarded.
"""

from collections.abc import Iterator

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.two_crowns.kernel.components import (
    CARD_NAMES,
    FIRST_SPECIAL,
    HAND,
    MOST_LAID,
    NOBODY,
    NUM_CARDS,
    NUM_DECK,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    PRICE,
    Card,
    Phase,
    Rest,
)
from kschwert_env.two_crowns.kernel.recruiting import CHOICE
from kschwert_env.two_crowns.kernel.special import DAMAGE

_SEATS = range(NUM_PLAYERS)


def contradictions(rules: GameRules, state: np.void) -> list[str]:
    """Every contradiction in a position, in words."""
    by_phase = {Phase.TURN: _begun, Phase.LAY: _lay, Phase.PAY: _pay, Phase.KEEP: _keep, Phase.OVER: _over}
    checks = [_cards, _hands, _resting, _turn, by_phase[Phase(state["phase"])]]
    return [words for check in checks for words in check(rules, state)]


def _gold(counts: np.ndarray) -> int:
    return int(counts[Card.GOLD_1] + 2 * counts[Card.GOLD_2])


# -- cards ------------------------------------------------------------------------------------------------------


def _cards(rules: GameRules, state: np.void) -> Iterator[str]:
    """C1, C2: cards add up. Only knights change sides, and only to who has paid a bishop (X2)."""
    copies = rules.board["copies"][0].astype(int)
    total = (state["hands"] + state["decks"] + state["discards"] + state["laid"]).astype(int)
    total[:, :NUM_KNIGHTS] += state["resting"].sum(axis=1)
    total[state["turn_player"]] += state["exact"]
    for card, name in enumerate(CARD_NAMES):
        if total[:, card].sum() != NUM_PLAYERS * copies[card]:
            yield f"cards: there are {total[:, card].sum()} of {name} in all, not {NUM_PLAYERS * copies[card]}"
    for seat in _SEATS:
        for card in range(NUM_KNIGHTS, NUM_CARDS):
            if total[seat, card] != copies[card]:
                yield f"cards: seat {seat} has {total[seat, card]} of {CARD_NAMES[card]}, not {copies[card]}"
        taken = int(np.maximum(total[seat] - copies, 0)[:NUM_KNIGHTS].sum())
        discards = state["discards"][seat]
        if taken > discards[Card.BISHOP] or taken * PRICE[Card.BISHOP] > _gold(discards):
            yield f"discards: seat {seat} has {taken} knights of the enemy, but not paid a bishop for each (X2)"


def _hands(rules: GameRules, state: np.void) -> Iterator[str]:
    """S1, R1, P1: how many cards a seat can have in hand and deck, and what can be known of them."""
    hidden = state["hands"] + (state["laid"] if state["phase"] == Phase.LAY else 0)
    unknown = hidden + state["decks"] - state["known"]
    unknown[state["turn_player"]] += state["exact"]
    for seat in _SEATS:
        own = int(state["hands"][seat].sum() + state["laid"][seat].sum() + state["resting"][seat].sum())
        if state["phase"] == Phase.KEEP and seat == state["turn_player"]:
            own += 1  # the card to be kept
        if own > HAND:
            yield f"hands: seat {seat} has {own} cards in hand, at rest and laid, more than {HAND} (R1)"
        if state["decks"][seat].sum() > NUM_DECK - HAND:
            yield f"decks: that of seat {seat} holds more than {NUM_DECK - HAND} cards (S1)"
        if (state["known"][seat] > hidden[seat]).any():
            yield f"known: more is known of the hand of seat {seat} than it holds (P1)"
        elif (unknown[seat] > rules.board["copies"][0]).any():
            yield f"known: knights taken from the enemy are known to be in the hand of seat {seat} (P1)"


def _resting(rules: GameRules, state: np.void) -> Iterator[str]:
    """T2: who rests until the end of this turn comes from the battle before, who rests longer from the running one."""
    this, following = state["resting"][:, Rest.THIS_TURN], state["resting"][:, Rest.NEXT_TURN]
    if max(this.sum(axis=1).max(), following.sum(axis=1).max()) > MOST_LAID:
        yield f"resting: no more than {MOST_LAID} knights of a side come from one battle (A1, A2)"
    if following.any() and state["phase"] not in (Phase.PAY, Phase.OVER):
        yield "resting: nothing has been sent to rest yet in this turn (T2)"
    if this.any() and (state["turn"] == 0 or state["truncated"]):
        yield "resting: in the first turn, and after the end of a turn, nothing rests until the end of this turn (T2)"


# -- the turn ---------------------------------------------------------------------------------------------------


def _turn(rules: GameRules, state: np.void) -> Iterator[str]:
    """Whose turn and whose decision it is (S1, T1, E3), and the castles (E1, F1)."""
    turn, phase = int(state["turn"]), state["phase"]
    if not rules.board["random_start"][0] and state["start_player"] != 0:
        yield "start_player: it is 0 by the rules chosen"
    if state["turn_player"] != (state["start_player"] + turn) % NUM_PLAYERS:
        yield f"turn_player: in turn {turn} it is (start_player + turn) mod {NUM_PLAYERS}"
    if rules.cap is not None and turn >= rules.cap:
        yield f"turn: the game is truncated before turn {rules.cap}"
    if (state["player"] == NOBODY) != (phase == Phase.OVER):
        yield "player: null when the game is over, and only then"
    if state["truncated"] and phase != Phase.OVER:
        yield "truncated: only a game that is over is truncated"
    if phase in (Phase.TURN, Phase.KEEP) and state["player"] != state["turn_player"]:
        yield "player: in this phase the turn's player decides"
    if phase != Phase.OVER and (state["scores"] <= 0).any():
        yield "castles: the game is over when one is at 0 or less (E1)"
    if state["fate_used"] and not rules.board["die_of_fate"][0]:
        yield "fate_used: there is no die of fate by the rules chosen (F1)"


def _can_act(state: np.void) -> bool:
    """E2. With a card in the deck there is always one in hand, or room for one."""
    seat = state["turn_player"]
    return bool(state["hands"][seat, :NUM_KNIGHTS].any() or state["decks"][seat].any())


def _begun(rules: GameRules, state: np.void) -> Iterator[str]:
    if not _can_act(state):
        yield "phase: a seat that can do nothing in its turn has lost (E2)"


def _keep(rules: GameRules, state: np.void) -> Iterator[str]:
    """R2."""
    if state["exact"].sum() != CHOICE:
        yield f"exact: {CHOICE} cards are drawn"
    if not state["discards"][state["turn_player"]].any():
        yield "exact: a card has been discarded for it"


# -- the battle -------------------------------------------------------------------------------------------------


def _laid(state: np.void) -> Iterator[str]:
    """A1, A2: what can be laid."""
    attacker = state["turn_player"]
    for seat in _SEATS:
        if state["laid"][seat, NUM_KNIGHTS:FIRST_SPECIAL].any():
            yield f"battle: seat {seat} has laid gold"
        if state["laid"][seat].sum() > state["laid_counts"][seat]:
            yield f"battle: more cards of seat {seat} lie there than it has laid"
    if state["laid_counts"][attacker] == 0 and (state["phase"] != Phase.LAY or state["player"] != attacker):
        yield "battle: the attacker has laid at least one card"


def _lay(rules: GameRules, state: np.void) -> Iterator[str]:
    """A1, A2: face down nothing has happened yet."""
    yield from _laid(state)
    attacker = state["turn_player"]
    if (state["laid"].sum(axis=1) != state["laid_counts"]).any() or state["vassals"].any():
        yield "battle: cards laid face down all lie there still, and nothing is paid yet"
    source = state["laid"] if state["laid_counts"][attacker] else state["hands"]
    if not source[attacker, :NUM_KNIGHTS].any():
        yield "battle: the attacker lays a knight first (A1)"
    if state["player"] == attacker and state["laid_counts"][1 - attacker]:
        yield "battle: the defender lays after the attacker (A2)"


def _pay(rules: GameRules, state: np.void) -> Iterator[str]:
    """A3, X0 to X4: which card asks, and what has become of the others."""
    yield from _laid(state)
    attacker = state["turn_player"]
    order = [(card, seat) for card in range(FIRST_SPECIAL, NUM_CARDS) for seat in (attacker, 1 - attacker)]
    asking = next(((card, seat) for card, seat in order if state["laid"][seat, card]), None)
    if asking is None or asking[0] == Card.FEINT or asking[1] != state["player"]:
        yield "battle: the first special card that lies belongs to the seat that decides, and costs gold (A3)"
        return
    card, seat = asking
    if _gold(state["hands"][seat]) < PRICE[card]:
        yield f"hands: seat {seat} can't pay for the {CARD_NAMES[card]} (A3)"
    if card == Card.BISHOP and not state["laid"][1 - seat, :NUM_KNIGHTS].any():
        yield "battle: a bishop asks while an enemy knight lies (A3)"
    for side in _SEATS:
        yield from _gone(state, card, side)


def _gone(state: np.void, asking: int, seat: int) -> Iterator[str]:
    """Of the cards that a seat has laid, those that do not lie there any more."""
    enemy = 1 - seat
    laid, rests = state["laid"], state["resting"][:, Rest.NEXT_TURN]
    gone = int(state["laid_counts"][seat] - laid[seat].sum())
    own_feints, vassals = int(rests[enemy].sum()), int(state["vassals"][seat])
    has_knight = bool(laid[seat, :NUM_KNIGHTS].any())
    had_knight = has_knight or (asking > Card.CATAPULT and gone > 0)
    if gone < rests[seat].sum() + own_feints + vassals:
        yield f"battle: seat {seat} has not laid all that has rested, feinted and been paid (X3, X4)"
    if (vassals or own_feints) and asking != Card.VASSAL:
        yield "battle: feints and vassals have their moments after this card (A3)"
    if (vassals or laid[seat, [Card.CATAPULT, Card.BISHOP, Card.VASSAL]].any()) and not had_knight:
        yield f"battle: special cards of seat {seat} without a knight are discarded at once (X0)"
    if seat == state["turn_player"] and not had_knight:
        yield "battle: the attacker has laid a knight (A1)"
    if own_feints and state["laid_counts"][enemy] < state["laid_counts"][seat]:
        yield f"battle: seat {seat} has laid more cards than the enemy, so its feints do nothing (X3)"
    if own_feints > state["discards"][seat, Card.FEINT] or vassals > state["discards"][seat, Card.VASSAL]:
        yield f"discards: special cards of seat {seat} that have acted are discarded (A3)"
    past = slice(FIRST_SPECIAL, asking + 1 if has_knight else NUM_CARDS)
    taken = state["discards"][enemy, Card.BISHOP] if asking >= Card.BISHOP else 0
    if gone - rests[seat].sum() > state["discards"][seat, past].sum() + taken:
        yield f"discards: more cards of seat {seat} are gone than special cards discarded and knights taken (A3, X2)"
    weakest = min(np.flatnonzero(rests[seat]), default=NUM_KNIGHTS)
    if laid[seat, :NUM_KNIGHTS][weakest + 1 :].any():
        yield f"resting: a feint sends the strongest knight of seat {seat} to rest (X3)"


# -- the end ----------------------------------------------------------------------------------------------------


def _over(rules: GameRules, state: np.void) -> Iterator[str]:
    """E1, E2, E3: there is a reason for the end, and only one."""
    castles, attacker = state["scores"], state["turn_player"]
    fallen = int((castles <= 0).sum())
    if state["truncated"]:
        if fallen or rules.cap is None or state["turn"] != rules.cap - 1:
            yield "truncated: a game is truncated after its last turn, unless it has ended before"
    elif fallen != 1:
        yield "phase: a game is over when one castle has fallen or the cap is reached"
    elif castles[attacker] <= 0:
        by_catapult = castles[attacker] > -DAMAGE and state["discards"][1 - attacker, Card.CATAPULT] > 0
        gave_up = castles[attacker] == 0 and not _can_act(state)
        if not (by_catapult or gave_up):
            yield "castles: that of the attacker falls by a catapult, or because he can do nothing (E1, E2)"
