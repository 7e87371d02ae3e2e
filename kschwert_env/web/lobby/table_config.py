"""Configuration of a table: the game, its seats and settings; saved as JSON."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self

from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.rules import read_rules
from kschwert_env.web.lobby.clock import Clock
from kschwert_env.web.lobby.guides import guide_of
from kschwert_env.web.lobby.levels import level_of, number_equal

SeatKind = Literal["me", "link", "agent", "nobody"]
"""Kind of a seat's player: the owner of the table, a person with a link, an agent, or nobody (analysis)."""


def default_name(seat: int) -> str:
    """Return the name of a person who has typed none."""
    return f"Player {seat + 1}"


STAND_IN = "heuristic"
"""Agent in the seat of a person who has given up."""


@dataclass(frozen=True)
class Seat:
    """Player of a seat.

    Attributes:
        kind: kind of player.
        name: displayed name.
        agent: spec of the agent; empty for a person.
        forced: whether decisions of this person without a choice are made automatically.
    """

    kind: SeatKind
    name: str
    agent: str = ""
    forced: bool = False


@dataclass(frozen=True)
class Ending:
    """End of a game before its rules end it: a player has given up, and the others win.

    Attributes:
        seat: seat that lost.
        reason: why.
    """

    seat: int
    reason: Literal["resigned", "time"]


@dataclass(frozen=True)
class TableConfig:
    """Configuration of a table.

    Attributes:
        game: name of the game's package.
        options: options of the rules.
        fingerprint: fingerprint of the rules when the table was created.
        seed: seed of the game.
        seed_is_known: whether who created the table chose the seed, and so may know all draws.
        position: position in which play began; None for the start of the game.
        seats: players by seat.
        analysis: whether seats may analyse during play.
        pace: seconds between decisions of agents.
        paused: whether agents wait.
        clock: thinking time of people; None without a clock.
        ending: end of a game that a player has given up; None for any other.
    """

    game: str
    options: dict[str, Any]
    fingerprint: str
    seed: int
    position: Position | None
    seats: tuple[Seat, ...]
    analysis: bool
    pace: float
    paused: bool = False
    clock: Clock | None = None
    ending: Ending | None = None
    seed_is_known: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the configuration in JSON types."""
        return asdict(self)

    def changed(self, **settings: Any) -> Self:
        """Return the configuration with other settings."""
        return replace(self, **settings)

    @property
    def people(self) -> list[int]:
        """Return the seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind in ("me", "link")]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the players by seat, as texts show them: agents without another name by their levels."""
        return number_equal([self._name(seat) for seat in self.seats])

    def _name(self, seat: Seat) -> str:
        if seat.agent != seat.name:
            return seat.name
        guide, level = guide_of(self.game), level_of(self.game, len(self.seats), seat.agent)
        if level is None and (self.seed, seat.agent) == (guide.seed, guide.opponent):
            return "Easy"  # as the texts of the guided opening call it
        return seat.name if level is None else level.name

    def is_owner(self, viewer: int | None) -> bool:
        """Return whether a viewer may change the pace and pause: the creator, or the first person if only others play.

        Without people everybody who watches may.
        """
        owners = [number for number in self.people if self.seats[number].kind == "me"] or self.people[:1]
        return viewer in owners or not self.people

    def renamed(self, number: int, name: str) -> Self:
        """Return the configuration with another name at a person's seat."""
        return self._with_seat(number, replace(self.seats[number], name=name))

    def with_forced(self, number: int, forced: bool) -> Self:
        """Return the configuration with another value of `forced` at a seat."""
        return self._with_seat(number, replace(self.seats[number], forced=forced))

    def _with_seat(self, number: int, seat: Seat) -> Self:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def replaced(self, number: int, agent: str) -> Self:
        """Return the configuration with an agent in the seat of a person."""
        level = level_of(self.game, len(self.seats), agent)
        kind = "computer" if agent == STAND_IN else agent.partition(":")[0]
        name = f"{self.seats[number].name} ({level.name if level else kind})"
        return self._with_seat(number, Seat("agent", name, agent))

    def handed_on(self, number: int) -> Self:
        """Return the configuration with another person, whose name is not known, in the seat of a person."""
        return self._with_seat(number, replace(self.seats[number], name=default_name(number)))

    def given_up(self, number: int, reason: Literal["resigned", "time"]) -> Self:
        """Return the configuration after a person has given up.

        That ends a game of two players, and one without other people. Else an agent plays on in the seat.
        """
        if len(self.seats) == 2 or self.people == [number]:
            return replace(self, ending=Ending(number, reason))
        return self.replaced(number, STAND_IN if has_heuristic(self.game) else "random")

    def rotated(self) -> tuple[Seat, ...]:
        """Return the seats for a rematch, in which all players move on by one seat."""
        count = len(self.seats)
        return tuple(self._seat_moved(self.seats[number - 1], number) for number in range(count))

    def _seat_moved(self, seat: Seat, number: int) -> Seat:
        before = (number - 1) % len(self.seats)
        return replace(seat, name=default_name(number)) if seat.name == default_name(before) else seat

    @property
    def is_known(self) -> bool:
        """Return whether who created the table may know what is hidden, by the seed or the position chosen."""
        return self.seed_is_known or self.position is not None

    @property
    def is_open(self) -> bool:
        """Return whether everything is visible to everyone, since no seat is a person's."""
        return not self.people

    def rules(self) -> GameRules:
        """Return the rules. Raises RequestError if they have changed since the table was created."""
        rules = read_rules(self.game, self.options)
        if rules.fingerprint != self.fingerprint:
            raise RequestError(
                f"this table can't be continued: the rules of {self.game} have changed since it was created"
            )
        return rules
