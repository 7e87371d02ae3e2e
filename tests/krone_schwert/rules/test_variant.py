"""The variant with a smaller board (V1), and the options."""

from collections.abc import Callable

import pytest

from kschwert_env.krone_schwert import EditionError, Game, Rules
from tests.krone_schwert.scenes import Scene, octagon


@pytest.mark.parametrize("players", [4, 5])
def test_one_part_fewer(players: int) -> None:
    """V1, C1: for four or five players."""
    rules = Rules(players, fewer_parts=True)
    assert rules.num_fields == 24 * (players - 1)
    assert rules.neighbours.shape == (24 * (players - 1), 8)


@pytest.mark.parametrize("players", [2, 3])
def test_no_part_fewer_for_two_or_three(players: int) -> None:
    """V1: their boards stay as they are."""
    with pytest.raises(ValueError, match="fewer_parts"):
        Rules(players, fewer_parts=True)


def test_boards_and_supplies_of_rules(edition: Callable[..., str]) -> None:
    """V1, C4, C5."""
    # V1, C4: the smaller board has the outline of fewer players; four players on three parts play where three
    # do
    assert (Rules(4, fewer_parts=True).neighbours == Rules(3).neighbours).all()
    # C5: supplies depend on the edition; with five markers each, three on the board leave two
    scene = Scene(edition=edition(markers=5)).owns(0, octagon(0, 0), octagon(0, 1), octagon(0, 2))
    assert scene.play().view(0)["markers"] == [2, 3, 3]


def test_all_other_values_depend_on_the_number_of_players() -> None:
    """V1, X2, S1: four players on three parts deal four hands, draw three parts and need 20 points for the end."""
    assert len(Game(Rules(4, fewer_parts=True)).position()["hands"]) == 4
    scene = Scene(4, fewer_parts=True).king(1).realm(0).people(crowns=11, swords=0)
    assert len(scene.position["parts"]) == 3
    for points, has_begun in ((18, False), (19, True)):
        game = scene.scores(points, 0, 0, 0).play().revolt({2: "sword", 3: "sword"})
        assert game.position["end_begun"] == has_begun


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("start_player", 1),
        ("fewer_parts", 1),
        ("shuffle_parts", None),
        ("visible_scores", "yes"),
        ("max_rounds", 0),
        ("max_rounds", 2.5),
        ("reward", "victory"),
    ],
)
def test_an_option_with_a_wrong_value(option: str, value: object) -> None:
    """S2, C4, P1, E6, E5: is refused by its name."""
    with pytest.raises(ValueError, match=option):
        Rules(3, **{option: value})  # type: ignore[arg-type]


def test_an_edition_that_does_not_exist() -> None:
    """C4: is refused."""
    with pytest.raises(EditionError):
        Rules(3, edition="nowhere")
