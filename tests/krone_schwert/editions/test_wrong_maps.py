"""Invalid maps are refused with the key, the value and what would be valid."""

import re
from pathlib import Path
from typing import Any

import pytest

from kschwert_env.krone_schwert import Rules
from kschwert_env.krone_schwert.editions.edition import load
from tests.helpers.editions import check_refused, standard, written
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS, Listed, small, with_maps

STANDARD = standard("krone_schwert")
ISLANDS_TEXT = Path(ISLANDS).read_text(encoding="utf-8")
HAND_DRAWN_TEXT = Path(HAND_DRAWN).read_text(encoding="utf-8")

# -- slots ------------------------------------------------------------------------------------------------------


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


def test_open_land_is_counted_with_the_poorest_parts_of_each_size(tmp_path: Path) -> None:
    """S2: two players need five open fields; the poorer ferry has four, the poorer moor none."""
    text = ISLANDS_TEXT
    moor, ferry = ["M M M M", "m m m m"] * 4, ["P P M M", "p p m m", "M M M M", "m m m m"]
    for name, drawn in (("lake_country", moor), ("lighthouse", ferry)):
        lines = "\n".join(drawn)
        text, found = re.subn(rf'(name = "{name}"\nmap = """\n)[^"]*', rf"\g<1>{lines}\n", text)
        assert found == 1
    check_refused(Rules, tmp_path, text, "parts: '4 plain and forest fields on 2 parts' .* more than 4")


# -- individually listed fields ---------------------------------------------------------------------------------


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


def row_of(count: int, **values: Any) -> list[Listed]:
    """Return octagons in a row; each is adjacent to the previous and the next one."""
    usual = {"shape": "octagon", "terrain": "plain"}
    beside = [[n for n in (i - 1, i + 1) if 0 <= n < count] for i in range(count)]
    return [{**usual, "at": [i, 0], "neighbours": beside[i], **values} for i in range(count)]


def folded_row(count: int) -> list[Listed]:
    """Return this number of octagons on a few lines, so that the map is not too wide."""
    fields = row_of(count)
    for i, field in enumerate(fields):
        line, place = divmod(i, 30)
        field["at"] = [29 - place if line % 2 else place, line]
    return fields


def disconnected() -> list[Listed]:
    """Return a map whose last two fields are neighbours of each other only."""
    fields = row_of(12)
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
        (row_of(1), "maps.2: '1 fields' is wrong; it must be an array of 2 to 255 tables"),
        (folded_row(256), "maps.2: '256 fields'"),
        (disconnected(), "maps.2: 'field 10, to which no neighbours lead from field 0' .* a map in one piece"),
        (row_of(3, neighbours=[]), "maps.2: 'a map without neighbours'"),
        (row_of(12, terrain="mountain"), "maps.2: '0 plain and forest fields' .* more than 4, .* the setup of 2"),
        (row_of(8), "maps.3: '8 plain and forest fields' .* more than 8, .* the setup of 4"),
        (row_of(10), "maps.4: '10 plain and forest fields' .* more than 10, .* the setup of 5"),
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
        ("[maps]\n2 = [", "[maps]\n2 = 5\n[extra]\n2 = [", "extra: .*left out: unknown key; expected .*maps"),
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
    """The maximum of 255 fields: records support every kind of action on every field."""
    rules = Rules(5, written(tmp_path, with_maps(folded_row(255))))
    assert rules.num_fields == 255
    assert rules.num_actions == 4 * 255 + 255 + 31
    assert not len(rules.map.city_sites)
    assert rules.board["num_octagons"] == 255
