"""Generated tables of the pages docs/<game>.md: `python -m tests.docs.generators.game_page` writes them."""

from pathlib import Path
from typing import Any

from kschwert_env import GAMES, krone_schwert
from kschwert_env.importing import find_game
from tests.docs.generators.generated import DOCS, with_part

MODULE = "tests.docs.generators.game_page"
SYMBOLS = {"num_players": "P", "num_fields": "F"}  # names of axes whose length varies


def path_of(game: str) -> Path:
    return DOCS / f"{game}.md"


def sizes() -> str:
    """Return a table of sizes in Krone & Schwert, by number of players."""
    lines = ["| players (P) | fields (F) | pairs (S) | actions | observation |", "|---|---|---|---|---|"]
    for rules in krone_schwert.Rules.kinds():
        players = f"{rules.num_players}" + (", `fewer_parts`" if rules.fewer_parts else "")
        pairs = len(rules.map.city_sites)
        numbers = (players, rules.num_fields, pairs, rules.num_actions, rules.observation.size)
        lines.append(f"| {' | '.join(map(str, numbers))} |")
    return "\n".join(lines)


def pieces(kinds: tuple[Any, ...]) -> str:
    """Return a table of the pieces of an observation, for any number of players and fields."""
    lines = ["| piece | shape | range | meaning |", "|---|---|---|---|"]
    for name, piece in kinds[0].observation.pieces.items():
        axes = zip(*(rules.observation.pieces[name].shape for rules in kinds), strict=True)
        shape = ", ".join(_symbol(kinds, axis) for axis in axes)
        comma = "," if len(piece.shape) == 1 else ""
        lines.append(f"| `{name}` | ({shape}{comma}) | {piece.low} to {piece.high} | {piece.meaning} |")
    return "\n".join(lines)


def _symbol(kinds: tuple[Any, ...], axis: tuple[int, ...]) -> str:
    """Return the length of an axis as text: a number shared by all kinds, or a name."""
    if len(set(axis)) == 1:
        return str(axis[0])
    (symbol,) = (s for name, s in SYMBOLS.items() if axis == tuple(getattr(rules, name) for rules in kinds))
    return symbol


def with_tables(game: str, page: str) -> str:
    """Return the page of a game with up-to-date tables."""
    tables = {"pieces": pieces(find_game(game).kinds())}
    if game == "krone_schwert":
        tables["sizes"] = sizes()
    for name, table in tables.items():
        page = with_part(page, name, MODULE, table)
    return page


if __name__ == "__main__":
    for game in GAMES:
        path_of(game).write_text(with_tables(game, path_of(game).read_text(encoding="utf-8")), encoding="utf-8")
