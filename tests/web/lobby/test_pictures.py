"""The pictures of the games in the lobby are up to date: `python -m tests.docs.generators.lobby_picture` draws them."""

import pytest

from tests.docs.generators.lobby_picture import PICTURES, path_of


@pytest.mark.parametrize("game", PICTURES)
def test_the_picture_of_a_game_is_up_to_date(game: str) -> None:
    assert path_of(game).read_text(encoding="utf-8") == PICTURES[game]()
