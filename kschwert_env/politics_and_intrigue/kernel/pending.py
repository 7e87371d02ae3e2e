"""Fields of the record that hold values of `pending` (Q4), and clearing of those that a phase does not use."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel.components import MOST_NAMED, NOBODY, NUM_PLAYERS
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE


def phases_with(key: str) -> int:
    """Return the phases that use a key of `pending`, as bits."""
    return sum(1 << row.phase for row in TABLE if key in row.pending)


_STACK = phases_with("stack")
_LEFT = phases_with("left")
_GAINS = phases_with("gains")
_SAFE = phases_with("safe")
_SLOTS = phases_with("slots")
_CARD = phases_with("card")
_FROM = phases_with("from")
_REGIONS = phases_with("regions")
_SORTED = phases_with("sorted")
_HOLY_USED = phases_with("holy_used")
_EXCHANGING = phases_with("exchanging")
_RESUME = phases_with("resume")
_BACKFIRE = phases_with("backfire")


@compiled
def clear_unused(state):
    """Clear all pending values that the phase does not use, so that every phase begins with blank values."""
    phase = state.phase
    if not _STACK >> phase & 1:
        state.stack = NOBODY
    if not _LEFT >> phase & 1:
        state.left = 0
    if not _CARD >> phase & 1:
        state.card = NOBODY
    if not _HOLY_USED >> phase & 1:
        state.holy_used = 0
    if not _EXCHANGING >> phase & 1:
        state.exchanging = 0
    if not _RESUME >> phase & 1:
        state.resume = 0
    if not _BACKFIRE >> phase & 1:
        state.backfire = 0
    if not _FROM >> phase & 1:
        state.source = NOBODY
    if not _SORTED >> phase & 1:
        state.sorted = 0
    for i in range(NUM_PLAYERS):
        if not _GAINS >> phase & 1:
            state.gains[i] = 0
        if not _SAFE >> phase & 1:
            state.safe[i] = 0
        if not _REGIONS >> phase & 1:
            state.chosen[i] = NOBODY
    if not _SLOTS >> phase & 1:
        for i in range(MOST_NAMED):
            state.named[i] = NOBODY
