"""Types of cards (C5). In table order the cards of one type follow each other, so ranges decide."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import Card


@inlined
def is_fleet(card):
    """Return whether a card is a fleet (F5)."""
    return (card >= Card.LUMBER_FLEET) & (card <= Card.GOLD_FLEET)


@compiled
def is_knight(card):
    """Return whether a card is a knight (F6)."""
    return (card >= Card.KNIGHT_ARNO) & (card <= Card.KNIGHT_HARTMUT)


@compiled
def is_unit(card):
    """Return whether a card is a unit: a knight or fleet."""
    return (card >= Card.LUMBER_FLEET) & (card <= Card.KNIGHT_HARTMUT)


@compiled
def is_action(card):
    """Return whether a card is an action card, which is played."""
    return ((card >= Card.BLACK_KNIGHT) & (card <= Card.BISHOP)) | (card >= Card.ARCHIVIST)


@compiled
def is_green(card):
    """Return whether a card is green: a building for a settlement or city."""
    return ((card >= 0) & (card < Card.LUMBER_FLEET)) | ((card >= Card.HOLY_PLACE) & (card <= Card.BAILIFF_HOUSE))


@compiled
def is_building(card):
    """Return whether a card is a building: green or red."""
    return (card >= 0) & ((not is_unit(card)) & (not is_action(card)))


@inlined
def is_holy(card):
    """Return whether a card is a holy building (B6)."""
    is_base = (card == Card.ABBEY) | (card == Card.CHURCH) | (card == Card.CATHEDRAL)
    return is_base | (card == Card.ORDER_CASTLE) | (card == Card.BISHOPS_SEE)


@compiled
def is_attack(card):
    """Return whether an action card is an attack (A2)."""
    is_base = (card >= Card.BLACK_KNIGHT) & (card <= Card.SPY)
    is_base |= (card == Card.MERCHANT) | (card == Card.HIGHWAYMEN)
    return is_base | (card == Card.BRIBERY) | (card == Card.WEDDING)


@inlined
def is_great(board, card):
    """Return whether a knight is great: it costs more than three resources (F6)."""
    return board.price[card] > 3
