"""Chapter 11: what a seat may know. Only this module decides it; `resample` is its counterpart."""

import numpy as np

from kschwert_env.engine.compiled.observation import SATURATION, ObservationSpace, put, put_by_seat, put_seat
from kschwert_env.engine.jit.compiling import compiled, inlined, noalias
from kschwert_env.engine.jit.packed import packed
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import derived_state
from kschwert_env.politics_and_intrigue.kernel.components import (
    BUILT,
    FIRST_METROPOLIS_SLOT,
    MOST_DISCARDS,
    MOST_NAMED,
    MOST_STACKED,
    MOST_STACKS,
    MOST_STOCK,
    NOBODY,
    NUM_CARDS,
    NUM_CENTRES,
    NUM_ENDS,
    NUM_EVENT_CARDS,
    NUM_EVENTS,
    NUM_FACES,
    NUM_NUMBERS,
    NUM_PHASES,
    NUM_PLACE_KINDS,
    NUM_PLACES,
    NUM_PLAYERS,
    NUM_REGIONS,
    NUM_RESOURCES,
    NUM_ROW,
    NUM_SIDES,
    NUM_SLOTS,
    REGION_STACK,
    REGIONS_OF_PLACE,
    SLOTS_OF_PLACE,
    Phase,
    Resume,
)
from kschwert_env.politics_and_intrigue.kernel.zones import stacks

_SEATS, _CARDS = (NUM_PLAYERS,), (NUM_CARDS,)
_BY_CARD, _BY_RESOURCE = (NUM_PLAYERS, NUM_CARDS), (NUM_PLAYERS, NUM_RESOURCES)
_NUM_BUILT = len(BUILT)
_NUM_RESUMES = len(Resume) - 1  # without NOTHING
_NUM_SITES = NUM_PLACES + 1  # the metropolis has slots of its own (P3)

