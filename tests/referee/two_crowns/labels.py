"""What a run should see of the rules, and where: each label begins with the id of its rule."""

from collections import Counter
from collections.abc import Callable, Iterator

from tests.referee.actions import Action
from tests.referee.coverage import Catalogue

from .cards import COPIES, FULL_HAND, GOLD, MOST_LAID, POINTS, PRICE, Cards
from .chance import ReadOff
from .position import Json, Position, read_position
from .steps import apply

OF_START = ("C1 a deck and a castle each", "C2 cards of the edition", "S1 seven cards each")
DRAWN = "S1 start seat drawn"
OF_VIEW: dict[str, Callable[[Json], object]] = {
    "P1 view": lambda position: True,
    "P1 view of cards face down": lambda position: position["phase"] == "lay" and any(position["battle"]["laid"]),
    "P1 view of cards turned up": lambda position: position["phase"] == "pay",
    "P1 view of an exact": lambda position: position["phase"] == "keep",
    "P1 view of a known minimum": lambda position: any(position["known"]),
    "P1 view of cards at rest": lambda position: any(rest["this_turn"] for rest in position["resting"]),
}

# What the rules note as they are applied.
OF_TURNS = (
    *("T1 attack", "T1 the other seat's turn"),
    *("T2 back at the end of the own turn", "T2 back at the end of the enemy's turn"),
    "T2 resting cards count towards the seven",
    *("R1 recruit", "R1 deck runs out"),
    *("R2 exact", "R2 with seven cards", "R2 the last card is kept", "R2 one of two is kept"),
    "R2 one of two alike is kept",
    *("F1 castle raised", "F1 castle not raised"),
    *("E1 by knights", "E1 by a catapult", "E1 castle at 0", "E1 castle below 0"),
    *("E2 nothing can be done", "E2 before the die of fate is offered"),
    *("E3 truncated, the higher castle wins", "E3 truncated, castles alike"),
    *("P1 known minimum rises", "P1 known minimum falls", "P1 known minimum not below 0"),
)
OF_BATTLES = (
    *(f"A1 {number} laid" for number in range(1, MOST_LAID + 1)),
    *(f"A2 {number} laid" for number in range(MOST_LAID + 1)),
    *("A2 defence without a knight", "A3 turned up", "A3 kind after kind", "A3 the attacker's first"),
    *(f"A3 {card} {outcome}" for card in PRICE for outcome in ("paid", "not paid", "cannot be paid")),
    *("A3 overpaid", "A3 least sum", "A3 fewest cards"),
    *("A4 attacker wins", "A4 defender wins", "A4 tie", "A4 tie at nothing"),
    *("A4 doubled", "A4 doubled for each vassal"),
    *("A5 the difference comes off the castle", "A5 the attacker's knights rest", "A5 the defender's knights return"),
    *(f"X0 {card} without a knight" for card in PRICE),
    *(f"X0 {card} acts though the own knights are gone" for card in ("bishop", "vassal")),
    *("X1 catapult of the attacker", "X1 catapult of the defender"),
    *("X2 bishop takes a knight", "X2 the strongest of several", "X2 no enemy knight is still laid"),
    *(
        "X3 feint of the attacker",
        "X3 feint of the defender",
        "X3 as many cards suffice",
        "X3 the strongest of several",
    ),
    *("X3 nothing: the enemy laid fewer cards", "X3 nothing: no enemy knight is still laid", "X3 no own knight needed"),
    "X4 vassal",
)


class Moment:
    """A position in which a seat decides, and the kinds of its legal actions."""

    def __init__(self, position: Position, legal: set[Action]) -> None:
        self.position, self.seat = position, position.player
        self.kinds = {action.kind for action in legal}
        self.hand: Cards = position.hands[self.seat]
        self.held = position.cards_held(self.seat)
        self.has_deck = position.decks[self.seat].total() > 0

    @property
    def laid(self) -> Cards:
        """What the seat has laid in the battle."""
        laid: Cards = self.position.battle.laid[self.seat]
        return laid

    @property
    def attacks(self) -> bool:
        """Whether it is the attacker who decides."""
        return bool(self.seat == self.position.turn_player)

    @property
    def layable(self) -> set[str]:
        """The kinds of cards in the hand that may be laid at all."""
        return {card for card in COPIES if self.hand[card]} - GOLD.keys()

    @property
    def barred_by_order(self) -> bool:
        """Whether the hand has a card that comes before one laid already."""
        order = list(COPIES)
        last = max((order.index(card) for card in self.laid.elements()), default=0)
        return any(order.index(card) < last for card in self.layable)


Shows = Callable[[Moment], object]
IN_TURN: dict[str, Shows] = {
    "A1 barred without a knight": lambda m: "attack" not in m.kinds,
    "R1 barred with seven cards": lambda m: m.held == FULL_HAND and m.has_deck,
    "T2 rest bars recruiting": lambda m: m.hand.total() < FULL_HAND <= m.held and m.has_deck,
    "R1 barred without a deck": lambda m: m.held < FULL_HAND and not m.has_deck,
    "R2 barred without a deck": lambda m: m.hand.total() > 0 and not m.has_deck,
    "R2 barred without a hand": lambda m: m.hand.total() == 0,
    "F1 not offered without the option": lambda m: not m.position.rules["die_of_fate"],
    "F1 offered": lambda m: "roll_fate" in m.kinds,
    "F1 once per game": lambda m: m.position.fate_used and "roll_fate" not in m.kinds,
}
IN_LAYING: dict[str, Shows] = {
    "A1 a knight first": lambda m: m.attacks and not m.laid and m.layable - POINTS.keys(),
    "A1 gold is not laid": lambda m: any(m.hand[card] for card in GOLD),
    "A1 in the order of cards": lambda m: m.barred_by_order,
    "A1 no fifth card": lambda m: m.laid.total() == MOST_LAID and m.layable,
    "A2 nothing to lay": lambda m: not m.attacks and not m.laid and not m.layable,
}
LABELS = (*OF_START, DRAWN, *OF_VIEW, *OF_TURNS, *OF_BATTLES, *IN_TURN, *IN_LAYING)
assert len(LABELS) == len(set(LABELS)), [label for label, count in Counter(LABELS).items() if count > 1]
NEVER = {
    "R2 barred with more than seven cards": "a bishop brings one card and costs three",
    "X0 catapult acts though the own knights are gone": "nothing acts before catapults",
}
CATALOGUE = Catalogue("CSTARFXEP", frozenset(LABELS), never=NEVER)


def of_step(before: Json, action: Action, after: Json, legal: set[Action]) -> Iterator[str]:
    """What a lawful step shows: what its decision offered, and what the rules then did."""
    position = read_position(before)
    moment = Moment(position, legal)
    rows = {"turn": IN_TURN, "lay": IN_LAYING}.get(before["phase"], {})
    yield from [label for label, shows in rows.items() if shows(moment)]
    apply(position, action, ReadOff(after))
    yield from position.notes
