"""What no game can reach is refused: by the referee, and by the engine that reads it (D1, D3, P3, Q9)."""

import pytest

from kschwert_env.krone_schwert import Game

from .position import Json
from .reachable import faults_of_position
from .spoiled import Spoil, cases, last_revolt, redraw, spoiled

CASES = [(what, position, spoil) for players in (2, 3) for what, position, spoil in cases(players)]
LAWFUL = [made for players in (2, 3, 5) for made in (redraw(players), last_revolt(players, "king"))]
LAWFUL += [last_revolt(players, result) for players in (2, 4) for result in ("leader", "truce")]
each_case = pytest.mark.parametrize(("what", "position", "spoil"), CASES, ids=[what for what, _, _ in CASES])


@pytest.mark.parametrize("position", LAWFUL)
def test_what_can_be_reached_is_read(position: Json) -> None:
    """P3, Q9: by both, and nothing of it is lost."""
    assert faults_of_position(position) == []
    again = Game.from_position(position).position()
    for built in (position, again):
        built["buildings"].sort(key=lambda building: building["fields"])  # in any order
    assert again == position


@each_case
def test_the_referee_refuses(what: str, position: Json, spoil: Spoil) -> None:
    """P3, Q9."""
    assert faults_of_position(spoiled(position, spoil))


@each_case
def test_the_engine_refuses(what: str, position: Json, spoil: Spoil) -> None:
    """P3, Q9: it does read the position without the fault, and names a ValueError with it."""
    Game.from_position(position)
    with pytest.raises(ValueError, match=r"."):
        Game.from_position(spoiled(position, spoil))
