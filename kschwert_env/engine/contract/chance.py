"""Chance events of a step, draw by draw.

The rules themselves list them: a step runs as ordinary Python, and its draws take outcomes that were chosen before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb, prod
from types import ModuleType
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.compiled import rng
from kschwert_env.engine.jit.plain import Function, PlainCode, PlainRecord


class Outcome(NamedTuple):
    """One possible outcome of a draw.

    Attributes:
        label: unique description of the outcome among those of the draw.
        weight: number of equally likely cases; the probability is this number over the sum for all outcomes.
    """

    label: str
    weight: int


Draw = tuple[Outcome, ...]
"""All outcomes of one draw: at least two, in an order that depends on the position and earlier draws alone."""


class Chance:
    """Chance events under the rules of one game.

    Attributes:
        max_outcomes: upper bound on the outcomes of a draw.
    """

    def __init__(
        self,
        kernel: ModuleType,
        board: np.ndarray,
        card_names: Sequence[str],
        max_outcomes: int,
        replaced: Mapping[Function, Function] | None = None,
    ) -> None:
        """Prepare the kernel of a game. `card_names` are the kinds of cards in piles, for labels; without
        them, cards are numbered.

        `replaced` maps functions of the kernel that draw several times to functions with `Choices` as their stream,
        which join the draws.
        """

        def name(card: int) -> str:
            return card_names[card] if card_names else f"card {card}"

        def draw_card(pile: np.ndarray, kinds: int, choices: Choices) -> int:
            card = choices.choose(pile[:kinds].tolist(), lambda index: f"{name(index)} is drawn")
            pile[card] -= 1
            return card

        def draw_cards(pile: np.ndarray, kinds: int, count: int, to: np.ndarray, choices: Choices) -> None:
            hands, weights = _weigh_hands(tuple(pile[:kinds].tolist()), int(count))
            hand = hands[choices.choose(weights, lambda index: f"{_name_cards(hands[index], name)} drawn")]
            to[:kinds] += hand
            pile[:kinds] -= hand

        self.max_outcomes = max_outcomes
        self._board = board[0]
        code = PlainCode({rng.below: below, rng.draw_card: draw_card, rng.draw_cards: draw_cards, **(replaced or {})})
        self._reset, self._step = code.twin(kernel.reset), code.twin(kernel.step)

    def follow(self, before: np.void, action: int | None, chosen: Sequence[int]) -> Draw | np.ndarray:
        """Return the first draw of a step beyond the outcomes `chosen`, or the state after it, of shape (1,).

        `before` is the state before the step, and `board.blank` at the start of a game, where `action` is None.
        """
        state, choices, board = PlainRecord(before), Choices(chosen), PlainRecord(self._board)
        try:
            if action is None:
                self._reset(state, choices, board)
            else:
                self._step(state, choices, board, action)
        except _OpenDraw as open_draw:
            return open_draw.draw
        return state.record()


class Choices:
    """Takes the place of a random stream: its draws have the chosen outcomes."""

    def __init__(self, chosen: Sequence[int]) -> None:
        """`chosen` are the indices of outcomes, for each draw with more than one."""
        self._left = iter(chosen)

    def choose(self, weights: Sequence[int], label: Callable[[int], str]) -> int:
        """Return the index of an outcome, given the weights of all; outcomes without weight are impossible."""
        possible = [i for i, weight in enumerate(weights) if weight > 0]
        if len(possible) == 1:
            return possible[0]
        index = next(self._left, None)
        if index is None:
            raise _OpenDraw(tuple(Outcome(label(i), int(weights[i])) for i in possible))
        return possible[index]


class _OpenDraw(Exception):
    """A draw whose outcome has not been chosen."""

    def __init__(self, draw: Draw) -> None:
        super().__init__(draw)
        self.draw = draw


def below(choices: Choices, n: int) -> int:
    """Choose a number below n, as `rng.below` draws it."""
    return choices.choose([1] * int(n), lambda index: f"number {index} of {n}")


def hands_of(copies: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield all hands of `size` cards that can be drawn from these copies of each card."""
    if not copies:
        if size == 0:
            yield ()
        return
    rest = sum(copies[1:])
    for number in range(max(0, size - rest), min(copies[0], size) + 1):
        yield from ((number, *others) for others in hands_of(copies[1:], size - number))


@lru_cache(256)
def _weigh_hands(copies: tuple[int, ...], size: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return all hands, and in how many ways each can be drawn."""
    hands = list(hands_of(copies, size))
    return hands, [prod(map(comb, copies, hand)) for hand in hands]


def _name_cards(hand: Sequence[int], name: Callable[[int], str]) -> str:
    return ", ".join(f"{number} {name(card)}" for card, number in enumerate(hand) if number)
