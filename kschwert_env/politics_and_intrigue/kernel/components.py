"""Chapter 1: the components of the game, as numbers that compiled code and the edition share."""

from collections.abc import Mapping
from enum import IntEnum

NOBODY = -1  # instead of a seat, card, slot, place, region, stack, face or side: none
NUM_PLAYERS = 2  # C1
NUM_NUMBERS = 6  # C1: of the number die
NUM_FIGURES = 2  # C1: knight and windmill, a VP each (B9)
GOAL = 13  # B11: VP that end the game
GATE = 3  # B12: VP of both seats from which action cards may be played
HAND = 3  # S4, F1: cards taken in setup; the hand limit without any building
MOST_STOCK = 3  # C2
DECK = 33  # M1: cards of a seat in the tournament


class Resource(IntEnum):
    """Resources and kinds of regions, in the order used everywhere (C2)."""

    LUMBER = 0
    BRICK = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4
    GOLD = 5


class Centre(IntEnum):
    """Centre cards, in the supply that both seats share (C3)."""

    ROAD = 0
    SETTLEMENT = 1
    CITY = 2


class Place(IntEnum):
    """Kinds of places."""

    NONE = 0  # not founded
    SETTLEMENT = 1
    CITY = 2
    METROPOLIS = 3  # a city, too


class CardType(IntEnum):
    """Types of cards (C5)."""

    GREEN = 0  # a building for settlement or city
    RED = 1  # a building for a city only
    FLEET = 2
    KNIGHT = 3
    ACTION = 4


class Card(IntEnum):
    """Cards in table order, both tables together (C5)."""

    ABBEY = 0
    GARRISON = 1
    BRICK_FACTORY = 2
    GRAIN_MILL = 3
    IRON_FOUNDRY = 4
    LUMBER_MILL = 5
    WEAVING_MILL = 6
    FIRE_BRIGADE = 7
    MARKETPLACE = 8
    LUMBER_FLEET = 9
    BRICK_FLEET = 10
    WOOL_FLEET = 11
    GRAIN_FLEET = 12
    ORE_FLEET = 13
    GOLD_FLEET = 14
    KNIGHT_ARNO = 15
    KNIGHT_BERTRAM = 16
    KNIGHT_DIETRICH = 17
    KNIGHT_ECKART = 18
    KNIGHT_KONRAD = 19
    KNIGHT_FALK = 20
    KNIGHT_GEROLD = 21
    KNIGHT_HARTMUT = 22
    CHURCH = 23
    TOWN_HALL = 24
    LIBRARY = 25
    BATH_HOUSE = 26
    CATHEDRAL = 27
    MINT = 28
    HARBOR = 29
    COUNTING_HOUSE = 30
    MERCHANT_GUILD = 31
    BLACK_KNIGHT = 32
    ARSONIST = 33
    SPY = 34
    ALCHEMIST = 35
    MERCHANT = 36
    CARAVAN = 37
    SCOUT = 38
    HIGHWAYMEN = 39
    BISHOP = 40
    HOLY_PLACE = 41  # from here on the set
    MISSION = 42
    ORDER_CASTLE = 43
    BAILIFF_HOUSE = 44
    METROPOLIS = 45
    BISHOPS_SEE = 46
    BROTHEL = 47
    BREWERY = 48
    SECRET_ALLIANCE = 49
    COURT = 50
    REPUBLIC_HOUSE = 51
    THEATER = 52
    ARCHIVIST = 53
    BRIBERY = 54
    DIPLOMAT = 55
    WEDDING = 56
    CHANCELLOR = 57
    CHURCH_BAN = 58
    PHYSICIAN = 59
    COUNCIL = 60


class Event(IntEnum):
    """Event cards, in table order (C6)."""

    CIVIL_WAR = 0
    PLAGUE = 1
    NEW_YEAR = 2
    PROGRESS = 3
    RAID = 4
    MASTER_BUILDER = 5
    FRUITFUL_YEAR = 6
    MENDICANT = 7
    GOOD_NEIGHBOURS = 8
    CHURCH_FEAST = 9


class Face(IntEnum):
    """Faces of the event die; `EVENT` is on two of its six sides (C1)."""

    BRIGANDS = 0
    TRADE = 1
    TOURNAMENT = 2
    SUN = 3
    EVENT = 4


class End(IntEnum):
    """Ends of the row of places; also the columns left and right of a place."""

    LEFT = 0
    RIGHT = 1


class Side(IntEnum):
    """Sides of a brewery (F22)."""

    TRADE = 0
    STRENGTH = 1


class Row(IntEnum):
    """Cards of the open row (S3)."""

    CHURCH = 0
    TOWN_HALL = 1


class Resume(IntEnum):
    """Continuation of the turn after the enemy of the turn player has trimmed its hand (H1, Q8)."""

    NOTHING = 0  # the turn player keeps its own limit
    YIELD = 1  # the yield (T4)
    ACTION = 2  # phase `action`


