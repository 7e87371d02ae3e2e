"""Table of learners."""

from statistics import median

from benchmarks.comparison import median_text, per_second, speed_up
from benchmarks.peers.report import Results, Row, rate, spread, times

PARTS = ("environment", "fixed_opponents", "update")
NAMES = (part.replace("_", " ") for part in PARTS)
HEAD = ("learner", "decisions/s", "learned/s", "our ratio, decisions", "our ratio, learned", *NAMES, "other")
NOTES = (
    "Ratios are relative to our row with self-play only. Decisions without a choice are counted, but ours does not "
    "learn from them. Other time is mostly inference of the policy."
)


def shares(row: Row) -> list[float]:
    """Return the shares of the time by part, in the order of the columns, as medians over the runs."""
    fractions = [median(seconds(run["totals"], part) / run["seconds"] for run in row["runs"]) for part in PARTS]
    return [*fractions, 1 - sum(fractions)]


def seconds(totals: dict[str, float], part: str) -> float:
    """Return the seconds of all timers whose name starts with `part`."""
    return sum(value for name, value in totals.items() if name.startswith(part))


def cells(results: Results, row: Row) -> list[str]:
    """Return the cells of a row: speeds, ratios to ours, and shares of the time."""
    ratios = times(speed_up(results, row)), times(speed_up(results, row, "learned"))
    speeds = [spread(per_second(row)), median_text(per_second(row, "learned"), rate), *ratios]
    return [f"{row['peer']}: {row['name']}", *speeds, *map("{:.0%}".format, shares(row))]
