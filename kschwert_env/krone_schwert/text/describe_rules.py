"""The rules for a player, without the cards (`card_help`)."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.krone_schwert.editions.edition import Edition
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.components import AREA_POINTS
from kschwert_env.krone_schwert.kernel.end import KING_POINTS, MOST_BELOW
from kschwert_env.krone_schwert.kernel.land import OCCUPY_COST
from kschwert_env.krone_schwert.kernel.revolt import CARDS_PER_VOTE, EXTRA_REVEAL, STRENGTH_PER_VOTE
from kschwert_env.krone_schwert.kernel.setup import HAND
from kschwert_env.krone_schwert.kernel.turn import ACTION_POINTS, RESETTLE_CLAIMS


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
- Build a castle, small city, large city (on an octagon and a square beside it) or cathedral: {COST} AP and the card; \
city cards build both kinds of cities. Only on own fields without a building.
- Incite the people, or receive a papal visit: 1 AP and the card.
- Draw a card: 1 AP, takes the top card of the draw pile into your hand. An event is carried out at once and \
discarded, without effect while there is no king; then you may draw a replacement without AP, or none (phase \
redraw). When the draw pile is empty, the discards are shuffled into a new one.
- Discard a card to claim fields: any action card with black shields. For each shield you may claim a free field \
beside an own field, at 1 AP each (phase expand), at least one. The second may be beside the first.
- Occupy a field: any free field, for {OCCUPY_COST} AP and no card.
- Attack a field: 1 AP, see below.
- Declare a revolt: 1 AP, see below.
A played card is discarded. Hands have no limit."""

_KING = """\
King: the first seat to own a castle and a city becomes king at once; the discards are shuffled into the draw pile, \
and it takes the tax. Tax: 1 VP for each own castle, then one people card is turned up. Later the king chooses at \
the start of each own turn: take the tax, or leave it. A turned-up sword lies open until a revolt is \
settled; a crown is put aside. Later kings come by revolt only."""

_ATTACK = """\
Attack: not in the first round, once per turn, and only with a marker left. The target is a field beside an own one, \
without a building, of another seat without papal visit. You lay cards one by one, then attack with these cards \
(phase attack_lay). Their combat values must add up to more than the number of all castles of the defender, and none \
may have combat 0. The defender answers with an ambush or a truce, or lets it happen (phase attack_react). If the \
attack still exceeds the castles, the field becomes yours. All cards played are discarded."""


def _revolt(rules: EditionRules) -> str:
    more = f" and {EXTRA_REVEAL} more" if rules.num_players == 2 else ""
    return f"""\
Revolt: you are not king, own a castle and a city, and the king has no papal visit. You lead and vote sword, the \
king votes crown. Clockwise from the leader each other seat votes in secret, for the crown or for the \
sword (phase revolt_vote), and every seat, leader and king too, lays any number of hand cards in secret: one by one, \
in the order of the list below, until it lays no more cards (phase revolt_lay). Then all is turned up:
- With any truce the revolt is off: the truces are discarded, all other cards go back, nobody scores.
- Otherwise {CARDS_PER_VOTE} people cards per sword vote{more} are turned up. Ambushes cancel cards.
- King's side: {STRENGTH_PER_VOTE} per crown vote plus its cards. Leader's side: 1 per open sword plus its cards. \
More wins, a tie goes to the king.
- King wins: 2 VP per own cathedral for the king, 1 VP per own cathedral for each other crown voter. Half of the \
open swords, rounded up, stay open; the other people cards are shuffled.
- Leader wins: becomes king, 1 VP per own castle and 2 per own cathedral; 1 VP per own cathedral for each other \
sword voter. All people cards are shuffled, and one is turned up.
The cards are discarded."""


def _end(rules: EditionRules) -> str:
    edition: Edition = rules.edition_data
    largest, second = AREA_POINTS
    cap = rules.options()["max_rounds"]
    capped = "" if cap is None else f", or after {cap} rounds"
    return f"""\
End: when a seat that becomes king by revolt has {edition.thresholds[rules.num_players]} VP or more, game end is \
shuffled in among the last {MOST_BELOW} cards of the draw pile. The game is over at once when it is drawn, or when \
every plain and forest carries a marker{capped}. Final scoring: 1 VP per castle, small city, large city and \
cathedral; {KING_POINTS} VP for the king; {largest} VP for each seat with a largest connected area of own fields, \
{second} VP for each with one of the second largest size. Most VP win; equal VP share the win."""


def _secrets(rules: EditionRules) -> str:
    scores = "VP are public." if rules.options()["visible_scores"] else "The VP of others are secret, unless announced."
    people = f"{rules.edition_data.crowns} crowns and {rules.edition_data.swords} swords"
    return f"""\
Secret are the cards in hands, the order of piles, and votes and cards in a revolt until they are turned up. Numbers \
of cards are public. {scores} The people cards are {people}."""


_DECISIONS = """\
Phases: setup, resettle, tax, action, redraw, expand, attack_lay, attack_react, revolt_vote, revolt_lay, over."""
