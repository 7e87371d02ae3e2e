"""Action ids. They are equal under all rules."""

from kschwert_env.engine.contract.actions import Action, ActionSpace
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.two_crowns.kernel.components import (
    CARD_NAMES,
    FIRST_SPECIAL,
    LAID_NAMES,
    NUM_CARDS,
    NUM_KNIGHTS,
    Payment,
)

ATTACK = 0
RECRUIT = 1
EXACT = 2  # one per card
LAY = EXACT + NUM_CARDS  # one per card that can be laid
DONE = LAY + len(LAID_NAMES)
PAY = DONE + 1  # one per Payment
KEEP = PAY + len(Payment)  # one per card
ROLL_FATE = KEEP + NUM_CARDS
PASS = ROLL_FATE + 1

NUM_GOLD = FIRST_SPECIAL - NUM_KNIGHTS  # kinds of cards that can't be laid

ACTIONS = ActionSpace(
    [
        Action("attack"),
        Action("recruit"),
        *(Action("exact", card=card) for card in CARD_NAMES),
        *(Action("lay", card=card) for card in LAID_NAMES),
        Action("done"),
        *(Action("pay", choice=name) for name in names_of(Payment)),
        *(Action("keep", card=card) for card in CARD_NAMES),
        Action("roll_fate"),
        Action("pass"),
    ]
)
"""All actions in the order of their ids."""


@compiled
def card_laid(action):
    """Return the card that an action lays."""
    place = action - LAY
    return place if place < NUM_KNIGHTS else place + NUM_GOLD


@compiled
def laying(card):
    """Return the action that lays a card."""
    return LAY + card - (card >= FIRST_SPECIAL) * NUM_GOLD
