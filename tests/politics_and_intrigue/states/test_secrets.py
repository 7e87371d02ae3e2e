"""Chapter 11: two positions that differ only in what a seat may not know look the same to it."""

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kschwert_env.engine.rules import Position
from kschwert_env.politics_and_intrigue import Game
from tests.politics_and_intrigue.lively import lively

GAMES = [{}, {"game": "tournament"}]
EVERY = 7  # decisions from one pair of worlds to the next


def hidden_from(position: Position, viewer: int) -> Iterator[tuple[int, int]]:
    """The places of stacks that a seat has not seen, of those whose cards the enemy may hold: stack and place."""
    own = range(4 * (1 - viewer), 8 - 4 * viewer) if position["rules"]["game"] == "tournament" else range(6)
    for number in own:
        for place, card in enumerate(position["stacks"][number]):
            if not card["seen"][viewer]:
                yield number, place


def other_world(position: Position, viewer: int, chance: random.Random) -> Position | None:
    """Another position that `viewer` can't tell from this one: a secret card changes places with another one."""
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
    """Pairs of worlds, and who can't tell them apart."""
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
    """N1, N2, N5: observation, mask, and what is drawn."""
    compared = 0
    for first, second, viewer in pairs(options, 3, 400):
        compared += 1
        for name in ("observation", "action_mask"):
            assert (first.observe(viewer)[name] == second.observe(viewer)[name]).all(), (first.phase, name)
        assert first.text(viewer) == second.text(viewer)
        assert first.svg(viewer) == second.svg(viewer)
        assert first.text() != second.text()
    assert compared > 30


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_what_is_dealt_anew_looks_the_same(options: dict[str, Any]) -> None:
    """N6: to the seat for which it is dealt, and it is a position that a game can reach."""
    for number, (game, _) in enumerate(lively(5, 200, **options)):
        if number % EVERY:
            continue
        for viewer in (0, 1):
            dealt = game.resample(viewer, number)
            assert (dealt.observe(viewer)["observation"] == game.observe(viewer)["observation"]).all()
            assert dealt.position()["hands"][viewer] == game.position()["hands"][viewer]
            assert Game.from_position(dealt.position()) == dealt


def test_a_seat_that_looks_through_a_stack_has_seen_it() -> None:
    """N3: all of it, and the enemy nothing."""
    game = Game.from_position(next(iter(lively(1, 1)))[0].position())
    assert game.phase == "setup_take"
    stack = game.position()["stacks"][game.position()["pending"]["stack"]]
    assert all(card["seen"] == [True, False] for card in stack)
    assert sum(any(card["seen"]) for cards in game.position()["stacks"] for card in cards) == len(stack)
