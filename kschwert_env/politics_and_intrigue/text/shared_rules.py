"""Sentences that the rules for players and the rules for language models share; the former are in a Markdown file."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.politics_and_intrigue.kernel.chapters.end_of_turn import PRICE
from kschwert_env.politics_and_intrigue.kernel.chapters.trading import RATE
from kschwert_env.politics_and_intrigue.kernel.components import GATE

DICE = (
    "First the event die acts, the turn player first; then each region with the rolled number gets 1 resource; then "
    "come your actions."
)
BUILDING = (
    "A road lies at an end of the row, a settlement at an open road. A settlement brings two regions from the region "
    "stack, without stock."
)
CARD = "place a building or unit from your hand in a free slot; near slots first."
OPEN_ROW = "Church and town hall come from the open row, one of each for each player."
TRADING = f"{RATE} of a resource for 1 other; fleets and mint are better."
OPENING = (
    f"Action cards other than the scout can be played after both have had {GATE} VP or more at the same time. One "
    "that could do nothing cannot be played."
)
ANSWER = "The enemy may answer an attack with a bishop."
HITS = "Cards hit return to their owner's hand."
TAKING = (
    f"If you did not refill, you may exchange one card. To take a card, draw from a stack, or pay {PRICE} resources "
    "to look through a stack and take any card."
)


def backfires(rules: EditionRules) -> str:
    """Return when attacks by cards go wrong."""
    numbers = ", ".join(map(str, rules.edition_data.backfires)) or "no number"
    return f"Then black knight and arsonist roll a die: on {numbers} the attack goes wrong and hits your own card."
