"""Scenes of battles: they show what decided, only once it is decided, and sums that add up."""

import random
from collections.abc import Iterator

import pytest

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.rendering.battle_scenes import BattleScene
from tests.helpers.cases import CASES, Case

pytestmark = pytest.mark.needs_jit

DECISIONS = 700
Moment = tuple[Position, Action, Position, BattleScene | None]
"""A decision with the positions around it, and its scene."""


def decided(case: Case) -> Iterator[Moment]:
    """Yield the decisions of a random game."""
    choice, game = random.Random(2), case.game(case.rules, 2)
    before = game.position()
    for _ in range(DECISIONS):
        if game.is_over:
            return
        action = choice.choice(game.legal_actions())
        game.step(action)
        done, after = case.rules.actions.decode(action), game.position()
        yield before, done, after, case.rules.svg_module().battle_scene(before, done, after)
        before = after


@pytest.mark.parametrize("case", CASES, ids=str)
def test_sums_add_up(case: Case) -> None:
    """Cards that are removed count nothing; cards that double add as much as there is."""
    for _, _, _, scene in decided(case):
        for side in scene.sides if scene else ():
            if side.total is not None:
                assert side.total == sum(card.value or 0 for card in side.cards)


@pytest.mark.parametrize("case", [case for case in CASES if case.rules.package != "politics_and_intrigue"], ids=str)
def test_a_scene_appears_when_a_battle_ends_and_not_before(case: Case) -> None:
    """Cards laid in secret are not shown while others still decide."""
    kinds = {"krone_schwert": ("attack", "revolt"), "two_crowns": ("battle",)}[case.rules.package]
    for before, _, after, scene in decided(case):
        ended = any(before[kind] and not after[kind] for kind in kinds)
        assert (scene is not None) == ended


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_card_of_a_scene_is_described(case: Case) -> None:
    described = {row[0] for table in case.rules.card_help() for row in table.rows}
    for _, _, _, scene in decided(case):
        for side in scene.sides if scene else ():
            assert {card.card for card in side.cards} <= described


@pytest.mark.parametrize("case", [case for case in CASES if case.rules.package == "krone_schwert"], ids=str)
def test_the_stronger_side_wins_a_revolt(case: Case) -> None:
    """R8: a tie goes to the king."""
    for before, _, after, scene in decided(case):
        if scene and before["revolt"] and (result := after["last_revolt"]["result"]) != "truce":
            leader, king = (side.total for side in scene.sides)
            assert leader is not None
            assert king is not None
            assert (result == "leader") == (leader > king)


@pytest.mark.parametrize("case", [case for case in CASES if case.rules.package == "krone_schwert"], ids=str)
def test_castles_that_defend_are_not_shown_as_cards(case: Case) -> None:
    """The castle card has two shields and combat 2; a castle on the board counts 1."""
    for before, _, _, scene in decided(case):
        if scene and before["attack"]:
            built = [card for card in scene.sides[1].cards if card.card == "castle"]
            assert not any(card.is_card or card.words.startswith("no ") for card in built)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_points_are_hidden_as_the_rules_say(case: Case) -> None:
    position = case.game(case.rules, 1).position()
    points = case.rules.svg_module().points
    assert None not in points(position, None)
    hides = case.rules.options().get("visible_scores") is False
    assert [value is None for value in points(position, 0)] == [
        hides and seat > 0 for seat in range(case.rules.num_players)
    ]
