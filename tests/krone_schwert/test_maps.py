"""Maps of other kinds: parts of differing size, and fields listed one by one."""

import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from kschwert_env.krone_schwert import Batch, Game, Rules
from kschwert_env.krone_schwert.editions.edition import load
from kschwert_env.krone_schwert.editions.maps import directions
from kschwert_env.krone_schwert.kernel.components import Terrain
from tests.chances import FALSE_ALARM, chisquare
from tests.editions import check_refused, standard, written
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS, Listed, as_listed, with_maps
from tests.krone_schwert.played import play

STANDARD = standard("krone_schwert")
ISLANDS_TEXT = Path(ISLANDS).read_text(encoding="utf-8")
HAND_DRAWN_TEXT = Path(HAND_DRAWN).read_text(encoding="utf-8")
OTHERS = [Rules(3, ISLANDS), Rules(3, HAND_DRAWN), Rules(5, HAND_DRAWN, fewer_parts=True)]


@pytest.fixture(params=OTHERS, ids=lambda rules: f"{Path(rules.edition).stem}-{rules.num_players}")
def rules(request: pytest.FixtureRequest) -> Rules:
    found: Rules = request.param
    return found


# -- what the examples are --------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [ISLANDS, HAND_DRAWN])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_examples_are_of_the_kinds_of_the_standard_edition(edition: str, players: int) -> None:
    """So they are played by the same compiled code: records of the same kind, and of the same dtypes."""
    mine, usual = Rules(players, edition), Rules(players)
    assert mine.record_kind == usual.record_kind
    assert mine.state_dtype is usual.state_dtype
    assert mine.board_dtype is usual.board_dtype
    assert mine.loops is usual.loops
    assert not np.array_equal(mine.neighbours, usual.neighbours)


@pytest.mark.needs_jit
def test_nothing_is_compiled_for_another_map() -> None:
    Batch(Rules(3), 2).rollout(50)
    advance: Any = Rules(3).loops.advance
    compiled = len(advance.signatures)
    for edition in (ISLANDS, HAND_DRAWN):
        Batch(Rules(3, edition), 2).rollout(50)
    assert len(advance.signatures) == compiled > 0


