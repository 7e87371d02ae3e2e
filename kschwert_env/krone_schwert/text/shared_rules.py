"""Sentences that the rules for players and the rules for language models share; the former are in a Markdown file."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.components import AREA_POINTS
from kschwert_env.krone_schwert.kernel.end import KING_POINTS, MOST_BELOW
from kschwert_env.krone_schwert.kernel.land import OCCUPY_COST
from kschwert_env.krone_schwert.kernel.revolt import STRENGTH_PER_VOTE

_LARGEST, _SECOND = AREA_POINTS

BUILDING = f"{COST} AP and the card; city cards build both kinds of cities. Only on own fields without a building."
DRAWING = "takes the top card of the draw pile into your hand. An event is carried out at once and discarded"
CLAIMING = (
    "any action card with black shields. For each shield you may claim a free field beside an own field, at 1 AP "
    "each, at least one. The second may be beside the first."
)
OCCUPYING = f"any free field, for {OCCUPY_COST} AP and no card."

FIRST_KING = "The first to own a castle and a city becomes king at once"
TAX = "1 VP for each own castle, then one people card is turned up."
PEOPLE = "A turned-up sword lies open until a revolt is settled; a crown is put aside. Later kings come by revolt only."

COMBAT = "Their combat values must add up to more than the number of all castles of the defender"
ATTACKED = "If the attack still exceeds the castles, the field becomes yours. All cards played are discarded."

TRUCE = "With any truce the revolt is off: the truces are discarded, all other cards go back, nobody scores."
SIDES = (
    f"King's side: {STRENGTH_PER_VOTE} per crown vote plus its cards. Leader's side: 1 per open sword plus its cards. "
    "More wins, a tie goes to the king."
)
KING_WINS = (
    "King wins: 2 VP per own cathedral for the king, 1 VP per own cathedral for each other crown voter. Half of the "
    "open swords, rounded up, stay open; the other people cards are shuffled."
)
LEADER_WINS = (
    "Leader wins: becomes king, 1 VP per own castle and 2 per own cathedral; 1 VP per own cathedral for each other "
    "sword voter. All people cards are shuffled, and one is turned up."
)

SCORING = (
    f"Final scoring: 1 VP per castle, small city, large city and cathedral; {KING_POINTS} VP for the king; {_LARGEST} "
    f"VP for whoever has a largest connected area of own fields, {_SECOND} VP for whoever has one of the second "
    "largest size. Most VP win; equal VP share the win."
)


def end(rules: EditionRules) -> str:
    """Return when a game ends, from the card `game end` on."""
    cap = rules.options()["max_rounds"]
    capped = "" if cap is None else f", or after {cap} rounds"
    return (
        f"game end is shuffled in among the last {MOST_BELOW} cards of the draw pile. The game is over at once when "
        f"it is drawn, or when every plain and forest carries a marker{capped}."
    )


def thresholds(rules: EditionRules) -> str:
    """Return the points of a king by revolt that bring `game end`, for all numbers of players."""
    points = [rules.edition_data.thresholds[players] for players in rules.player_counts]
    return f"{', '.join(map(str, points[:-1]))} or {points[-1]} VP (with two, three, four or five players)"
