"""Hearts for four seats: avoid tricks with hearts and the queen of spades, or take all of them."""

from dataclasses import dataclass

import numpy as np

from kschwert_env import custom
from kschwert_env.custom import below, compiled, draw_card, inlined, noalias, put_by_seat, put_counts, put_one_hot

SEATS, CARDS, SUITS = 4, 52, 4  # card // SUITS is its rank, from the two; card % SUITS its suit
CLUBS, DIAMONDS, HEARTS, SPADES = range(SUITS)
TWO_OF_CLUBS, QUEEN_OF_SPADES = CLUBS, 10 * SUITS + SPADES
QUEEN_POINTS, ALL_POINTS = 13, 26
IN_HAND, IN_PASS = CARDS // SEATS, 3
PASS, PLAY = range(2)
NONE = -1
NAMES = tuple(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS")


@compiled
def reset(state, stream, board):
    """Draw the direction in which cards are passed, and deal all cards one by one."""
    state.direction, state.leader = below(stream, SEATS), NONE
    state.played[0, :] = 1  # the deck, until all cards are dealt
    for number in range(CARDS):
        state.hands[number % SEATS, draw_card(state.played[0], CARDS, stream)] = 1
    if state.direction == 0:
        start(state)


@compiled
def start(state):
    """Let the seat with the two of clubs lead."""
    state.phase = PLAY
    for seat in range(SEATS):
        if state.hands[seat, TWO_OF_CLUBS]:
            state.player = state.leader = seat


@compiled
def step(state, stream, board, action):
    """Pass a card, or play one."""
    if action < CARDS:
        pass_card(state, action)
    else:
        play_card(state, action - CARDS)


@compiled
def pass_card(state, card):
    """Lay a card aside; hand over all of them once each seat has chosen three."""
    seat = state.player
    state.hands[seat, card], state.passed[seat, card] = 0, 1
    state.player += state.passed[seat].sum() == IN_PASS
    if state.player < SEATS:
        return
    for giver in range(SEATS):
        for each in range(CARDS):
            state.hands[(giver + state.direction) % SEATS, each] += state.passed[giver, each]
    start(state)


@compiled
def play_card(state, card):
    """Play a card; the fourth one ends the trick."""
    seat, suit = state.player, card % SUITS
    if seat != state.leader:
        state.void[seat, led_suit(state)] |= suit != led_suit(state)
    elif suit == HEARTS and not state.broken:  # it has nothing else
        state.void[seat, CLUBS] = state.void[seat, DIAMONDS] = state.void[seat, SPADES] = 1
    state.hands[seat, card], state.played[seat, card] = 0, 1
    state.trick[seat] = 1 + card
    state.broken |= points_of(card) > 0
    state.turn += 1
    state.player = (seat + 1) % SEATS
    if state.turn % SEATS == 0:
        take_trick(state)


@inlined
def led_suit(state):
    """Return the suit of the first card of the trick."""
    return (state.trick[state.leader] - 1) % SUITS


@inlined
def points_of(card):
    """Return the points of a card."""
    return QUEEN_POINTS if card == QUEEN_OF_SPADES else int(card % SUITS == HEARTS)


@compiled
def take_trick(state):
    """Give the trick to the highest card of the suit led; this seat leads next. End the game after the last trick."""
    best, suit, points = -1, led_suit(state), 0
    for seat in range(SEATS):
        card = state.trick[seat] - 1
        points += points_of(card)
        if card % SUITS == suit and card > best:
            best, state.leader = card, seat
    state.trick[:] = 0
    state.points[state.leader] += points
    state.player = state.leader
    if state.turn == CARDS:
        state.player = -1
        most = 0
        for taken in state.points:
            most = max(most, taken)
        for seat in range(SEATS):  # a seat with all points gives them to the others
            state.scores[seat] = state.points[seat] if most == ALL_POINTS else ALL_POINTS - state.points[seat]


@noalias
def legal_mask(state, board, mask):
    """Allow passing any card, and playing the cards in hand that come first by `precedence`."""
    goes_on, hand = int(state.player >= 0), state.hands[max(state.player, 0)]
    playing, opening = int(state.phase == PLAY), int(state.turn == 0)
    leading, broken = int(state.player == state.leader), int(state.broken != 0)
    led, first_trick, best = led_suit(state), int(state.turn < SEATS), 0
    for card in range(CARDS):
        best = max(best, hand[card] * (1 + precedence(card, opening, leading, broken, led, first_trick)))
    for card in range(CARDS):
        is_best = hand[card] * (1 + precedence(card, opening, leading, broken, led, first_trick)) == best
        mask[card] = goes_on * hand[card] * (1 - playing)
        mask[CARDS + card] = goes_on * hand[card] * playing * is_best


@inlined
def precedence(card, opening, leading, broken, led, first_trick):
    """Return a number: a seat must play one of its cards with the highest.

    Hearts are led last until they are broken. Other seats follow suit, or in the first trick play no points. The other
    arguments are 0 or 1, apart from the suit `led`: there are no branches, which would be mispredicted for most cards.
    """
    suit = card % SUITS
    to_lead = max(int(suit != HEARTS), broken)
    to_follow = 2 * int(suit == led) + int(suit != led) * first_trick * int(points_of(card) == 0)
    return opening * int(card == TWO_OF_CLUBS) + (1 - opening) * (leading * to_lead + (1 - leading) * to_follow)


@noalias
def observe(state, board, seat, out):
    """Write the pieces in the order of the layout."""
    at = put_one_hot(out, 0, SEATS, state.direction)
    at = put_counts(out, at, state.hands[seat])
    at = put_counts(out, at, state.passed[seat])
    for card in range(CARDS):
        out[at + card] = state.phase == PLAY and state.passed[(seat - state.direction) % SEATS, card]
    at += CARDS
    for other in range(SEATS):
        at = put_counts(out, at, state.played[(seat + other) % SEATS])
    for other in range(SEATS):
        at = put_one_hot(out, at, CARDS, state.trick[(seat + other) % SEATS] - 1)
    at = put_one_hot(out, at, SEATS, (state.leader - seat) % SEATS if state.leader >= 0 else NONE)
    at = put_by_seat(state, seat, out, at, state.points)
    for other in range(SEATS):
        at = put_counts(out, at, state.void[(seat + other) % SEATS])


@compiled
def resample(state, stream, board, seat):
    """Deal the unknown cards anew, then choose the cards that other seats passed to each other.

    All deals that agree with what `seat` knows are equally likely: with cards, with suits that were not followed, and
    with hearts that were led because a seat had nothing else.
    """
    for card in range(CARDS):
        for other in range(SEATS):
            state.hands[other, card] |= state.phase == PASS and other != seat and state.passed[other, card]
    deal(state, stream, seat)
    for giver in range(SEATS):
        taker = (giver + state.direction) % SEATS
        if giver != seat and state.direction > 0 and (state.phase == PASS or taker != seat):
            choose_passed(state, stream, giver, giver if state.phase == PASS else taker)


@compiled
def choose_passed(state, stream, giver, holder):
    """Choose anew which of the holder's cards a seat has passed, in the same number."""
    count, left = state.passed[giver].sum(), IN_HAND
    for card in range(CARDS):
        state.passed[giver, card] = 0
        if state.hands[holder, card] or state.played[holder, card]:
            if below(stream, left) < count:
                count -= 1
                state.passed[giver, card] = 1
                state.hands[giver, card] = 0
            left -= 1


@compiled
def deal(state, stream, seat):
    """Deal the cards whose places a seat does not know to the three others.

    Cards are classed by `holders`, and counts of all classes are in one word. How many of each class the first seat
    gets is drawn in proportion to the number of deals; given these, all that is left is shuffling.
    """
    first, second, third = (seat + 1) % SEATS, (seat + 2) % SEATS, (seat + 3) % SEATS
    counts = first_room = second_room = 0
    for card in range(CARDS):
        bits = holders(state, seat, card)
        if bits:
            counts += 1 << 8 * bits
            first_room += state.hands[first, card]
            second_room += state.hands[second, card]
    taken = draw_taken(stream, counts, first_room, second_room)
    free = count(counts, 6) + count(counts, 7) - count(taken, 7)
    second_room -= count(counts, 2) + count(counts, 3) - count(taken, 3)
    for card in range(CARDS):
        bits = holders(state, seat, card)
        if not bits:
            continue
        left, one, holder = count(counts, bits), 1 << 8 * bits, third
        counts -= one
        if bits & 1 and below(stream, left) < count(taken, bits):
            taken -= one
            holder = first
        elif bits & 6 == 6:
            if below(stream, free) < second_room:
                second_room -= 1
                holder = second
            free -= 1
        elif bits & 2:
            holder = second
        state.hands[first, card] = state.hands[second, card] = state.hands[third, card] = 0
        state.hands[holder, card] = 1


@inlined
def holders(state, seat, card):
    """Return which of the next three seats may hold a card, as the sum of 1, 2 and 4; 0 if `seat` knows its place."""
    bits, held = 0, 0
    for i in range(1, SEATS):
        other = (seat + i) % SEATS
        held |= state.hands[other, card]
        if not state.void[other, card % SUITS]:
            bits += 1 << (i - 1)
    return 0 if not held or state.passed[seat, card] or (card == TWO_OF_CLUBS and state.phase == PLAY) else bits


@inlined
def count(counts, index):
    """Return one of the counts in a word."""
    return counts >> 8 * index & 0xFF


@compiled
def draw_taken(stream, counts, first_room, second_room):
    """Draw how many cards of each class the first seat gets, in proportion to the number of deals."""
    total, split = 0, 0
    for each in range((count(counts, 3) + 1) * (count(counts, 5) + 1)):
        total += number_of_deals(counts, first_room, second_room, each)
    left = int(below(stream, 1 << 31) / (1 << 31) * total)
    while left >= number_of_deals(counts, first_room, second_room, split):
        left -= number_of_deals(counts, first_room, second_room, split)
        split += 1
    shared, other = split // (count(counts, 5) + 1), split % (count(counts, 5) + 1)
    rest = first_room - count(counts, 1) - shared - other
    return (count(counts, 1) << 8) + (shared << 24) + (other << 40) + (rest << 56)


@compiled
def number_of_deals(counts, first_room, second_room, split):
    """Return the number of deals with a split of the classes 3 and 5: below 2**57, since all are 39! / 13!**3."""
    shared, other = split // (count(counts, 5) + 1), split % (count(counts, 5) + 1)
    rest = first_room - count(counts, 1) - shared - other
    second_room -= count(counts, 2) + count(counts, 3) - shared
    ways = binomial(count(counts, 7), rest) * binomial(count(counts, 6) + count(counts, 7) - rest, second_room)
    return ways * binomial(count(counts, 3), shared) * binomial(count(counts, 5), other)


@compiled
def binomial(n, k):
    """Return the number of ways to choose k of n; 0 if there are none."""
    ways = int(0 <= k <= n)
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@dataclass(frozen=True)
class Hearts(custom.CustomRules):
    """One deal of hearts. Chance draws the direction in which each seat passes three cards: none, left, across, right.

    The two of clubs leads. Seats follow suit; the highest card of the suit led takes the trick. In the first trick no
    card with points may be discarded, and hearts may be led only once they are broken, by a heart or the queen of
    spades, or by a seat with nothing else. Each heart is a point, the queen of spades 13. The score is 26 less the
    points; but a seat that takes all 26 points has a score of 26, and all others 0. All is as in OpenSpiel's `hearts`.
    """

    num_players: int = SEATS

    phase_names = "pass", "play"
    most_decisions = SEATS * IN_PASS + CARDS
    hidden_actions = ("pass",)
    actions = custom.ActionSpace([custom.Action(kind, choice=name) for kind in ("pass", "play") for name in NAMES])
    state = custom.StateSpace(
        SEATS,
        [
            ("direction", (), 0, SEATS - 1, "cards are passed to the seat that is so many places to the left"),
            ("leader", (), -1, SEATS - 1, "seat that leads the trick; -1 before play"),
            ("broken", (), 0, 1, "1 once hearts may be led"),
            ("hands", (SEATS, CARDS), 0, 1, "cards in hand"),
            ("passed", (SEATS, CARDS), 0, 1, "cards that each seat has passed"),
            ("played", (SEATS, CARDS), 0, 1, "cards that each seat has played"),
            ("trick", (SEATS,), 0, CARDS, "1 + card of each seat in the trick; 0 for none"),
            ("points", (SEATS,), 0, ALL_POINTS, "points in tricks taken"),
            ("void", (SEATS, SUITS), 0, 1, "suits that a seat has shown not to have"),
        ],
        scores=(0, ALL_POINTS),
    )
    observation = custom.ObservationSpace(
        [
            ("direction", (SEATS,), 0, 1, "one-hot: direction in which cards are passed"),
            ("hand", (CARDS,), 0, 1, "own cards"),
            ("passed", (CARDS,), 0, 1, "cards that the observer has passed"),
            ("received", (CARDS,), 0, 1, "cards that were passed to the observer"),
            ("played", (SEATS, CARDS), 0, 1, "cards that each seat has played, the observer first"),
            ("trick", (SEATS, CARDS), 0, 1, "one-hot: card of each seat in the trick"),
            ("leader", (SEATS,), 0, 1, "one-hot: seat that leads the trick"),
            ("points", (SEATS,), 0, ALL_POINTS, "points of each seat"),
            ("void", (SEATS, SUITS), 0, 1, "suits that each seat has shown not to have"),
        ]
    )

    def contradictions(self, state: np.void) -> list[str]:
        """Return the fields with values that no game can reach."""
        hands, passed, played = (state[name].astype(int) for name in ("hands", "passed", "played"))
        player, leader, turn, direction = (int(state[name]) for name in ("player", "leader", "turn", "direction"))
        is_pass, is_over, points = state["phase"] == PASS, turn == CARDS, state["points"].astype(int)
        start = hands + played + is_pass * passed
        given = passed.sum(axis=1) - IN_PASS * (np.arange(SEATS) < (player if is_pass else SEATS * (direction > 0)))
        now = (IN_PASS - 1) * is_pass * (np.arange(SEATS) == player)
        in_trick = (np.arange(SEATS) - leader) % SEATS < turn % SEATS
        worth = np.array([points_of(card) for card in range(CARDS)])
        won = (played @ worth).sum() - sum(worth[card - 1] for card in state["trick"] if card)
        scores = points if points.max() == ALL_POINTS else ALL_POINTS - points
        wrong = {
            "hands": [start.sum(axis=0) != 1, start.sum(axis=1) != IN_HAND],
            "passed": [given < 0, given > now, not is_pass and passed > np.roll(start, -direction, 0)],
            "phase": [is_pass != (leader == NONE), is_pass and (turn or direction * (player + 1) == 0)],
            "played": [played.sum(axis=1) != turn // SEATS + in_trick],
            "player": [not is_pass and player != (NONE if is_over else (leader + turn) % SEATS)],
            "trick": [(state["trick"] > 0) != in_trick, in_trick > played[np.arange(SEATS), state["trick"] - 1]],
            "points": [points.sum() != won],
            "broken": [state["broken"] != (played @ worth > 0).any()],
            "scores": [state["scores"] != is_over * scores],
            "void": [state["void"] * hands.reshape(SEATS, -1, SUITS).sum(axis=1) > 0],
        }
        return [f"{name}: no game can reach this" for name, found in wrong.items() if any(map(np.any, found))]
