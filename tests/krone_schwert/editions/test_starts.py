"""Editions with a starting position: games begin there, and wrong positions and options are refused."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kschwert_env.engine.io.edition import EditionError
from kschwert_env.krone_schwert import Game, Rules
from tests.helpers.editions import written
from tests.krone_schwert.conftest import STANDARD

LAST_TURN = Path(__file__).parents[3] / "training" / "ground_truth" / "last_turn_3.toml"


def test_games_begin_at_the_start() -> None:
    game = Game(Rules(3, str(LAST_TURN), shuffle_parts=False, max_rounds=2), 5)
    assert (game.phase, game.player, game.turn_player) == ("action", 0, 0)
    position = game.position()
    assert (position["turn"], position["king"], position["action_points"]) == (5, 1, 1)
    assert [position["owner"].count(seat) for seat in range(3)] == [2, 2, 4]
    assert Game.from_position(position).position() == position
    assert "revolt" in {game.rules.actions.decode(action).kind for action in game.legal_actions()}


START = """
[starts.2]
turn = 2
action_points = 3
king = 1
scores = [0, 0]
fields = [[0, 1], [21, 20]]
castles = [0, 21]
small_cities = [1, 20]
large_cities = []
cathedrals = []
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("king = 1", "king = 2", r"starts.2.king: 2 is wrong; it must be an integer from -1 to 1"),
        ("king = 1", "king = -1", "seat 0 has a castle and a city, so there is a king"),
        ("castles = [0, 21]", "castles = [0, 20]", "starts.2.small_cities: 20 is wrong"),
        ("[21, 20]]", "[1, 20]]", "a number from 0 to 47, in one list only"),
        ("scores = [0, 0]", "scores = [0]", "a list of 2 of integers"),
        ("large_cities = []", "large_cities = [[0, 1]]", "an octagon and a square beside it"),
        ("large_cities = []", "large_cities = [[5, 25.0]]", "an octagon and a square beside it"),
        ("cathedrals = []", "cathedrals = [5]", "the octagon of one of large_cities"),
        ("[starts.2]", "[starts.9]", "unknown key; expected 2, 3, 4, 5"),
    ],
)
def test_wrong_starts_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in START
    Rules(2, written(tmp_path, STANDARD + START), shuffle_parts=False)
    with pytest.raises(ValueError, match=message):
        Rules(2, written(tmp_path, STANDARD + START.replace(old, new)), shuffle_parts=False)


def start(**lines: object) -> str:
    """Return the table of a start with other values."""
    return "".join(
        f"{key} = {lines.get(key, value.strip())}\n" if value else f"{line}\n"
        for line in START.splitlines()
        for key, _, value in [line.partition(" = ")]
    )


def rules_with(folder: Path, text: str) -> Rules:
    return Rules(2, written(folder, STANDARD + text), shuffle_parts=False)


CITIES: dict[str, Any] = {"fields": [[0, 1, 4, 5, 24, 25, 28], [21, 20]], "small_cities": [20]}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ({"small_cities": [1, 20, 7]}, r"starts.2 is wrong: buildings\[2\].fields is \[7\], but must be owned"),
        ({**CITIES, "castles": [0, 21, 5], "small_cities": [1, 20]}, r"\[5\], but must be on mountain"),
        ({**CITIES, "small_cities": [4, 20]}, r"\[4\], but must be on plain"),
        ({**CITIES, "large_cities": [[4, 28]]}, r"\[4, 28\], but must be on plain"),
        ({**CITIES, "large_cities": [[0, 24]], "castles": [21]}, r"\[0, 24\], but must be on plain"),
        ({"fields": [[0, 1, 5], [21, 20, 25]], "large_cities": [[5, 25]]}, r"\[5, 25\], but must be owned, by one"),
        (
            {"small_cities": [1, 20, 0]},
            r"starts.2.small_cities: 0 is wrong; it must be a field without another building",
        ),
        ({"castles": [0, 0, 21]}, "starts.2.castles: 0 is wrong; it must be a field without another building"),
        ({**CITIES, "large_cities": [[1, 25], [5, 25]]}, "starts.2.large_cities: 25 is wrong"),
        ({**CITIES, "large_cities": [[5, 24], [5, 25]]}, "starts.2.large_cities: 5 is wrong"),
        ({**CITIES, "small_cities": [5, 20], "large_cities": [[5, 25]]}, "starts.2.small_cities: 5 is wrong"),
        ({**CITIES, "large_cities": [[5, 25]], "cathedrals": [5, 5]}, "starts.2.cathedrals: 5 is wrong"),
    ],
)
def test_starts_obey_the_rules_of_buildings(tmp_path: Path, lines: dict[str, object], message: str) -> None:
    with pytest.raises(EditionError, match=message):
        rules_with(tmp_path, start(**lines))


def test_large_cities_and_cathedrals_can_be_in_a_start(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, start(**CITIES, large_cities=[[1, 24], [5, 25]], cathedrals=[5]))
    buildings = Game(rules, 1).position()["buildings"]
    assert {"kind": "large_city", "fields": [5, 25], "cathedral": True} in buildings
    assert {"kind": "large_city", "fields": [1, 24], "cathedral": False} in buildings


def made_up(chance: Random, terrain: list[str], sites: Sequence[tuple[int, int]]) -> str:
    """Return a start that may contradict the rules."""
    owned = chance.sample(range(48), 14)
    fields = [owned[:7], owned[7:]]
    castles = [field for field in owned if terrain[field] == "mountain" and chance.random() < 0.3]
    small = [field for field in owned if terrain[field] == "plain" and chance.random() < 0.3]
    large = [list(site) for site in sites if set(site) <= set(owned[:7]) and chance.random() < 0.5]
    if chance.random() < 0.5:  # a fault, perhaps
        chance.choice([castles, small]).append(chance.randrange(48))
    return start(
        fields=fields,
        castles=castles,
        small_cities=small,
        large_cities=large,
        king=chance.choice([-1, 0, 1]),
        scores=[chance.choice([0, 5, 900]), 0],
        turn=chance.choice([0, 1, 2, 9]),
    )


def test_a_start_is_accepted_exactly_when_its_position_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by the check of positions, for the position of a game whose start was not checked."""
    chance, outcomes, standard = Random(1), Counter[bool](), Rules(2, shuffle_parts=False)
    terrain = [field["terrain"] for field in Game(standard).position()["fields"]]
    for _ in range(300):
        text = made_up(chance, terrain, standard.map.city_sites)
        try:
            rules_with(tmp_path, text)
            accepted = True
        except EditionError as error:
            if "starts.2 is wrong" not in str(error):  # the table itself: it has no position
                continue
            accepted = False
        with monkeypatch.context() as unchecked:
            unchecked.setattr(Rules, "_check_start", lambda rules: None)
            position = Game(rules_with(tmp_path, text), 1).position()
            try:
                assert Game.from_position(position).position() == position
                is_position = True
            except ValueError:
                is_position = False
        assert is_position == accepted, text
        outcomes[accepted] += 1
    assert min(outcomes[True], outcomes[False]) > 20


@pytest.mark.parametrize(("option", "value"), [("shuffle_parts", True), ("start_player", "random"), ("max_rounds", 1)])
def test_options_that_contradict_a_start_are_refused(tmp_path: Path, option: str, value: object) -> None:
    options = {"shuffle_parts": False, option: value}
    with pytest.raises(ValueError, match=option):
        Rules(2, written(tmp_path, STANDARD + START), **options)  # type: ignore[arg-type]
