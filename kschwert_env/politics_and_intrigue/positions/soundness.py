"""Checks for positions that no game can reach: contradictions between parts that are well-formed on their own.

A position has no history, so the checks compare its parts only. docs/politics_and_intrigue.md lists what they do not
check for that reason.
"""

from collections.abc import Iterator

import numpy as np

from kschwert_env.engine.contract.position_table import check_totals, check_turn
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.engine.simulation.warmup import GAME_STAGE, look_up_now
from kschwert_env.politics_and_intrigue.kernel.chapters import building
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    EVENT_NAMES,
    FIRST_METROPOLIS_SLOT,
    GATE,
    GOAL,
    NOBODY,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_REGIONS,
    ROW_CARDS,
    SLOTS_OF_PLACE,
    START_REGIONS,
    Card,
    CardType,
    Event,
    Face,
    Phase,
    Place,
    Resume,
)
from kschwert_env.politics_and_intrigue.kernel.zones import stacks
from kschwert_env.politics_and_intrigue.positions import soundness_by_phase, soundness_hand
from kschwert_env.politics_and_intrigue.positions.marks import marks_in

SETUP_PHASES = (Phase.SETUP_STACK, Phase.SETUP_TAKE, Phase.DECK_PICK)
UNROLLED = (*SETUP_PHASES, Phase.ROLL, Phase.NUMBER)  # phases in which there are no dice
UNITS = (CardType.FLEET, CardType.KNIGHT)

_SEATS = range(NUM_PLAYERS)


def contradictions(rules: GameRules, state: np.void) -> list[str]:
    """Return every contradiction in a position whose derived fields are right, in words."""
    checks = (_cards, _row, _events, _bans, _principalities, _regions, _known, _turn, _points)
    values, board = PlainRecord(state), PlainRecord(rules.board[0])
    wrong = list(check_turn(rules, state))
    wrong += [text for check in (*checks, soundness_by_phase.contradictions) for text in check(values, board)]
    return wrong or list(_decision(rules, state))


# -- cards ------------------------------------------------------------------------------------------------------


