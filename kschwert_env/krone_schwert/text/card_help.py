"""Descriptions of all cards and buildings for players: in the rules for language models, and for other displays."""

from collections.abc import Callable

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.rules import Facts
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.krone_schwert.editions.edition import Edition
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS, Card, Supply

COLUMNS = ("id", "name", "copies", "cost", "effect", "values", "rules")

_EFFECTS = {
    Card.LEADER_3: ("", "No action: for attacks and revolts, or discarded to claim fields.", "A3, R4, L1"),
    Card.LEADER_4: ("", "No action: for attacks and revolts, or discarded to claim fields.", "A3, R4, L1"),
    Card.INCITE: ("1 AP", "Turns up three people cards.", "D6"),
    Card.CASTLE: (f"{COST} AP", "Builds a castle.", "B1"),
    Card.CATHEDRAL: (f"{COST} AP", "Builds a cathedral in a large city of yours.", "B2"),
    Card.CITY: (f"{COST} AP", "Builds a small or a large city.", "B1"),
    Card.AMBUSH: (
        "",
        "Answer to an attack: the attacker's highest card does not count. In a revolt: cancels the highest card of the "
        "other side, and has no combat value.",
        "A6, R7",
    ),
    Card.TRUCE: (
        "",
        "Answer to an attack: calls it off, and the attacker takes the cards back. In a revolt: calls it off.",
        "A5, R5",
    ),
    Card.PAPAL_VISIT: (
        "1 AP",
        "Lies open before you until your next turn. Meanwhile your fields cannot be attacked, and if you are king, "
        "nobody can declare a revolt. Only one may lie before you.",
        "D7",
    ),
    Card.CITY_SCORING: ("", "Every player except the king scores 1 VP for each city it owns.", "D4"),
    Card.UNREST: ("", "Two people cards are turned up.", "D5"),
    Card.GAME_END: ("", "The game ends at once.", "E2"),
}
"""Cost and effect of each card, and the ids of its rules."""

_BUILDINGS = (
    (
        "castle",
        "castle",
        Supply.CASTLES,
        "On a mountain of yours. Brings tax, and defends all your fields.",
        "A3, B1, K3",
    ),
    ("small_city", "city", Supply.SMALL_CITIES, "On a plain of yours.", "B1, D4"),
    (
        "large_city",
        "city",
        Supply.LARGE_CITIES,
        "On two own plains, an octagon and a square beside it. Still one city.",
        "B1, D4",
    ),
    (
        "cathedral",
        "cathedral",
        Supply.CATHEDRALS,
        "In a large city of yours without one. Scores in revolts.",
        "B2, R9, R10",
    ),
)
"""Each building: id, card, supply, effect, ids of its rules."""


_SIGNS: tuple[tuple[str, Callable[[Edition], int] | None, str, str], ...] = (
    ("crown", lambda edition: edition.crowns, "A people card for the king. Turned up, it is set aside.", "K3, R9"),
    ("sword", lambda edition: edition.swords, "A people card against the king: 1 for a revolt's leader.", "R6, R8"),
    ("king", None, "Takes the tax in own turns, and 5 VP at the end. The crown marks the king.", "K1, K3, K4, E4"),
    ("plain", None, "Land for cities. All plains and forests taken end the game.", "B1, E3"),
    ("mountain", None, "Land for castles.", "B1"),
    ("forest", None, "Nothing is built here. All plains and forests taken end the game.", "B1, E3"),
)
"""Other things in pictures: id, copies if they are cards, effect, ids of their rules."""


def card_effect(card: str) -> str:
    """Return the effect of a card, in one or two sentences."""
    return _EFFECTS[Card[card.upper()]][1]


def building_effect(kind: str) -> str:
    """Return the effect of a building, in one or two sentences."""
    return next(effect for name, _, _, effect, _ in _BUILDINGS if name == kind)


def card_help(rules: EditionRules) -> list[Facts]:
    """Return the tables of action cards, event cards and buildings.

    Columns are id, name, copies, cost, effect, printed values, and ids of rules.
    """
    edition: Edition = rules.edition_data
    cards = [_card(edition, card) for card in Card]
    buildings: list[tuple[str | int, ...]] = [
        (
            kind,
            card_name(kind),
            edition.supply[supply],
            f"{COST} AP and a {card} card",
            effect,
            "1 VP at the end",
            cited,
        )
        for kind, card, supply, effect, cited in _BUILDINGS
    ]
    signs: list[tuple[str | int, ...]] = [
        (name, card_name(name), copies(edition) if copies else "", "", effect, "", cited)
        for name, copies, effect, cited in _SIGNS
    ]
    return [
        Facts("Action cards, with combat value and black shields", COLUMNS, cards[:NUM_ACTION_CARDS]),
        Facts("Event cards, never in a hand", COLUMNS, cards[NUM_ACTION_CARDS:]),
        Facts("Buildings, with the supply for all players", COLUMNS, buildings),
        Facts("People, king and land", COLUMNS, signs),
    ]


def _card(edition: Edition, card: Card) -> tuple[str | int, ...]:
    name, (cost, effect, cited) = CARD_NAMES[card], _EFFECTS[card]
    values = f"combat {edition.combat[card]}, shields {edition.shields[card]}" if card < NUM_ACTION_CARDS else ""
    return name, card_name(name), edition.copies[card], cost, effect, values, cited
