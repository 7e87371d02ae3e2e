"""Chance events, outcome by outcome: hands dealt, cards drawn, people cards turned up, the place of `game_end`.

The rules themselves enumerate them: a step runs once for each sequence of outcomes, as ordinary Python, with its draws
replaced by choices (`engine.jit.plain`).
"""

import builtins
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, lcm, prod
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from kschwert_env.engine.compiled import rng
from kschwert_env.engine.contract.chance import Draw, Outcome
from kschwert_env.engine.jit.functions import Part
from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.krone_schwert.kernel import actions as ids
from kschwert_env.krone_schwert.kernel import cards, decisions, setup
from kschwert_env.krone_schwert.kernel.components import (
    CARD_NAMES,
    NOBODY,
    NUM_ACTION_CARDS,
    Building,
    Phase,
    Tax,
    Vote,
)

MOST_DEALS = 20_000
"""Maximum number of ways to deal the hands: each is a chance outcome, and one run of the setup as ordinary Python."""

_STEPS = 4000  # more outcomes than a step after the setup can have: two events of a draw, or a revolt


def enumerated_chance(board: np.ndarray) -> "Enumeration | None":
    """Return the chance events under these rules; None if there are too many ways to begin, or parts are shuffled."""
    seats = len(board["blank"]["scores"][0])
    hands = sum(1 for _ in hands_of(board["copies"][0, :NUM_ACTION_CARDS].tolist(), setup.HAND))
    deals = hands**seats * (seats if board["random_start"][0] else 1)
    shuffled = board["num_slots"][0] and board["shuffle_parts"][0]
    return None if shuffled or deals > MOST_DEALS else Enumeration(board, deals)


class Enumeration:
    """Chance events of Krone & Schwert: an `engine.contract.chance.Chance`.

    Attributes:
        max_outcomes: upper bound on the outcomes of a draw.
    """

    def __init__(self, board: np.ndarray, deals: int) -> None:
        """`board` are the constants of the rules; `deals` bounds the ways to begin."""
        self._board = board
        self.max_outcomes = max(deals, _STEPS)

    def draws(self, before: np.void, after: np.void) -> list[Draw]:
        """Return the draws of a step (`engine.contract.chance.Chance`): one that joins all of its chance events."""
        run, arguments = _enumerated(setup.reset), []
        if not is_start(before, after):
            action = drawing_action(self._board[0], before, after)
            if action is None:
                return []
            run, arguments = _enumerated(decisions.step), [action]
        found = list(outcomes(run, before, self._board[0], arguments))
        if len(found) == 1:
            return []
        whole = lcm(*(odds.denominator for _, odds, _ in found))
        return [
            tuple(
                Outcome(
                    label,
                    int(odds * whole),
                    tuple((name, (), getattr(state, name)) for name in after.dtype.names or ()),
                )
                for label, odds, state in found
            )
        ]


def is_start(before: np.void, after: np.void) -> bool:
    """Return whether hands were dealt: a single step never gives several cards to those who held none."""
    return bool(not before["hands"].any() and after["hands"].sum() == setup.HAND * len(after["hands"]))


def drawing_action(board: np.void, before: np.void, after: np.void) -> int | None:
    """Return the action that led from `before` to `after`, if it may have drawn; None otherwise."""
    choice, phase = None, before["phase"]
    if phase == Phase.TAX and _people_up(before) < _people_up(after):
        choice = ids.TAX + Tax.TAKE
    elif phase == Phase.REVOLT_LAY and after["leader"] == NOBODY:
        choice = ids.DONE
    elif phase == Phase.ACTION and before["king"] != after["king"]:
        return _building_action(board, before, after)
    elif phase in (Phase.ACTION, Phase.REDRAW) and (before["draw_pile"] != after["draw_pile"]).any():
        choice = ids.DRAW
    elif phase == Phase.ACTION and _people_up(before) < _people_up(after):
        choice = ids.INCITE
    return None if choice is None else first_choice(board) + choice


def first_choice(board: np.void) -> int:
    """Return the number of the first action without a field (`kernel.actions.first_choice`)."""
    return int(plain(ids.first_choice)(board))


def _people_up(state: np.void) -> int:
    return int(state["open_swords"] + state["crowns_aside"])


def _building_action(board: np.void, before: np.void, after: np.void) -> int:
    """Return the action that built what made its player the first king."""
    field = int(np.flatnonzero(before["building"] != after["building"])[0])  # the octagon of a large city
    if after["building"][field] == Building.LARGE_CITY:
        direction = int(after["partner"][field]) - 1
        site = np.array([field, board["neighbours"][field][direction]])
        number = int(np.flatnonzero((board["city_sites"] == site).all(axis=1))[0])
        return first_choice(board) + ids.LARGE_CITY + number
    block = ids.CASTLE if after["building"][field] == Building.CASTLE else ids.SMALL_CITY
    return block * len(before["owner"]) + field


