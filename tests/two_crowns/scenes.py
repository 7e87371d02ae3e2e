"""A builder of positions, and games for scenario tests."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self

from kschwert_env.two_crowns import Game, Rules
from tests.helpers import play
from tests.helpers.positions import nonzero

COPIES = {  # the deck table (C2)
    "knight_1": 12,
    "knight_2": 10,
    "knight_3": 8,
    "gold_1": 4,
    "gold_2": 3,
    "catapult": 2,
    "bishop": 3,
    "feint": 6,
    "vassal": 5,
}
KNIGHTS = ("knight_1", "knight_2", "knight_3")
DECK = 41  # cards of a deck, which bounds the number of turns so far
TURN = 10  # of seat 0


class Play(play.Play[Game]):
    """A game of Two Crowns that is controlled by names."""

    table = tuple(COPIES)

    def battle(self, attack: Sequence[str], defence: Sequence[str] = (), pay: Sequence[str] = ()) -> Self:
        """Play a complete attack. `pay` has the answer to each question in order; their numbers must be equal.

        The attacker is asked first, then the defender; each for catapults, bishops and vassals.
        """
        self.do("attack").lay(*attack).lay(*defence)
        for choice in pay:
            self.do("pay", choice=choice)
        assert self.phase != "pay"
        return self

    @property
    def castles(self) -> list[int]:
        return list(self.position["castles"])

    def deck(self, seat: int) -> dict[str, int]:
        return dict(self.position["decks"][seat])

    def discards(self, seat: int) -> dict[str, int]:
        return dict(self.position["discards"][seat])

    def paid(self, seat: int) -> dict[str, int]:
        return dict(self.position["battle"]["paid"][seat])

    def laid(self, seat: int) -> dict[str, int]:
        return dict(self.position["battle"]["laid"][seat])

    def known(self, seat: int) -> dict[str, int]:
        return dict(self.position["known"][seat])

    def resting(self, seat: int, when: str = "this_turn") -> dict[str, int]:
        return dict(self.position["resting"][seat][when])

    def all_cards(self) -> Counter[str]:
        """Return the number of copies of each card in all places."""
        position = self.position
        piles = [*position["hands"], *position["decks"], *position["discards"], position["exact"] or {}]
        piles += [cards for resting in position["resting"] for cards in resting.values()]
        piles += [*position["battle"]["laid"], *position["battle"]["paid"]] if position["battle"] else []
        return sum(map(Counter, piles), Counter[str]())


class Scene:
    """A builder of positions. Each method sets a fact; `play` fills in the rest and starts the game.

    Defaults are neutral: seat 0's turn in the middle of the game, both castles at 20, hands empty, no cards at rest,
    and no known cards. All other cards are in the deck up to its size, then in the discards. If a deck is given, all
    are in the discards.
    """

    def __init__(self, **options: Any) -> None:
        self.rules = Rules(**options)
        self.position = Game(self.rules).position()
        self.position.update(turn=TURN, hands=[{}, {}])
        self._decks: dict[int, dict[str, int]] = {}

    def hand(self, seat: int, **cards: int) -> Self:
        self.position["hands"][seat] = nonzero(cards)
        return self

    def deck(self, seat: int, **cards: int) -> Self:
        self._decks[seat] = cards
        return self

    def castles(self, first: int, second: int) -> Self:
        self.position["castles"] = [first, second]
        return self

    def resting(self, seat: int, **knights: int) -> Self:
        """Set knights that come back at the end of this turn."""
        self.position["resting"][seat]["this_turn"] = knights
        return self

    def known(self, seat: int, **knights: int) -> Self:
        self.position["known"][seat] = knights
        return self

    def set(self, **values: Any) -> Self:
        """Set any other keys of the position."""
        self.position.update(values)
        return self

    def balanced(self) -> dict[str, Any]:
        """Return the position with all remaining cards in deck and discards."""
        for seat in (0, 1):
            placed = Counter(self.position["hands"][seat]) + Counter(self.position["resting"][seat]["this_turn"])
            left = Counter(COPIES) - placed
            if seat in self._decks:
                deck = Counter(self._decks[seat])
            else:
                deck = Counter(sorted(left.elements(), key=list(COPIES).index, reverse=True)[:DECK])
            self.position["decks"][seat] = nonzero(deck)
            self.position["discards"][seat] = nonzero(left - deck)
        return self.position

    def play(self, seed: int = 0) -> Play:
        return Play(Game.from_position(self.balanced(), seed))
