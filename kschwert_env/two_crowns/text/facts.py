"""The contents of an edition as a table (C2)."""

from kschwert_env.engine.contract.rules import Facts
from kschwert_env.two_crowns.editions.edition import Edition
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, PRICE


def edition_facts(edition: Edition) -> list[Facts]:
    """Return the table of the cards of a side; prices are equal in all editions (X1 to X4)."""
    rows = zip(CARD_NAMES, edition.copies, (price or "-" for price in PRICE), strict=True)
    return [Facts("Cards of a side", ("card", "copies", "price"), [*rows, ("all", sum(edition.copies), "")])]
