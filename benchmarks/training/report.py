"""What the table of learners tells of each."""

from statistics import median

from benchmarks.beside import middle, per_second, speed_up
from benchmarks.peers.report import Results, Row, rate, spread, times

PARTS = ("environment", "rivals", "update")
HEAD = ("learner", "decisions/s", "learned from/s", "ours makes", "learns from", *PARTS, "the rest")
NOTES = (
    "Ours, in the ratios, is the row of self-play alone. A decision without a choice is one, too, but ours does not "
    "learn from it. The rest of the time is the policy's for the most part."
)


def shares(row: Row) -> list[float]:
    """Of the time, in the order of the head: medians over the runs."""
    found = [median(seconds(run["totals"], part) / run["seconds"] for run in row["runs"]) for part in PARTS]
    return [*found, 1 - sum(found)]


def seconds(totals: dict[str, float], part: str) -> float:
    """Of a part, by whatever more its name says."""
    return sum(value for name, value in totals.items() if name.startswith(part))


def cells(results: Results, row: Row) -> list[str]:
    """Speeds; how many times as many decisions ours makes, and learns from; and where the time goes."""
    ratios = times(speed_up(results, row)), times(speed_up(results, row, "learned"))
    told = [spread(per_second(row)), middle(per_second(row, "learned"), rate), *ratios]
    return [f"{row['peer']}: {row['name']}", *told, *map("{:.0%}".format, shares(row))]
