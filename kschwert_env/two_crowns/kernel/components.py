"""Chapter 1: components of the game as integers, which compiled code and editions share."""

from enum import IntEnum

from kschwert_env.engine.text.phrases import names_of

NOBODY = -1  # no seat, no card
NUM_PLAYERS = 2  # C1
NUM_DECK = 53  # C1: cards of a side
CASTLE = 20  # C1: points of a castle, and faces of its die
HAND = 7  # S1, R1: cards dealt, and cards up to which one recruits
MOST_LAID = 4  # A1, A2: cards that a side lays
LOWEST_CASTLE = 1 - 3 * 8  # one point left, and a knight of three points doubled by three vassals (A5)


class Card(IntEnum):
    """Cards (C2), in the order in which they are laid and in which special cards act (A3)."""

    KNIGHT_1 = 0
    KNIGHT_2 = 1
    KNIGHT_3 = 2
    GOLD_1 = 3
    GOLD_2 = 4
    CATAPULT = 5  # first of the special cards
    BISHOP = 6
    FEINT = 7
    VASSAL = 8


NUM_CARDS = len(Card)
NUM_KNIGHTS = int(Card.GOLD_1)
FIRST_SPECIAL = int(Card.CATAPULT)
CARD_NAMES = names_of(Card)
KNIGHT_NAMES = CARD_NAMES[:NUM_KNIGHTS]
LAID_NAMES = KNIGHT_NAMES + CARD_NAMES[FIRST_SPECIAL:]  # A1: gold is not laid

PRICE = (0, 0, 0, 0, 0, 4, 3, 0, 2)  # X1 to X4: gold that a card costs, by Card


class Priced(IntEnum):
    """Cards that cost gold, in the order in which their owner is asked to pay (A3)."""

    CATAPULT = 0
    BISHOP = 1
    VASSAL = 2


NUM_PRICED = len(Priced)
PRICED_NAMES = names_of(Priced)
PRICED = tuple(CARD_NAMES.index(name) for name in PRICED_NAMES)  # as numbers of `Card`


class Rest(IntEnum):
    """When a card at rest comes back (T2)."""

    THIS_TURN = 0  # at the end of the current turn
    NEXT_TURN = 1  # at the end of the next one


NUM_RESTS = len(Rest)
REST_NAMES = names_of(Rest)


class Payment(IntEnum):
    """Choices of the owner of a card that costs gold (A3)."""

    YES = 0
    NO = 1


class Phase(IntEnum):
    """Phases: the kind of decision that is asked for."""

    TURN = 0
    LAY = 1
    PAY = 2
    KEEP = 3
    OVER = 4


PHASE_NAMES = names_of(Phase)
NUM_PHASES = len(Phase)
