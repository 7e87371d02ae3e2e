"""Leagues on docs/results.md and protocols on docs/evaluation.md: `python -m tests.docs.league_page` writes them.

What leagues came to stands in docs/league, a file for each, as `training/league.py` wrote it.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kschwert_env.arena.evaluation.protocols import PROTOCOLS
from tests.docs.generated import DOCS, with_part

MODULE = "tests.docs.league_page"
RESULTS, EVALUATION = DOCS / "results.md", DOCS / "evaluation.md"
TITLES = {
    "krone_schwert": "Krone & Schwert",
    "two_crowns": "Two Crowns",
    "politics_and_intrigue": "Politics & Intrigue",
}

Found = Mapping[str, Any]


def files() -> list[Path]:
    """Of all leagues, in the order of the page."""
    return sorted((DOCS / "league").glob("*.json"), key=lambda path: (list(TITLES).index(path.stem[:-3]), path.stem))


def leagues() -> str:
    """All of them."""
    return "\n\n".join("\n\n".join(sections(path, json.loads(path.read_text(encoding="utf-8")))) for path in files())


def sections(path: Path, found: Found) -> Iterator[str]:
    """A league: a line, its agents, and who is ahead of whom."""
    yield f"**{TITLES[found['game']]}, {found['players']} players**"
    yield (
        f"{found['games']:,} games at tables filled from all in turn; a fair share is {found['fair_share']:.1%} "
        f"([figures](league/{path.name}))."
    )
    names = sorted(found["agents"], key=lambda name: -found["agents"][name]["rating"])
    yield table(
        ["agent", "share of wins", "rating ± sigma", "ms a decision", "best response found", "learned from"],
        [agent(found, name) for name in names],
    )
    yield "How often a seat of the agent on the left is ahead of one of the agent above:"
    yield table(["", *map(code, names)], [[code(one), *(ahead(found, one, other) for other in names)] for one in names])
    circles = [" beats ".join(map(code, [*three, three[0]])) for three in found["circles"]]
    yield f"In a circle: {'; '.join(circles)}." if circles else "Nobody beats each other in a circle of three, surely."


def agent(found: Found, name: str) -> list[str]:
    """The row of an agent."""
    its, best = found["agents"][name], found["exploitability"].get(name)
    thought = found["seconds_per_decision"][name] * 1e3
    row = [code(name), share(its), f"{its['rating']:.1f} ± {its['rating_sigma']:.1f}", f"{thought:.2g}"]
    if best is None:
        return [*row, "not measured", ""]
    return [*row, share(best), f"{best['seeds']} of {best['decisions']:,}"]


def ahead(found: Found, one: str, other: str) -> str:
    its = found["head_to_head"][one].get(other)
    return f"{its['win_share']:.0%}" if its else ""


def share(its: Found) -> str:
    return f"{its['win_share']:.1%} ({100 * its['low']:.1f} to {100 * its['high']:.1f})"


def code(name: str) -> str:
    return f"`{name}`"


def protocols() -> str:
    """The table of protocols."""
    rows = [
        [
            code(protocol.name),
            ", ".join(f"{code(its.agent)} ({its.games:,}; {its.rating:.1f})" for its in protocol.opponents),
        ]
        for protocol in PROTOCOLS.values()
    ]
    return table(["protocol", "opponents (games; rating)"], rows)


def table(columns: list[str], rows: list[list[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def pages() -> dict[Path, str]:
    """The pages, as they should be now."""
    return {
        RESULTS: with_part(RESULTS.read_text(encoding="utf-8"), "leagues", MODULE, leagues()),
        EVALUATION: with_part(EVALUATION.read_text(encoding="utf-8"), "protocols", MODULE, protocols()),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
