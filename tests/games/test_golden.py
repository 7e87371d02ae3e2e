"""Golden playthroughs are unchanged. After an intended change run `python -m tests.games.golden` and review it."""

import pytest

from tests.games.golden import FOLDER, GOLDEN, path_of, playthrough
from tests.helpers.cases import Case


@pytest.mark.parametrize("case", GOLDEN, ids=str)
def test_the_playthrough_is_unchanged(case: Case) -> None:
    assert playthrough(case).splitlines() == path_of(case).read_text().splitlines()


def test_every_game_has_exactly_its_playthroughs() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted(map(path_of, GOLDEN))
