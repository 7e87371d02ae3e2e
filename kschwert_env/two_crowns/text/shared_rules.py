"""Sentences that the rules for players and the rules for language models share; the former are in a Markdown file."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.two_crowns.kernel.components import HAND, MOST_LAID

AIM = "You win when the enemy's castle falls to 0 points or less."

RECRUIT = f"with fewer than {HAND} cards in hand and at rest together, draw up to {HAND}."
SWAP = "discard one card from your hand, draw two cards, keep one of them and discard the other."
DISCARDS = "Discarded cards never come back. When your deck is empty you can neither recruit nor swap."
REST = (
    f"Cards at rest count towards the {HAND} cards. They come back to your hand at the end of the turn after the one "
    "in which they were sent to rest."
)

LAYING = (
    f"The attacker lays 1 to {MOST_LAID} cards from the hand face down, at least one of them a knight. The defender "
    f"sees only their number, and lays 0 to {MOST_LAID} cards face down."
)
PAYING = (
    "The attacker turns up all cards and, without having seen the defence, decides for each catapult, bishop and "
    "vassal, in this order, whether to pay its price with gold cards from the hand. Then the defender turns up and "
    "decides likewise. The smallest sufficient sum of gold cards is discarded. A card that is not paid for has no "
    "effect."
)
ACTING = (
    "The cards act in the order catapult, bishop, feint, vassal; of each kind the attacker's first. They act also if "
    "their knights are gone."
)
COMPARING = (
    "The points of the knights that are still there are compared. The higher side wins; a tie goes to the defender."
)
ATTACKER_WINS = "Attacker wins: the difference comes off the defender's castle. The attacker's knights go to rest."
DEFENDER_WINS = "Defender wins: the defender's knights return to the hand at once."
LOSSES = "The loser's knights, all special cards that were laid and all gold that was paid are discarded."


def limit(rules: EditionRules) -> str:
    """Return how a game ends at its limit of turns; an empty string without one."""
    cap = rules.cap_in_turns
    if cap is None:
        return ""
    return f"After {cap} turns the game stops, and the higher castle wins. Equal castles are a draw."
