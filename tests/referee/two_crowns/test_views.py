"""What a seat may know, and what it gets in the end."""

import pytest

from .scoring import returns
from .view import public_view
from .world import Scripted, lay, scene, step


def test_hands_and_decks_are_counts_to_the_enemy() -> None:
    """P1: known are the minimum, the discards and the cards at rest."""
    position = scene("2 knight_1, gold_2", "feint, vassal", decks=("bishop", "2 feint"), resting=("", "knight_3"))
    own, enemy = public_view(position, 0), public_view(position, 1)
    assert own["hand"] == {"knight_1": 2, "gold_2": 1}
    assert (own["hand_counts"], own["deck_counts"]) == ([3, 2], [1, 2])
    assert own["deck"] == {"bishop": 1}
    assert own["resting"][1] == {"this_turn": {"knight_3": 1}, "next_turn": {}}
    different = {key for key in own if own[key] != enemy[key]}
    assert different == {"seat", "hand", "deck"}
    assert "hands" not in own
    assert "decks" not in own


def test_cards_laid_face_down_are_a_number() -> None:
    """A2, P1: until they are turned up, when the phase is `pay`."""
    position = lay(step(scene("knight_1, vassal, gold_2", "knight_2"), "attack"), "knight_1, vassal")
    own, enemy = public_view(position, 0)["battle"], public_view(position, 1)["battle"]
    assert own == {"laid": [{"knight_1": 1, "vassal": 1}, None], "counts": [2, 0], "vassals": [0, 0]}
    assert enemy == {"laid": [None, {}], "counts": [2, 0], "vassals": [0, 0]}
    position = lay(position, "knight_2")
    assert position["phase"] == "pay"
    assert public_view(position, 0)["battle"] == public_view(position, 1)["battle"] == position["battle"]


def test_the_cards_of_an_exact_are_secret() -> None:
    """P1, R2: to all but who draws them."""
    position = step(scene("gold_1", "knight_1"), "exact", "gold_1", Scripted("feint, vassal"))
    assert public_view(position, 0)["exact"] == {"feint": 1, "vassal": 1}
    assert public_view(position, 1)["exact"] is None
    assert public_view(position, 1)["discards"][0] == {"gold_1": 1}


@pytest.mark.parametrize(
    ("castles", "reward", "first"),
    [
        ([20, -3], "win", 1.0),
        ([0, 4], "placement", -1.0),
        ([5, 5], "win", 0.0),
        ([20, 0], "score", 1.0),
        ([7, 10], "score", -0.15),
        ([12, -6], "score", 0.9),
    ],
)
def test_returns(castles: list[int], reward: str, first: float) -> None:
    """E1, E3: the higher castle has won; sums are zero."""
    position = scene("", "", castles=(castles[0], castles[1]), reward=reward)
    assert returns(position) == pytest.approx([first, -first])
