"""OpenSpiel's C++ games with the same rules as ours, and how states and actions correspond."""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyspiel
import pytest

from kschwert_env.arena.exact import game_name
from kschwert_env.classics.connect_four import ConnectFour
from kschwert_env.classics.hearts import CARDS, Hearts
from kschwert_env.classics.kuhn_poker import KuhnPoker
from kschwert_env.classics.leduc_poker import LeducPoker
from kschwert_env.classics.liars_dice import LiarsDice
from kschwert_env.custom import CustomRules, Game
from kschwert_env.engine.simulation.game import game_type

Before = np.void | None
"""The state before a step; None at the start of a game."""


class Counterpart:
    """One of our games and OpenSpiel's.

    Attributes:
        rules: our rules.
        name: the string that loads OpenSpiel's game.
        draws: (before, after): the outcomes in OpenSpiel of what chance has done from one state to the next.
        number: the number of our action in OpenSpiel.
    """

    def __init__(
        self,
        rules: CustomRules,
        name: str,
        draws: Callable[[Before, np.void], list[int]],
        number: Callable[[int], int] = int,
    ) -> None:
        self.rules, self.name, self.draws, self.number = rules, name, draws, number

    def __str__(self) -> str:
        return self.name.partition("(")[0]

    @cached_property
    def spiel(self) -> Any:
        """OpenSpiel's own game."""
        return pyspiel.load_game(self.name)

    @cached_property
    def adapted(self) -> Any:
        """Our game in OpenSpiel, with a node for each draw."""
        return pyspiel.load_game(game_name(self.rules))

    def start(self, seed: int) -> tuple[Game[Any], Any]:
        """Return a new game, and the state of OpenSpiel with the same deal."""
        game = game_type(self.rules)(self.rules, seed)
        return game, self.dealt(game)

    def dealt(self, game: Game[Any]) -> Any:
        """Return the state of OpenSpiel with the same deal as a new game."""
        return self.replay(self.spiel.new_initial_state(), None, game.state)

    def replay(self, spiel: Any, before: Before, after: np.void) -> Any:
        """Let chance do in OpenSpiel what it has done in our game."""
        for draw in self.draws(before, after):
            assert draw in spiel.legal_actions(), f"{draw} can't be drawn in {spiel}"
            assert spiel.is_chance_node()
            spiel.apply_action(draw)
        assert not spiel.is_chance_node()
        return spiel

    def step(self, game: Game[Any], spiel: Any, action: int) -> None:
        """Carry out an action in both games."""
        before = game.state
        game.step(action)
        spiel.apply_action(self.number(action))
        self.replay(spiel, before, game.state)


def connect_four_draws(before: Before, after: np.void) -> list[int]:
    return []


def kuhn_poker_draws(before: Before, after: np.void) -> list[int]:
    return [] if before is not None else after["cards"].tolist()


def leduc_poker_draws(before: Before, after: np.void) -> list[int]:
    if before is None:
        return after["cards"].tolist()
    return [int(after["public"])] if before["public"] != after["public"] else []


def liars_dice_draws(before: Before, after: np.void) -> list[int]:
    return [] if before is not None else after["dice"].tolist()


def hearts_draws(before: Before, after: np.void) -> list[int]:
    """Return the direction, then the cards in the order in which seats get them; the seat's lowest cards come first."""
    if before is not None:
        return []
    rounds = np.transpose([np.flatnonzero(hand) for hand in after["hands"]])
    return [int(after["direction"]), *rounds.flatten().tolist()]


CONNECT_FOUR = Counterpart(ConnectFour(), "connect_four", connect_four_draws)
KUHN_POKER = Counterpart(KuhnPoker(), "kuhn_poker", kuhn_poker_draws)
LEDUC_POKER = Counterpart(LeducPoker(), "leduc_poker", leduc_poker_draws)
LIARS_DICE = Counterpart(LiarsDice(), "liars_dice", liars_dice_draws)
SMALL_LIARS_DICE = Counterpart(LiarsDice(sides=3), "liars_dice(numdice=1,dice_sides=3)", liars_dice_draws)
HEARTS = Counterpart(Hearts(), "hearts", hearts_draws, lambda action: action % CARDS)

ALL = [CONNECT_FOUR, KUHN_POKER, LEDUC_POKER, LIARS_DICE, HEARTS]
"""A counterpart for every game in `kschwert_env.classics`."""

SMALL = [KUHN_POKER, LEDUC_POKER, SMALL_LIARS_DICE]
"""Games whose trees have at most some thousand nodes."""


def play_side_by_side(counterpart: Counterpart, seeds: range) -> None:
    """Play random games with these seeds, and compare them at every decision."""
    for seed in seeds:
        compare(counterpart, *counterpart.start(seed), Random(seed))


def compare(counterpart: Counterpart, game: Game[Any], spiel: Any, random: Random) -> None:
    """Play one random game to its end, and compare everything."""
    while not game.is_over:
        assert game.player == spiel.current_player()
        actions = game.legal_actions()
        assert [counterpart.number(action) for action in actions] == spiel.legal_actions()
        counterpart.step(game, spiel, random.choice(actions))
    assert spiel.is_terminal()
    assert game.scores.tolist() == spiel.returns()
    assert game.returns == pytest.approx(np.array(spiel.returns()) - np.mean(spiel.returns()))


class History(NamedTuple):
    """A history of a game, in which a seat decides.

    Attributes:
        ours: state of our game in OpenSpiel.
        spiel: state of OpenSpiel's game.
        chance: probability of its draws.
    """

    ours: Any
    spiel: Any
    chance: float

    @property
    def record(self) -> np.void:
        """State of our game."""
        state: np.void = self.ours.node.game.state
        return state


@cache
def histories(game: Counterpart) -> list[History]:
    """Return all histories of a game in which a seat decides."""
    found = []
    waiting = [
        History(ours, game.replay(game.spiel.new_initial_state(), None, ours.node.game.state), chance)
        for ours, chance in settled(game.adapted.new_initial_state())
    ]
    while waiting:
        history = waiting.pop()
        if history.ours.is_terminal():
            continue
        found.append(history)
        for action in history.ours.legal_actions():
            for ours, chance in settled(history.ours.child(action)):
                spiel = history.spiel.child(game.number(action))
                game.replay(spiel, history.record, ours.node.game.state)
                waiting.append(History(ours, spiel, history.chance * chance))
    return found


def settled(state: Any, chance: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Yield the states after all draws that come next, with their probabilities."""
    if not state.is_chance_node():
        yield state, chance
        return
    for outcome, probability in state.chance_outcomes():
        yield from settled(state.child(outcome), chance * probability)
