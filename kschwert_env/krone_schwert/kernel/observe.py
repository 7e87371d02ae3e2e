"""Chapter 12: the information of a seat. Only this module defines it; `resample` is its counterpart."""

import numpy as np

from kschwert_env.engine.compiled.observation import (
    SATURATION,
    ObservationSpace,
    put,
    put_by_seat,
    put_counts,
    put_one_hot,
    put_seat,
)
from kschwert_env.engine.jit.compiling import inlined, noalias
from kschwert_env.engine.jit.packed import packed
from kschwert_env.krone_schwert.kernel.components import (
    MAX_PLAYERS,
    NOBODY,
    NUM_ACTION_CARDS,
    NUM_CARDS,
    NUM_PHASES,
    NUM_RESULTS,
    NUM_SUPPLIES,
    NUM_TERRAINS,
    NUM_VOTES,
    Building,
)
from kschwert_env.krone_schwert.kernel.state import NUM_DIRECTIONS

NUM_CHANNELS = 16  # of the piece `fields`; where several belong together, the first of them
OCTAGON, TERRAIN, CASTLE, SMALL_CITY, LARGE_CITY, CATHEDRAL = 0, 1, 4, 5, 6, 7
OWNER, PARTNER, UNDER_ATTACK, BESIDE = 8, 13, 14, 15


def observation_space(num_players: int, num_fields: int) -> ObservationSpace:
    """Return the layout that `observe` writes. Seats count clockwise from the observer, which is 0."""
    seats, cards = (num_players,), (NUM_ACTION_CARDS,)
    return ObservationSpace(
        [
            ("fields", (NUM_CHANNELS, num_fields), 0, NUM_DIRECTIONS, _CHANNELS),
            ("phase", (NUM_PHASES,), 0, 1, "one-hot, in the order of `Phase`"),
            ("player", seats, 0, 1, "one-hot: the seat that decides; zeros when over"),
            ("turn_player", seats, 0, 1, "one-hot: the seat whose turn it is"),
            ("start_player", seats, 0, 1, "one-hot: the seat that started"),
            ("king", seats, 0, 1, "one-hot: the king; zeros when there is none"),
            ("leader", seats, 0, 1, "one-hot: the leader of the running revolt; zeros when there is none"),
            ("decided", seats, 0, 1, "1 for seats that have laid all they want in the running revolt"),
            ("papal_visit", seats, 0, 1, "1 for seats with an open papal visit"),
            ("scores", seats, -1, SATURATION, "victory points; -1 where they are hidden"),
            ("announced", seats, -1, SATURATION, "victory points last announced as a new king; -1 if never"),
            ("hand_counts", seats, 0, SATURATION, "cards in hand; in a revolt those laid are counted too"),
            ("markers", seats, 0, SATURATION, "markers left"),
            (
                "buildings",
                (num_players, NUM_SUPPLIES),
                0,
                SATURATION,
                "castles, small cities, large cities, cathedrals",
            ),
            ("supply", (NUM_SUPPLIES,), 0, SATURATION, "the same kinds left in the supply"),
            ("hand", cards, 0, SATURATION, "own hand by card"),
            ("laid", cards, 0, SATURATION, "by card: laid in the running attack, or by oneself in the running revolt"),
            ("vote", (NUM_VOTES,), 0, 1, "one-hot: own vote in the running revolt, crown or sword"),
            ("discard_pile", (NUM_CARDS,), 0, SATURATION, "by card"),
            ("draw_pile", (1,), 0, SATURATION, "number of cards"),
            ("face_down", (NUM_VOTES,), 0, SATURATION, "people cards face down: crowns, swords"),
            ("open_swords", (1,), 0, SATURATION, "people cards"),
            ("crowns_aside", (1,), 0, SATURATION, "people cards"),
            ("last_leader", seats, 0, 1, "one-hot: leader of the last revolt settled; zeros when there is none"),
            ("last_king", seats, 0, 1, "one-hot: the king it was against"),
            ("last_votes", (num_players, NUM_VOTES), 0, 1, "one-hot by seat: how each voted in it, crown or sword"),
            ("last_laid", (num_players, NUM_ACTION_CARDS), 0, SATURATION, "by seat and card: what each laid in it"),
            ("last_open_swords", (1,), 0, SATURATION, "those that counted in it, or lay there at its truce"),
            ("last_result", (NUM_RESULTS,), 0, 1, "one-hot: won by the king, by the leader, called off by a truce"),
            ("expansion", cards, 0, 1, "one-hot: the card of the running expansion"),
            ("claims_left", (1,), 0, SATURATION, "shields of that card not yet used"),
            ("action_points", (1,), 0, 3, "left in this turn"),
            ("attack_spent", (1,), 0, 1, "whether this turn's attack has been made"),
            ("end_begun", (1,), 0, 1, "whether the end has begun (E1)"),
            ("truncated", (1,), 0, 1, "whether the cap on rounds stopped the game"),
            ("round", (1,), 0, SATURATION, "full rounds played"),
        ],
        by_field=["fields"],
    )


_CHANNELS = (
    "a row for each channel: octagon; plain, mountain, forest; castle, small city, large city, cathedral; owner as "
    "one-hot of five seats; direction of the other field of a large city, 1 (north) to 8 (north-west); under attack; "
    "number of own fields beside it"
)


