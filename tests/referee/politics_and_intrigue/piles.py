"""Stacks, piles and hands (A17, M3, chapter 11), playing a card (A1, F20), and chance."""

from collections import Counter
from typing import Any

from tests.referee.judge import Impossible
from tests.referee.politics_and_intrigue.land import count_working, gain, has_room
from tests.referee.politics_and_intrigue.positions.position import (
    BACKFIRES,
    DECK_STACK_SIZES,
    FACES,
    NUMBERS,
    REGION_STACK,
    ROW,
    SEATS,
    Cards,
    Json,
    Position,
    Stacked,
)

STACKS_OF_A_SEAT = 4  # M2
POSSIBLE = {number in BACKFIRES for number in NUMBERS}  # A3, A4: whether the die can go wrong, and can go right


class Chance:
    """The outcomes of chance that led to a given successor; what cannot have happened is refused (`Impossible`).

    Stacks of cards are in order, and leave nothing to chance after the setup.
    """

    def __init__(self, successor: Json) -> None:
        self.successor = successor

    def number(self) -> int:
        """The number on the die (T1)."""
        number = self._dice("number")
        if type(number) is not int or number not in NUMBERS:
            raise Impossible(f"C1: no die shows {number}")
        return number

    def face(self) -> str:
        """The face of the event die (T1)."""
        face = self._dice("event")
        if face not in FACES:
            raise Impossible(f"C1: no die shows {face}")
        return str(face)

    def event(self, position: Position) -> str:
        """The card that the discards have gained; if they were put together with the stack, it was a new year (E3)."""
        before, after = position.events.discard, Counter(self.successor["events"]["discard"])
        gained = after - before
        drawn = next(iter(gained)) if gained.total() == 1 and not before - after else "new_year"
        if not position.events.stack[drawn]:
            raise Impossible(f"D5: no {drawn} lay in the event stack, and {dict(after)} in the discards comes of none")
        return drawn

    def regions(self, position: Position) -> list[int]:
        """The last two that the turn player has."""
        found = self.successor["principalities"][position.turn_player]["regions"][-2:]
        named = [(region["kind"], region["number"]) for region in found]
        numbers = [REGION_STACK.index(region) for region in named if region in REGION_STACK]
        if len(set(numbers)) != 2 or set(numbers) - set(position.regions_left):
            raise Impossible(f"B2: {named} did not lie in the region stack")
        return numbers

    def backfires(self) -> bool:
        """Return whether the attack went wrong (A3, A4); without a phase `target` it was a 6 that hit nothing (T3)."""
        if self.successor["phase"] != "target":
            return True
        outcome = self.successor["pending"]["backfire"]
        if type(outcome) is not bool or outcome not in POSSIBLE:
            raise Impossible(f"A3: no die makes `backfire` {outcome}")
        return outcome

    def shuffled(self, position: Position, seat: int, cards: Cards) -> list[list[str]]:
        """As they lie there."""
        stacks = [[card["card"] for card in self.successor["stacks"][at]] for at in own_stacks(position, seat)]
        if tuple(map(len, stacks)) != DECK_STACK_SIZES or Counter(card for stack in stacks for card in stack) != cards:
            raise Impossible(f"M2: the stacks of seat {seat} are not its deck in {DECK_STACK_SIZES}")
        return stacks

    def _dice(self, which: str) -> Any:
        dice = self.successor["dice"]
        if not dice:
            raise Impossible("T1: no dice lie there")
        return dice[which]


# -- who may touch what ---------------------------------------------------------------------------------------


def own_stacks(p: Position, seat: int) -> list[int]:
    """All of them; in a tournament those of the own deck (M3)."""
    if p.is_tournament:
        return list(range(STACKS_OF_A_SEAT * seat, STACKS_OF_A_SEAT * (seat + 1)))
    return list(range(len(p.stacks)))


def is_banned(p: Position, pile: int, seat: int) -> bool:
    """A17: an enemy ban lies on the pile."""
    return p.bans.get(pile) == 1 - seat


def open_to(p: Position, seat: int) -> list[int]:
    """Chapter 9: the stacks that bear no ban of the enemy."""
    return [stack for stack in own_stacks(p, seat) if not is_banned(p, stack, seat)]


def open_with_cards(p: Position, seat: int) -> list[int]:
    """H5: a stack may have run empty."""
    return [stack for stack in open_to(p, seat) if p.stacks[stack]]


def discard_pile(p: Position, seat: int) -> int:
    """Which of the discard piles is this seat's: the only one, or its own (M3)."""
    return seat if p.is_tournament else 0


