"""The dtypes of one game state and of the constants of a game."""

import numpy as np

from kschwert_env.politics_and_intrigue.kernel.components import (
    MOST_NAMED,
    MOST_PILES,
    MOST_STACKED,
    MOST_STACKS,
    NOBODY,
    NUM_CARDS,
    NUM_CENTRES,
    NUM_ENDS,
    NUM_EVENTS,
    NUM_PLACES,
    NUM_PLAYERS,
    NUM_REGIONS,
    NUM_RESOURCES,
    NUM_ROW,
    NUM_SLOTS,
    REGION_STACK,
    START_PLACES,
    START_REGIONS,
    Centre,
    Phase,
    Place,
)

_SEATS, _CARDS, _RESOURCES = (NUM_PLAYERS,), (NUM_PLAYERS, NUM_CARDS), (NUM_PLAYERS, NUM_RESOURCES)
_PLACES, _REGIONS = (NUM_PLAYERS, NUM_PLACES), (NUM_PLAYERS, NUM_REGIONS)

STATE = np.dtype(
    [
        # -- whose decision, and of what kind --------------------------------------------------------------
        ("player", np.int64),  # seat that decides now, NOBODY when over
        ("turn_player", np.int64),  # seat whose turn it is; in setup the start player
        ("start_player", np.int64),
        ("phase", np.int64),  # Phase
        ("turn", np.int64),  # number of the turn from 0, 0 in setup
        ("truncated", np.int64),  # 0 or 1 (W2)
        ("gate_open", np.int64),  # 0 or 1 (B12)
        ("face", np.int64),  # Face of the event die in this turn, NOBODY in setup, `roll` and `number`
        ("number", np.int64),  # of the number die, 1 to 6, 0 in setup, `roll` and `number`
        ("mints_used", np.int64),  # 0 to 2: trades by mint in this turn (F11)
        ("scores", np.int32, _SEATS),  # VP (B9); derived
        ("knight", np.int64),  # seat with the knight figure, or NOBODY (B10); derived
        ("windmill", np.int64),  # seat with the windmill, or NOBODY (B10); derived
        # -- the centre ------------------------------------------------------------------------------------
        ("supply", np.int8, (NUM_CENTRES,)),  # roads, settlements, cities left (C3); derived
        ("regions_left", np.int64),  # bit r: region r of C4 is in the region stack; derived
        ("row_cards", np.int8, (NUM_ROW,)),  # churches, town halls in the open row (S3); derived
        # -- the principalities, by seat -------------------------------------------------------------------
        ("row", np.int8, _PLACES),  # ids of places from left to right, NOBODY behind the last one (P1)
        ("places", np.int8, _PLACES),  # Place, by id
        ("num_places", np.int8, _SEATS),  # places founded, 2 to 7; derived
        ("open_roads", np.int8, (NUM_PLAYERS, NUM_ENDS)),  # 0 or 1 (P1)
        ("region_kind", np.int8, _REGIONS),  # Resource, by region id (P2); NOBODY where there is none yet
        ("region_number", np.int8, _REGIONS),  # 1 to 6; 0 where there is none yet
        ("stock", np.int8, _REGIONS),  # 0 to 3
        ("slots", np.int8, (NUM_PLAYERS, NUM_SLOTS)),  # Card or NOBODY (P3); a brothel here is the enemy's (F21)
        ("brewery_side", np.int8, _SEATS),  # Side; NOBODY without an own brewery, and until it is chosen (F22)
        ("alliance", np.int8, _SEATS),  # slot in the enemy's principality, NOBODY without a target (F23)
        # -- derived from the principalities, kept up to date by `derived_state` and `zones.resources` -----
        ("resources", np.int8, _RESOURCES),  # stock of all regions of a kind
        ("room", np.int8, _RESOURCES),  # how much more they can take
        ("built", np.int64, _SEATS),  # bit c: a card c of the seat's own lies in its principality
        ("working", np.int64, _SEATS),  # bit c: a building c works for the seat (F0)
        ("strength", np.int8, _SEATS),  # B10
        ("trade_points", np.int8, _SEATS),  # B10
        ("tournament", np.int8, _SEATS),  # tournament points (B10)
        # -- cards, as counts by Card ----------------------------------------------------------------------
        ("hands", np.int8, _CARDS),  # L2
        ("known", np.int8, _CARDS),  # least number that the enemy knows to be in this hand (N4)
        ("discards", np.int8, _CARDS),  # by discard pile; only pile 0 is used in the extended game
        ("moved", np.int8, (NUM_CARDS,)),  # M6: cards that seat 0 has won from seat 1 minus those lost; derived
        ("hand_counts", np.int8, _SEATS),  # cards in hand; derived
        # -- stacks: one after another, each from its top (N3, L3) -----------------------------------------
        ("stack_sizes", np.int8, (MOST_STACKS,)),  # cards in each stack, 0 behind the last stack
        ("stack_cards", np.int8, (MOST_STACKED,)),  # Card, NOBODY behind the last one
        ("stack_marks", np.int8, (MOST_STACKED,)),  # bit s: seat s has seen this card
        ("bans", np.int8, (MOST_PILES,)),  # owner of the ban on a pile (Q2: stacks, then discard piles), or NOBODY
        # -- event cards, as counts by Event (L4) -----------------------------------------------------------------
        ("event_stack", np.int8, (NUM_EVENTS,)),
        ("event_discard", np.int8, (NUM_EVENTS,)),
        # -- values of `pending` (Q4), blank in phases that do not use them (`kernel.phases`) ----------------
        ("stack", np.int64),  # NOBODY if none
        ("left", np.int64),  # 0 if none: counts the choice now asked (Q8)
        ("gains", np.int8, _SEATS),  # still due (Q8), 0 if none
        ("safe", np.int8, _SEATS),  # 0 or 1: has played a physician against this plague (A18)
        ("named", np.int8, (MOST_NAMED,)),  # `slots`: ascending, NOBODY behind the last one (E5)
        ("card", np.int64),  # Card, or NOBODY; in `holy` it is secret
        ("source", np.int64),  # `from`: the enemy's slot of a bribed knight, or NOBODY (Q5)
        ("chosen", np.int8, (2,)),  # `regions`: in the order named, NOBODY behind the last one (A9)
        ("sorted", np.int64),  # cards laid by the archivist so far (Q8)
        ("holy_used", np.int64),  # 0 or 1 (F15)
        ("exchanging", np.int64),  # 0 or 1: H3 has begun (Q7)
        ("resume", np.int64),  # Resume: continuation after the enemy has trimmed its hand (H1)
        ("backfire", np.int64),  # 0 or 1: an attack hits an own card (A3, A4)
    ]
)
"""The complete state of one game. Hidden information is included; `observe` decides what a seat sees.

Scalars are int64, so that compiled functions have one integer type only. "Derived" fields follow from others;
`derived_state` and the functions that change the others keep them up to date.
"""