@noalias
def observe(state, board, seat, out):
    """Write what `seat` may know (P1) into `out`, int8, piece by piece in the order of `observation_space`.

    The observation does not count decisions (P2).
    """
    out = packed(out)
    write_fields(state, board, seat, out)
    at = state.owner.shape[0] * NUM_CHANNELS
    at = put_one_hot(out, at, NUM_PHASES, state.phase)
    at = put_seats(state, seat, out, at)
    at = put_points(state, board, seat, out, at)
    at = put_possessions(state, seat, out, at)
    at = put_cards(state, seat, out, at)
    at = put_people(state, out, at)
    at = put_last_revolt(state, seat, out, at)
    at = put_one_hot(out, at, NUM_ACTION_CARDS, state.expansion_card)
    at = put(out, at, state.claims_left)
    at = put(out, at, state.action_points)
    at = put(out, at, state.attack_spent)
    at = put(out, at, state.end_begun)
    at = put(out, at, state.truncated)
    put(out, at, max(state.turn, 0) // state.scores.shape[0])


@inlined
def write_fields(state, board, seat, out):
    """Write the piece `fields`, channel by channel; the entries of a channel are contiguous."""
    seats, fields = state.scores.shape[0], state.owner.shape[0]
    for field in range(fields):  # a separate loop: field ids are wider than the values that the other loop compares
        out[OCTAGON * fields + field] = field < board.num_octagons
    for field in range(fields):
        terrain, building, owner = state.terrain[field], state.building[field], state.owner[field]
        for kind in range(NUM_TERRAINS):
            out[(TERRAIN + kind) * fields + field] = terrain == kind
        out[CASTLE * fields + field] = building == Building.CASTLE
        out[SMALL_CITY * fields + field] = building == Building.SMALL_CITY
        out[LARGE_CITY * fields + field] = building >= Building.LARGE_CITY  # also one with its cathedral
        out[CATHEDRAL * fields + field] = building == Building.CATHEDRAL
        for i in range(MAX_PLAYERS):
            out[(OWNER + i) * fields + field] = (i < seats) & (owner == np.int8((seat + i) % seats))
        out[PARTNER * fields + field] = state.partner[field]
        out[UNDER_ATTACK * fields + field] = 0
        out[BESIDE * fields + field] = state.own_neighbours[seat, field]
    if state.attacked != NOBODY:
        out[UNDER_ATTACK * fields + state.attacked] = 1


@inlined
def put_seats(state, seat, out, at):
    """Write the pieces about seats, from the deciding seat to open papal visits."""
    at = put_seat(state, seat, out, at, state.player)
    at = put_seat(state, seat, out, at, state.turn_player)
    at = put_seat(state, seat, out, at, state.start_player)
    at = put_seat(state, seat, out, at, state.king)
    at = put_seat(state, seat, out, at, state.leader)
    at = put_by_seat(state, seat, out, at, state.decided)
    return put_by_seat(state, seat, out, at, state.papal_visit)


@inlined
def put_points(state, board, seat, out, at):
    """Write points; an option hides those of other seats, but announcements of kings are public (P1)."""
    seats = state.scores.shape[0]
    for i in range(seats):
        shown = board.visible_scores or i == 0
        at = put(out, at, state.scores[(seat + i) % seats] if shown else -1)
    return put_by_seat(state, seat, out, at, state.announced)


@inlined
def put_possessions(state, seat, out, at):
    """Write hand counts (T4), markers and buildings. Cards laid in secret still count as held (P1)."""
    seats = state.scores.shape[0]
    for i in range(seats):
        other = (seat + i) % seats
        count = 0
        for card in range(NUM_ACTION_CARDS):
            count += state.hands[other, card]
            if state.leader != NOBODY:
                count += state.laid[other, card]
        at = put(out, at, count)
    at = put_by_seat(state, seat, out, at, state.markers)
    for i in range(seats):
        at = put_counts(out, at, state.buildings[(seat + i) % seats])
    return put_counts(out, at, state.supply)


@inlined
def put_cards(state, seat, out, at):
    """Write own cards, open cards and the size of the draw pile."""
    at = put_counts(out, at, state.hands[seat])
    layer = seat if state.leader != NOBODY else state.turn_player  # an attacker lays openly
    at = put_counts(out, at, state.laid[layer])
    at = put_one_hot(out, at, NUM_VOTES, state.votes[seat])
    at = put_counts(out, at, state.discard_pile)
    return put(out, at, state.draw_pile.sum())


@inlined
def put_people(state, out, at):
    """Write the people cards: face down, open swords, crowns aside."""
    at = put_counts(out, at, state.face_down)
    at = put(out, at, state.open_swords)
    return put(out, at, state.crowns_aside)


@inlined
def put_last_revolt(state, seat, out, at):
    """Write the last revolt, which is public (P3)."""
    seats = state.scores.shape[0]
    if state.last_leader == NOBODY:  # the common case: plain zeros are written faster than blank values
        size = seats * (2 + NUM_VOTES + NUM_ACTION_CARDS) + 1 + NUM_RESULTS
        for i in range(at, at + size):
            out[i] = 0
        return at + size
    at = put_seat(state, seat, out, at, state.last_leader)
    at = put_seat(state, seat, out, at, state.last_king)
    for i in range(seats):
        at = put_one_hot(out, at, NUM_VOTES, state.last_votes[(seat + i) % seats])
    for i in range(seats):
        at = put_counts(out, at, state.last_laid[(seat + i) % seats])
    at = put(out, at, state.last_open_swords)
    return put_one_hot(out, at, NUM_RESULTS, state.last_result)
