"""Who is asked, and for what (Q4)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import MOST_NAMED, NOBODY, NUM_PLAYERS, Phase


def _phases(*phases: Phase) -> int:
    """Phases as bits."""
    return sum(1 << phase for phase in phases)


# Q4: the phases in which a key of `pending` is in use
_LOOKING = _phases(Phase.SETUP_TAKE, Phase.BUILDER_TAKE, Phase.ARCHIVE_SORT, Phase.COUNCIL_TAKE, Phase.SEARCH_TAKE)
_BURYING = _phases(Phase.COUNCIL_BURY, Phase.TRIM_CARD, Phase.EXCHANGE_CARD)
_STACK = _LOOKING | _BURYING | _phases(Phase.SEARCH_PAY, Phase.EXCHANGE_DRAW)
_RESOURCES = _phases(Phase.TRADE_EVENT, Phase.MENDICANT, Phase.MERCHANT_TAKE, Phase.CARAVAN_PAY, Phase.CARAVAN_TAKE)
_CARDS = _phases(Phase.SETUP_TAKE, Phase.DECK_PICK, Phase.COUNCIL_BURY, Phase.COUNCIL_TAKE)
_LEFT = _RESOURCES | _CARDS | _phases(Phase.SEARCH_PAY)
_CARD = _phases(Phase.DISCOUNT, Phase.PLACE, Phase.REACT, Phase.TARGET, Phase.BAN, Phase.HOLY)
_TURN_END = _phases(Phase.REFILL, Phase.SEARCH_PAY, Phase.SEARCH_TAKE, Phase.HOLY, Phase.EXCHANGE_DRAW)
_GAINS = _phases(Phase.GAIN)
_SAFE = _phases(Phase.PHYSICIAN)
_NAMED = _phases(Phase.RAID_NAME, Phase.RAID_LOSE)
_SOURCE = _phases(Phase.PLACE)
_CHOSEN = _phases(Phase.SCOUT, Phase.SCOUT_SETTLE)
_SORTED = _phases(Phase.ARCHIVE_SORT)


@compiled
def ask(state, phase, seat):
    """Ask a seat. What was pending before stays so where the new phase has it, too (`tidy`)."""
    state.phase = phase
    state.player = seat


@inlined
def ask_about_stack(state, phase, seat, stack):
    """Ask a seat for something that has to do with a stack."""
    ask(state, phase, seat)
    state.stack = stack


@inlined
def ask_times(state, phase, seat, left):
    """Ask a seat for so many choices."""
    ask(state, phase, seat)
    state.left = left


@compiled
def tidy(state):
    """Nothing is pending but what belongs to the phase: so keys of a phase are blank when it is entered."""
    phase = state.phase
    if not _STACK >> phase & 1:
        state.stack = NOBODY
    if not _LEFT >> phase & 1:
        state.left = 0
    if not _CARD >> phase & 1:
        state.card = NOBODY
    if not _TURN_END >> phase & 1:
        state.holy_used = 0
        state.exchanging = 0
    if not _SOURCE >> phase & 1:
        state.source = NOBODY
    if not _SORTED >> phase & 1:
        state.sorted = 0
    for i in range(NUM_PLAYERS):
        if not _GAINS >> phase & 1:
            state.gains[i] = 0
        if not _SAFE >> phase & 1:
            state.safe[i] = 0
        if not _CHOSEN >> phase & 1:
            state.chosen[i] = NOBODY
    if not _NAMED >> phase & 1:
        for i in range(MOST_NAMED):
            state.named[i] = NOBODY
