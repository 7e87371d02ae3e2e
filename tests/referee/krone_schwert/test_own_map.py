"""Maps of one's own: parts of differing size, and fields listed one by one."""

import copy
from collections.abc import Callable

import pytest

from kschwert_env.krone_schwert import Game, Rules
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS
from tests.referee.duel import Tally, run_games

from .judge import KroneSchwert
from .own_map import direction, own_board_faults
from .position import Json

PLAYERS, GAMES = 3, 20


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("players", "edition"),
    [(3, ISLANDS), (3, HAND_DRAWN), (2, HAND_DRAWN)],
    ids=["islands", "hand_drawn-3", "hand_drawn-2"],
)
def test_engine_and_referee_agree_on_other_maps(players: int, edition: str) -> None:
    """C2, C4: starts, legal actions, steps, views and returns."""
    tally = Tally(KroneSchwert(players, edition=edition))
    for _ in run_games(tally, 0, range(GAMES)):
        pass
    assert [str(difference) for difference in tally.differences] == []


def swapped(position: Json) -> None:
    first, second = position["fields"][0], next(f for f in position["fields"] if f["terrain"] != "forest")
    first["terrain"], second["terrain"] = second["terrain"], "sea"


SPOILED: dict[str, Callable[[Json], object]] = {
    "terrain": swapped,
    "neighbours": lambda position: position["fields"][7]["neighbours"].pop(),
    "place": lambda position: position["fields"][7].update(row=99),
    "missing": lambda position: position["fields"].pop(),
}


@pytest.mark.parametrize("edition", [ISLANDS, HAND_DRAWN], ids=["islands", "hand_drawn"])
@pytest.mark.parametrize("shuffle", [True, False])
def test_a_spoiled_map_is_told(edition: str, shuffle: bool) -> None:
    position = Game(Rules(PLAYERS, edition, shuffle_parts=shuffle), 3).position()
    assert own_board_faults(position) == []
    for spoil in SPOILED.values():
        spoiled = copy.deepcopy(position)
        spoil(spoiled)
        assert own_board_faults(spoiled)


def test_parts_in_slots_of_another_size_are_told() -> None:
    position = Game(Rules(PLAYERS, ISLANDS, shuffle_parts=False)).position()
    for parts in (["ferry", "long_beach", "high_moor"], ["high_moor", "long_beach"], ["high_moor", "sea", "ferry"]):
        assert own_board_faults({**position, "parts": parts})
    assert own_board_faults({**position, "parts": ["lake_country", "long_beach", "ferry"]})


def test_directions_of_neighbours() -> None:
    """Two of them in the north share it with the nearest direction that is free, in their order."""
    at = [(0, 0), (1, -9), (-2, -9), (9, 0)]
    fields = [{"column": x, "row": y, "neighbours": [1, 2, 3] if (x, y) == (0, 0) else [0]} for x, y in at]
    assert [direction(fields, 0, other) for other in (1, 2, 3)] == [1, 8, 3]
    assert [direction(fields, other, 0) for other in (1, 2, 3)] == [5, 5, 7]
