"""The contents of an edition as tables (C1 to C7)."""

from kschwert_env.engine.contract.rules import Facts
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.editions.edition import Edition
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS, Supply, Terrain

Row = tuple[str | int, ...]


def edition_facts(edition: Edition) -> list[Facts]:
    """Return all tables. Coordinates and terrain of single fields are only in pictures."""
    return [
        _maps(edition) if edition.maps else _parts(edition),
        _boards(edition),
        _cards(edition),
        Facts("People cards", ("card", "copies"), [("crown", edition.crowns), ("sword", edition.swords)]),
        _supplies(edition),
    ]


def _parts(edition: Edition) -> Facts:
    rows: list[Row] = [
        (part.name, f"{part.rows} x {part.columns}", *(part.terrain.count(terrain) for terrain in Terrain))
        for part in edition.parts
    ]
    return Facts("Map parts", ("part", "octagons", *names_of(Terrain)), rows)


def _maps(edition: Edition) -> Facts:
    rows: list[Row] = [
        (
            number,
            board.num_octagons,
            board.num_fields - board.num_octagons,
            *(board.terrain.count(terrain) for terrain in Terrain),
        )
        for number, board in edition.boards.items()
    ]
    terrains = names_of(Terrain)
    return Facts("Maps", ("players", "octagons", "squares", *terrains), rows)


def _boards(edition: Edition) -> Facts:
    """Return boards and thresholds by number of players, without variant V1."""
    columns = ("players", "fields", "threshold")
    rows = [(n, edition.boards[n].num_fields, threshold) for n, threshold in edition.thresholds.items()]
    return Facts("By number of players", columns, rows)


def _cards(edition: Edition) -> Facts:
    rows: list[Row] = []
    for card, name in enumerate(CARD_NAMES):
        is_event = card >= NUM_ACTION_CARDS
        rows.append(
            (name, edition.copies[card], *(("-", "-") if is_event else (edition.combat[card], edition.shields[card])))
        )
    return Facts("Cards", ("card", "copies", "combat", "shields"), [*rows, ("all", sum(edition.copies), "", "")])


def _supplies(edition: Edition) -> Facts:
    pieces = [(kind.name.lower(), number) for kind, number in zip(Supply, edition.supply, strict=True)]
    return Facts("Pieces", ("piece", "number"), [("markers of each player", edition.markers), *pieces])
