"""Descriptions of all cards and figures for players: in the rules for language models, and for other displays."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.rules import Facts
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.politics_and_intrigue.editions.edition import CENTRE_NAMES, Edition
from kschwert_env.politics_and_intrigue.kernel.chapters.action_cards import CARAVAN, COUNCIL, DRAWN, SORTED
from kschwert_env.politics_and_intrigue.kernel.chapters.attacks import BRIBE, TAKEN
from kschwert_env.politics_and_intrigue.kernel.chapters.end_of_turn import PRICE_WITH_TOWN_HALL
from kschwert_env.politics_and_intrigue.kernel.chapters.event_cards import ALMS, FEAST
from kschwert_env.politics_and_intrigue.kernel.chapters.event_die import MOST_GOODS, MOST_GOODS_AT_COURT, PEACEFUL_TURNS
from kschwert_env.politics_and_intrigue.kernel.chapters.trading import RATE_BY_MINT, RATE_WITH_FLEET
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    EVENT_NAMES,
    GOAL,
    MOST_STOCK,
    REQUIRED,
    RESOURCE_NAMES,
    Card,
    CardType,
    Event,
)
from kschwert_env.politics_and_intrigue.text.names import price_words

COLUMNS = ("id", "name", "copies", "cost", "effect", "values", "rules")

_HAND = "Hand limit +1."
_FLEET = f"Trades {RATE_WITH_FLEET} {{}} for 1."

_EFFECTS = {
    Card.ABBEY: (f"{_HAND} Holy.", "F1, B6, E4, E7"),
    Card.GARRISON: ("Both regions beside it do not count for brigands, and lose nothing.", "F2, E7"),
    Card.BRICK_FACTORY: ("Doubles the yield of brick regions beside it.", "F3"),
    Card.GRAIN_MILL: ("Doubles the yield of grain regions beside it.", "F3"),
    Card.IRON_FOUNDRY: ("Doubles the yield of ore regions beside it.", "F3"),
    Card.LUMBER_MILL: ("Doubles the yield of lumber regions beside it.", "F3"),
    Card.WEAVING_MILL: ("Doubles the yield of wool regions beside it.", "F3"),
    Card.FIRE_BRIGADE: ("No building in its place can be burnt.", "F4"),
    Card.MARKETPLACE: ("", "F14"),
    Card.LUMBER_FLEET: (_FLEET.format("lumber"), "F5, B8"),
    Card.BRICK_FLEET: (_FLEET.format("brick"), "F5, B8"),
    Card.WOOL_FLEET: (_FLEET.format("wool"), "F5, B8"),
    Card.GRAIN_FLEET: (_FLEET.format("grain"), "F5, B8"),
    Card.ORE_FLEET: (_FLEET.format("ore"), "F5, B8"),
    Card.GOLD_FLEET: (_FLEET.format("gold"), "F5, B8"),
    **dict.fromkeys((card for card in Card if CARD_TYPES[card] == CardType.KNIGHT), ("", "F6")),
    Card.CHURCH: ("Units in its place are safe from civil war. Holy.", "F7, B6, B7"),
    Card.TOWN_HALL: (f"A search costs {PRICE_WITH_TOWN_HALL} resource.", "F8, B7"),
    Card.LIBRARY: (_HAND, "F1, E4"),
    Card.BATH_HOUSE: ("Regions of its city are safe from plague.", "F9, E2"),
    Card.CATHEDRAL: ("Holy; see church feast.", "F10, B6"),
    Card.MINT: (f"Once per turn trades {RATE_BY_MINT} gold for 1.", "F11, B8"),
    Card.HARBOR: ("Each of your fleets counts 1 trade point more.", "F12"),
    Card.COUNTING_HOUSE: ("Event trade takes a second resource.", "F13"),
    Card.MERCHANT_GUILD: ("", "F14"),
    Card.BLACK_KNIGHT: ("Attack: an enemy knight of your choice returns to the hand. May go wrong.", "A3"),
    Card.ARSONIST: (
        "Attack: an enemy building of your choice, or the enemy's brothel, returns to the hand. May go wrong.",
        "A4",
    ),
    Card.SPY: ("Attack: see the enemy's hand, take a unit or action card.", "A5"),
    Card.ALCHEMIST: ("Before rolling: choose the number die.", "A6"),
    Card.MERCHANT: (f"Attack: take up to {TAKEN} resources, give 1.", "A7"),
    Card.CARAVAN: (f"Pay {CARAVAN} resources, take {CARAVAN}.", "A8"),
    Card.SCOUT: ("Build a settlement at its cost, with two regions of your choice.", "A9"),
    Card.HIGHWAYMEN: (
        "Attack, needs the knight figure: fill your emptier region of a kind with the enemy's resources.",
        "A10",
    ),
    Card.BISHOP: ("Answer: an attack has no effect.", "A11"),
    Card.HOLY_PLACE: ("Once at the end of a turn, put a card just taken under a stack and take another.", "F15"),
    Card.MISSION: ("Holy buildings cost 1 resource less.", "F16"),
    Card.ORDER_CASTLE: ("Your knights that cost over 3 are safe from civil war and bribery. Holy.", "F17, B6"),
    Card.BAILIFF_HOUSE: (
        "Face sun gives 1 more. When the enemy rolls event, you lose it and all ore and wool. Not with republic house.",
        "F18, B5",
    ),
    Card.METROPOLIS: ("Free, on a city with your church or town hall: 4 slots more for units. One each.", "F19"),
    Card.BISHOPS_SEE: ("Gives 1 gold when the enemy plays an action card. Cannot be burnt. Holy.", "F20, B6"),
    Card.BROTHEL: ("Built into an enemy city: enemy knights there have 1 strength less.", "F21"),
    Card.BREWERY: ("Shows trade points or strength, your choice; turning it costs 1 gold.", "F22"),
    Card.SECRET_ALLIANCE: ("Works like an enemy building that you name (ally), without its points.", "F23"),
    Card.COURT: (f"Brigands only above {MOST_GOODS_AT_COURT} resources.", "F24, D1"),
    Card.REPUBLIC_HOUSE: ("The yield fills regions beside it. Not with bailiff house.", "F25, B5"),
    Card.THEATER: ("Hand limit +2.", "F1"),
    Card.ARCHIVIST: (f"Reorder the top {SORTED} cards of a stack.", "A12"),
    Card.BRIBERY: (f"Attack, pay {BRIBE} gold: an enemy knight moves to you.", "A13"),
    Card.DIPLOMAT: ("Take a card from the discard pile, no diplomat.", "A14"),
    Card.WEDDING: ("Attack: take the enemy's gold, as you have room.", "A15"),
    Card.CHANCELLOR: (f"Take the top {DRAWN} cards of a stack.", "A16"),
    Card.CHURCH_BAN: ("Closes a stack or discard pile to the enemy.", "A17"),
    Card.PHYSICIAN: ("When plague comes: your cities are safe.", "A18"),
    Card.COUNCIL: (f"Put {COUNCIL} cards under a stack, then look through a stack and take {COUNCIL}.", "A19"),
}
"""Effect of each card, and the ids of its rules."""

_EVENTS = {
    Event.CIVIL_WAR: ("Each seat sends one enemy unit back to the hand.", "E1"),
    Event.PLAGUE: ("Each region beside a city loses 1 resource.", "E2"),
    Event.NEW_YEAR: ("All events are shuffled, and the next one happens.", "E3"),
    Event.PROGRESS: ("1 resource per abbey and library.", "E4"),
    Event.RAID: ("The owner of the knight figure names three enemy buildings; the enemy takes one back.", "E5"),
    Event.MASTER_BUILDER: ("Each seat may look through a stack and take a card.", "E6"),
    Event.FRUITFUL_YEAR: ("Each region gets 1 per abbey and garrison beside it.", "E7"),
    Event.MENDICANT: (f"The owner of the windmill gives {ALMS} resources to the enemy.", "E8"),
    Event.GOOD_NEIGHBOURS: ("Both see the top card of every stack.", "E9"),
    Event.CHURCH_FEAST: (f"{FEAST[0]} resources per church, {FEAST[1]} per cathedral.", "E10"),
}

_TITLES = {
    (CardType.GREEN,): "Buildings for settlements and cities",
    (CardType.RED,): "Buildings for cities",
    (CardType.FLEET, CardType.KNIGHT): "Units, for every place",
    (CardType.ACTION,): "Action cards",
}

_CENTRE = {
    "road": ("Built at an end of the row, for a settlement to come.", "B2, C3"),
    "settlement": ("Built on an open road. Brings two regions.", "B2, C3"),
    "city": ("Replaces your settlement: two slots above and below, not one.", "B2, C3"),
}

_FIGURES = (
    ("knight", "Belongs to whoever has more strength than the enemy. It is worth 1 point.", "B9, B10"),
    ("windmill", "Belongs to whoever has more trade points than the enemy. It is worth 1 point.", "B9, B10"),
)


_FACES = (
    (
        "brigands",
        f"Whoever has more than {MOST_GOODS} resources loses all ore and wool. "
        f"Not in the first {PEACEFUL_TURNS} turns.",
        "D1",
    ),
    ("trade", "The owner of the windmill takes a resource of the enemy.", "D2"),
    ("tournament", "Whoever has more tournament points takes a resource.", "D3"),
    ("sun", "Each player takes a resource.", "D4"),
    ("event", "The top event card happens.", "D5"),
)
"""Faces of the event die: id, effect, ids of their rules."""

_NUMBER_DIE = (
    "number_die",
    "number die",
    "",
    "",
    "Rolled with the event die, which acts first. Then each region with this number, of both players, gets 1 resource. "
    f"A region holds up to {MOST_STOCK}.",
    "",
    "T4",
)

_YIELD = f"From regions whose number is rolled, up to {MOST_STOCK} in each."
_SIGNS = (
    *((name, _YIELD, "C2, T4") for name in RESOURCE_NAMES),
    ("S", "Strength points, of knights: the sword on cards. More of it brings the knight figure.", "B10"),
    ("T", "Tournament points, of knights: the lance on cards. More of them wins the tournament.", "D3"),
    ("M", "Trade points: the scales on cards. More of them bring the windmill.", "B10"),
    ("VP", f"Victory points: {GOAL} win.", "B9, B11"),
)
"""Resources and letters: id, effect, ids of their rules."""


def card_effect(edition: Edition, card: str) -> str:
    """Return what a card needs, does and counts, in one or two sentences."""
    number = Card[card.upper()]
    effect = str(_card(edition, number)[4])
    values = _values(edition, number)
    return f"{effect} Counts {values}.".strip() if values else effect


def centre_effect(kind: str) -> str:
    """Return the effect of a road, settlement or city, in one or two sentences."""
    return _CENTRE[kind][0]


def card_help(rules: EditionRules) -> list[Facts]:
    """Return tables of centre cards, cards by type, events and figures.

    Columns are id, name, copies, cost, effect, printed values, and ids of rules.
    """
    edition: Edition = rules.edition_data
    cards = [
        Facts(title, COLUMNS, [_card(edition, card) for card in Card if CARD_TYPES[card] in types])
        for types, title in _TITLES.items()
    ]
    events: list[tuple[str | int, ...]] = [
        (EVENT_NAMES[event], card_name(EVENT_NAMES[event]), edition.events[event], "", effect, "", cited)
        for event, (effect, cited) in _EVENTS.items()
    ]
    figures: list[tuple[str | int, ...]] = [
        (figure, f"{figure} figure", 1, "", effect, "", cited) for figure, effect, cited in _FIGURES
    ]
    faces, signs = (
        [(name, card_name(name), "", "", effect, "", cited) for name, effect, cited in rows]
        for rows in (_FACES, _SIGNS)
    )
    return [
        _centre(edition),
        *cards,
        Facts("Events", COLUMNS, events),
        Facts("Figures", COLUMNS, figures),
        Facts("Number die", COLUMNS, [_NUMBER_DIE]),
        Facts("Faces of the event die", COLUMNS, faces),
        Facts("Resources, and letters on cards", COLUMNS, signs),
    ]


_WORDS = {"VP": "point", "S": "strength", "T": "tournament", "M": "trade"}
"""The values printed on cards in words, by letter."""


def _printed(edition: Edition, card: Card) -> dict[str, int]:
    """Return the values printed on a card, by letter; none is 0."""
    printed = {"VP": edition.points, "S": edition.strength, "T": edition.tournament, "M": edition.trade}
    return {letter: int(numbers[card]) for letter, numbers in printed.items() if numbers[card]}


def _values(edition: Edition, card: Card) -> str:
    """Return the values printed on a card in words, such as "4 strength, 2 tournament"."""
    printed = _printed(edition, card).items()
    return ", ".join(counted(n, _WORDS[letter]) if letter == "VP" else f"{n} {_WORDS[letter]}" for letter, n in printed)


def _centre(edition: Edition) -> Facts:
    rows: list[tuple[str | int, ...]] = []
    for name, cost, points in zip(CENTRE_NAMES, edition.centre_costs, edition.centre_points, strict=True):
        effect, cited = _CENTRE[name]
        rows.append((name, name, "", price_words(cost), effect, counted(points, _WORDS["VP"]) if points else "", cited))
    return Facts("Centre cards", COLUMNS, rows)


def _card(edition: Edition, card: Card) -> tuple[str | int, ...]:
    values = _values(edition, card)
    effect, cited = _EFFECTS[card]
    required = " or ".join(card_name(CARD_NAMES[other]) for other in REQUIRED.get(card, ()))
    needs = f"Needs {required}. " if required else ""
    name = CARD_NAMES[card]
    return (
        name,
        card_name(name),
        edition.copies[card],
        price_words(edition.costs[card]),
        f"{needs}{effect}",
        values,
        cited,
    )
