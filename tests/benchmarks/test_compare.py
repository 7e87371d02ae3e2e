"""Comparison of two commits: ratios, and errors."""

import pytest
import typer

from benchmarks import compare


def test_a_ratio_is_that_of_the_second_to_the_first() -> None:
    pairs = [(1.0, 2.0), (2.0, 2.0), (4.0, 2.0), (1.0, 1.5), (10.0, 7.5)]
    assert compare.ratio(pairs) == compare.Ratio(low=0.75, median_text=1.0, high=1.5)


def test_a_commit_is_told_by_its_short_name() -> None:
    head = compare.git("rev-parse", "HEAD")
    assert head.startswith(compare.resolved("HEAD"))


def test_no_commit_is_refused() -> None:
    with pytest.raises(typer.BadParameter, match="Needed a single revision"):
        compare.resolved("no-such-commit")


def test_runs_take_turns_and_are_measured_by_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Counted:
        def __init__(self, name: str, decisions: int) -> None:
            self.name, self.decisions = name, decisions

        def ask(self, request: dict[str, object], timeout: float) -> dict[str, float]:
            asked.append(self.name)
            return {"decisions": self.decisions, "seconds": 100.0, "cpu_seconds": 0.5}

    workers = [Counted("old", 10), Counted("new", 20)]
    assert compare.measured(workers, "mask", 4, 0.1) == [(20.0, 40.0)] * 4  # type: ignore[arg-type]
    assert asked == ["new", "old", "old", "new"] * 2