def _cards(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the totals of all cards (C5, M1)."""
    total = (state.hands.sum(axis=0) + state.discards.sum(axis=0)).astype(int)
    total += _counted(state.stack_cards) + _counted(state.slots)
    total[Card.METROPOLIS] += np.count_nonzero(state.places == Place.METROPOLIS)
    total[Card.CHURCH_BAN] += np.count_nonzero(state.bans != NOBODY)
    is_placed = state.phase == Phase.PLACE and state.source == NOBODY
    if is_placed or state.phase in (Phase.DISCOUNT, Phase.BAN):
        total[state.card] += 1
    wanted = (board.base_cards + board.set_cards + board.decks.sum(axis=0)).astype(int)
    wanted[list(ROW_CARDS)] += board.row_cards
    total[list(ROW_CARDS)] += state.row_cards
    yield from (f"{text} (C5, M1)" for text in check_totals("cards", CARD_NAMES, total, wanted))
    if state.mints_used > wanted[Card.MINT]:
        yield f"mints_used: {state.mints_used}, but there are only {wanted[Card.MINT]} mints (F11)"
    for card in np.flatnonzero(state.moved):
        if CARD_TYPES[card] in (CardType.GREEN, CardType.RED):
            yield f"moved: {CARD_NAMES[card]} can't change sides (M6)"


def _counted(cards: np.ndarray) -> np.ndarray:
    """Count the cards in an array."""
    return np.bincount(cards[cards != NOBODY].ravel(), minlength=NUM_CARDS)


def _row(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check churches and town halls (S3), and what is never discarded (F19, F21)."""
    if (state.row_cards < 0).any():
        yield "row_cards: more churches or town halls lie elsewhere than there are (S3)"
    for kept in (Card.METROPOLIS, Card.BROTHEL):
        if state.discards[:, kept].any():
            yield f"discards: nothing discards a {CARD_NAMES[kept]} (F19, F21)"
    if board.tournament_game:
        return
    for card in ROW_CARDS:
        if state.hands[:, card].any() or state.discards[:, card].any() or (state.stack_cards == card).any():
            yield f"cards: a {CARD_NAMES[card]} lies in the row or in a principality, never elsewhere (S3)"


def _events(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the event cards (C6, M7, E3)."""
    total = state.event_stack + state.event_discard
    yield from (f"{text} (C6, M7)" for text in check_totals("events", EVENT_NAMES, total, board.events))
    if not state.event_stack[Event.NEW_YEAR]:
        yield "events: new_year is always in the stack, into which it is shuffled when it is drawn (E3)"


def _bans(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the bans (A17, M3)."""
    if board.tournament_game:
        owners = [stack // stacks.OWN_STACKS for stack in range(board.num_stacks)] + list(_SEATS)
        wrong = [pile for pile, owner in enumerate(owners) if state.bans[pile] == owner]
        yield from (f"bans: that on pile {pile} lies on a pile of its owner (M3)" for pile in wrong)
    for seat in _SEATS:
        if not plain(stacks.number_open)(state, board, seat):
            yield f"bans: no stack is open to seat {seat} (A17)"


def _known(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check `known` and the marks on cards (N4, M3)."""
    for seat in _SEATS:
        if (state.known[seat] > state.hands[seat]).any():
            yield f"known: more is known of the hand of seat {seat} than it holds (N4)"
    if not board.tournament_game:
        return
    for stack in range(board.num_stacks):
        owner = stack // stacks.OWN_STACKS
        if (marks_in(state, stack) == 1 << (1 - owner)).any():
            yield f"stacks[{stack}]: nobody but seat {owner} looks into it (M3)"


# -- principalities ---------------------------------------------------------------------------------------------


def _principalities(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check what stands in both principalities (B2 to B7)."""
    if (state.supply < 0).any():
        yield "supply: there are more roads, settlements or cities than the supply has (C1, B2)"
    for seat in _SEATS:
        place = f"principalities[{seat}]"
        places, slots = state.places[seat], state.slots[seat]
        if np.count_nonzero(places == Place.METROPOLIS) > 1:
            yield f"{place}: there is one metropolis at most (F19)"
        for slot in np.flatnonzero(slots != NOBODY).tolist():
            if reason := _misplaced(places, slot, int(slots[slot])):
                yield f"{place}.slots[{slot}]: {reason}"
        for card in (*ROW_CARDS, Card.SECRET_ALLIANCE, Card.BREWERY):
            if np.count_nonzero(slots == card) > 1:
                yield f"{place}: there is one {CARD_NAMES[card]} at most (B7)"
        yield from _remembered(state, seat, place)
    yield from _single_knights(state, board)


def _single_knights(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that a named knight lies in one principality only, the one being placed included (M4)."""
    if not board.tournament_game:
        return
    lying = _counted(state.slots)
    if state.phase == Phase.PLACE and state.source == NOBODY:
        lying[state.card] += 1
    for card in np.flatnonzero(lying > 1):
        if CARD_TYPES[card] == CardType.KNIGHT:
            yield f"principalities: {CARD_NAMES[card]} is single in both principalities together (M4)"


def _misplaced(places: np.ndarray, slot: int, card: int) -> str:
    """Say why a card can't lie in a slot; an empty string if it can (P3, B3, F21)."""
    kind = CARD_TYPES[card]
    if kind == CardType.ACTION or card == Card.METROPOLIS:
        return f"{CARD_NAMES[card]} lies in no slot (B3)"
    if slot >= FIRST_METROPOLIS_SLOT:
        if kind not in UNITS or not (places == Place.METROPOLIS).any():
            return "only units of a metropolis lie there (P3)"
        return ""
    place = places[slot // SLOTS_OF_PLACE]
    if place == Place.NONE:
        return "there is no such place (P3)"
    if place == Place.SETTLEMENT and slot % 2:
        return "a settlement has near slots only (P3)"
    if place == Place.SETTLEMENT and kind == CardType.RED:
        return f"{CARD_NAMES[card]} lies in cities only (B3)"
    return ""


def _remembered(state: PlainRecord, seat: int, place: str) -> Iterator[str]:
    """Check the side of a brewery and the target of an alliance (F22, F23)."""
    slots, target = state.slots[seat], int(state.alliance[seat])
    choosing = state.phase == Phase.BREWERY_SIDE and seat == state.turn_player
    if ((slots == Card.BREWERY).any() and not choosing) != (state.brewery_side[seat] != NOBODY):
        yield f"{place}.brewery: a side is shown where a brewery of one's own lies, once it is chosen (F22)"
    if target == NOBODY:
        return
    if not (slots == Card.SECRET_ALLIANCE).any():
        yield f"{place}.alliance: only a secret alliance names a building (F23)"
    if not plain(building.is_ally)(state.slots[1 - seat, target]):
        yield f"{place}.alliance: in slot {target} of the enemy lies no building that can be named (F23)"


def _regions(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that both seats have their start regions, and that each other one comes from the stack (C4)."""
    left = sorted(zip(board.stack_kind.tolist(), board.stack_number.tolist(), strict=True))
    for seat in _SEATS:
        kinds, numbers = state.region_kind[seat].tolist(), state.region_number[seat].tolist()
        start = list(zip(board.start_kind[seat].tolist(), board.start_number[seat].tolist(), strict=True))
        if list(zip(kinds, numbers, strict=True))[:START_REGIONS] != start:
            yield f"principalities[{seat}].regions: the first six are those of the start (C4)"
        for region in range(START_REGIONS, NUM_REGIONS):
            here = f"principalities[{seat}].regions[{region}]"
            if kinds[region] != NOBODY and (kinds[region], numbers[region]) not in left:
                yield f"{here}: it is none of the stack's, or lies elsewhere, too (C4)"
            elif kinds[region] != NOBODY:
                left.remove((kinds[region], numbers[region]))


# -- the turn ---------------------------------------------------------------------------------------------------


def _turn(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check turn, deciding seat and dice (S4, T1, W2)."""
    phase = state.phase
    if state.truncated and state.turn != board.last_turn:
        yield "truncated: a game is truncated after its last turn (W2)"
    if (state.face == NOBODY) != (phase in UNROLLED):
        yield "dice: null in setup and before they are rolled, and only then (T1)"
    if state.face == Face.EVENT and phase != Phase.BAILIFF and not state.event_discard.any():
        yield "events: one was rolled, so at least one is discarded (D5)"
    yields_next = phase in soundness_hand.TRIMMING and state.resume == Resume.YIELD
    if state.mints_used and (phase in UNROLLED or phase in soundness_hand.EVENT_PHASES or yields_next):
        yield "mints_used: nothing is traded before phase action (F11)"
    if phase in SETUP_PHASES:
        yield from _setup(state, board)


def _setup(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that nothing is built, played or discarded in setup (S1 to S4, M2)."""
    blank = board.blank
    if state.turn:
        yield "turn: it is 0 in setup"
    for name in ("row", "places", "open_roads", "region_kind", "stock", "slots", "discards", "bans", "event_stack"):
        if (getattr(state, name) != getattr(blank, name)).any():
            yield f"phase: in setup everything but hands and stacks is as at the start (S1), but {name} is not"
    if state.known.any():
        yield "known: nothing is known of a hand in setup (N4)"


def _points(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the end and the gate against the points (B11, B12, W1)."""
    scores, is_over = state.scores, state.phase == Phase.OVER
    if (scores >= GOAL).any() and (not is_over or state.truncated):
        yield f"phase: a game with {GOAL} victory points is over, and not by the cap (B11)"
    if is_over and not state.truncated and (scores < GOAL).all():
        yield f"phase: a game is over when a seat has {GOAL} victory points or the cap is reached (B11, W2)"
    if (scores >= GATE).all() and not state.gate_open:
        yield f"gate_open: it is open, since both seats have {GATE} victory points (B12)"
    if state.gate_open and state.phase in SETUP_PHASES and (scores < GATE).any():
        yield "gate_open: it can't have been opened yet (B12)"


def _decision(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check that the deciding seat has a legal action (Q1). Compiled code needs all else to be right."""
    if state["phase"] == Phase.OVER:
        return
    states, masks = state.reshape(1), np.zeros((1, rules.num_actions), np.int8)
    look_up_now(rules, GAME_STAGE).refresh(states, rules.board, masks, None)
    if not masks.any():
        yield "phase: the deciding seat has no legal action (T3)"
