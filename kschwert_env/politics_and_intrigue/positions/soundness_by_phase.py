"""Checks of single phases: the deciding seat, what led to the phase, and `pending` (Q4 to Q8)."""

from collections.abc import Iterator, Mapping

from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.politics_and_intrigue.kernel import derived_state, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects, end_of_turn, event_cards, event_die
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    HAND,
    MOST_NAMED,
    NOBODY,
    NUM_PLAYERS,
    PHASE_NAMES,
    Card,
    Event,
    Face,
    Phase,
    Resource,
)
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE, Decider, PhaseRow
from kschwert_env.politics_and_intrigue.kernel.zones import hands, resources, stacks
from kschwert_env.politics_and_intrigue.positions import soundness_actions, soundness_hand
from kschwert_env.politics_and_intrigue.positions.marks import marks_in
from kschwert_env.politics_and_intrigue.positions.soundness_hand import Check

FACES = {Phase.TRADE_EVENT: Face.TRADE, Phase.BAILIFF: Face.EVENT}  # of the event die that lead to a phase (D2, D5)


def contradictions(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Yield all contradictions of the phase in words. If the wrong seat decides, nothing else is checked."""
    row = TABLE[state.phase]
    if row.phase == Phase.OVER or state.player == NOBODY:
        return  # `soundness` checks who decides then
    wrong = [*_game(board, row.phase), *_decider(state, row)]
    yield from wrong
    if not wrong:
        yield from _cause(state, board, row)
        for check in (_left, _stack, _setup_hands, *soundness_hand.CHECKS, *_BY_PHASE.get(row.phase, ())):
            yield from check(state, board)


def _game(board: PlainRecord, phase: Phase) -> Iterator[str]:
    tournament = bool(board.tournament_game)
    if phase in (Phase.DECK_PICK, Phase.SETUP_STACK, Phase.SETUP_TAKE) and tournament != (phase == Phase.DECK_PICK):
        yield f"phase: the {'tournament' if tournament else 'extended'} game has no {PHASE_NAMES[phase]} (S4, M2)"


def _decider(state: PlainRecord, row: PhaseRow) -> Iterator[str]:
    """Check the deciding seat of the phase (Q4)."""
    decider = {
        Decider.EITHER: state.player,
        Decider.TURN_PLAYER: state.turn_player,
        Decider.ENEMY: 1 - state.turn_player,
        Decider.WINDMILL: state.windmill,
        Decider.KNIGHT: state.knight,
        Decider.NO_KNIGHT: 1 - state.knight if state.knight != NOBODY else NOBODY,
    }[row.decides]
    if state.player != decider:
        yield f"player: in phase {PHASE_NAMES[row.phase]} another seat decides (Q4)"


def _cause(state: PlainRecord, board: PlainRecord, row: PhaseRow) -> Iterator[str]:
    """Check the card, face or event that leads to the phase (T1, D1 to D5, A1)."""
    name, card = PHASE_NAMES[row.phase], _card_played(state, row)
    if card is not None:
        yield from _played(state, board, card)
    if state.face != FACES.get(row.phase, state.face):
        yield f"dice: another face leads to phase {name} (D2, D5)"
    if row.event is not None and not (state.face == Face.EVENT and state.event_discard[row.event]):
        yield f"events: the event of phase {name} has been rolled, and is discarded (D5)"


def _card_played(state: PlainRecord, row: PhaseRow) -> int | None:
    """Return the action card of the turn player that led to the phase; None if it was none (A1)."""
    if row.phase in (Phase.REACT, Phase.TARGET, Phase.BAN):
        return int(state.card)
    if row.phase == Phase.PLACE and state.source != NOBODY:
        return Card.BRIBERY
    return row.played


def _played(state: PlainRecord, board: PlainRecord, card: int) -> Iterator[str]:
    """Check what had to hold when the turn player played a card, and still must (A1, B5, B12, M3)."""
    name, pile = CARD_NAMES[card], plain(hands.discard_pile)(board, state.turn_player)
    if card != Card.CHURCH_BAN and not state.discards[pile, card]:
        yield f"discards: the turn player has played a {name} (A1)"
    if card != Card.SCOUT and not state.gate_open:
        yield f"gate_open: it is open, since a {name} has been played (B12)"
    if not plain(derived_state.has_required)(state, state.turn_player, card):
        yield f"phase: {name} lacks the building that it requires (B5)"


# -- what is counted --------------------------------------------------------------------------------------------


def _left(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that there is enough for all choices that are left (Q8), and what two of them need (D2, H4)."""
    most = _choices(state)
    if most is not None and state.left > most:
        yield f"pending.left: there are only {most} of them (Q8)"
    has_counting_house = plain(derived_state.works)(state, state.player, Card.COUNTING_HOUSE)
    if state.phase == Phase.TRADE_EVENT and state.left > 1 and not has_counting_house:
        yield "pending.left: without a counting house there is one resource (F13)"
    if state.phase == Phase.SEARCH_PAY and state.left > plain(end_of_turn.price)(state):
        yield "pending.left: with a town hall searching costs one resource (F8)"


def _choices(state: PlainRecord) -> int | None:
    """Return how many can be paid, taken or buried; None where fewer than `left` may be asked for (Q4)."""
    match Phase(state.phase):
        case Phase.CARAVAN_PAY | Phase.SEARCH_PAY:
            return int(plain(resources.total)(state, state.player))
        case Phase.CARAVAN_TAKE:
            return int(state.room[state.player].sum())
        case Phase.COUNCIL_BURY:
            return int(state.hand_counts[state.player])
        case Phase.COUNCIL_TAKE:
            return int(state.stack_sizes[state.stack])
    return None


def _stack(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that a stack that is looked through is seen (N3), and open to the seat (chapter 9)."""
    stack, seat = state.stack, state.player
    if stack == NOBODY:
        return
    if not plain(stacks.is_open)(state, board, seat, stack):
        yield f"pending.stack: stack {stack} is not open to seat {seat}"
    marks = marks_in(state, stack)
    looks_through = TABLE[state.phase].options is prompts.take_options
    if looks_through and not (marks >> seat & 1).all():
        yield f"stacks[{stack}]: seat {seat} looks through it, and has seen all of it (N3)"
    if state.phase == Phase.SEARCH_PAY and not len(marks):
        yield f"stacks[{stack}]: an empty one is not searched (H4)"


def _setup_hands(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the hands in setup (S4, M2)."""
    if state.phase not in (Phase.SETUP_STACK, Phase.SETUP_TAKE, Phase.DECK_PICK):
        return
    taken = 0 if state.phase == Phase.SETUP_STACK else HAND - state.left
    others = HAND if state.player != state.start_player else 0
    if state.hand_counts[state.player] != taken or state.hand_counts[1 - state.player] != others:
        yield "hands: in setup the start player takes his cards first, and then the other seat (S4, M2)"


# -- single phases ----------------------------------------------------------------------------------------------


def _dealt(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the stacks in setup: their sizes, and who has seen them (S3, M2)."""
    sizes = state.stack_sizes.tolist()
    if board.tournament_game:
        wanted = [0] * len(sizes)
        for seat in range(NUM_PLAYERS):
            wanted[plain(stacks.first_of)(board, seat)] = int(board.decks[seat].sum()) - int(state.hand_counts[seat])
            yield from _deck(state, board, seat)
        if sizes != wanted:
            yield "stacks: until it is shuffled a deck lies in one stack (M2)"
        return
    base, of_set = int(board.base_cards.sum()), int(board.set_cards.sum())
    dealt = [
        *(plain(stacks.size_of_part)(base, 4, i) for i in range(4)),
        *(plain(stacks.size_of_part)(of_set, 2, i) for i in range(2)),
    ]
    taken = [whole - size for whole, size in zip(dealt, sizes, strict=False)]
    if state.phase == Phase.SETUP_TAKE:
        taken[state.stack] -= HAND - state.left
    before = HAND * (state.player != state.start_player)  # by the start player, all from one stack
    if sorted(taken) != sorted([before] + [0] * (len(dealt) - 1)):
        yield "stacks: they are as they were dealt, less three cards of one stack by each seat (S3, S4)"
    for stack in range(len(dealt)):
        seen = (1 << state.start_player) * (before > 0 and taken[stack] == before)
        if state.phase == Phase.SETUP_TAKE and stack == state.stack:
            seen |= 1 << state.player
        if (marks_in(state, stack) & ~seen).any():
            yield "stacks: in setup a seat has seen only the stack that it takes cards from (S3, S4)"


def _deck(state: PlainRecord, board: PlainRecord, seat: int) -> Iterator[str]:
    """Check that a deck lies in table order, seen by its owner alone (M2)."""
    stack = plain(stacks.first_of)(board, seat)
    first = plain(stacks.start)(state, stack)
    cards = state.stack_cards[first : first + state.stack_sizes[stack]].tolist()
    if cards != sorted(cards) or (marks_in(state, stack) != 1 << seat).any():
        yield f"stacks[{stack}]: a deck lies in table order, seen by its owner alone (M2)"


def _gain(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check what brings resources, and that the deciding seat is owed some (D3, D4, E4, E10, Q8)."""
    causes = list(_gains(state))
    if not causes:
        yield "dice: nothing that brings resources has been rolled or drawn (D3 to D5)"
    elif not any((state.gains <= gains).all() for gains in causes):
        yield f"pending.gains: dice and buildings bring both seats {' or '.join(map(str, causes))} at most (D3 to D5)"
    if not state.gains[state.player]:
        yield "pending.gains: the seat that decides is owed something (Q8)"
    if state.player != state.turn_player and state.gains[state.turn_player]:
        yield "pending.gains: the turn player takes his first (T2)"


def _gains(state: PlainRecord) -> Iterator[list[int]]:
    """Yield what each cause of gains that fits dice and events brings, by seat (D3, D4, E4, E10)."""
    seats, discard = range(NUM_PLAYERS), state.event_discard
    if state.face == Face.TOURNAMENT:
        yield [int(state.tournament[seat] > state.tournament[1 - seat]) for seat in seats]
    if state.face == Face.SUN:
        yield [int(plain(event_die.gains_from_sun)(state, seat)) for seat in seats]
    if state.face == Face.EVENT and discard[Event.PROGRESS]:
        yield [int(plain(event_cards.gains_from_progress)(state, seat)) for seat in seats]
    if state.face == Face.EVENT and discard[Event.CHURCH_FEAST]:
        yield [int(plain(event_cards.gains_from_feast)(state, seat)) for seat in seats]


def _bailiff(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that the owner of the bailiff's house has lost ore and wool (F18)."""
    if state.resources[state.player, Resource.ORE] or state.resources[state.player, Resource.WOOL]:
        yield "principalities: the owner of a bailiff's house has lost all ore and wool (F18)"
    if not plain(derived_state.stands)(state, state.player, Card.BAILIFF_HOUSE):
        yield "player: he has a bailiff's house, which he puts under a stack (F18)"


def _physician(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that the seat would lose stock, and who has been asked (A18, T2)."""
    if not plain(building_effects.plagued)(state, state.player):
        yield "player: the seat that decides would lose something by the plague (A18)"
    if state.safe[state.player]:
        yield "pending.safe: the seat that decides has not played its physician (A18)"
    if state.player == state.turn_player and state.safe.any():
        yield "pending.safe: the turn player is asked first (T2)"


def _builder(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if not plain(stacks.any_has_cards)(state, board, state.player):
        yield "phase: a seat without a stack to look through is not asked (T3)"


def _raid(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that the named slots are buildings of the seat without the knight figure (E5)."""
    slots = [slot for slot in state.named.tolist() if slot != NOBODY]
    buildings = plain(building_effects.buildings)(state, 1 - state.knight)
    if slots != sorted(slots) or plain(event_cards.named)(state) & ~buildings:
        yield "pending.slots: buildings of the seat without the knight figure, in order (E5)"
    all_named = len(slots) == min(MOST_NAMED, buildings.bit_count())
    if (state.phase == Phase.RAID_LOSE) != all_named or not buildings:
        yield "pending.slots: three are named, or all if there are fewer, and then one is lost (E5)"


_BY_PHASE: Mapping[Phase, tuple[Check, ...]] = {
    **dict.fromkeys((Phase.SETUP_STACK, Phase.SETUP_TAKE, Phase.DECK_PICK), (_dealt,)),
    Phase.GAIN: (_gain,),
    Phase.BAILIFF: (_bailiff,),
    Phase.PHYSICIAN: (_physician,),
    Phase.BUILDER: (_builder,),
    **dict.fromkeys((Phase.RAID_NAME, Phase.RAID_LOSE), (_raid,)),
    **soundness_actions.BY_PHASE,
}
"""Checks of single phases. All phases are checked by the functions above them."""