def test_a_listed_map_may_have_any_number_of_octagons() -> None:
    """Else these tests would prove less than they say."""
    for players in (2, 3, 4, 5):
        rules = Rules(players, HAND_DRAWN)
        octagons = [field["shape"] for field in Game(rules).position()["fields"]].count("octagon")
        assert rules.map.num_octagons == octagons != rules.num_fields // 2
        assert (octagons > rules.num_fields // 2) == (players == 3)
        assert any(
            min(field, other) >= octagons for field in range(rules.num_fields) for other in rules.map.adjacent[field]
        ), "two squares beside each other"


# -- actions ----------------------------------------------------------------------------------------------------


def test_the_actions_follow_from_the_map(rules: Rules) -> None:
    fields = Game(rules).position()["fields"]
    octagons = {field["id"] for field in fields if field["shape"] == "octagon"}
    pairs = {(f["id"], other) for f in fields for other in f["neighbours"] if f["id"] in octagons} - {
        (one, other) for one in octagons for other in octagons
    }
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    assert [rules.actions.encode(*action) for action in actions] == list(range(rules.num_actions))
    assert {action.field for action in actions if action.kind == "cathedral"} == octagons
    assert {(a.field, a.partner) for a in actions if a.kind == "large_city"} == pairs
    for kind in ("claim", "castle", "small_city", "attack"):
        assert [action.field for action in actions if action.kind == kind] == list(range(len(fields)))
    assert len(actions) == 4 * len(fields) + len(octagons) + len(pairs) + 31


# -- parts of differing size ------------------------------------------------------------------------------------


@pytest.mark.needs_jit
def test_parts_lie_in_slots_of_their_size() -> None:
    """C4: any of that size equally often in each, never one twice."""
    rules, parts = Rules(5, ISLANDS), load(ISLANDS).parts
    sizes = {part.name: part.size for part in parts}
    slots = [slot.size for slot in rules.map.slots]
    laid = [[parts[i].name for i in state["parts"]] for state in Batch(rules, 3000, seed=5, observations=False).states]
    assert all([sizes[name] for name in names] == slots for names in laid)
    alike = [slot for slot, size in enumerate(slots) if size == (3, 4)]
    assert len(alike) == 2
    fitting = [name for name in sizes if sizes[name] == (3, 4)]
    pairs = Counter(tuple(names[slot] for slot in alike) for names in laid)
    assert chisquare(pairs, dict.fromkeys(permutations(fitting, 2), 1.0)) > FALSE_ALARM


def test_without_shuffling_the_first_parts_of_each_size_lie_there() -> None:
    """C4."""
    position = Game(Rules(5, ISLANDS, shuffle_parts=False), 3).position()
    assert position["parts"] == ["high_moor", "long_beach", "ferry", "north_cape", "old_mill"]
    assert Game.from_position(position).position() == position
    position = Game(Rules(5, ISLANDS), 3).position()
    with pytest.raises(ValueError, match="without shuffling they lie in the order"):
        Game.from_position({**position, "rules": {**position["rules"], "shuffle_parts": False}})


def test_a_position_with_a_part_in_a_slot_of_another_size_is_refused() -> None:
    position = Game(Rules(3, ISLANDS), 3).position()
    position["parts"].reverse()
    with pytest.raises(ValueError, match=r"parts\[0\] is .* a part of 4 rows of 4 octagons"):
        Game.from_position(position)


def test_the_terrain_of_every_slot_is_that_of_its_part() -> None:
    """C4: read from the drawings."""
    for seed in range(5):
        position = Game(Rules(5, ISLANDS), seed).position()
        terrain = {(f["shape"], f["row"], f["column"]): f["terrain"][0] for f in position["fields"]}
        for name, slot in zip(position["parts"], Rules(5, ISLANDS).map.slots, strict=True):
            drawn = ISLANDS_TEXT.split(f'name = "{name}"')[1].split('"""')[1].split("\n")[1:-1]
            for line, letters in enumerate(drawn):
                for column, letter in enumerate(letters.split()):
                    place = ("octagon", "square")[line % 2], slot.row + line // 2, slot.column + column
                    assert terrain[place] == letter.lower(), (name, place)


def test_a_size_that_all_parts_have_may_be_said_or_not(tmp_path: Path) -> None:
    said = STANDARD.replace("2 = [[0, 0], [3, 0]]", "2 = [[0, 0, 3, 4], [3, 0]]")
    assert said != STANDARD
    assert load(written(tmp_path, said)) == load("standard")
    assert load(written(tmp_path, said)).fingerprint == load("standard").fingerprint


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "[1, 4, 2, 4]]",
            "[1, 4, 3, 3]]",
            r"slots.2: '1 slots of 3 x 3 octagons' .* parts of that size \(2 of 4 x 4, 3",
        ),
        ("[1, 4, 2, 4]]", "[1, 4, 4, 2]]", "slots.2: '1 slots of 4 x 2 octagons'"),
        (
            "[1, 4, 2, 4]]",
            "[1, 4]]",
            r"slots.2: .* a list of 2 slots \[row, column, rows, columns\], as the parts differ",
        ),
        ("[1, 4, 2, 4]]", "[1, 4, 2, 4, 0]]", "slots.2: .* a list of 2 slots"),
        ("[1, 4, 2, 4]]", "[1, 3, 2, 4]]", "slots.2: .* slots that do not overlap"),
        ("[1, 4, 2, 4]]", "[1, 5, 2, 4]]", "slots.2: .* slots that touch"),
        ("[[0, 0, 4, 4], [1, 4, 2, 4]]", "[[2, 0, 4, 4], [0, 4, 2, 4]]", "slots.2: .* slots that touch"),  # corners do
        ("[4, 1, 3, 4], [4, 5, 3, 4]]", "[4, 1, 4, 4], [8, 1, 4, 4]]", "slots.5: '3 slots of 4 x 4 octagons'"),
    ],
)
def test_slots_that_parts_do_not_fit_into_are_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in ISLANDS_TEXT
    check_refused(Rules, tmp_path, ISLANDS_TEXT.replace(old, new, 1), message)


