"""Start positions, returns and views."""

import copy
from random import Random

import pytest

from tests.referee.actions import Action

from .catalogue import LABELS
from .geometry import city_sites, clumps, places_beside
from .position import Json
from .scoring import returns
from .start import check_start
from .test_fights import lay, uprising, vote_and_lay
from .view import public_view
from .world import new_game, small_map, step


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_lawful_starts(players: int) -> None:
    for seed in range(5):
        assert check_start(new_game(Random(seed), players)) == []
    fewer = new_game(Random(0), players, fewer_parts=True)
    assert (check_start(fewer) == []) is (players > 3)


def spoil(position: Json, name: str) -> None:
    """One thing that no start position has."""
    fields = position["fields"]
    match name:
        case "terrain":
            plain = next(field for field in fields if field["terrain"] == "plain")
            plain["terrain"] = "forest"
        case "neighbours":
            fields[0]["neighbours"].reverse()
        case "gap":
            fields[3]["row"] += 40
        case "hand":
            position["hands"][0] = {"castle": 5}
        case "event":
            position["hands"][0] = {"unrest": 1, "castle": 3}
        case "pile":
            position["draw_pile"]["game_end"] = 1
        case "parts":
            position["parts"].append("one more")
        case "twice":
            position["parts"][1] = position["parts"][0]
        case "start":
            position["start_player"] = 1
        case "score":
            position["scores"][1] = 1
        case "option":
            position["rules"]["max_rounds"] = 0


@pytest.mark.parametrize(
    "name",
    ["terrain", "neighbours", "gap", "hand", "event", "pile", "parts", "twice", "start", "score", "option"],
)
def test_unlawful_starts(name: str) -> None:
    """S1, S2, C2, C4."""
    position = copy.deepcopy(new_game(Random(3), 3))
    spoil(position, name)
    assert check_start(position)


def test_the_tiling() -> None:
    """C2: an octagon touches four octagons and four squares, a square the four octagons around it."""
    assert set(places_beside(("octagon", 5, 5))) == {
        ("octagon", 4, 5),
        ("octagon", 6, 5),
        ("octagon", 5, 4),
        ("octagon", 5, 6),
        ("square", 4, 4),
        ("square", 4, 5),
        ("square", 5, 4),
        ("square", 5, 5),
    }
    around = {("octagon", 5, 5), ("octagon", 5, 6), ("octagon", 6, 5), ("octagon", 6, 6)}
    assert set(places_beside(("square", 5, 5))) == around


def test_clumps_and_city_sites() -> None:
    """C4: counted on the small map, where each plain octagon but one has one plain square beside it."""
    fields = small_map()
    assert city_sites(fields) == 3
    assert clumps([field for field in fields if field["terrain"] == "plain"]) == 4
    assert clumps([field for field in fields if field["terrain"] == "forest"]) == 1


def test_returns() -> None:
    assert returns([3, 9, 9], "win") == pytest.approx([-0.5, 0.25, 0.25])
    assert returns([4, 4], "win") == [0, 0]
    assert returns([8, 1, 3, 2, 0], "win") == pytest.approx([1, -0.25, -0.25, -0.25, -0.25])
    assert returns([8, 1, 3, 3], "placement") == pytest.approx([1, -1, 0, 0])
    assert returns([5, 5, 1], "placement") == pytest.approx([0.5, 0.5, -1])
    assert returns([10, 20], "score") == pytest.approx([-0.5, 0.5])
    for kind in ("win", "placement", "score"):
        assert sum(returns([7, 7, 12, 3, 3], kind)) == pytest.approx(0)


def test_view_in_a_revolt() -> None:
    """R3, P1: own vote and cards; counts of hand plus laid."""
    position = lay(step(uprising(), Action("revolt")), "leader_4")
    position = vote_and_lay(lay(position, "leader_3"), "crown", "castle ambush")
    own, other = public_view(position, 2), public_view(position, 3)
    assert own["hand"] == {}
    assert own["hand_counts"] == other["hand_counts"] == [2, 3, 2, 2]
    assert own["revolt"] == {
        "leader": 0,
        "decided": [True, True, True, False],
        "vote": "crown",
        "laid": {"castle": 1, "ambush": 1},
    }
    assert other["revolt"]["vote"] is None
    assert other["revolt"]["laid"] == {}
    assert public_view(position, 1)["revolt"]["vote"] == "crown"


def test_view_of_scores_and_piles() -> None:
    """P1: VP by option; of the draw pile only its size."""
    position = new_game(Random(0), 3, visible_scores=False) | {
        "scores": [4, 5, 6],
        "announced": [None, 3, None],
    }
    view = public_view(position, 2)
    assert view["scores"] == [None, None, 6]
    assert view["announced"] == [None, 3, None]
    assert view["draw_pile_size"] == 53
    assert "draw_pile" not in view
    assert "cards_before_game_end" not in view
    assert view["hand_counts"] == [4, 4, 4]
    assert view["hand"] == position["hands"][2]


def test_every_rule_has_a_detector() -> None:
    """The catalogue names every id from C1 to Q10."""
    chapters = {"C": 8, "S": 3, "T": 4, "B": 3, "D": 7, "L": 3, "A": 7, "K": 5, "R": 11, "E": 6, "X": 3, "V": 1}
    ids = {f"{chapter}{n}" for chapter, last in (chapters | {"P": 3, "Q": 10}).items() for n in range(1, last + 1)}
    assert {label.split()[0] for label in LABELS} == ids