OBSERVATION = ObservationSpace(
    [
        ("phase", (NUM_PHASES,), 0, 1, "one-hot, in the order of `Phase`"),
        ("player", _SEATS, 0, 1, "one-hot: the seat that decides; zeros when over"),
        ("turn_player", _SEATS, 0, 1, "one-hot: the seat whose turn it is"),
        ("start_player", _SEATS, 0, 1, "one-hot: the seat that started"),
        ("turn", (1,), 0, SATURATION, "turn, counted from 0"),
        ("truncated", (1,), 0, 1, "whether the cap on rounds stopped the game"),
        ("gate_open", (1,), 0, 1, "whether action cards may be played"),
        ("face", (NUM_FACES,), 0, 1, "one-hot: the event die of this turn; zeros before it is rolled"),
        ("number", (NUM_NUMBERS,), 0, 1, "one-hot: the number die of this turn; zeros before it is rolled"),
        ("mints_used", (1,), 0, SATURATION, "trades by mint in this turn"),
        ("scores", _SEATS, 0, SATURATION, "victory points"),
        ("knight", _SEATS, 0, 1, "one-hot: the owner of the knight figure"),
        ("windmill", _SEATS, 0, 1, "one-hot: the owner of the windmill"),
        ("strength", _SEATS, 0, SATURATION, "strength, which decides about the knight figure"),
        ("trade_points", _SEATS, 0, SATURATION, "trade points, which decide about the windmill"),
        ("tournament_points", _SEATS, 0, SATURATION, "tournament points"),
        ("resources", _BY_RESOURCE, 0, SATURATION, "stock of all regions of a kind"),
        ("room", _BY_RESOURCE, 0, SATURATION, "how much more they can take"),
        ("brewery", (NUM_PLAYERS, NUM_SIDES), 0, 1, "one-hot: what the brewery shows, trade or strength"),
        ("open_roads", (NUM_PLAYERS, NUM_ENDS), 0, 1, "at the left and the right end of the row"),
        ("places", (NUM_PLAYERS, NUM_PLACES, NUM_PLACE_KINDS - 1), 0, 1, "one-hot: settlement, city, metropolis"),
        ("row", (NUM_PLAYERS, NUM_PLACES, NUM_PLACES), 0, 1, "one-hot: from left to right, which place lies there"),
        ("region_kinds", (NUM_PLAYERS, NUM_REGIONS, NUM_RESOURCES), 0, 1, "one-hot: the resource of each region"),
        ("region_numbers", (NUM_PLAYERS, NUM_REGIONS, NUM_NUMBERS), 0, 1, "one-hot: the number of each region"),
        ("stock", (NUM_PLAYERS, NUM_REGIONS), 0, MOST_STOCK, "stock of each region"),
        ("slots", (NUM_PLAYERS, NUM_SLOTS), 0, _NUM_BUILT, "card in each slot: its `build` action + 1; 0 if empty"),
        (
            "cards",
            (NUM_PLAYERS, _NUM_SITES, _NUM_BUILT),
            0,
            SLOTS_OF_PLACE,
            "copies of each built card by place, metropolis slots last",
        ),
        ("working", (NUM_PLAYERS, _NUM_BUILT), 0, 1, "whether a building works for the seat, by built card"),
        ("alliance", (NUM_PLAYERS, FIRST_METROPOLIS_SLOT), 0, 1, "one-hot: the enemy's slot that an alliance uses"),
        ("supply", (NUM_CENTRES,), 0, SATURATION, "roads, settlements, cities left"),
        ("regions_left", (REGION_STACK,), 0, 1, "whether each region is in the region stack"),
        ("row_cards", (NUM_ROW,), 0, SATURATION, "churches and town halls in the open row"),
        ("event_stack", (NUM_EVENTS,), 0, NUM_EVENT_CARDS, "by event, known by counting"),
        ("event_discard", (NUM_EVENTS,), 0, NUM_EVENT_CARDS, "by event"),
        ("hand", _CARDS, 0, SATURATION, "own hand by card"),
        ("hand_counts", _SEATS, 0, SATURATION, "cards in hand"),
        ("known", _BY_CARD, 0, SATURATION, "by card: least number that the other seat knows to be in the hand"),
        ("discards", (MOST_DISCARDS, NUM_CARDS), 0, SATURATION, "by discard pile, in the tournament the own one first"),
        ("moved", _CARDS, -SATURATION, SATURATION, "tournament: cards won by spies and bribery, less those lost"),
        ("stack_sizes", (MOST_STACKS,), 0, MOST_STACKED, "cards in each stack; in the tournament own stacks first"),
        (
            "seen",
            (MOST_STACKS, NUM_CARDS),
            0,
            MOST_STACKED,
            "by stack and card: cards that the observer has seen there",
        ),
        ("stacked", (MOST_STACKED,), 0, NUM_CARDS, "all stacks in a row, each from its top: card + 1, 0 if unseen"),
        ("seen_by_enemy", (MOST_STACKED,), 0, 1, "in the same order: whether the enemy has seen the card"),
        ("bans", (NUM_PLAYERS, MOST_STACKS + MOST_DISCARDS), 0, 1, "bans of each seat on stacks and discard piles"),
        ("pending_stack", (MOST_STACKS,), 0, 1, "one-hot: the stack that the decision is about"),
        ("pending_left", (1,), 0, SATURATION, "choices left, this one included"),
        ("pending_gains", _SEATS, 0, SATURATION, "resources still due"),
        ("pending_safe", _SEATS, 0, 1, "whether a seat has played a physician against this plague"),
        ("pending_slots", (NUM_SLOTS,), 0, 1, "slots named in a raid"),
        ("pending_card", _CARDS, 0, 1, "one-hot: the card that the decision is about, unless it is secret"),
        ("pending_from", (NUM_SLOTS,), 0, 1, "one-hot: the slot of a bribed knight"),
        ("pending_regions", (2, REGION_STACK), 0, 1, "one-hot: regions that a scout has chosen, the upper one first"),
        ("pending_sorted", (1,), 0, SATURATION, "cards that an archivist has laid"),
        ("holy_used", (1,), 0, 1, "whether the holy place has been used at the end of this turn"),
        ("exchanging", (1,), 0, 1, "whether a card is being exchanged"),
        (
            "pending_resume",
            (_NUM_RESUMES,),
            0,
            1,
            "one-hot: yield or action, which continues once the enemy has trimmed its hand (H1)",
        ),
        ("pending_backfire", (1,), 0, 1, "whether the attack went wrong, so that it hits the turn player (A3, A4)"),
    ]
)
"""The layout that `observe` writes. In pieces by seat, entry 0 is the observer's and entry 1 the enemy's."""

SIZE = OBSERVATION.size


@noalias
def observe(state, board, seat, out):
    """Write what `seat` may know (N1, N5) into `out`, int8, piece by piece in the order of `OBSERVATION`.

    Most entries are 0, so all are set to 0 first, and the pieces write only what differs.
    """
    out = packed(out)
    for i in range(SIZE):  # rows may be longer
        out[i] = 0
    at = put_turn(state, seat, out, 0)
    at = put_points(state, seat, out, at)
    at = put_places(state, seat, out, at)
    at = put_regions(state, seat, out, at)
    at = put_slots(state, seat, out, at)
    at = put_centre(state, out, at)
    at = put_cards(state, board, seat, out, at)
    at = put_stacks(state, board, seat, out, at)
    at = put_bans(state, board, seat, out, at)
    put_pending(state, board, seat, out, at)


