"""Editions: the standard one follows the rules, and errors describe what is wrong in an invalid one."""

from pathlib import Path

import pytest

from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.editions.edition import Edition, load
from kschwert_env.krone_schwert.kernel.components import Card, Terrain
from tests.helpers.editions import check_refused, check_told_apart, check_wrong, standard, written

STANDARD = standard("krone_schwert")
EDITION = load("standard")


def areas(edition: Edition, part: int, terrain: Terrain) -> int:
    """Return the number of connected areas of one terrain on a single part."""
    board = edition.boards[2]
    fields = dict(zip(board.slot_fields[0], edition.parts[part].terrain, strict=True))
    left, count = {field for field, other in fields.items() if other == terrain}, 0
    while left:
        count, waiting = count + 1, [left.pop()]
        while waiting:
            beside = left & set(board.adjacent[waiting.pop()])
            left -= beside
            waiting += beside
    return count


@pytest.mark.parametrize("part", range(5))
def test_the_standard_parts_have_the_terrain_of_the_rules(part: int) -> None:
    """C3, C4: 3 x 4 octagons, 5 mountains, 11 plains, 8 forests, each in several areas, sites for large cities."""
    drawn = EDITION.parts[part]
    counts = [drawn.terrain.count(terrain) for terrain in (Terrain.MOUNTAIN, Terrain.PLAIN, Terrain.FOREST)]
    assert (drawn.rows, drawn.columns, counts) == (3, 4, [5, 11, 8])
    assert all(areas(EDITION, part, terrain) > 1 for terrain in Terrain)
    board = EDITION.boards[2]
    plains = {field for field, t in zip(board.slot_fields[0], drawn.terrain, strict=True) if t == Terrain.PLAIN}
    assert sum(set(site) <= plains for site in board.city_sites) >= 3


def test_the_standard_parts_differ() -> None:
    """C4: five different parts."""
    assert len({part.terrain for part in EDITION.parts}) == len({part.name for part in EDITION.parts}) == 5


def test_a_custom_edition_is_played(tmp_path: Path) -> None:
    """C6: a path selects an edition; its cards are dealt, and its fingerprint distinguishes records."""
    rules = Rules(3, edition=written(tmp_path, STANDARD.replace("city = { copies = 15", "city = { copies = 14")))
    game = Game(rules, 1)
    assert game.state["draw_pile"][Card.CITY] + game.state["hands"][:, Card.CITY].sum() == 14
    assert rules.fingerprint != Rules(3).fingerprint
    assert Game.from_position(game.position()) == game


def test_an_edition_file_that_changes_is_read_again(tmp_path: Path) -> None:
    """Rules, also pickled ones, are distinguished if a path's file changes later."""
    check_told_apart(Rules, tmp_path, "3 = 15", "3 = 14")


