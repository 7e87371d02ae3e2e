"""The structured dtypes of a state and of `board`, the constants of its rules."""

from functools import cache

import numpy as np

from kschwert_env.krone_schwert.kernel.components import (
    NOBODY,
    NUM_ACTION_CARDS,
    NUM_CARDS,
    NUM_SUPPLIES,
    NUM_VOTES,
    Card,
    Phase,
)

MAX_FIELDS = 255
MAX_PARTS = 16  # parts an edition may hold
MAX_SLOTS = 5  # parts a board may consist of
NUM_DIRECTIONS = 8  # north, north-east, ... north-west: the order of `neighbours`


@cache
def state_dtype(num_players: int, num_fields: int) -> np.dtype:
    """Return the dtype of one complete state. Hidden information is included; `observe` decides what a seat sees.

    Scalars are int64, so that compiled functions use only one integer type. Loops that compare a scalar with the
    fields' bytes convert it to `np.int8` first, to vectorize.
    Octagons are the fields 0 to O - 1, followed by the squares; the board stores O.
    """
    seats, fields = (num_players,), (num_fields,)
    return np.dtype(
        [
            # -- whose decision, and of what kind ----------------------------------------------------------
            ("player", np.int64),  # seat that decides now, NOBODY when over
            ("turn_player", np.int64),  # seat whose turn it is
            ("start_player", np.int64),
            ("phase", np.int64),  # Phase
            ("turn", np.int64),  # number of the turn from 0, -1 in setup
            ("action_points", np.int64),  # 0 to 3 (T1)
            ("attack_spent", np.int64),  # 0 or 1 (A1)
            ("truncated", np.int64),  # 0 or 1 (E6)
            # -- the board, by field -----------------------------------------------------------------------
            ("parts", np.int8, (MAX_SLOTS,)),  # part of the edition in each slot, NOBODY behind the last slot
            ("terrain", np.int8, fields),  # Terrain
            ("owner", np.int8, fields),  # seat, or NOBODY
            ("building", np.int8, fields),  # Building
            ("partner", np.int8, fields),  # direction of a large city's other field, from 1; 0 elsewhere
            ("area", np.int16, fields),  # scratch of `end.join_areas`, 0 before and after
            # -- derived from the board, kept up to date ---------------------------------------------------
            # how many neighbours of a field a seat owns
            ("own_neighbours", np.int8, (num_players, num_fields)),
            ("free_land", np.int64),  # plain and forest fields without a marker (E3)
            ("markers", np.int16, seats),  # left in each seat's supply (L3)
            # of each seat, by kind; a cathedral's city counts
            ("buildings", np.int16, (num_players, NUM_SUPPLIES)),
            ("supply", np.int16, (NUM_SUPPLIES,)),  # left for all (C5)
            # -- cards, as counts by Card -----------------------------------------------------------------------
            ("hands", np.int16, (num_players, NUM_ACTION_CARDS)),
            ("draw_pile", np.int16, (NUM_CARDS,)),
            ("discard_pile", np.int16, (NUM_CARDS,)),
            # in the running attack (open) or revolt (secret)
            ("laid", np.int16, (num_players, NUM_ACTION_CARDS)),
            # in the draw pile above `game_end`, -1 until the end has begun
            ("cards_before_game_end", np.int16),
            ("papal_visit", np.int8, seats),  # 0 or 1 (D7)
            # -- the people --------------------------------------------------------------------------------
            ("face_down", np.int16, (NUM_VOTES,)),  # crowns, swords
            ("open_swords", np.int64),
            ("crowns_aside", np.int64),
            # -- crown and points --------------------------------------------------------------------------
            ("king", np.int64),  # seat, or NOBODY
            ("end_begun", np.int64),  # 0 or 1 (E1)
            ("scores", np.int64, seats),
            ("announced", np.int64, seats),  # VP last announced, -1 if never (E1)
            # -- what is under way -------------------------------------------------------------------------
            ("expansion_card", np.int64),  # Card, or NOBODY
            ("claims_left", np.int64),  # shields of that card not yet used
            ("attacked", np.int64),  # field, or NOBODY
            ("leader", np.int64),  # of the revolt: seat, or NOBODY
            ("votes", np.int8, seats),  # Vote, or NOBODY
            ("decided", np.int8, seats),  # 0 or 1: has finished laying
            # -- the last revolt settled, until the next one is declared (P3) ----------------------------------
            ("last_leader", np.int64),  # seat; NOBODY without a last revolt, and then all below is blank, too
            ("last_king", np.int64),  # king of that revolt: seat, or NOBODY
            ("last_result", np.int64),  # Result, or NOBODY
            ("last_open_swords", np.int64),  # counted for the leader; after a truce those that were open
            ("last_votes", np.int8, seats),  # Vote, or NOBODY
            ("last_laid", np.int8, (num_players, NUM_ACTION_CARDS)),  # truces and cards taken back included
        ]
    )


