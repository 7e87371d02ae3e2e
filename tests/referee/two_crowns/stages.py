"""Constructed positions for situations that are rare in random games."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from kschwert_env.two_crowns import Game, Rules
from tests.referee.judge import Stage
from tests.referee.policies import Policy, saved_for, weighted
from tests.referee.two_crowns.position import CASTLE, SEATS, Cards, Json, deck, knights

LATE = 16  # late enough for any event
MOST_IN_DECK = 46 - LATE // 2  # cards in a deck, after dealing and one card per turn
EAGER = weighted(attack=200.0, lay=60.0, done=1.0, yes=20.0, no=1.0)
SPENDING = weighted(attack=1e6, lay=1e6, done=1.0, yes=1e6, no=1.0)
SPARING = weighted(attack=1e6, lay=1e6, done=1.0, yes=1.0, no=1e6)
RECRUITING = weighted(recruit=200.0, exact=60.0)
WAITING = weighted(roll_fate=0.5, done=20.0)
DEFENDING = saved_for(EAGER, "roll_fate", beside="done")

Made = tuple[Json, Policy]


def cards(names: str) -> Cards:
    """Return cards from a text such as `2 knight_1, gold_2`."""
    counted: Cards = Counter()
    for name in filter(None, names.split(", ")):
        count, _, card = name.rpartition(" ")
        counted[card] += int(count or 1)
    return counted


def scene(
    own: str,
    enemy: str,
    *,
    castles: tuple[int, int] = (CASTLE, CASTLE),
    decks: tuple[str | None, str | None] = (None, None),
    resting: tuple[str, str] = ("", ""),
    known: tuple[str, str] = ("", ""),
    turn: int = LATE,
    fate_used: bool = False,
    **options: Any,
) -> Json:
    """Return a turn of seat 0 with both hands. Other cards are in the decks, or discarded if a deck is given."""
    position: Json = Game(Rules(**options), 0).position()
    position |= {"castles": list(castles), "turn": turn, "fate_used": fate_used}
    position["known"] = [dict(cards(names)) for names in known]
    position["resting"] = [{"this_turn": dict(cards(names)), "next_turn": {}} for names in resting]
    surplus: Cards = Counter()  # knights beyond a seat's own deck come from the other seat
    for seat, hand in enumerate((own, enemy)):
        held = cards(hand) + cards(resting[seat]) + cards(decks[seat] or "")
        surplus += held - deck()
        position["hands"][seat] = dict(cards(hand))
        position["decks"][seat] = dict(cards(decks[seat] or ""))
        position["discards"][seat] = dict(deck() - held)
    for seat in SEATS:
        rest = Counter(position["discards"][seat])
        taken, surplus = rest & surplus, surplus - rest
        position["discards"][seat] = dict(rest - taken)
        if decks[seat] is None:
            position["decks"][seat], position["discards"][seat] = position["discards"][seat], {}
    assert not surplus
    return position


def late(own: str, enemy: str, **facts: Any) -> Json:
    """Return a scene whose decks fit so late a turn; surplus knights have been discarded."""
    position = scene(own, enemy, **facts)
    for seat in SEATS:
        deck = Counter(position["decks"][seat])
        gone = Counter(islice(knights(deck).elements(), max(0, deck.total() - MOST_IN_DECK)))
        position["decks"][seat] = dict(deck - gone)
        position["discards"][seat] = dict(Counter(position["discards"][seat]) + gone)
    return position


def catapults() -> Iterator[Made]:
    """X1, E1: the castle of either side falls during the battle, to 0 and below; later paid cards have no effect."""
    own, enemy = "knight_1, catapult, vassal, 2 gold_2, gold_1", "knight_1, catapult, bishop, 4 gold_1"
    for castles in ((20, 20), (20, 10), (20, 7), (10, 20), (4, 20)):
        yield late(own, "knight_1, feint, gold_1", castles=castles), SPENDING
        yield late("knight_1, feint", enemy, castles=castles), SPENDING
        yield late(own, enemy, castles=castles), SPENDING
    yield late("knight_3, 2 catapult, vassal, 3 gold_2", "knight_1, feint", castles=(20, 8)), SPENDING
    yield late("knight_1, catapult, 2 gold_2", "knight_1, 2 catapult, 2 gold_2, 2 gold_1", castles=(9, 12)), SPENDING


def bishops() -> Iterator[Made]:
    """X2, X0: the strongest of several, none left, one knight on each side; paid for before the defence is seen."""
    yield late("knight_1, bishop, gold_2, gold_1", "feint, bishop, 2 gold_2"), SPENDING
    yield late("knight_1, 3 bishop, 3 gold_2", "knight_2, feint"), SPENDING
    yield late("knight_1, knight_2", "knight_1, 2 bishop, 3 gold_2, gold_1"), SPENDING
    yield late("knight_1, bishop, gold_2, gold_1", "knight_1, bishop, 3 gold_1"), SPENDING
    yield late("knight_1, 2 bishop, 2 gold_2, 2 gold_1", "knight_2, bishop, gold_2, gold_1"), SPENDING
    yield late("knight_1, bishop, 2 gold_2, gold_1", "knight_1, knight_2, knight_3"), SPENDING
    yield late("knight_2, bishop, gold_2", "knight_3, feint"), EAGER
    yield late("knight_1, bishop, 2 gold_2", "knight_2"), SPENDING


def vassals() -> Iterator[Made]:
    """X4, A4: doubled twice, ties, doubled without points, by both; sent away or taken after payment."""
    yield late("knight_3, vassal, gold_2", "knight_1, bishop, vassal, 2 gold_2, gold_1"), SPENDING
    yield late("knight_3, 2 vassal, 2 gold_2", "knight_2"), SPENDING
    yield late("knight_3, 3 vassal, 3 gold_2", "knight_3, 3 vassal, 3 gold_2"), SPENDING
    yield late("knight_2, vassal, gold_2", "2 knight_2"), SPENDING
    yield late("knight_1, vassal, gold_2", "knight_1, 2 vassal, 3 gold_1"), SPENDING
    yield late("knight_1, vassal, 2 gold_1", "knight_3, feint"), SPENDING
    yield late("knight_1, vassal, gold_2, 2 gold_1", "knight_1, feint, vassal, 2 gold_1"), SPENDING


def feints() -> Iterator[Made]:
    """X3: with fewer, as many and more cards; of either side; without a knight; without a target."""
    yield late("knight_1, 2 feint", "knight_3"), SPENDING
    yield late("knight_1, feint", "knight_1, knight_3, feint"), SPENDING
    yield late("knight_1", "3 feint"), SPENDING
    yield late("knight_2, knight_3, 2 feint", "2 feint, knight_1, knight_2"), SPENDING
    yield late("2 knight_1", "2 feint"), SPENDING
    yield late("2 knight_1, knight_2", "3 feint"), SPENDING


def orders() -> Iterator[Made]:
    """A3: of one side, two kinds of cards that target the same knight, or the first of which ends the game."""
    yield late("knight_2, bishop, feint, 2 gold_2", "knight_1, knight_2, knight_3"), SPENDING
    yield late("knight_2, bishop, feint, gold_2, gold_1", "knight_3, 2 feint"), SPENDING
    yield late("knight_1, knight_2, knight_3", "knight_1, bishop, feint, 2 gold_2"), SPENDING
    yield late("knight_1, catapult, feint, 2 gold_2", "knight_3, 2 feint", castles=(20, 6)), SPENDING
    yield late("knight_2, knight_3, feint", "knight_1, catapult, feint, 2 gold_2", castles=(6, 20)), SPENDING
    yield late("knight_1, catapult, 2 gold_2", "knight_1, catapult, bishop, 2 gold_2", castles=(10, 10)), SPENDING


def defences() -> Iterator[Made]:
    """A2, X0: with special cards but no knight, with nothing to lay, with an empty hand, with each kind of card."""
    yield late("knight_2, feint", "feint, catapult, bishop, vassal, 3 gold_2"), SPENDING
    yield late("knight_2, gold_1", "knight_1, feint, catapult, vassal, 3 gold_2"), EAGER
    yield late("2 knight_2, bishop, 2 gold_2", "knight_3, bishop, feint, vassal, 2 gold_1"), EAGER
    yield late("knight_2", "catapult, bishop, vassal, 4 gold_1"), SPENDING
    yield late("knight_2, 3 gold_2", "3 gold_2"), EAGER
    yield late("4 knight_3, feint", ""), SPENDING
    yield late("knight_3, gold_2", "2 knight_1, 2 knight_2, knight_3"), SPENDING


def payments() -> Iterator[Made]:
    """A3: overpaid, with gold left, in one card or two; asked with too little gold, or after the gold is spent."""
    yield late("knight_1, catapult, bishop, vassal, gold_2, gold_1", "knight_2, catapult, bishop, vassal"), SPENDING
    yield late("knight_1, catapult, bishop, vassal, 3 gold_2", "knight_2, bishop, vassal, 4 gold_1"), SPENDING
    yield late("knight_1, 2 catapult, vassal, 2 gold_2", "knight_2, 2 vassal, gold_2, gold_1"), SPENDING
    yield late("knight_1, 3 vassal, gold_2, 2 gold_1", "knight_1, 3 bishop, 2 gold_2"), EAGER
    yield late("knight_1, bishop, 2 gold_2", "knight_2"), SPENDING
    yield late("knight_1, catapult, 2 gold_2, 3 gold_1", "knight_2"), SPENDING
    yield late("knight_1, bishop, gold_2, 4 gold_1", "knight_2", known=("knight_1", "knight_2")), SPENDING
    yield late("knight_1, vassal, gold_2, 2 gold_1", "knight_2"), SPENDING
    yield late("knight_1, catapult, vassal, 2 gold_2", "knight_2, catapult, 4 gold_1"), SPARING
    yield late("knight_1, bishop, vassal, 2 gold_2", "knight_2, bishop, 4 gold_1"), SPARING


def rests() -> Iterator[Made]:
    """T2: cards at rest count, prevent recruiting, and come back to either seat."""
    yield late("2 knight_1", "knight_2", resting=("2 knight_3", "2 knight_2")), RECRUITING
    yield late("5 knight_1", "knight_2", resting=("2 knight_3", "")), RECRUITING
    yield late("6 knight_1", "3 knight_2", resting=("knight_3", "")), EAGER
    yield late("", "knight_2", resting=("2 knight_3", "")), RECRUITING
    yield late("2 knight_1", "2 knight_2", known=("knight_1", "knight_2"), resting=("knight_1", "knight_3")), EAGER


def decks() -> Iterator[Made]:
    """R1, R2: a deck of one card and of two, an empty deck, equal cards."""
    for left in ("gold_1", "gold_1, feint", "2 knight_1", "3 knight_1", ""):
        yield late("knight_2, feint", "knight_3, gold_1", decks=(left, "gold_1")), RECRUITING
    yield late("gold_1", "gold_1", decks=("2 gold_2", "bishop")), RECRUITING


def dead_ends() -> Iterator[Made]:
    """E2: the next turn begins without a legal action, with and without the die of fate."""
    for die in (False, True):
        for enemy in ("", "gold_1, feint"):
            yield late("2 knight_1, feint", enemy, decks=(None, ""), die_of_fate=die), RECRUITING
            yield late("2 knight_1", enemy, decks=("feint", ""), die_of_fate=die, fate_used=die), EAGER
    yield late("2 knight_1", "", decks=(None, ""), resting=("", "2 knight_1")), RECRUITING
    yield late("2 knight_1", "", resting=("", "4 knight_1")), RECRUITING


def passes() -> Iterator[Made]:
    """E2: only knights at rest, with and without the die of fate, at the cap, and consecutively."""
    for die in (False, True):
        yield late("feint, gold_1", "knight_1", decks=("", None), resting=("knight_2", ""), die_of_fate=die), WAITING
        yield late("", "knight_1", decks=("", ""), resting=("2 knight_1", "2 knight_3"), die_of_fate=die), EAGER
    rolled: Json = {"die_of_fate": True, "fate_used": True}
    yield late("gold_2", "knight_2", decks=("", None), resting=("knight_1", ""), **rolled), EAGER
    yield late("gold_1", "knight_1", decks=("", None), resting=("knight_3", ""), max_turns=LATE + 1), EAGER
    for die in (False, True):
        yield late("knight_1, feint", "knight_3, feint", decks=("", ""), die_of_fate=die), EAGER
        yield late("knight_1, 2 feint", "knight_3, knight_2", decks=("feint", ""), die_of_fate=die), SPENDING
        yield late("2 knight_1, feint", "knight_3, gold_1", decks=("", ""), die_of_fate=die), SPENDING


def fates() -> Iterator[Made]:
    """F1: a castle that can only rise, one that can only fall, and the die already used; also for the defender."""
    for enemy in ("knight_1, feint", "feint, catapult", "gold_1", ""):
        yield late("2 knight_1, feint", enemy, castles=(9, 3), die_of_fate=True), DEFENDING
    yield late("knight_3, catapult, 2 gold_2", "knight_2", castles=(1, 2), die_of_fate=True), DEFENDING
    yield late("knight_3", "knight_2, feint", die_of_fate=True, fate_used=True), DEFENDING
    yield late("knight_1", "knight_1", castles=(1, 20), die_of_fate=True), weighted(roll_fate=100.0)
    yield late("knight_1", "knight_1", castles=(20, 1), die_of_fate=True), weighted(roll_fate=100.0)
    yield late("knight_1", "knight_1", castles=(20, 3), die_of_fate=True, fate_used=True), EAGER


def caps() -> Iterator[Made]:
    """E3: the last turn, with equal castles or not, also by a battle; a castle that falls then is no truncation."""
    for castles in ((20, 20), (3, 9), (9, 3)):
        for reward in ("win", "placement", "score"):
            position = late(
                "2 knight_2, gold_1",
                "knight_1, feint",
                castles=castles,
                max_turns=LATE + 1,
                reward=reward,
                resting=("knight_1", "knight_3"),
            )
            yield position, EAGER
            yield position, RECRUITING


MAKERS: tuple[Callable[[], Iterator[Made]], ...] = (
    *(catapults, bishops, vassals, feints, orders, defences, payments, rests, decks, dead_ends, passes, fates, caps),
)


def stages() -> Iterator[Stage]:
    """Yield all constructed positions."""
    for maker in MAKERS:
        for number, (position, policy) in enumerate(maker()):
            yield Stage(f"{maker.__name__}[{number}]", position, policy)