@compiled
def mark(out, at, index):
    """Write the 1 of a one-hot among zeros; nothing for NOBODY."""
    if index >= 0:
        out[at + int(index)] = 1


@inlined
def copy(out, at, size, counts):
    """Write `size` numbers. Return the next index, as all functions below."""
    counts = packed(counts)
    for i in range(size):
        out[at + i] = counts[i]
    return at + size


@inlined
def rows(seat, size, counts, out, at):
    """Write `size` numbers of each seat."""
    at = copy(out, at, size, counts[seat])
    return copy(out, at, size, counts[1 - seat])


@inlined
def put_turn(state, seat, out, at):
    """Write who decides, in which phase, and the dice."""
    mark(out, at, state.phase)
    at += NUM_PHASES
    at = put_seat(state, seat, out, at, state.player)
    at = put_seat(state, seat, out, at, state.turn_player)
    at = put_seat(state, seat, out, at, state.start_player)
    at = put(out, at, state.turn)
    at = put(out, at, state.truncated)
    at = put(out, at, state.gate_open)
    mark(out, at, state.face)
    at += NUM_FACES
    mark(out, at, state.number - 1)
    at += NUM_NUMBERS
    return put(out, at, state.mints_used)


@inlined
def put_points(state, seat, out, at):
    """Write points and figures."""
    at = put_by_seat(state, seat, out, at, state.scores)
    at = put_seat(state, seat, out, at, state.knight)
    at = put_seat(state, seat, out, at, state.windmill)
    at = put_by_seat(state, seat, out, at, state.strength)
    at = put_by_seat(state, seat, out, at, state.trade_points)
    return put_by_seat(state, seat, out, at, state.tournament)


@inlined
def put_places(state, seat, out, at):
    """Write resources and places."""
    at = rows(seat, NUM_RESOURCES, state.resources, out, at)
    at = rows(seat, NUM_RESOURCES, state.room, out, at)
    mark(out, at, state.brewery_side[seat])
    at += NUM_SIDES
    mark(out, at, state.brewery_side[1 - seat])
    at += NUM_SIDES
    at = rows(seat, NUM_ENDS, state.open_roads, out, at)
    for i in range(NUM_PLAYERS):
        for place in range(NUM_PLACES):
            mark(out, at, state.places[seat if i == 0 else 1 - seat, place] - 1)
            at += NUM_PLACE_KINDS - 1
    for i in range(NUM_PLAYERS):
        for place in range(NUM_PLACES):
            mark(out, at, state.row[seat if i == 0 else 1 - seat, place])
            at += NUM_PLACES
    return at


@inlined
def put_regions(state, seat, out, at):
    """Write kinds, numbers and stocks of regions."""
    numbers = at + NUM_PLAYERS * NUM_REGIONS * NUM_RESOURCES
    for i in range(NUM_PLAYERS):
        owner = seat if i == 0 else 1 - seat
        for region in range(REGIONS_OF_PLACE * (int(state.num_places[owner]) + 1)):
            out[at + region * NUM_RESOURCES + int(state.region_kind[owner, region])] = 1
            out[numbers + region * NUM_NUMBERS + int(state.region_number[owner, region]) - 1] = 1
        at += NUM_REGIONS * NUM_RESOURCES
        numbers += NUM_REGIONS * NUM_NUMBERS
    return rows(seat, NUM_REGIONS, state.stock, out, numbers)