def outcomes(
    run: Callable[..., Any], before: np.void, board: np.void, arguments: Sequence[int]
) -> Iterator[tuple[str, Fraction, PlainRecord]]:
    """Run a function of the rules for every sequence of choices; yield label, probability and state after each."""
    waiting: list[list[int]] = [[]]
    while waiting:
        chosen = waiting.pop()
        choices, state = Choices(chosen), PlainRecord(before)
        run(state, choices, PlainRecord(board), *arguments)
        for at in range(len(chosen), len(choices.chosen)):
            waiting += [[*choices.chosen[:at], other] for other in choices.others[at]]
        yield "; ".join(filter(None, choices.labels)), choices.odds, state


class Choices:
    """Takes the place of a random stream: chooses given outcomes, then always the first one.

    Attributes:
        chosen: index of each outcome so far.
        others: possible outcomes after the chosen one, for each draw.
        labels: texts of the outcomes.
        odds: probability of this sequence of outcomes.
    """

    def __init__(self, given: Sequence[int]) -> None:
        """`given` are the first outcomes."""
        self._given = given
        self.chosen: list[int] = []
        self.others: list[list[int]] = []
        self.labels: list[str] = []
        self.odds = Fraction(1)

    def choose(self, weights: Sequence[int], label: Callable[[int], str]) -> int:
        """Return the index of an outcome, given the weights of all; outcomes without weight are impossible."""
        possible = [i for i, weight in enumerate(weights) if weight > 0]
        at = len(self.chosen)
        index = self._given[at] if at < len(self._given) else possible[0]
        self.chosen.append(index)
        self.others.append([i for i in possible if i > index])
        self.odds *= Fraction(int(weights[index]), int(sum(weights)))
        self.labels.append(label(index) if len(possible) > 1 else "")
        return index


# -- what the rules draw, as choices -------------------------------------------------------------------------------


def below(choices: Choices, n: int) -> int:
    """Choose a number below n, as `rng.below` draws it."""
    return choices.choose([1] * int(n), lambda index: f"number {index} of {n}")


def draw_card(pile: np.ndarray, kinds: int, choices: Choices) -> int:
    """Choose the card that `rng.draw_card` draws."""
    card = choices.choose(pile[:kinds].tolist(), lambda index: f"{CARD_NAMES[index]} is drawn")
    pile[card] -= 1
    return card


def turn_up_people(state: PlainRecord, choices: Choices, count: int) -> None:
    """Choose the people cards of `cards.turn_up_people`, ignoring their order."""
    crowns, swords = (int(state.face_down[vote]) for vote in (Vote.CROWN, Vote.SWORD))
    count = min(count, crowns + swords)
    weights = [comb(swords, up) * comb(crowns, count - up) for up in range(count + 1)]
    up = choices.choose(weights, lambda index: f"{index} of {count} people cards are swords")
    state.face_down[Vote.SWORD] -= up
    state.open_swords += up
    state.face_down[Vote.CROWN] -= count - up
    state.crowns_aside += count - up


def deal(state: PlainRecord, choices: Choices, board: Any) -> None:
    """Choose the hands of `setup.deal`, ignoring the order of cards."""
    for seat in range(len(state.scores)):
        pile = state.draw_pile[:NUM_ACTION_CARDS]
        hands = list(hands_of(pile.tolist(), setup.HAND))
        weights = [prod(map(comb, pile.tolist(), hand)) for hand in hands]
        hand = hands[choices.choose(weights, lambda index: f"seat {seat} holds {named(hands[index])}")]  # noqa: B023
        state.hands[seat] += hand
        pile -= hand


def named(hand: Sequence[int]) -> str:
    """Return a hand as text."""
    return ", ".join(f"{number} {name}" for name, number in zip(CARD_NAMES, hand, strict=False) if number)


def hands_of(copies: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield all hands of `size` cards that can be drawn from these copies of each card."""
    if not copies:
        if size == 0:
            yield ()
        return
    for number in range(min(copies[0], size) + 1):
        yield from ((number, *others) for others in hands_of(copies[1:], size - number))


# -- the rules as ordinary Python, with these choices --------------------------------------------------------------

_INSTEAD: dict[Any, Callable[..., Any]] = {
    rng.below: below,
    rng.draw_card: draw_card,
    cards.turn_up_people: turn_up_people,
    setup.deal: deal,
}


@cache
def _enumerated(function: Any) -> Callable[..., Any]:
    """Return a compiled function as ordinary Python that takes `Choices` as its stream."""
    if function in _INSTEAD:
        return _INSTEAD[function]
    python: FunctionType = getattr(function, "py_func", function)
    names: dict[str, Any] = {"__builtins__": builtins}
    twin = FunctionType(python.__code__, names, python.__name__, python.__defaults__)
    for name in python.__code__.co_names:
        if name in python.__globals__:
            value = python.__globals__[name]
            names[name] = twin if value is function else _with_choices(value)  # some functions call themselves
    return twin


def _with_choices(value: Any) -> Any:
    if isinstance(value, Part | FunctionType):
        return _enumerated(value)
    return _Module(value) if isinstance(value, ModuleType) else value


class _Module:
    """A module of the rules whose functions take `Choices`."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _with_choices(getattr(self._module, name))
