"""Summary of a finished game: where the points came from."""

from collections.abc import Iterator
from typing import Any

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.web.errors import RequestError
from kschwert_env.web.sessions.table import Table
from kschwert_env.web.sessions.views import Message


def summary_message(table: Table) -> Message:
    """Return the points of each seat by source. Raises RequestError during play, since points may be hidden."""
    if not table.is_over:
        raise RequestError("the summary is available when the game is over")
    found: list[dict[str, int]] = table.rules.modules.text.point_sources(_decisions(table))
    return {"type": "summary", "sources": found, "scores": table.game.scores.tolist()}


def _decisions(table: Table) -> Iterator[tuple[Position, Action, Position]]:
    games: Iterator[Any] = table.replayed_games()
    before = next(games).position()
    for event, game in zip(table.events, games, strict=True):
        after = game.position()
        yield before, table.rules.actions.decode(event.action), after
        before = after
