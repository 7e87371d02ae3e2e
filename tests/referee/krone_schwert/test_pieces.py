"""The pieces of the observation as the engine lays them: their names, order and shapes (P1, P3)."""

from random import Random

import pytest

from kschwert_env.krone_schwert import Rules

from .pieces import expected_fields, expected_pieces
from .view import public_view
from .world import new_game, rules

ORDER = (
    *("fields", "phase", "player", "turn_player", "start_player", "king", "leader", "decided", "papal_visit"),
    *("scores", "announced", "hand_counts", "markers", "buildings", "supply", "hand", "laid", "vote", "discard_pile"),
    *("draw_pile", "face_down", "open_swords", "crowns_aside"),
    *("last_leader", "last_king", "last_votes", "last_laid", "last_open_swords", "last_result"),
    *("expansion", "claims_left", "action_points", "attack_spent", "end_begun", "truncated", "round"),
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pieces_are_those_that_are_told(players: int) -> None:
    """P1, P3: in this order, and each as long as the referee expects it."""
    pieces = Rules(**rules(players)).observation.pieces
    assert tuple(pieces) == ORDER
    shapes = {name: shape for name, (_, shape, *_) in pieces.items()}
    assert shapes["phase"] == (11,)
    assert (shapes["last_votes"], shapes["last_laid"]) == ((players, 2), (players, 9))
    view = public_view(new_game(Random(players), players), 0)
    expected = expected_pieces(view) | {"fields": expected_fields(view)}
    sizes = {name: where.stop - where.start for name, (where, *_) in pieces.items()}
    assert sizes == {name: len(values) for name, values in expected.items()}
