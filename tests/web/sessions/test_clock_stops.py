"""The clock of a person stops while a battle of that person is shown, for a bounded time."""

from collections.abc import Iterator

import pytest

from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.requests.agents import decide
from kschwert_env.web.lobby.clock import Clock
from kschwert_env.web.sessions.table import Table
from kschwert_env.web.sessions.timekeeper import MAX_SCENE_SECONDS, Timekeeper
from tests.web.sessions.test_secrets import opened

TURNS = 120


class Clocked:
    """A game of three people with a clock, which the heuristic plays; each turn takes no time.

    Attributes:
        table: the table.
        keeper: its timekeeper.
        now: the time, in a list.
    """

    def __init__(self) -> None:
        rules = Rules(3)
        self.table = Table(opened(rules, Game(rules, 5), clock=Clock(60, 0, (60,) * 3)).config, [])
        self.now = [1000.0]
        self.keeper = Timekeeper(self.table, lambda: self.now[0])

    def turns(self) -> Iterator[int]:
        """Yield the seat of each measured turn, at its begin."""
        for _ in range(TURNS):
            while (clock := self.keeper.follow()) is None:
                if self.table.is_over:
                    return
                self.table.step(decide(self.table.rules, "heuristic", self.table.game.state, len(self.table.events)))
            self.save(clock)
            if self.keeper.seat is not None:
                yield self.keeper.seat

    def save(self, clock: Clock) -> None:
        """Give the table a clock."""
        self.table.config = self.table.config.changed(clock=clock)

    def was_in_battle(self, seat: int) -> bool:
        """Return whether a seat was in a battle that its last decision settled, or a later one."""
        last = max(i for i, event in enumerate(self.table.events) if event.player == seat)
        scenes = [event.scene for event in self.table.events[last:] if event.scene]
        return any(side.seat == seat for scene in scenes for side in scene.sides)

    def turn_after_battle(self) -> int:
        """Play until a turn begins after a battle of its seat; return the seat."""
        return next(seat for seat in self.turns() if self.was_in_battle(seat))


@pytest.fixture
def clocked() -> Clocked:
    return Clocked()


def test_a_turn_begins_when_its_player_has_looked_at_the_own_battle(clocked: Clocked) -> None:
    """Battles of others, and before the last turn, stop nothing."""
    stops = []
    for seat in clocked.turns():
        stops.append(clocked.was_in_battle(seat))
        assert clocked.keeper.stopped == (MAX_SCENE_SECONDS if stops[-1] else 0)
        assert (clocked.keeper.used, clocked.keeper.left) == (0, 60 + clocked.keeper.stopped)
    assert {True, False} == set(stops)


def test_the_clock_runs_on_by_itself(clocked: Clocked) -> None:
    """Also after a restart of the server."""
    clocked.turn_after_battle()
    for keeper in (clocked.keeper, Timekeeper(clocked.table, lambda: clocked.now[0])):
        clocked.now[0] = 1000.0 + MAX_SCENE_SECONDS - 1
        assert (keeper.used, keeper.stopped, keeper.left) == (0, 1, 61)
        clocked.now[0] += 3
        assert (keeper.used, keeper.stopped, keeper.left) == (2, 0, 58)


def test_the_clock_runs_on_when_its_player_says_so(clocked: Clocked) -> None:
    """Once, and for nobody else."""
    seat, keeper = clocked.turn_after_battle(), clocked.keeper
    before = keeper.turn
    clocked.now[0] += 4
    assert keeper.end_scene((seat + 1) % 3) is None
    clock = keeper.end_scene(seat)
    assert clock is not None
    assert (clock.since, keeper.turn) == (clocked.now[0], before + 1)
    clocked.save(clock)
    clocked.now[0] += 2
    assert (keeper.used, keeper.stopped) == (2, 0)
    assert keeper.end_scene(seat) is None
