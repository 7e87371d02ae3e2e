"""Chapter 11: positions that differ only in hidden information look the same to a seat."""

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue import Game
from tests.politics_and_intrigue.lively import lively

GAMES = [{}, {"game": "tournament"}]
EVERY = 7  # decisions from one pair of worlds to the next


def hidden_from(position: Position, viewer: int) -> Iterator[tuple[int, int]]:
    """Return the cards in stacks that a seat has not seen and the enemy may hold, as (stack, index)."""
    own = range(4 * (1 - viewer), 8 - 4 * viewer) if position["rules"]["game"] == "tournament" else range(6)
    for number in own:
        for place, card in enumerate(position["stacks"][number]):
            if not card["seen"][viewer]:
                yield number, place


def other_world(position: Position, viewer: int, chance: random.Random) -> Position | None:
    """Return a position that looks the same to `viewer`: two cards that are hidden from it are swapped."""
    other, enemy = copy.deepcopy(position), 1 - viewer
    secret = Counter(position["hands"][enemy]) - Counter(position["known"][enemy])
    if position["phase"] == "holy" and position["player"] == enemy:
        secret -= Counter([position["pending"]["card"]])
    held = sorted(secret)
    places = list(hidden_from(position, viewer))
    if not held or not places:
        return None
    card, (stack, place) = chance.choice(held), chance.choice(places)
    there = other["stacks"][stack][place]
    hand = Counter(other["hands"][enemy]) - Counter([card]) + Counter([there["card"]])
    other["hands"][enemy], there["card"] = dict(hand), card
    return other if other != position and position["phase"] != "deck_pick" else None


def pairs(options: dict[str, Any], seed: int, decisions: int) -> Iterator[tuple[Game, Game, int]]:
    """Yield pairs of positions that look the same to a seat, with that seat."""
    chance = random.Random(seed)
    for number, (game, _) in enumerate(lively(seed, decisions, **options)):
        if number % EVERY:
            continue
        for viewer in (0, 1):
            other = other_world(game.position(), viewer, chance)
            if other is not None:
                yield Game.from_position(game.position()), Game.from_position(other), viewer


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_worlds_that_differ_in_secrets_look_the_same(options: dict[str, Any]) -> None:
    """N1, N2, N5: observation, mask, text and picture."""
    compared = 0
    for first, second, viewer in pairs(options, 3, 400):
        compared += 1
        for name in ("observation", "action_mask"):
            assert (first.observe(viewer)[name] == second.observe(viewer)[name]).all(), (first.phase, name)
        assert first.text(viewer) == second.text(viewer)
        assert first.svg(viewer) == second.svg(viewer)
        assert first.text() != second.text()
    assert compared > 30


def test_a_seat_that_looks_through_a_stack_has_seen_it() -> None:
    """N3: it has seen all of the stack, the enemy none of it."""
    game = Game.from_position(next(iter(lively(1, 1)))[0].position())
    assert game.phase == "setup_take"
    stack = game.position()["stacks"][game.position()["pending"]["stack"]]
    assert all(card["seen"] == [True, False] for card in stack)
    assert sum(any(card["seen"]) for cards in game.position()["stacks"] for card in cards) == len(stack)
