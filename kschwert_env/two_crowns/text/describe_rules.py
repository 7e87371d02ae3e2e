"""The rules for a player, without the cards (`card_help`)."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.two_crowns.kernel.components import CASTLE, HAND, MOST_LAID, NUM_DECK


def describe_rules(rules: EditionRules) -> str:
    """Return goal, turn, actions, end and secrets under these options, in the words of prompts."""
    parts = [
        _START,
        _TURN,
        _BATTLE,
        _EXAMPLE,
        *([_FATE] if rules.options()["die_of_fate"] else []),
        _end(rules),
        _SECRETS,
    ]
    return "\n\n".join([*parts, _DECISIONS + (_DECISIONS_FATE if rules.options()["die_of_fate"] else "")])


_START = f"""\
Two Crowns is a card game for two seats, 0 and 1, with bluff, knights and gold. Each seat has a castle of {CASTLE} \
points and a shuffled deck of {NUM_DECK} cards; both decks have the same cards. Each seat starts with {HAND} cards \
in hand. You win when the enemy's castle falls to 0 points or less."""

_TURN = f"""\
Turns alternate. A turn is one of these:
- Attack: you need a knight in hand. See below.
- Recruit: with fewer than {HAND} cards in hand and at rest together, draw up to {HAND}.
- Swap: discard one card from your hand, draw two cards, keep one of them and discard the other.
- Pass: only if you can do nothing else and have a knight at rest.
Discarded cards never come back. When your deck is empty you can neither recruit nor swap.
Cards at rest count towards the {HAND} cards. They come back to your hand at the end of the turn after the one in \
which they were sent to rest."""

_BATTLE = f"""\
Battle:
1. The attacker lays 1 to {MOST_LAID} cards from the hand face down, at least one of them a knight. The defender \
sees only their number, and lays 0 to {MOST_LAID} cards face down. Cards are laid one by one in the order of the \
list below, until you attack or defend with them. Catapult, bishop and vassal can be laid only after a knight, a \
defender's feint without one.
2. The attacker turns up all cards and, without having seen the defence, decides for each catapult, bishop and \
vassal, in this order, whether to pay its price with gold cards from the hand. Then the defender turns up and \
decides likewise. The smallest sufficient sum of gold cards is discarded. A card that is not paid for has no effect.
3. The cards act in the order catapult, bishop, feint, vassal; of each kind the attacker's first. They act also if \
their knights are gone.
4. The points of the knights that are still there are compared. The higher side wins; a tie goes to the defender.
- Attacker wins: the difference comes off the defender's castle. The attacker's knights go to rest.
- Defender wins: the defender's knights return to the hand at once.
The loser's knights, all special cards that were laid and all gold that was paid are discarded."""

_EXAMPLE = """\
Example: the attacker lays knight 3, knight 2 and vassal. The defender lays knight 3 and feint. The attacker pays 2 \
gold for the vassal. The feint sends the attacker's knight 3 to rest, because the attacker laid at least as many \
cards as the defender. The attacker's knight 2 counts double, 4 points against 3: the enemy's castle loses 1 point, \
the defender's knight 3, both special cards and the gold are discarded, and the attacker's knights rest."""

_FATE = f"""\
Die of fate: once in the game, the first seat that wants to rolls a die. The result, 1 to {CASTLE}, is the new value \
of its castle. You may roll before the action of your turn, or as defender before you lay your first card. The turn \
or battle goes on."""

_SECRETS = """\
Both seats know castles, the numbers of cards in hands, decks and battles, cards at rest and discards. Hands, the \
order of decks and cards laid face down are secret. "known" lists cards in the enemy's hand that came there openly."""

_DECISIONS = """\
Decisions, by phase:
- turn: attack, recruit, swap a card, or pass.
- lay: lay a card for the attack or the defence, or attack or defend with the cards laid.
- pay: pay, or do not pay, for the card named in the question.
- keep: keep one of the two cards drawn in a swap.
- over: the game has ended."""

_DECISIONS_FATE = "\nYou may roll the die of fate in phases turn and lay, once in the game."


def _end(rules: EditionRules) -> str:
    """Return the end of the game and the scoring."""
    cap = rules.cap_in_turns
    lines = [
        "End: a seat whose castle is at 0 or less loses at once, also in the middle of a battle after a catapult. A "
        "seat loses too if in its turn it cannot attack or recruit and has no knight at rest."
    ]
    if cap is not None:
        lines.append(f"After {cap} turns the game stops, and the higher castle wins. Equal castles are a draw.")
    return " ".join(lines)
