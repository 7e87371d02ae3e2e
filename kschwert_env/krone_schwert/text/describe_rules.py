"""The rules for a player, without the cards (`card_help`)."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.krone_schwert.editions.edition import Edition
from kschwert_env.krone_schwert.kernel.revolt import CARDS_PER_VOTE, EXTRA_REVEAL
from kschwert_env.krone_schwert.kernel.setup import HAND
from kschwert_env.krone_schwert.kernel.turn import ACTION_POINTS, RESETTLE_CLAIMS
from kschwert_env.krone_schwert.text import shared_rules as shared


def describe_rules(rules: EditionRules) -> str:
    """Return goal, turn, actions, end and secrets under these options, in the words of prompts."""
    parts = [_start(rules), _TURN, _KING, _ATTACK, _revolt(rules), _end(rules), _secrets(rules), _DECISIONS]
    return "\n\n".join(parts)


def _start(rules: EditionRules) -> str:
    edition: Edition = rules.edition_data
    return f"""\
Krone & Schwert is a board game for {rules.num_players} seats, numbered from 0 clockwise. Each wants the most \
victory points (VP). You claim fields, build, collect tax as king, and win or put down revolts.

The map has octagons and squares. Each field is plain, mountain or forest. Your own fields carry one of your \
{edition.markers} markers each; free fields carry none. Each seat holds {HAND} cards at the start. In phase setup \
each seat places a marker, clockwise, then a second one: not beside another marker, unless there is no other free \
field."""


_TURN = f"""\
You have {ACTION_POINTS} action points (AP) in your turn; unused AP are lost. At its start your papal visit is \
discarded. Without any field you may then place a marker on up to {RESETTLE_CLAIMS} free fields (phase resettle). A \
king then decides on the tax (phase tax). In phase action you do any of these in any order, until you end the turn \
or no AP are left:
- Build a castle, small city, large city (on an octagon and a square beside it) or cathedral: \
{shared.BUILDING}
- Incite the people, or receive a papal visit: 1 AP and the card.
- Draw a card: 1 AP, {shared.DRAWING}, without effect while there is no king; \
then you may draw a replacement without AP, or none (phase redraw). When the draw pile is empty, the discards are \
shuffled into a new one.
- Discard a card to claim fields (phase expand): {shared.CLAIMING}
- Occupy a field: {shared.OCCUPYING}
- Attack a field: 1 AP, see below.
- Declare a revolt: 1 AP, see below.
A played card is discarded. Hands have no limit."""

_KING = f"""\
King: {shared.FIRST_KING}; the discards are shuffled into the draw pile, and the tax is taken. Tax: {shared.TAX} Later \
the king chooses at the start of each own turn: take the tax, or leave it. {shared.PEOPLE}"""

_ATTACK = f"""\
Attack: not in the first round, once per turn, and only with a marker left. The target is a field beside an own one, \
without a building, of another seat without papal visit. You lay cards one by one, then attack with these cards \
(phase attack_lay). {shared.COMBAT}, and none may have combat 0. The defender answers with an \
ambush or a truce, or lets it happen (phase attack_react). \
{shared.ATTACKED}"""


def _revolt(rules: EditionRules) -> str:
    more = f" and {EXTRA_REVEAL} more" if rules.num_players == 2 else ""
    return f"""\
Revolt: you are not king, own a castle and a city, and the king has no papal visit. You lead and vote sword, the \
king votes crown. Clockwise from the leader each other seat votes in secret, for the crown or for the \
sword (phase revolt_vote), and every seat, leader and king too, lays any number of hand cards in secret: one by one, \
in the order of the list below, until it lays no more cards (phase revolt_lay). Then all is turned up:
- {shared.TRUCE}
- Otherwise {CARDS_PER_VOTE} people cards per sword vote{more} are turned up. Ambushes cancel cards.
- {shared.SIDES}
- {shared.KING_WINS}
- {shared.LEADER_WINS}
The cards are discarded."""


def _end(rules: EditionRules) -> str:
    edition: Edition = rules.edition_data
    return f"""\
End: when a seat that becomes king by revolt has {edition.thresholds[rules.num_players]} VP or more, \
{shared.end(rules)} {shared.SCORING}"""


def _secrets(rules: EditionRules) -> str:
    scores = "VP are public." if rules.options()["visible_scores"] else "The VP of others are secret, unless announced."
    people = f"{rules.edition_data.crowns} crowns and {rules.edition_data.swords} swords"
    return f"""\
Secret are the cards in hands, the order of piles, and votes and cards in a revolt until they are turned up. Numbers \
of cards are public. {scores} The people cards are {people}."""


_DECISIONS = """\
Phases: setup, resettle, tax, action, redraw, expand, attack_lay, attack_react, revolt_vote, revolt_lay, over."""
