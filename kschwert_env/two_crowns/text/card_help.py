"""Descriptions of all cards for players: part of the rules for language models, and help for other displays."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.rules import Facts
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, CASTLE, PRICE, Card
from kschwert_env.two_crowns.kernel.special_cards import DAMAGE

COLUMNS = ("id", "name", "copies", "cost", "effect", "values", "rules")

_WITH_KNIGHT = "Laid only together with a knight."

_EFFECTS = {
    Card.KNIGHT_1: ("Counts 1 point in a battle.", "A1, A4"),
    Card.KNIGHT_2: ("Counts 2 points in a battle.", "A1, A4"),
    Card.KNIGHT_3: ("Counts 3 points in a battle.", "A1, A4"),
    Card.GOLD_1: ("Pays 1 gold for a special card, from the hand. It is never laid.", "A1, A3"),
    Card.GOLD_2: ("Pays 2 gold for a special card, from the hand, without change. It is never laid.", "A1, A3"),
    Card.CATAPULT: (f"Takes {DAMAGE} points off the enemy's castle at once. {_WITH_KNIGHT}", "X0, X1"),
    Card.BISHOP: (f"Brings the enemy's strongest knight of this battle into your hand. {_WITH_KNIGHT}", "X0, X2"),
    Card.FEINT: (
        "The enemy's strongest knight of this battle goes to rest, if the enemy laid at least as many cards as you. "
        "A defender may lay it without a knight.",
        "X0, X3",
    ),
    Card.VASSAL: (f"Doubles the points of your knights; each further vassal doubles again. {_WITH_KNIGHT}", "X0, X4"),
}
"""Effect of each card, and the ids of its rules."""


_SIGNS = (
    ("castle", f"Begins with {CASTLE} points. Whose castle falls to 0 has lost.", "E1"),
    ("rest", "Knights that won an attack, or met a feint, come back at the end of the next turn.", "A5, X3, T2"),
)
"""Other things in pictures: id, effect, ids of their rules."""


def card_effect(card: str) -> str:
    """Return the effect of a card, in one or two sentences."""
    return _EFFECTS[Card[card.upper()]][0]


def card_help(rules: EditionRules) -> list[Facts]:
    """Return one table with every card of a side: id, name, copies, cost, effect, printed values, and ids of rules."""
    copies = rules.edition_data.copies
    rows: list[tuple[str | int, ...]] = []
    for card, (effect, cited) in _EFFECTS.items():
        name = CARD_NAMES[card]
        cost = f"{PRICE[card]} gold" if PRICE[card] else ""
        rows.append((name, card_name(name), copies[card], cost, effect, "", cited))
    signs: list[tuple[str | int, ...]] = [
        (name, card_name(name), "", "", effect, "", cited) for name, effect, cited in _SIGNS
    ]
    return [
        Facts("Cards, with the number in each deck and the price", COLUMNS, rows),
        Facts("Other things", COLUMNS, signs),
    ]