BOARD = np.dtype(
    [
        ("blank", STATE),  # every game starts from here, before any chance
        # -- the edition: what is printed on the cards ---------------------------------------------------------
        ("cost", np.int8, (NUM_CARDS, NUM_RESOURCES)),  # C5; 0 for what is not built, but for bribery's gold (A13)
        ("price", np.int8, (NUM_CARDS,)),  # resources of `cost` together: great knights cost more than 3 (F6)
        ("victory_points", np.int8, (NUM_CARDS,)),  # VP of C5; metropolis: what it adds to those of its city (B9)
        ("strength", np.int8, (NUM_CARDS,)),  # S of C5, of knights and (its side) the brewery
        ("tournament", np.int8, (NUM_CARDS,)),  # T of C5, of knights
        ("trade_points", np.int8, (NUM_CARDS,)),  # M of C5; brewery: of its side
        ("backfires", np.int64),  # bit n: black knight and arsonist go wrong on n (A3, A4)
        ("centre_cost", np.int8, (NUM_CENTRES, NUM_RESOURCES)),  # C3
        ("centre_points", np.int8, (NUM_CENTRES,)),  # C3: VP of road (0), settlement, city
        ("supply", np.int8, (NUM_CENTRES,)),  # C1: at the start
        ("start_kind", np.int8, (NUM_PLAYERS, START_REGIONS)),  # C4: Resource, by seat and region id
        ("start_number", np.int8, (NUM_PLAYERS, START_REGIONS)),  # C4
        ("stack_kind", np.int8, (REGION_STACK,)),  # C4: Resource, by number of the region
        ("stack_number", np.int8, (REGION_STACK,)),  # C4
        # -- edition and options: which cards are played with --------------------------------------------------
        ("row_cards", np.int8, (NUM_ROW,)),  # S3: in the open row at the start; 0 in the tournament
        ("base_cards", np.int8, (NUM_CARDS,)),  # S3: the cards of stacks 0 to 3; all 0 in the tournament
        ("set_cards", np.int8, (NUM_CARDS,)),  # S3: the cards of stacks 4 and 5; all 0 in the tournament
        ("decks", np.int8, _CARDS),  # M1: deck of each seat; all 0 in the extended game
        ("events", np.int8, (NUM_EVENTS,)),  # S2, M7: the event stack at the start, of both seats together
        # -- options -------------------------------------------------------------------------------------------
        ("tournament_game", np.int64),  # 0 or 1 (chapter 15)
        ("num_stacks", np.int64),  # S: 6, tournament 8
        ("num_discards", np.int64),  # D: 1, tournament 2
        ("last_turn", np.int64),  # the turn after which the game is truncated (W2), also without a cap
        ("random_start", np.int64),  # options, 0 or 1
        ("reward", np.int64),  # engine.returns.Reward
    ]
)
"""The constants of all games of one `Rules`: the edition and the options as data."""


def blank(board: np.void, state: np.void) -> None:
    """Write the start position, before anything random (S1). All of `board` but `blank` must be filled in."""
    for name in ("player", "knight", "windmill", "face", "row", "region_kind", "slots", "brewery_side", "alliance"):
        state[name] = NOBODY
    for name in ("stack_cards", "bans", "stack", "named", "card", "source", "chosen"):
        state[name] = NOBODY
    state["phase"] = Phase.DECK_PICK if board["tournament_game"] else Phase.SETUP_STACK
    state["supply"] = board["supply"]
    state["regions_left"] = (1 << REGION_STACK) - 1
    state["row_cards"] = board["row_cards"]
    state["row"][:, :START_PLACES] = range(START_PLACES)
    state["places"][:, :START_PLACES] = Place.SETTLEMENT
    state["num_places"] = START_PLACES
    state["region_kind"][:, :START_REGIONS] = board["start_kind"]
    state["region_number"][:, :START_REGIONS] = board["start_number"]
    state["stock"][:, :START_REGIONS] = 1
    state["event_stack"] = board["events"]
    for seat in range(NUM_PLAYERS):
        for kind in board["start_kind"][seat]:
            state["resources"][seat, kind] += 1
            state["room"][seat, kind] += 2
    state["scores"] = START_PLACES * board["centre_points"][Centre.SETTLEMENT]