def pile_of_discards(p: Position, seat: int) -> int:
    """Return the number of the seat's discard pile among all piles (Q2)."""
    return len(p.stacks) + discard_pile(p, seat)


def ban_targets(p: Position, seat: int) -> list[int]:
    """A17: piles without a ban, but the last stack open to the enemy; in a tournament the enemy's piles (M3)."""
    enemy = 1 - seat
    stacks = [stack for stack in own_stacks(p, enemy) if stack not in p.bans]
    if len(open_to(p, enemy)) == 1:
        stacks = [stack for stack in stacks if stack not in open_to(p, enemy)]
    return [pile for pile in [*stacks, pile_of_discards(p, enemy)] if pile not in p.bans]


# -- hands ----------------------------------------------------------------------------------------------------


def enters_hand(p: Position, seat: int, card: str, openly: bool = False) -> None:
    """N4: +1 for a card that enters openly."""
    p.hands[seat][card] += 1
    if openly:
        p.known[seat][card] += 1


def leaves_openly(p: Position, seat: int, card: str) -> None:
    """N4: -1, not below 0."""
    assert p.hands[seat][card] > 0
    p.hands[seat][card] -= 1
    p.known[seat] -= Cards([card])


def discard(p: Position, seat: int, card: str) -> None:
    """Onto the discard pile of the seat that held it last (M3); church and town hall into the row, but for M5."""
    if card not in ROW or p.is_tournament:
        p.discards[discard_pile(p, seat)][card] += 1


def remove(p: Position, seat: int, slot: int) -> str:
    """Take a card out of a slot; an alliance, that card's or on that card, loses its target (F23)."""
    land, other = p.principalities[seat], p.principalities[1 - seat]
    card = land.slots[slot]
    assert card is not None
    land.slots[slot] = None
    if card == "brewery":
        land.brewery = None
    if card == "secret_alliance":
        land.alliance = None
    if other.alliance == slot:
        other.alliance = None
    return card


def goes_back(p: Position, seat: int, card: str) -> None:
    """E5, A3, A4: back into the hand, openly; church and town hall into the row, but for M5."""
    if card in ROW and not p.is_tournament:
        discard(p, seat, card)
    else:
        enters_hand(p, seat, card, openly=True)


# -- stacks ---------------------------------------------------------------------------------------------------


def draw(p: Position, seat: int, stack: int) -> str:
    """H4, N4: the top card; the enemy may have seen it there."""
    top = p.stacks[stack].pop(0)
    was_seen = top.seen[1 - seat]
    enters_hand(p, seat, top.card, openly=was_seen)
    return top.card


def look(p: Position, seat: int, stack: int) -> None:
    """N3: all its cards are seen by who looks through it."""
    for card in p.stacks[stack]:
        card.seen[seat] = True


def take(p: Position, seat: int, stack: int, card: str) -> None:
    """H5: the topmost copy, into the hand; the enemy's marks in that stack are lost (N3)."""
    pile = p.stacks[stack]
    copies = [at for at, other in enumerate(pile) if other.card == card]
    pile.pop(copies[0])
    for other in pile:
        other.seen[1 - seat] = False
    enters_hand(p, seat, card)


def bury(p: Position, seat: int, stack: int, card: str) -> None:
    """N3, N4: from the hand under a stack; seen by who put it there, and the enemy knows less of the hand."""
    assert p.hands[seat][card] > 0
    p.hands[seat][card] -= 1
    p.known[seat] -= Cards(p.known[seat].keys())
    p.stacks[stack].append(Stacked(card, [side == seat for side in SEATS]))


def kinds_in(p: Position, stack: int) -> set[str]:
    """Kinds of cards in a stack."""
    return {card.card for card in p.stacks[stack]}


def holds(p: Position, seat: int, card: str) -> bool:
    """Return whether the card is in the hand and the gate (B12) is open for it."""
    return p.hands[seat][card] > 0 and (p.gate_open or card == "scout")


def lay_down(p: Position, seat: int, card: str) -> None:
    """A1: onto the discard pile at once, but for a ban (A17); then the enemy's sees are paid (F20)."""
    leaves_openly(p, seat, card)
    if card != "church_ban":
        discard(p, seat, card)
    pay_sees(p, 1 - seat)


def pay_sees(p: Position, seat: int) -> None:
    """F20: 1 gold per working see, if there is room."""
    land = p.principalities[seat]
    for _ in range(count_working(p, seat, "bishops_see")):
        if has_room(land, "gold"):
            gain(land, "gold")
