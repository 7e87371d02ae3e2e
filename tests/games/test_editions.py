"""Errors for unknown editions, and caching of edition files."""

import re
from pathlib import Path

import pytest

from kschwert_env import GAMES
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.engine.text.phrases import brief
from tests.helpers.editions import check_refused, rules_with_editions, smallest, standard, written


@pytest.mark.parametrize("name", ["standart", "/no/such/file.toml", "", "/dev/zero", "a\0b", "x" * 5000])
@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_edition_is_named(game: str, name: str) -> None:
    message = f"edition {brief(name)} is neither a bundled edition (standard) nor a readable file"
    with pytest.raises(EditionError, match=re.escape(message)):
        smallest(rules_with_editions(game), name)


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_parsed_once_and_anew_where_it_has_changed(game: str, tmp_path: Path) -> None:
    rules, text = rules_with_editions(game), standard(game)
    path = written(tmp_path, text)
    first, again = smallest(rules, path), smallest(rules, path)
    assert first.edition_data is again.edition_data
    check_refused(rules, tmp_path, "nothing = 1", "missing|left out")
    assert smallest(rules, written(tmp_path, f"{text}\n# of one's own\n")).edition_data == first.edition_data
