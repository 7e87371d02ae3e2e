"""The rules for a player, without the cards (`card_help`)."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.two_crowns.kernel.components import CASTLE, HAND, NUM_DECK
from kschwert_env.two_crowns.text import shared_rules as shared


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
in hand. {shared.AIM}"""

_TURN = f"""\
Turns alternate. A turn is one of these:
- Attack: you need a knight in hand. See below.
- Recruit: {shared.RECRUIT}
- Swap: {shared.SWAP}
- Pass: only if you can do nothing else and have a knight at rest.
{shared.DISCARDS}
{shared.REST}"""

_BATTLE = f"""\
Battle:
1. {shared.LAYING} Cards are laid one by one in the order of the \
list below, until you attack or defend with them. Catapult, bishop and vassal can be laid only after a knight, a \
defender's feint without one.
2. {shared.PAYING}
3. {shared.ACTING}
4. {shared.COMPARING}
- {shared.ATTACKER_WINS}
- {shared.DEFENDER_WINS}
{shared.LOSSES}"""

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
    return (
        "End: a seat whose castle is at 0 or less loses at once, also in the middle of a battle after a catapult. A "
        f"seat loses too if in its turn it cannot attack or recruit and has no knight at rest. {shared.limit(rules)}"
    ).rstrip()
