"""Games that the referee plays by itself: the rules hold together without the engine."""

from collections.abc import Iterator, Sequence
from random import Random

from tests.referee.actions import Action
from tests.referee.policies import Policy
from tests.referee.politics_and_intrigue.phases import PHASES, choices
from tests.referee.politics_and_intrigue.piles import Chance
from tests.referee.politics_and_intrigue.positions.form import read_position, write_position
from tests.referee.politics_and_intrigue.positions.position import (
    BACKFIRES,
    DECK_STACK_SIZES,
    FACES,
    NUMBERS,
    Cards,
    Json,
    Position,
)
from tests.referee.politics_and_intrigue.positions.start import cut

DIE = (*FACES, "event")  # C1


class Drawn(Chance):
    """The outcomes of chance, drawn."""

    def __init__(self, random: Random) -> None:
        super().__init__({})
        self.random = random

    def number(self) -> int:
        """Return a random number of the die (T1)."""
        return self.random.choice(NUMBERS)

    def face(self) -> str:
        """Return a random face of the event die (T1)."""
        return self.random.choice(DIE)

    def backfires(self) -> bool:
        """Return whether the attack goes wrong, by a random die (A3, A4)."""
        return self.number() in BACKFIRES

    def event(self, position: Position) -> str:
        """Return a random event card (D5)."""
        return self.random.choice(list(position.events.stack.elements()))

    def regions(self, position: Position) -> list[int]:
        """Return two random regions of the stack (B2)."""
        return self.random.sample(position.regions_left, 2)

    def shuffled(self, position: Position, seat: int, cards: Cards) -> list[list[str]]:
        """Return shuffled stacks (M2)."""
        return cut(list(cards.elements()), DECK_STACK_SIZES, self.random)


def play(
    position: Json, policies: Sequence[Policy], random: Random, decisions: int
) -> Iterator[tuple[Json, Action, Json]]:
    """Yield each step: the position before, the action, and the position after."""
    chance = Drawn(random)
    for _ in range(decisions):
        model = read_position(position)
        legal = set(choices(model))
        if not legal:
            return
        action = policies[model.player](legal, random)
        PHASES[model.phase].step(model, action, chance)
        after = write_position(model)
        yield position, action, after
        position = after
