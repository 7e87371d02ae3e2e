"""`kschwert edition check` prints and draws the maps of an edition."""

from pathlib import Path

import pytest

from kschwert_env.krone_schwert import Game, Rules
from tests.cli.test_cli import fails, succeeds
from tests.helpers.pictures import data, words
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS


def test_the_fields_of_maps_are_counted() -> None:
    told = [line.split() for line in succeeds("edition", "check", HAND_DRAWN, "--games", 0).splitlines()]
    for players in Rules.player_counts:
        fields = Game(Rules(players, HAND_DRAWN)).position()["fields"]
        counts = [[f["shape"] for f in fields].count(shape) for shape in ("octagon", "square")]
        counts += [[f["terrain"] for f in fields].count(terrain) for terrain in ("plain", "mountain", "forest")]
        assert [str(number) for number in (players, *counts)] in told


@pytest.mark.parametrize("name", ["standard", ISLANDS, HAND_DRAWN])
def test_the_maps_of_an_edition_are_drawn(name: str, tmp_path: Path) -> None:
    """Every field of every board is drawn."""
    file = tmp_path / "maps.svg"
    succeeds("edition", "check", name, "--games", 0, "--svg", file)
    picture = file.read_text(encoding="utf-8")
    assert picture == Rules(2, name).edition_svg()
    sizes = [Rules(players, name).num_fields for players in Rules.player_counts]
    expected = [str(field) for size in sizes for field in range(size)]
    assert data(picture, "field")[: len(expected)] == expected
    titles = [word for word in words(picture) if "players" in word]
    assert [title.partition(":")[0] for title in titles] == [
        *("2 players", "3 players, and 4 with fewer parts", "4 players, and 5 with fewer parts", "5 players")
    ]
    parts = [part.name for part in Rules(2, name).edition_data.parts]
    assert all(any(part in word for word in words(picture)) for part in parts)


def test_maps_that_can_not_be_written_or_are_not_there(tmp_path: Path) -> None:
    assert "can't be written" in fails(1, "edition", "check", "standard", "--svg", Path("/proc/maps.svg"))
    file = tmp_path / "maps.svg"
    error = fails(1, "edition", "check", "standard", "--game", "two_crowns", "--svg", file)
    assert " ".join(error.split()) == "Error: --svg is not available: two_crowns has no map"
    assert not file.exists()
