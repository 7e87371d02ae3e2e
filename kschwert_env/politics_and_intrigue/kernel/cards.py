"""What kind of card a card is (C5). Kinds lie side by side in table order."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import Card


@inlined
def is_fleet(card):
    """F5."""
    return (card >= Card.LUMBER_FLEET) & (card <= Card.GOLD_FLEET)


@compiled
def is_knight(card):
    """F6."""
    return (card >= Card.KNIGHT_ARNO) & (card <= Card.KNIGHT_HARTMUT)


@compiled
def is_unit(card):
    """A knight or fleet."""
    return (card >= Card.LUMBER_FLEET) & (card <= Card.KNIGHT_HARTMUT)


@compiled
def is_action(card):
    """A card that is played."""
    return ((card >= Card.BLACK_KNIGHT) & (card <= Card.BISHOP)) | (card >= Card.ARCHIVIST)


@compiled
def is_green(card):
    """A building for settlement or city."""
    return ((card >= 0) & (card < Card.LUMBER_FLEET)) | ((card >= Card.HOLY_PLACE) & (card <= Card.BAILIFF_HOUSE))


@compiled
def is_building(card):
    """A green or red card."""
    return (card >= 0) & ((not is_unit(card)) & (not is_action(card)))


@inlined
def is_holy(card):
    """B6."""
    is_base = (card == Card.ABBEY) | (card == Card.CHURCH) | (card == Card.CATHEDRAL)
    return is_base | (card == Card.ORDER_CASTLE) | (card == Card.BISHOPS_SEE)


@compiled
def is_attack(card):
    """A2."""
    is_base = (card >= Card.BLACK_KNIGHT) & (card <= Card.SPY)
    is_base |= (card == Card.MERCHANT) | (card == Card.HIGHWAYMEN)
    return is_base | (card == Card.BRIBERY) | (card == Card.WEDDING)


@inlined
def is_great(board, card):
    """F6: a great knight."""
    return board.price[card] > 3