def test_room_for_the_setup_is_counted_with_the_poorest_parts_of_each_size(tmp_path: Path) -> None:
    """S2: two players need five open fields; the poorer ferry has four, the poorer moor none."""
    text = ISLANDS_TEXT
    moor, ferry = ["M M M M", "m m m m"] * 4, ["P P M M", "p p m m", "M M M M", "m m m m"]
    for name, drawn in (("lake_country", moor), ("lighthouse", ferry)):
        lines = "\n".join(drawn)
        text, found = re.subn(rf'(name = "{name}"\nmap = """\n)[^"]*', rf"\g<1>{lines}\n", text)
        assert found == 1
    check_refused(Rules, tmp_path, text, "parts: '4 plain and forest fields on 2 parts' .* more than 4")


# -- fields listed one by one -----------------------------------------------------------------------------------


def small() -> list[Listed]:
    """Six rows of four octagons with their squares, as the standard edition has them for two."""
    return as_listed(Game(Rules(2, shuffle_parts=False)).position())


def test_a_lattice_listed_field_by_field_is_the_lattice(tmp_path: Path) -> None:
    """C2: neighbours in the same directions, and so the same games."""
    mine, usual = Rules(2, written(tmp_path, with_maps(small()))), Rules(2, shuffle_parts=False)
    assert (mine.neighbours == usual.neighbours).all()
    assert [mine.actions.decode(i) for i in range(mine.num_actions)] == [
        usual.actions.decode(i) for i in range(usual.num_actions)
    ]
    game, twin, choice = Game(mine, 4), Game(usual, 4), Random(4)
    while not game.is_over:
        action = choice.choice(game.legal_actions())
        game.step(action)
        twin.step(action)
        assert game.player == twin.player
    assert (game.scores == twin.scores).all()
    assert (game.observe(0)["observation"] == twin.observe(0)["observation"]).all()


def test_positions_tell_the_places_as_the_edition_gives_them(tmp_path: Path) -> None:
    fields = small()
    fields[0]["at"], fields[1]["at"] = [-0.25, 0], [1, -0.125]
    game = Game(Rules(2, written(tmp_path, with_maps(fields))), 1)
    position = game.position()
    assert position["parts"] == []
    assert [[field["column"], field["row"]] for field in position["fields"]] == [field["at"] for field in fields]
    assert repr([position["fields"][i]["row"] for i in (0, 1)]) == "[0, -0.125]"
    assert Game.from_position(position) == game
    for key, value in (("row", 0.5), ("column", 3), ("terrain", "sea"), ("neighbours", [])):
        spoiled = {**position, "fields": [{**position["fields"][0], key: value}, *position["fields"][1:]]}
        with pytest.raises(ValueError, match=r"fields\[0\] is .* as the edition says"):
            Game.from_position(spoiled)
    with pytest.raises(ValueError, match="parts is"):
        Game.from_position({**position, "parts": ["heartland"]})


@pytest.mark.needs_jit
def test_positions_of_whole_games_are_read_back(rules: Rules) -> None:
    for seed in range(2):
        for _, _, after in play(rules, seed):
            assert Game.from_position(after).position() == after


def test_the_land_of_a_listed_map_is_the_same_in_every_game() -> None:
    states = Batch(Rules(3, HAND_DRAWN), 20, seed=1, observations=False).states
    listed = [Terrain[field["terrain"].upper()] for field in Game(Rules(3, HAND_DRAWN)).position()["fields"]]
    assert (states["terrain"] == listed).all()
    assert (states["free_land"] == sum(terrain != Terrain.MOUNTAIN for terrain in listed)).all()
    assert (states["parts"] < 0).all()


def test_variant_v1_is_played_on_the_map_of_one_player_fewer() -> None:
    """V1."""
    assert (Rules(4, HAND_DRAWN, fewer_parts=True).neighbours == Rules(3, HAND_DRAWN).neighbours).all()


