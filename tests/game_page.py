"""The tables of docs/krone_schwert.md that follow from the code: `python -m tests.game_page` writes them anew."""

from kschwert_env.krone_schwert import Rules
from tests.generated import DOCS, with_part

PAGE = DOCS / "krone_schwert.md"
MODULE = "tests.game_page"
ALL_RULES = [Rules(n, fewer_parts=fewer) for n in range(2, 6) for fewer in (False, True)[: 1 + (n >= 4)]]


def sizes() -> str:
    """How large everything is, by number of players."""
    lines = ["| players (P) | fields (F) | pairs (S) | actions | observation |", "|---|---|---|---|---|"]
    for rules in ALL_RULES:
        players = f"{rules.num_players}" + (", `fewer_parts`" if rules.fewer_parts else "")
        pairs = len(rules.map.city_sites)
        numbers = (players, rules.num_fields, pairs, rules.num_actions, rules.observation.size)
        lines.append(f"| {' | '.join(map(str, numbers))} |")
    return "\n".join(lines)


def pieces() -> str:
    """The pieces of an observation for any number of players and fields."""
    lines = ["| piece | shape | range | meaning |", "|---|---|---|---|"]
    for name, piece in ALL_RULES[0].observation.pieces.items():
        axes = zip(*(rules.observation.pieces[name].shape for rules in ALL_RULES), strict=True)
        shape = ", ".join(_symbol(axis) for axis in axes)
        comma = "," if len(piece.shape) == 1 else ""
        lines.append(f"| `{name}` | ({shape}{comma}) | {piece.low} to {piece.high} | {piece.meaning} |")
    return "\n".join(lines)


def _symbol(axis: tuple[int, ...]) -> str:
    """What an axis is as long as: P, F, or always the same number."""
    if axis == tuple(rules.num_players for rules in ALL_RULES):
        return "P"
    if axis == tuple(rules.num_fields for rules in ALL_RULES):
        return "F"
    (length,) = set(axis)
    return str(length)


def with_tables(page: str) -> str:
    """The page with its generated tables as they should be now."""
    return with_part(with_part(page, "sizes", MODULE, sizes()), "pieces", MODULE, pieces())


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
