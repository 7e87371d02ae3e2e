"""Checks of hands: the hand limit (H1), and the end of a turn (chapter 9)."""

from collections.abc import Callable, Iterator

from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.politics_and_intrigue.kernel import derived_state
from kschwert_env.politics_and_intrigue.kernel.chapters import hand_limit
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, PHASE_NAMES, Card, Event, Face, Phase, Resume
from kschwert_env.politics_and_intrigue.kernel.zones import hands

Check = Callable[[PlainRecord, PlainRecord], Iterator[str]]
"""(state, board): yields every contradiction in words."""

TRIMMING = (Phase.TRIM, Phase.TRIM_CARD)
TURN_END = (
    *(Phase.REFILL, Phase.SEARCH_PAY, Phase.SEARCH_TAKE, Phase.HOLY),
    *(Phase.EXCHANGE, Phase.EXCHANGE_CARD, Phase.EXCHANGE_DRAW),
)
BEFORE_EVENT = (Phase.ROLL, Phase.NUMBER)
BUILDER = (Phase.BUILDER, Phase.BUILDER_TAKE)
EVENT_PHASES = (
    *(Phase.TRADE_EVENT, Phase.GAIN, Phase.BAILIFF, Phase.CIVIL_WAR, Phase.PHYSICIAN),
    *(Phase.RAID_NAME, Phase.RAID_LOSE, *BUILDER, Phase.MENDICANT),
)
"""Phases of what the event die brings."""

MOST_SURPLUS = 3  # H1: a theater that returns to the hand lowers the limit by 2


def _surplus(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check where a seat may hold more cards than its limit, and how many (H1)."""
    phase, enemy = Phase(state.phase), 1 - state.turn_player
    own, other = (-plain(hand_limit.missing)(state, seat) for seat in (state.turn_player, enemy))
    if phase in TRIMMING and state.resume:
        if not 1 <= other <= MOST_SURPLUS:
            yield f"hands[{enemy}]: 1 to {MOST_SURPLUS} cards above the limit in phase {PHASE_NAMES[phase]} (H1)"
    elif other > (phase == Phase.CIVIL_WAR and state.player == enemy):
        yield f"hands[{enemy}]: the seat whose turn it is not keeps its hand limit (H1)"
    is_early = phase in BEFORE_EVENT or phase in EVENT_PHASES
    if is_early and own > (phase in BUILDER and state.player == enemy):
        yield f"hands[{state.turn_player}]: within the limit from the last turn on (H1)"


def _resume(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the cause of trimming in the enemy's turn, and its continuation (H1, Q8)."""
    if state.phase not in TRIMMING:
        return
    if (state.player == state.turn_player) != (state.resume == Resume.NOTHING):
        yield "pending.resume: null when the turn player puts cards away, and only then (Q8)"
    elif state.resume == Resume.YIELD:
        discard = state.event_discard
        brought = discard[Event.CIVIL_WAR] or discard[Event.RAID] or discard[Event.MASTER_BUILDER]
        if state.face != Face.EVENT or not brought:
            yield "pending.resume: yield after a civil war, a raid or a master builder only (H1)"
    elif state.resume == Resume.ACTION and not (_was_hit(state, board) or _lost_ally(state, board)):
        yield "pending.resume: action after an attack, or the loss of a building that an alliance used, only (H1)"


def _was_hit(state: PlainRecord, board: PlainRecord) -> bool:
    """Return whether an arsonist or a black knight can have returned a card to the hand (A3, A4)."""
    pile = state.discards[plain(hands.discard_pile)(board, state.turn_player)]
    return bool(state.gate_open and (pile[Card.ARSONIST] or pile[Card.BLACK_KNIGHT]))


def _lost_ally(state: PlainRecord, board: PlainRecord) -> bool:
    """Return whether the turn player can have demolished a building that the other seat's alliance used (F23)."""
    enemy, pile = 1 - state.turn_player, state.discards[plain(hands.discard_pile)(board, state.turn_player)]
    demolished = pile[Card.ABBEY] or pile[Card.LIBRARY] or pile[Card.THEATER]
    stands = plain(derived_state.stands)(state, enemy, Card.SECRET_ALLIANCE)
    return bool(demolished and stands and state.alliance[enemy] == NOBODY)


def _owed(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check how many cards the hand lacks (H1 to H3)."""
    if state.phase not in TURN_END and state.phase not in TRIMMING:
        return
    missing = plain(hand_limit.missing)(state, state.player)
    match Phase(state.phase):
        case Phase.TRIM | Phase.TRIM_CARD:
            fits = missing < 0
        case Phase.EXCHANGE | Phase.EXCHANGE_CARD:
            fits = missing == 0
        case Phase.HOLY:  # the card that it may put back is in the hand
            fits = missing == 0 if state.exchanging else missing >= 0
        case _:
            fits = missing == 1 if state.exchanging else missing >= 1
    if not fits:
        name = PHASE_NAMES[state.phase]
        yield f"hands[{state.player}]: with {missing} cards missing to the limit there is no {name} (H1 to H3)"


def _turn_end(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check exchange and holy place (H3, F15)."""
    if state.phase not in TURN_END:
        return
    phase, exchanging = state.phase, bool(state.exchanging)
    has_holy_place = plain(derived_state.works)(state, state.player, Card.HOLY_PLACE)
    if state.holy_used and not has_holy_place:
        yield "pending.holy_used: true only where a holy place works (F15)"
    if (phase == Phase.REFILL and exchanging) or (phase == Phase.EXCHANGE_DRAW and not exchanging):
        yield "pending.exchanging: true once a card is exchanged, and only then (H3)"
    if phase == Phase.EXCHANGE_DRAW and state.stack == NOBODY and not state.holy_used:
        yield "pending.stack: that of the card put back, but for the holy place (Q7)"
    if phase == Phase.HOLY:
        if state.holy_used or not has_holy_place:
            yield "phase: a holy place works, and has not been used in this turn (F15)"
        if not state.hands[state.player, state.card]:
            yield "pending.card: the card taken is in the hand (F15)"


CHECKS: tuple[Check, ...] = (_surplus, _resume, _owed, _turn_end)
"""Checks of all phases."""