# -- directions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_neighbours_have_directions_clockwise(players: int) -> None:
    """Clockwise round the field as they lie on the plane, and never turned by three eighths of a circle."""
    rules = Rules(players, HAND_DRAWN)
    for field, row in enumerate(rules.neighbours):
        y, x = rules.map.places[field]
        angles = [
            np.arctan2(rules.map.places[other][1] - x, y - rules.map.places[other][0]) * 4 / np.pi
            for other in row[row >= 0]
        ]
        assert sorted(row[row >= 0].tolist()) == rules.map.adjacent[field]
        turns = np.diff(angles + angles[:1]) % 8
        assert turns.sum() == pytest.approx(8 if len(angles) > 1 else 0)  # once around
        off = (np.flatnonzero(row >= 0) - angles + 4) % 8 - 4
        assert np.abs(off).max() < 3


@pytest.mark.parametrize(
    ("angles", "expected"),
    [
        ([0, 2, 4, 6], [0, 2, 4, 6]),
        ([0.3, 1.6, 7.6], [0, 2, 7]),
        ([0.1, 0.2], [0, 1]),
        ([0.1, 7.8], [0, 7]),
        ([0.2, 7.9], [1, 0]),
        ([0.2, 7.8], [1, 0]),  # as good as [0, 7], which takes a later direction
        ([3.9, 4.0, 4.1], [3, 4, 5]),
        ([0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2], [5, 6, 7, 0, 1, 2, 3, 4]),
        ([], []),
    ],
)
def test_directions_are_as_near_as_can_be(angles: list[float], expected: list[int]) -> None:
    assert directions(angles).tolist() == expected


# -- wrong maps -------------------------------------------------------------------------------------------------


def changed(number: int, **values: Any) -> list[Listed]:
    fields = small()
    fields[number].update(values)
    return fields


def joined(*pairs: tuple[int, int]) -> list[Listed]:
    fields = small()
    for one, other in pairs:
        fields[one]["neighbours"].append(other)
        fields[other]["neighbours"].append(one)
    return fields


def scaled(factor: float) -> list[Listed]:
    return [{**field, "at": [factor * x for x in field["at"]]} for field in small()]


def line_of(count: int, **values: Any) -> list[Listed]:
    """Octagons in a row, each beside the one before and the one behind."""
    usual = {"shape": "octagon", "terrain": "plain"}
    beside = [[n for n in (i - 1, i + 1) if 0 <= n < count] for i in range(count)]
    return [{**usual, "at": [i, 0], "neighbours": beside[i], **values} for i in range(count)]


def snake(count: int) -> list[Listed]:
    """As many octagons on a few lines, so that the map is not too wide."""
    fields = line_of(count)
    for i, field in enumerate(fields):
        line, place = divmod(i, 30)
        field["at"] = [29 - place if line % 2 else place, line]
    return fields


