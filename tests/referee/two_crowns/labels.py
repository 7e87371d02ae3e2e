"""Rule coverage: labels of starts, views and decisions; rules record other labels where they apply."""

from collections.abc import Callable, Iterator
from functools import partial

from tests.referee.actions import Action
from tests.referee.coverage import Catalogue, noted_in
from tests.referee.two_crowns import battle, position, turns
from tests.referee.two_crowns.position import (
    COPIES,
    FULL_HAND,
    GOLD,
    MOST_LAID,
    POINTS,
    PRICE,
    Cards,
    Json,
    Position,
    knights,
    read_position,
)
from tests.referee.two_crowns.turns import can_roll

OF_START = ("C1 a deck and a castle each", "C2 cards of the edition", "S1 seven cards each")
DRAWN = "S1 start seat drawn"
OF_VIEW: dict[str, Callable[[Json], object]] = {
    "P1 view": lambda position: True,
    "P1 view of cards face down": lambda position: position["phase"] == "lay" and any(position["battle"]["laid"]),
    "P1 view of an attack turned up, the defence face down": lambda position: (
        position["phase"] == "pay"
        and position["player"] == position["turn_player"]
        and any(position["battle"]["laid"][1 - position["turn_player"]])
    ),
    "P1 view of both sides turned up": lambda position: (
        position["phase"] == "pay" and position["player"] != position["turn_player"]
    ),
    "P1 view of what is paid for": lambda position: position["phase"] == "pay" and any(position["battle"]["paid"]),
    "P1 view of an exact": lambda position: position["phase"] == "keep",
    "P1 view of a known minimum": lambda position: any(position["known"]),
    "P1 view of cards at rest": lambda position: any(rest["this_turn"] for rest in position["resting"]),
}

OF_RULES = (
    *noted_in(battle, position, turns),
    *(f"T2 back at the end of the {whose} turn" for whose in ("own", "enemy's")),
    *(f"R2 {card} {what}" for card in COPIES for what in ("discarded", "kept")),
    *(f"A1 {number} laid" for number in range(1, MOST_LAID + 1)),
    *(f"A2 {number} laid" for number in range(MOST_LAID + 1)),
    *(f"{rule} {card} laid" for rule in ("A1", "A2") for card in COPIES if card not in GOLD),
    *(f"A3 the {side} turns up" for side in ("attacker", "defender")),
    *(f"A3 {card} {outcome}" for card in PRICE for outcome in ("paid", "not paid", "cannot be paid")),
)


class Moment:
    """A position in which a seat decides, and the kinds of its legal actions."""

    def __init__(self, position: Position, legal: set[Action]) -> None:
        self.position, self.seat = position, position.player
        self.kinds = {action.kind for action in legal}
        self.answers = {action.choice for action in legal}
        self.may_lay = {action.card for action in legal if action.kind == "lay"}
        self.hand: Cards = position.hands[self.seat]
        self.held = position.cards_held(self.seat)
        self.has_deck = position.decks[self.seat].total() > 0
        self.has_die = can_roll(position)

    @property
    def laid(self) -> Cards:
        """Return the cards that the seat has laid in the battle."""
        laid: Cards = self.position.battle.laid[self.seat]
        return laid

    @property
    def attacks(self) -> bool:
        """Return whether the attacker decides."""
        return bool(self.seat == self.position.turn_player)

    @property
    def layable(self) -> set[str]:
        """Return the kinds of cards in the hand that may be laid at all."""
        return {card for card in COPIES if self.hand[card]} - GOLD.keys()

    @property
    def barred_by_order(self) -> bool:
        """Return whether the hand has a card that comes before one already laid."""
        order = list(COPIES)
        last = max((order.index(card) for card in self.laid.elements()), default=0)
        return any(order.index(card) < last for card in self.layable)


def bars(card: str, moment: Moment) -> bool:
    """X0: whether a card only lacks a knight."""
    return moment.hand[card] > 0 and not moment.attacks and not knights(moment.laid) and card not in moment.may_lay


def allows(card: str, moment: Moment) -> bool:
    """X0: whether a defender may lay a card."""
    return not moment.attacks and card in moment.may_lay


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
    "E2 only pass": lambda m: m.kinds == {"pass"},
    "E2 pass or the die of fate": lambda m: m.kinds == {"pass", "roll_fate"},
    "E2 knights at rest, but something to do": lambda m: m.position.resting[m.seat].total and "pass" not in m.kinds,
}
IN_LAYING: dict[str, Shows] = {
    "A1 a knight first": lambda m: m.attacks and not m.laid and m.layable - POINTS.keys(),
    "A1 gold is not laid": lambda m: any(m.hand[card] for card in GOLD),
    "A1 in the order of cards": lambda m: m.barred_by_order,
    "A1 no fifth card": lambda m: m.laid.total() == MOST_LAID and m.layable,
    "A2 nothing to lay": lambda m: not m.attacks and not m.laid and not m.may_lay,
    **{f"X0 {card} barred without a knight": partial(bars, card) for card in PRICE},
    **{f"X0 {card} with a knight": partial(allows, card) for card in PRICE},
    "X0 a feint needs no knight": lambda m: not knights(m.laid) and "feint" in m.may_lay,
    "F1 offered to the defender": lambda m: "roll_fate" in m.kinds,
    "F1 not offered to the defender after a card": lambda m: m.has_die and not m.attacks and m.laid,
    "F1 not offered to the attacker while laying": lambda m: m.has_die and m.attacks,
    "F1 once per game, as defender": lambda m: m.position.fate_used and not m.attacks and not m.laid,
}
IN_PAYING: dict[str, Shows] = {
    "A3 yes or no": lambda m: m.answers == {"yes", "no"},
    "A3 only no": lambda m: m.answers == {"no"},
}
NEVER = {
    "R2 barred with more than seven cards": "a bishop brings one card and costs three",
    "E2 pass with a card in the deck": "recruiting or an exact is legal then",
    "X0 catapult acts though the own knights are gone": "nothing acts before catapults",
}
CATALOGUE = Catalogue(
    "CSTARFXEP",
    {*OF_START, DRAWN, *OF_VIEW, *OF_RULES, *IN_TURN, *IN_LAYING, *IN_PAYING},
    never=NEVER,
)


def of_start(position: Json) -> Iterator[str]:
    """Yield the labels of a legal start."""
    yield from OF_START
    if position["start_player"] != 0:
        yield DRAWN


def of_view(position: Json) -> Iterator[str]:
    """Yield the labels of a correct view."""
    return (label for label, is_here in OF_VIEW.items() if is_here(position))


def of_step(before: Json, action: Action, after: Json, legal: set[Action], notes: list[str]) -> Iterator[str]:
    """Yield the labels of a legal step: those of its decision, then those of the rules applied."""
    moment = Moment(read_position(before), legal)
    rows = {"turn": IN_TURN, "lay": IN_LAYING, "pay": IN_PAYING}.get(before["phase"], {})
    yield from (label for label, shows in rows.items() if shows(moment))
    yield from notes