@inlined
def put_slots(state, seat, out, at):
    """Write cards in slots, and which buildings work (F0)."""
    cards = at + NUM_PLAYERS * NUM_SLOTS
    working = cards + NUM_PLAYERS * _NUM_SITES * _NUM_BUILT
    for i in range(NUM_PLAYERS):
        owner = seat if i == 0 else 1 - seat
        for slot in range(NUM_SLOTS):
            card = int(state.slots[owner, slot])
            if card >= 0:
                built = ids.building(card)
                out[at + slot] = built + 1
                out[cards + slot // SLOTS_OF_PLACE * _NUM_BUILT + built] += 1
                out[working + built] |= state.working[owner] >> card & 1
        used = derived_state.ally_of(state, owner)
        if used != NOBODY:
            out[working + ids.building(used)] = 1
        at += NUM_SLOTS
        cards += _NUM_SITES * _NUM_BUILT
        working += _NUM_BUILT
    mark(out, working, state.alliance[seat])
    mark(out, working + FIRST_METROPOLIS_SLOT, state.alliance[1 - seat])
    return working + NUM_PLAYERS * FIRST_METROPOLIS_SLOT


@inlined
def put_centre(state, out, at):
    """Write supply, open row and event cards."""
    at = copy(out, at, NUM_CENTRES, state.supply)
    for number in range(REGION_STACK):
        at = put(out, at, state.regions_left >> number & 1)
    at = copy(out, at, NUM_ROW, state.row_cards)
    at = copy(out, at, NUM_EVENTS, state.event_stack)
    return copy(out, at, NUM_EVENTS, state.event_discard)


@inlined
def put_cards(state, board, seat, out, at):
    """Write hands as far as they are known, and discards."""
    at = copy(out, at, NUM_CARDS, state.hands[seat])
    at = put_by_seat(state, seat, out, at, state.hand_counts)
    at = rows(seat, NUM_CARDS, state.known, out, at)
    if board.tournament_game:
        rows(seat, NUM_CARDS, state.discards, out, at)
        for card in range(NUM_CARDS):  # `moved` is what seat 0 has won
            out[at + MOST_DISCARDS * NUM_CARDS + card] = -state.moved[card] if seat else state.moved[card]
    else:
        copy(out, at, NUM_CARDS, state.discards[0])
    return at + (MOST_DISCARDS + 1) * NUM_CARDS


@inlined
def put_stacks(state, board, seat, out, at):
    """Write sizes and marks of all stacks, and the cards that the seat has seen (N1, N2)."""
    first = stacks.first_of(board, seat)
    seen = at + MOST_STACKS
    stacked = seen + MOST_STACKS * NUM_CARDS
    put_stacked(state, seat, stacks.start(state, first), out, stacked)
    place = stacked
    for i in range(MOST_STACKS):
        size = int(state.stack_sizes[(first + i) % MOST_STACKS])
        out[at + i] = size
        for _ in range(size):
            if out[place]:
                out[seen + int(out[place]) - 1] += 1
            place += 1
        seen += NUM_CARDS
    return stacked + 2 * MOST_STACKED


@inlined
def put_stacked(state, seat, split, out, at):
    """Write the stacks card by card, first those from index `split` on. The loop without rotation vectorises."""
    cards, marks = packed(state.stack_cards), packed(state.stack_marks)
    if split == 0:
        own, other = np.int8(1 << seat), np.int8(2 >> seat)  # bytes, so that the loop vectorises
        for place in range(MOST_STACKED):  # after the last card there are no marks
            out[at + place] = (cards[place] + 1) * ((marks[place] & own) != 0)
            out[at + MOST_STACKED + place] = (marks[place] & other) != 0
        return
    size = stacks.total(state)
    for to in range(size):
        place = (to + split) % size
        out[at + to] = (cards[place] + 1) * (marks[place] >> seat & 1)
        out[at + MOST_STACKED + to] = marks[place] >> (1 - seat) & 1


@inlined
def put_bans(state, board, seat, out, at):
    """Write bans by owner."""
    first, pile = stacks.first_of(board, seat), seat * board.tournament_game
    for i in range(NUM_PLAYERS):
        owner = seat if i == 0 else 1 - seat
        for j in range(MOST_STACKS):
            out[at + j] = state.bans[(first + j) % MOST_STACKS] == owner if j < board.num_stacks else 0
        for j in range(board.num_discards):
            out[at + MOST_STACKS + j] = state.bans[board.num_stacks + (pile + j) % MOST_DISCARDS] == owner
        at += MOST_STACKS + MOST_DISCARDS
    return at


@inlined
def put_pending(state, board, seat, out, at):
    """Write pending values. The card of `holy` is secret (N1)."""
    shown = state.stack - stacks.first_of(board, seat)
    mark(out, at, shown % MOST_STACKS if state.stack != NOBODY else NOBODY)
    at += MOST_STACKS
    at = put(out, at, state.left)
    at = put_by_seat(state, seat, out, at, state.gains)
    at = put_by_seat(state, seat, out, at, state.safe)
    for i in range(MOST_NAMED):
        mark(out, at, state.named[i])
    is_secret = state.phase == Phase.HOLY and state.turn_player != seat
    at += NUM_SLOTS
    mark(out, at, NOBODY if is_secret else state.card)
    at += NUM_CARDS
    mark(out, at, state.source)
    at += NUM_SLOTS
    mark(out, at, state.chosen[0])
    at += REGION_STACK
    mark(out, at, state.chosen[1])
    at += REGION_STACK
    at = put(out, at, state.sorted)
    at = put(out, at, state.holy_used)
    at = put(out, at, state.exchanging)
    mark(out, at, state.resume - 1)
    put(out, at + _NUM_RESUMES, state.backfire)
