"""Leagues and tables in docs/results.md and in model cards, and protocols in docs/evaluation.md.

`python -m tests.docs.generators.league_page` writes them. The figures of each league are a file in docs/league,
written by `training/league.py`; those of a table protocol are a file in docs/tables, the `results.json` of
`kschwert evaluate`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kschwert_env.arena.evaluation.protocols import PROTOCOLS, TABLE_PROTOCOLS
from tests.docs.generators.generated import DOCS, with_part

MODULE = "tests.docs.generators.league_page"
RESULTS, EVALUATION = DOCS / "results.md", DOCS / "evaluation.md"
CARDS = DOCS.parent / "agents" / "trained"
TITLES = {
    "krone_schwert": "Krone & Schwert",
    "two_crowns": "Two Crowns",
    "politics_and_intrigue": "Politics & Intrigue",
}

Found = Mapping[str, Any]


def files() -> list[Path]:
    """Return the files of all leagues, in the order of the page."""
    return sorted((DOCS / "league").glob("*.json"), key=lambda path: (list(TITLES).index(path.stem[:-3]), path.stem))


def leagues() -> str:
    """Return the section on all leagues."""
    return "\n\n".join("\n\n".join(sections(path, json.loads(path.read_text(encoding="utf-8")))) for path in files())


def sections(path: Path, found: Found) -> Iterator[str]:
    """Yield heading, summary and table of a league."""
    yield f"### {TITLES[found['game']]}, {found['players']} players"
    yield (
        f"{found['games']:,} games; the fair share is {found['fair_share']:.1%}. "
        f"[All figures](league/{path.name}), with head-to-head results."
    )
    names = sorted(found["agents"], key=lambda name: -found["agents"][name]["rating"])
    yield table(
        ["agent", "win share", "rating ± sigma", "ms per decision", "best response", "its timesteps"],
        [agent(found, name) for name in names],
    )
    if circles := [" beats ".join(map(code, [*three, three[0]])) for three in found["circles"]]:
        yield f"Significant cycles of three agents: {'; '.join(circles)}."


def agent(found: Found, name: str) -> list[str]:
    """Return the row of an agent."""
    its, best = found["agents"][name], found["exploitability"].get(name)
    milliseconds = found["seconds_per_decision"][name] * 1e3
    row = [code(name), share(its), f"{its['rating']:.1f} ± {its['rating_sigma']:.1f}", f"{milliseconds:.2g}"]
    if best is None:
        return [*row, "not measured", ""]
    return [*row, share(best), f"{best['seeds']} x {best['timesteps']:,}"]


def share(its: Found) -> str:
    return f"{its['win_share']:.1%} ({100 * its['low']:.1f} to {100 * its['high']:.1f})"


def code(name: str) -> str:
    return f"`{name}`"


def protocols() -> str:
    """Return the table of protocols."""
    rows = [
        [
            code(protocol.name),
            ", ".join(f"{code(its.agent)} ({its.games:,}; {its.rating:.1f})" for its in protocol.opponents),
        ]
        for protocol in PROTOCOLS.values()
    ]
    return table(["protocol", "opponents (games; rating)"], rows)


def table_protocols() -> str:
    """Return the table of table protocols."""
    rows = [
        [
            code(protocol.name),
            ", ".join(map(code, dict.fromkeys(other for its in protocol.tables for other in its.others))),
            f"{len(protocol.tables)}",
            f"{protocol.tables[0].games:,}",
            ", ".join(map(code, protocol.baselines)),
        ]
        for protocol in TABLE_PROTOCOLS.values()
    ]
    return table(["protocol", "agents in the other seats", "tables", "games per table", "compared with"], rows)


def table_files() -> list[Path]:
    """Return the results of all table protocols."""
    return sorted((DOCS / "tables").glob("*.json"))


def tables() -> str:
    """Return the table of results by table protocols."""
    return table(
        ["players", "fair share", "mean", "lowest", "largest loss against the heuristic"],
        [summary(path) for path in table_files()],
    )


def summary(path: Path) -> list[str]:
    """Return the row of the results of a table protocol."""
    found = json.loads(path.read_text(encoding="utf-8"))
    worst, loss = found["worst"], found["worst_loss"]
    return [
        f"[{found['players']}](tables/{path.name})",
        f"{found['fair_share']:.1%}",
        f"{found['mean']:.1%}",
        f"{share(worst)}: {worst['table']}",
        f"{points(loss)}: {loss['table']}",
    ]


def card_tables(path: Path) -> str:
    """Return the win shares at all tables of a protocol, for a model card."""
    found = json.loads(path.read_text(encoding="utf-8"))
    baselines = [name for name in next(iter(found["tables"].values())) if name not in ("games", "agent")]
    columns = ["other seats", "this network", *map(code, baselines), "lead of the heuristic, points"]
    rows = [
        [others, *(f"{its[name]['win_share']:.1%}" for name in ("agent", *baselines)), points(its[baselines[0]])]
        for others, its in found["tables"].items()
    ]
    return f"Mean {found['mean']:.1%}; `kschwert evaluate` gives these figures.\n\n{table(columns, rows)}"


def points(its: Found) -> str:
    """Return a lead in percentage points, with its interval."""
    return f"{100 * its['lead']:.1f} ({100 * its['low']:.1f} to {100 * its['high']:.1f})"


def table(columns: list[str], rows: list[list[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def pages() -> dict[Path, str]:
    """Return the pages with up-to-date generated parts."""
    results = with_part(RESULTS.read_text(encoding="utf-8"), "leagues", MODULE, leagues())
    cards = {CARDS / path.stem[:-1].replace("-", "_") / "README.md": path for path in table_files()}
    return {
        RESULTS: with_part(results, "tables", MODULE, tables()),
        **{
            card: with_part(card.read_text(encoding="utf-8"), "tables", MODULE, card_tables(path))
            for card, path in cards.items()
        },
        EVALUATION: with_part(
            with_part(EVALUATION.read_text(encoding="utf-8"), "protocols", MODULE, protocols()),
            "table protocols",
            MODULE,
            table_protocols(),
        ),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
