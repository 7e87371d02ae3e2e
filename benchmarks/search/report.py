"""Table of searches."""

from benchmarks.comparison import median_text, per_second, speed_up
from benchmarks.peers.catalogue import OURS
from benchmarks.peers.report import Results, Row, spread, times

HEAD = ("search", "simulations/s", "decisions/s", "decisions/simulation", "ratio to our engine", "our speed ratio")
NOTES = (
    "Decisions are those of all simulations, in the tree and in playouts. The length of a simulation depends on the "
    "game, so both speeds matter. Ratios compare decisions per second: our searches to our bare engine, and our random "
    "playouts, for a similar number of players, to a peer."
)


def cells(results: Results, row: Row) -> list[str]:
    """Return the cells of a row: speeds, length of a simulation, and both ratios."""
    simulations, ratio, alone, beside = per_second(row, "simulations"), speed_up(results, row), "", ""
    if row["peer"] == OURS.title:
        alone = f"{1 / ratio:.2f}" if ratio else ""
    else:
        beside = times(ratio)
    lengths = [run["decisions"] / run["totals"]["simulations"] for run in row["runs"] if simulations]
    texts = [spread(simulations), spread(per_second(row)), median_text(lengths, "{:,.0f}".format)]
    return [f"{row['peer']}: {row['name']}", *texts, alone, beside]