@cache
def board_dtype(num_players: int, num_fields: int) -> np.dtype:
    """Return the dtype of the constants of one `Rules`: the edition and the options as data."""
    return np.dtype(
        [
            # every game starts from here, before any chance
            ("blank", state_dtype(num_players, num_fields)),
            # -- the map (C2) -------------------------------------------------------------------------
            ("map", np.int64),  # number of parts: key of the edition's map (C1, V1)
            ("neighbours", np.int16, (num_fields, NUM_DIRECTIONS)),  # -1 where there is none
            ("num_octagons", np.int64),
            ("city_sites", np.int16, (2 * num_fields, 2)),  # an octagon and a square beside it (B1)
            ("first_city_site", np.int16, (num_fields + 1,)),  # of each octagon, and behind the last one
            # -- its parts (C4); without any, `blank` has the terrain ---------------------------------
            ("slot_fields", np.int16, (num_fields,)),  # slot after slot, the fields of a part
            ("first_slot_field", np.int16, (MAX_SLOTS + 1,)),  # of each slot, and behind the last one
            ("slot_sizes", np.int8, (MAX_SLOTS,)),  # a number for each size; only parts of the same fit
            ("num_slots", np.int64),
            ("parts", np.int8, (MAX_PARTS, num_fields)),  # Terrain, in the order of `slot_fields`
            ("part_sizes", np.int8, (MAX_PARTS,)),
            ("num_parts", np.int64),
            # -- pieces -------------------------------------------------------------------------------
            ("copies", np.int16, (NUM_CARDS,)),  # C6
            ("combat", np.int16, (NUM_CARDS,)),
            ("shields", np.int16, (NUM_CARDS,)),
            ("people", np.int16, (NUM_VOTES,)),  # C7
            ("markers", np.int64),  # C5
            ("supply", np.int16, (NUM_SUPPLIES,)),  # C5
            ("threshold", np.int64),  # E1, for this number of players
            ("last_turn", np.int64),  # the turn after which the game is truncated (Q10), also without a cap
            ("random_start", np.int64),  # options, 0 or 1
            ("shuffle_parts", np.int64),
            ("visible_scores", np.int64),
            ("reward", np.int64),  # Reward
        ]
    )


def blank(board: np.void, state: np.void) -> None:
    """Write the state before setup: pieces in their supplies, people cards face down, `game_end` put aside (S1)."""
    for name in ("king", "leader", "expansion_card", "attacked", "parts", "owner", "votes", "announced"):
        state[name] = NOBODY
    for name in ("last_leader", "last_king", "last_result", "last_votes"):
        state[name] = NOBODY
    state["phase"] = Phase.SETUP
    state["turn"] = -1
    state["cards_before_game_end"] = -1
    state["markers"] = board["markers"]
    state["supply"] = board["supply"]
    state["draw_pile"] = board["copies"]
    state["draw_pile"][Card.GAME_END] = 0
    state["face_down"] = board["people"]
