"""What the table of searches tells of each."""

from benchmarks.beside import middle, per_second, speed_up
from benchmarks.peers.catalogue import OURS
from benchmarks.peers.report import Results, Row, spread, times

HEAD = ("search", "simulations/s", "decisions/s", "decisions of one", "of our engine alone", "ours makes")
NOTES = (
    "Decisions are those of all simulations, on the way down the tree and in playouts; a simulation is as long as the "
    "game, so both speeds count. Ratios are of decisions per second: of our searches to our engine alone, and of our "
    "random playouts, for as many players, to a peer."
)


def cells(results: Results, row: Row) -> list[str]:
    """Speeds, the length of a simulation, and both ratios."""
    simulations, ratio, alone, beside = per_second(row, "simulations"), speed_up(results, row), "", ""
    if row["peer"] == OURS.title:
        alone = f"{1 / ratio:.2f}" if ratio else ""
    else:
        beside = times(ratio)
    lengths = [run["decisions"] / run["totals"]["simulations"] for run in row["runs"] if simulations]
    told = [spread(simulations), spread(per_second(row)), middle(lengths, "{:,.0f}".format)]
    return [f"{row['peer']}: {row['name']}", *told, alone, beside]
