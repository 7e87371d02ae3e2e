"""Chapter 1: components of the game as integers, which compiled code and editions share."""

from enum import IntEnum

from kschwert_env.engine.text.phrases import names_of

NOBODY = -1  # no seat, no field, no card, not yet announced
MIN_PLAYERS, MAX_PLAYERS = 2, 5  # C1
AREA_POINTS = (5, 2)  # E4: for a largest and for a second largest area


class Terrain(IntEnum):
    """Kinds of terrain (C3)."""

    PLAIN = 0
    MOUNTAIN = 1
    FOREST = 2


class Card(IntEnum):
    """Playing cards (C6), in the order in which they are laid (Q6, Q7)."""

    LEADER_3 = 0
    LEADER_4 = 1
    INCITE = 2
    CASTLE = 3
    CATHEDRAL = 4
    CITY = 5
    AMBUSH = 6
    TRUCE = 7
    PAPAL_VISIT = 8
    CITY_SCORING = 9  # first of the events, which are never in a hand
    UNREST = 10
    GAME_END = 11


NUM_CARDS = len(Card)
NUM_ACTION_CARDS = int(Card.CITY_SCORING)
CARD_NAMES = names_of(Card)


class Building(IntEnum):
    """Building on a field; a large city and its cathedral stand on both their fields (C5, B1, B2)."""

    NONE = 0
    CASTLE = 1
    SMALL_CITY = 2
    LARGE_CITY = 3
    CATHEDRAL = 4  # a large city with its cathedral


class Supply(IntEnum):
    """Pieces that can run out (C5), except markers, which each seat has separately."""

    CASTLES = 0
    SMALL_CITIES = 1
    LARGE_CITIES = 2
    CATHEDRALS = 3


class Vote(IntEnum):
    """Sides of a revolt, and kinds of people cards (C7, C8)."""

    CROWN = 0
    SWORD = 1


class Result(IntEnum):
    """Result of a revolt (R9, R10, R5)."""

    KING = 0
    LEADER = 1
    TRUCE = 2


class Reaction(IntEnum):
    """Reactions of a defender (A4)."""

    NONE = 0
    AMBUSH = 1
    TRUCE = 2


class Tax(IntEnum):
    """Decisions of the king about the tax (K4)."""

    TAKE = 0
    LEAVE = 1


class Phase(IntEnum):
    """Phases: the kind of decision that is asked for (rules.md, section 13)."""

    SETUP = 0
    RESETTLE = 1
    TAX = 2
    ACTION = 3
    REDRAW = 4
    EXPAND = 5
    ATTACK_LAY = 6
    ATTACK_REACT = 7
    REVOLT_VOTE = 8
    REVOLT_LAY = 9
    OVER = 10


PHASE_NAMES = names_of(Phase)


NUM_TERRAINS, NUM_SUPPLIES, NUM_VOTES, NUM_RESULTS = len(Terrain), len(Supply), len(Vote), len(Result)
NUM_PHASES = len(Phase)
