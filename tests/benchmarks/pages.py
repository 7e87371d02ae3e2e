"""Shared checks of the benchmark pages."""

from typing import Any

from benchmarks.peers.catalogue import OURS

ABOUT: dict[str, Any] = {
    "date": "2026-01-02",
    "commit": "abc",
    "machine": {"processor": "P9", "cores": 2, "memory_gib": 23, "system": "Linux x86_64", "python": "3.11.7"},
}
"""When and where something was measured."""
FOUND: dict[str, Any] = {OURS.title: {"versions": {"numba": "1"}}, "Gone": {"missing": "no"}}
"""Which peers there are."""


def check_in_order(text: str, parts: list[str]) -> None:
    """Check that all parts occur, in order."""
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