class Phase(IntEnum):
    """Phases (Q4). `kernel.phases.TABLE` describes each of them."""

    SETUP_STACK = 0
    SETUP_TAKE = 1
    ROLL = 2
    NUMBER = 3
    TRADE_EVENT = 4
    GAIN = 5
    BAILIFF = 6
    CIVIL_WAR = 7
    PHYSICIAN = 8
    RAID_NAME = 9
    RAID_LOSE = 10
    BUILDER = 11
    BUILDER_TAKE = 12
    MENDICANT = 13
    ACTION = 14
    DISCOUNT = 15
    PLACE = 16
    BREWERY_SIDE = 17
    REACT = 18
    TARGET = 19
    SPY = 20
    MERCHANT_TAKE = 21
    MERCHANT_GIVE = 22
    HIGHWAYMEN = 23
    CARAVAN_PAY = 24
    CARAVAN_TAKE = 25
    SCOUT = 26
    SCOUT_SETTLE = 27
    ARCHIVE = 28
    ARCHIVE_SORT = 29
    CHANCELLOR = 30
    COUNCIL = 31
    COUNCIL_BURY = 32
    COUNCIL_SEARCH = 33
    COUNCIL_TAKE = 34
    DIPLOMAT = 35
    BAN = 36
    TRIM = 37
    TRIM_CARD = 38
    REFILL = 39
    SEARCH_PAY = 40
    SEARCH_TAKE = 41
    HOLY = 42
    EXCHANGE = 43
    EXCHANGE_CARD = 44
    EXCHANGE_DRAW = 45
    DECK_PICK = 46
    OVER = 47


NUM_RESOURCES = len(Resource)
NUM_CENTRES = len(Centre)
NUM_PLACE_KINDS = len(Place)
NUM_CARDS = len(Card)
NUM_EVENTS = len(Event)
NUM_FACES = len(Face)
NUM_ENDS = len(End)
NUM_SIDES = len(Side)
NUM_ROW = len(Row)
NUM_PHASES = len(Phase)

RESOURCE_NAMES = tuple(resource.name.lower() for resource in Resource)
PLACE_NAMES = tuple(place.name.lower() for place in Place)
CARD_NAMES = tuple(card.name.lower() for card in Card)
EVENT_NAMES = tuple(event.name.lower() for event in Event)
FACE_NAMES = tuple(face.name.lower() for face in Face)
END_NAMES = tuple(end.name.lower() for end in End)
SIDE_NAMES = tuple(side.name.lower() for side in Side)
ROW_NAMES = tuple(card.name.lower() for card in Row)
RESUME_NAMES = tuple(resume.name.lower() for resume in Resume)
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)

ROW_CARDS = (int(Card.CHURCH), int(Card.TOWN_HALL))  # by Row
FIRST_SET_CARD = int(Card.HOLY_PLACE)  # cards from here on are the set's
_ACTION_CARDS = (*range(Card.BLACK_KNIGHT, FIRST_SET_CARD), *range(Card.ARCHIVIST, NUM_CARDS))
CARD_TYPES = tuple(
    int(
        CardType.ACTION
        if card in _ACTION_CARDS
        else CardType.FLEET
        if Card.LUMBER_FLEET <= card <= Card.GOLD_FLEET
        else CardType.KNIGHT
        if Card.KNIGHT_ARNO <= card <= Card.KNIGHT_HARTMUT
        else CardType.GREEN
        if card < Card.CHURCH or Card.HOLY_PLACE <= card <= Card.BAILIFF_HOUSE
        else CardType.RED
    )
    for card in range(NUM_CARDS)
)  # by Card
PLAYED = tuple(card for card in range(NUM_CARDS) if CARD_TYPES[card] == CardType.ACTION)  # in table order
BUILT = tuple(card for card in range(NUM_CARDS) if CARD_TYPES[card] != CardType.ACTION)  # in table order
PLAYED_NAMES = tuple(CARD_NAMES[card] for card in PLAYED)
BUILT_NAMES = tuple(CARD_NAMES[card] for card in BUILT)

REQUIRED: Mapping[Card, tuple[Card, ...]] = {
    Card.HOLY_PLACE: (Card.CHURCH,),
    Card.BISHOPS_SEE: (Card.ABBEY, Card.CHURCH),
    Card.REPUBLIC_HOUSE: (Card.TOWN_HALL,),
    Card.THEATER: (Card.LIBRARY,),
    Card.DIPLOMAT: (Card.TOWN_HALL,),
    Card.WEDDING: (Card.CHURCH, Card.CATHEDRAL),
    Card.CHURCH_BAN: (Card.CHURCH, Card.CATHEDRAL),
    Card.COUNCIL: (Card.TOWN_HALL,),
}
"""Buildings one of which must work when a card is built or played (B5)."""

EXCLUDED: Mapping[Card, Card] = {
    Card.BAILIFF_HOUSE: Card.REPUBLIC_HOUSE,
    Card.REPUBLIC_HOUSE: Card.BAILIFF_HOUSE,
    Card.CHURCH: Card.CHURCH,
    Card.TOWN_HALL: Card.TOWN_HALL,
}
"""The card that must not lie in the own principality when a card is built (B5, B7)."""

# -- the principality (P1 to P3), and the limits of a record (chapter 14) ---------------------------------------------

NUM_PLACES = 7  # L1: of a seat
START_PLACES = 2  # P1: ids 0 and 1
SLOTS_OF_PLACE = 4  # P3: 4p + 2 x side + depth
FIRST_METROPOLIS_SLOT = NUM_PLACES * SLOTS_OF_PLACE  # P3
NUM_SLOTS = FIRST_METROPOLIS_SLOT + 4
REGIONS_OF_PLACE = 2  # P2: that each place brings, and the two in the first column
NUM_REGIONS = REGIONS_OF_PLACE * (NUM_PLACES + 1)  # L1: of a seat
START_REGIONS = 6  # C4
REGION_STACK = 11  # C4
MOST_STACKED = 85  # L3: cards in all stacks together
MOST_STACKS = 8  # M2
MOST_DISCARDS = 2  # M1
MOST_PILES = MOST_STACKS + MOST_DISCARDS
MOST_NAMED = 3  # E5
NUM_EVENT_CARDS = 13  # C6, M7
