"""What a seat may know, and what it gets in the end."""

import pytest

from .pieces import expected_pieces
from .scoring import returns
from .view import public_view
from .world import Scripted, lay, scene, step

SIZES = {
    **{"phase": 5, "player": 2, "turn_player": 2, "start_player": 2, "castles": 2, "hand_counts": 2, "deck_counts": 2},
    **{"known": 6, "discards": 18, "resting": 12, "laid_counts": 2, "laid": 18, "paid": 6, "asking": 9, "hand": 9},
    **{"deck": 9, "exact": 9, "fate_used": 1, "truncated": 1, "turn": 1},
}


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
    """A2, A3, P1: the attacker's until he is asked to pay, the defender's until he is."""
    purse = "knight_1, vassal, gold_2"
    position = lay(step(scene(purse, purse), "attack"), "knight_1, vassal")
    own, enemy = public_view(position, 0)["battle"], public_view(position, 1)["battle"]
    laid = {"knight_1": 1, "vassal": 1}
    assert own == {"laid": [laid, None], "counts": [2, 0], "paid": [{}, {}]}
    assert enemy == {"laid": [None, {}], "counts": [2, 0], "paid": [{}, {}]}
    position = lay(position, "knight_1, vassal")
    assert (position["phase"], position["player"]) == ("pay", 0)
    assert public_view(position, 0)["battle"]["laid"] == [laid, None]
    assert public_view(position, 1)["battle"] == position["battle"]
    position = step(position, "pay", "yes")
    assert (position["phase"], position["player"]) == ("pay", 1)
    assert public_view(position, 0)["battle"] == public_view(position, 1)["battle"] == position["battle"]
    assert position["battle"] == {"laid": [{"knight_1": 1}, laid], "counts": [2, 2], "paid": [{"vassal": 1}, {}]}


def test_the_pieces_of_a_battle() -> None:
    """P1, A3: own things first; a card asked for is shown to both, a defence face down to its owner alone."""
    purse = "knight_1, vassal, gold_2, gold_1"
    position = scene(purse, purse, known=("knight_1", "knight_1"))
    position = lay(lay(step(position, "attack"), "knight_1, vassal"), "knight_1, vassal")
    own, enemy = (expected_pieces(public_view(position, seat)) for seat in (0, 1))
    nothing, both = [0] * 9, [1, 0, 0, 0, 0, 0, 0, 0, 1]
    vassal = [0] * 8 + [1]
    assert (own["laid"], enemy["laid"]) == (both + nothing, both + both)
    assert (own["asking"], enemy["asking"], own["paid"], enemy["paid"]) == (vassal, vassal, [0] * 6, [0] * 6)
    assert (own["known"], enemy["known"]) == ([0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0])
    position = step(position, "pay", "yes")
    own, enemy = (expected_pieces(public_view(position, seat)) for seat in (0, 1))
    assert (own["laid"], enemy["laid"]) == ([1, *[0] * 8, *both], [*both, 1, *[0] * 8])
    assert (own["asking"], enemy["asking"]) == (vassal, vassal)
    assert (own["paid"], enemy["paid"]) == ([0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1])
    assert (own["laid_counts"], own["known"]) == ([2, 2], [0] * 6)
    assert own.keys() == SIZES.keys()
    assert {name: len(piece) for name, piece in own.items()} == SIZES


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
