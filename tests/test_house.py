"""The picture of the house agrees with the imports of the code, and finds what is wrong with them."""

import pytest

from tests import house


def test_the_picture_is_what_is_drawn_now() -> None:
    assert house.PATH.read_text(encoding="utf-8") == house.picture(), "run `python -m tests.house`"


def test_rooms_of_modules() -> None:
    assert house.room("kschwert_env") is None
    assert house.room("kschwert_env.engine.loops") == "engine"
    assert house.room("kschwert_env.krone_schwert_v0") == house.ENVIRONMENTS
    assert house.room("kschwert_env.agents.arena.__main__") == "agents"
    assert house.room("benchmarks.peers.pgx") == "benchmarks"
    assert house.room_of_a_game("kschwert_env.two_crowns.kernel.end") == "kernel"
    assert house.room_of_a_game("kschwert_env.two_crowns") == house.FRONT
    assert house.room_of_a_game("kschwert_env.engine.rules") is None


def test_arrows_that_follow_from_others_are_left_out() -> None:
    edges = {("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("a", "d"), ("a", "e")}
    assert house.without_shortcuts(edges) == {("a", "b"), ("b", "c"), ("c", "d"), ("a", "e")}


def test_a_ring_is_refused() -> None:
    with pytest.raises(ValueError, match="in a ring: "):
        house.without_shortcuts({("a", "b"), ("b", "c"), ("c", "a")})


def test_an_arrow_that_passes_a_floor_has_a_passage() -> None:
    places, arrows = house.plan(["a", "b", "c"], {("a", "b"), ("b", "c"), ("a", "c")}, 0, 100)
    assert sorted(map(len, arrows)) == [2, 2, 3]
    passage = next(arrow[1] for arrow in arrows if len(arrow) == 3)
    assert places["a"].top < places[passage].top == places["b"].top < places["c"].top
    assert places["b"].right < places[passage].left
