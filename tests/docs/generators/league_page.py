"""Leagues and tables in docs/results.md and in model cards, and protocols in docs/evaluation.md.

`python -m tests.docs.generators.league_page` writes them. The figures of each league are a file in docs/league,
written by `training/league.py`; those of a table protocol are a file in docs/tables, the `results.json` of
`kschwert evaluate`.
"""

import json
from collections.abc import Mapping
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
    """Return the table of all leagues: a row for each agent, the strongest on average first."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in files()]
    ratings: dict[str, list[float]] = {}
    for league in found:
        for name, its in league["agents"].items():
            ratings.setdefault(name, []).append(its["rating"])
    columns = [
        f"[{TITLES[league['game']]}, {league['players']}](league/{path.name})"
        for path, league in zip(files(), found, strict=True)
    ]
    sizes = [f"{league['games']:,} games, fair {league['fair_share']:.0%}" for league in found]
    names = sorted(ratings, key=lambda name: -sum(ratings[name]) / len(ratings[name]))
    rows = [[code(name), *(agent(league, name) for league in found)] for name in names]
    cycles = [" beats ".join(map(code, [*three, three[0]])) for league in found for three in league["circles"]]
    end = f"\n\nSignificant cycles of three agents: {'; '.join(cycles)}." if cycles else ""
    return table(["agent", *columns], [["", *sizes], *rows]) + end


def agent(found: Found, name: str) -> str:
    """Return rating, win share, and the win share of the best response, as far as they were measured."""
    its, best = found["agents"].get(name), found["exploitability"].get(name)
    if its is None:
        return ""
    figures = f"{its['rating']:.1f}: {its['win_share']:.0%}"
    return figures if best is None else f"{figures}, {best['win_share']:.0%}"


def share(its: Found) -> str:
    return f"{its['win_share']:.1%} ({100 * its['low']:.1f} to {100 * its['high']:.1f})"


def code(name: str) -> str:
    return f"`{name}`"


def protocols() -> str:
    """Return the table of protocols, without those for language models, which have a page of their own."""
    rows = [
        [
            code(protocol.name),
            ", ".join(f"{code(its.agent)} ({its.games:,}; {its.rating:.1f})" for its in protocol.opponents),
        ]
        for protocol in PROTOCOLS.values()
        if "-llm-" not in protocol.name
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