def cut() -> list[Listed]:
    """The last two fields are neighbours of each other only."""
    fields = line_of(12)
    fields[9]["neighbours"].remove(10)
    fields[10]["neighbours"].remove(9)
    return fields


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (changed(3, shape="hexagon"), r"maps.2\[3\].shape: 'hexagon' .* one of octagon, square"),
        (changed(3, shape=["octagon"]), r"maps.2\[3\].shape: \['octagon'\]"),
        (changed(30, shape="octagon"), r"maps.2\[30\].shape: 'octagon' .* square, for the field before it is one"),
        (changed(3, terrain="sea"), r"maps.2\[3\].terrain: 'sea' .* one of plain, mountain, forest"),
        (changed(3, at=[1]), r"maps.2\[3\].at: \[1\] .* \[x, y\], two numbers from -10000 to 10000"),
        (changed(3, at=[1, "nan"]), r"maps.2\[3\].at: \[1, 'nan'\]"),
        (changed(3, at="here"), r"maps.2\[3\].at: 'here'"),
        (changed(3, at=[True, 1]), r"maps.2\[3\].at: \[True, 1\]"),
        (changed(3, at=[1, 10_001]), r"maps.2\[3\].at: \[1, 10001\]"),
        (changed(3, neighbours=5), r"maps.2\[3\].neighbours: 5 .* a list of at most 8 numbers of fields"),
        (changed(3, neighbours=list(range(4, 13))), r"maps.2\[3\].neighbours: '9 neighbours' .* at most 8"),
        (changed(3, neighbours=[48]), r"maps.2\[3\].neighbours: 48 .* the number of a field, from 0 to 47"),
        (changed(3, neighbours=[-1]), r"maps.2\[3\].neighbours: -1"),
        (changed(3, neighbours=[2.0]), r"maps.2\[3\].neighbours: 2.0"),
        (changed(3, neighbours=[2, 3]), r"maps.2\[3\].neighbours: 3 .* none lies beside itself"),
        (changed(3, neighbours=[2, 7, 2]), r"maps.2\[3\].neighbours: 2 is wrong; it must be there once"),
        (changed(3, neighbours=[2]), r"maps.2\[7\].neighbours: 3 .* a field that has 7 among its neighbours, too"),
        (changed(3, sea=1), r"maps.2\[3\].sea: 1 .* left out"),
        (
            changed(5, at=[0, 0]),
            r"maps.2: 'field 0 only 0 from field 5' .* at least 0.138: 0.001, or 1/40 of the map's",
        ),
        (changed(5, at=[0.1, 0]), r"maps.2: 'field 0 only 0.1 from field 5'"),
        (changed(5, at=[30, 30]), r"maps.2: 'field 0 only 0.707 from field 24' .* at least 0.75: "),
        (joined((0, 2)), r"maps.2: 'the line between the neighbours 0 and 2 only 0 from field 1'"),
        (joined((0, 25)), r"maps.2: 'lines between the neighbours 0 and 25, and 1 and 5, that cross' .* without such"),
        (scaled(1e-4), r"maps.2: 'field .* only 7.07e-05 from field .*' .* at least 0.001: 0.001, or"),
        (scaled(0), r"maps.2: 'field 0 only 0 from field 1' .* at least 0.001: "),
        (line_of(1), "maps.2: '1 fields' is wrong; it must be an array of 2 to 255 tables"),
        (snake(256), "maps.2: '256 fields'"),
        (cut(), "maps.2: 'field 10, to which no neighbours lead from field 0' .* a map in one piece"),
        (line_of(3, neighbours=[]), "maps.2: 'a map without neighbours'"),
        (line_of(12, terrain="mountain"), "maps.2: '0 plain and forest fields' .* more than 4, .* the setup of 2"),
        (line_of(8), "maps.3: '8 plain and forest fields' .* more than 8, .* the setup of 4"),
        (line_of(10), "maps.4: '10 plain and forest fields' .* more than 10, .* the setup of 5"),
    ],
)
def test_a_wrong_map_is_refused(fields: list[Listed], message: str, tmp_path: Path) -> None:
    check_refused(Rules, tmp_path, with_maps(fields), message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\n3 = [", "\n7 = [", "maps.3 is missing"),
        ("\n3 = [", "\n7 = 1\n3 = [", "maps.7: 1 is wrong; it must be left out"),
        ("[maps]", "[slots]\n[maps]", "maps: 'a map beside parts and slots' is wrong"),
        ("[maps]\n2 = [", "[maps]\n2 = 5\n[extra]\n2 = [", "extra: .*left out: the keys here are .*maps"),
        ("at = [14, 12]", "at = [nan, 12]", r"maps.2\[0\].at: \[nan, 12\]"),
        ("at = [14, 12]", "at = [inf, 12]", r"maps.2\[0\].at: \[inf, 12\]"),
    ],
)
def test_wrong_tables_of_maps_are_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in HAND_DRAWN_TEXT
    check_refused(Rules, tmp_path, HAND_DRAWN_TEXT.replace(old, new, 1), message)


def test_an_error_about_a_whole_map_stays_short(tmp_path: Path) -> None:
    path = written(
        tmp_path, STANDARD + HAND_DRAWN_TEXT[: HAND_DRAWN_TEXT.index("[cards]")].replace("[maps]", "[extra]")
    )
    with pytest.raises(ValueError, match=r"extra: .*\.\.\. is wrong") as caught:
        load(path)
    assert len(str(caught.value)) < 600


def test_the_largest_maps_are_read(tmp_path: Path) -> None:
    """255 fields: every kind of action and a place for each in the records."""
    rules = Rules(5, written(tmp_path, with_maps(snake(255))))
    assert rules.num_fields == 255
    assert rules.num_actions == 4 * 255 + 255 + 31
    assert not len(rules.map.city_sites)
    assert rules.board["num_octagons"] == 255