def test_shields_of_zero_make_a_card_useless_for_expansion(tmp_path: Path) -> None:
    """Q4: the card needs at least one shield."""
    text = STANDARD
    for card in ("leader_3", "leader_4", "incite", "castle", "cathedral", "city", "ambush", "truce", "papal_visit"):
        line = next(line for line in text.splitlines() if line.startswith(f"{card} = "))
        text = text.replace(line, line.replace("shields = 1", "shields = 0").replace("shields = 2", "shields = 0"))
    game = Game(Rules(2, edition=written(tmp_path, text)), 1)
    for _ in range(4):
        game.step(game.legal_actions()[0])
    assert game.phase == "action"
    assert "expand" not in {game.rules.actions.decode(i).kind for i in game.legal_actions()}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("M   P   M   F", "M   P   X   F", r"parts\[0\].map: \"'X' in line 1\" is wrong; .* P \(plain\), M"),
        ("  p   p   m   p", "  p   P   m   p", r"parts\[0\].map: \"'P' in line 2\" is wrong; .* squares are p, m or f"),
        ("F   P   P   P", "F   P   P", r"parts\[0\].map: '3 fields in line 3' is wrong; it must be 4"),
        (
            "F   P   P   F\n  f   m   m   p\n",
            "",
            r"slots.2: .* 2 slots \[row, column, rows, columns\], as the parts differ",
        ),
        ("  f   m   m   p\n", "", r"parts\[0\].map: '5 lines' is wrong; .* pairs of lines"),
        ('name = "twin_valleys"', 'name = "heartland"', r"parts\[1\].name: 'heartland' .* no other part has"),
        ('name = "heartland"\n', "", r"parts\[0\].name is missing"),
        ("truce = { copies = 2, combat = 0, shields = 1 }\n", "", "cards.truce is missing"),
        ("unrest = { copies = 5 }", "unrest = { copies = 5 }\nplague = { copies = 1 }", "cards.plague: .* left out"),
        ("unrest = { copies = 5 }", "unrest = { copies = -5 }", "cards.unrest.copies: -5 .* an integer from 0 to 99"),
        ("unrest = { copies = 5 }", "unrest = { copies = 5, combat = 1 }", "cards.unrest.combat: 1 .* left out"),
        ("unrest = { copies = 5 }", "unrest = 5", "cards.unrest: 5 is wrong; it must be a table"),
        ("game_end = { copies = 1 }", "game_end = { copies = 2 }", "cards.game_end.copies: 2 is wrong; it must be 1"),
        ("leader_3 = { copies = 5, combat = 3", "leader_3 = { copies = 5, combat = 2.5", "cards.leader_3.combat: 2.5"),
        ("combat = 4, shields = 1", "combat = 4, shields = 4", "cards.leader_4.shields: 4 .* from 0 to 3"),
        ("combat = 4, shields = 1", "combat = 4, shields = true", "cards.leader_4.shields: True"),
        ("crowns = 11", "crowns = -1", "people.crowns: -1 .* an integer from 0"),
        ("swords = 11\n", "", "people.swords is missing"),
        ("4 = 20", "4 = 0", "thresholds.4: 0 .* an integer from 1"),
        ("5 = 25\n", "", "thresholds.5 is missing"),
        ("markers = 28", "markers = 1", "supplies.markers: 1 .* an integer from 2"),
        ("castles = 26", "castles = 'many'", "supplies.castles: 'many'"),
        ("2 = [[0, 0], [3, 0]]", "2 = [[0, 0], [2, 0]]", "slots.2: .* slots that do not overlap"),
        ("2 = [[0, 0], [3, 0]]", "2 = [[0, 0], [9, 0]]", "slots.2: .* slots that touch"),
        ("2 = [[0, 0], [3, 0]]", "2 = [[0, 0]]", "slots.2: .* a list of 2 corners"),
        ("2 = [[0, 0], [3, 0]]", "2 = [[0, 0], [3, -1]]", "slots.2: .* a list of 2 corners"),
        ("[people]", "[nobles]", "people is missing"),
        ("[people]", "[extra]\n[people]", "extra: {} is wrong; it must be left out"),
        ("[people]", "[people", "invalid TOML"),
        ("[people]", "deep = " + "[" * 100_000, "invalid TOML"),
    ],
)
def test_an_invalid_edition_is_refused_with_file_key_and_value(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    check_wrong(Rules, tmp_path, old, new, message)


def parts(count: int, rows: int, line: str) -> str:
    """Return the parts of an edition, which differ only in their names."""
    drawing = "\n".join([line, line.lower()] * rows)
    return "".join(f'[[parts]]\nname = "{i}"\nmap = """\n{drawing}\n"""\n' for i in range(count))


@pytest.mark.parametrize(
    ("count", "rows", "line", "message"),
    [
        (5, 3, "M M M M", "parts: '0 plain and forest fields on 2 parts' .* room for the setup of 2"),
        (5, 1, "M P", "parts: '4 plain and forest fields on 2 parts' .* more than 4"),
        (5, 6, "P P P P P", "parts: '300 fields on 5 parts' .* at most 255"),
        (4, 3, "P P P P", "parts: '4 parts' .* an array of 5 to 16 tables"),
        (17, 3, "P P P P", "parts: '17 parts' .* an array of 5 to 16 tables"),
    ],
)
def test_an_invalid_map_is_refused(count: int, rows: int, line: str, message: str, tmp_path: Path) -> None:
    """S2, C2: the setup needs enough open land, and the number of fields is limited."""
    slots = "".join(f"{n} = {[[rows * i, 0] for i in range(n)]}\n" for n in range(2, 6))
    rest = STANDARD[STANDARD.index("# Cards.") :]
    check_refused(Rules, tmp_path, parts(count, rows, line) + "[slots]\n" + slots + rest, message)
