"""Games in text by token: who has the token of a seat plays it, and reads what that seat may know."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

from kschwert_env.adapters.text import InvalidAnswer
from kschwert_env.engine.compiled.rng import MAX_SEED
from kschwert_env.engine.contract.options import check
from kschwert_env.language_models.choices import requested_agents, requested_rules
from kschwert_env.language_models.match import Match
from kschwert_env.requests.server_config import DEFAULT_CONFIG, ServerConfig

OPEN = "open"
"""Stands for a seat that a token plays, among specifications of agents."""

TOKEN_BYTES = 24
"""Number of random bytes of a token."""

IDLE_SECONDS = 3600.0
"""Time without a request after which a game may be removed, in seconds."""


class SeatToken(NamedTuple):
    """A seat and its token.

    Attributes:
        seat: the seat.
        token: the secret that plays it.
    """

    seat: int
    token: str


class _Entry:
    """A game and the time of its last use; one thread at a time may use it."""

    def __init__(self, match: Match, now: float) -> None:
        self.match, self.used, self.lock = match, now, Lock()


class MatchRegistry:
    """Games of a server. Every method may be called from any thread.

    Seeds of games are random and secret. The number of games is bounded: when it is reached, a new game replaces one
    that is over or unused for `IDLE_SECONDS`, or is refused.
    """

    def __init__(
        self, config: ServerConfig = DEFAULT_CONFIG, most: int = 100, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start without games. `config` has agents and editions besides the bundled ones, `most` bounds the games."""
        self._config, self._most, self._clock, self._lock = config, most, clock, Lock()
        self._entries: dict[str, tuple[int, _Entry]] = {}  # by token

    @property
    def games(self) -> tuple[str, ...]:
        """Names of the games that can be started."""
        return self._config.games

    def create(self, game: object, options: object, players: object) -> list[SeatToken]:
        """Start a game; return the tokens of its open seats.

        `options` are options of the game's `Rules`. `players` has `OPEN` or the specification of an agent for each
        seat. Raises ValueError for a wrong argument, and if there are too many games.
        """
        with self._lock:
            self._make_room()  # before the agents start to play
        seats = _player_list(players)
        rules = requested_rules(game, options, self._config, len(seats))
        number = rules.num_players
        check(
            "players",
            players,
            len(seats) == number and OPEN in seats,
            f"{number} agents or {OPEN!r}, at least one open",
        )
        played = [seat for seat, who in enumerate(seats) if who != OPEN]
        agents = requested_agents(rules, played, [seats[seat] for seat in played], self._config)
        entry = _Entry(Match(rules, agents, secrets.randbelow(MAX_SEED)), self._clock())
        opened = [seat for seat in range(number) if seat not in agents]
        tokens = [SeatToken(seat, secrets.token_urlsafe(TOKEN_BYTES)) for seat in opened]
        with self._lock:
            self._make_room()
            self._entries |= {token: (seat, entry) for seat, token in tokens}
        return tokens

    def rules(self, token: str) -> str:
        """Return the rules of the game. Raises ValueError for an unknown token, as all methods with a token do."""
        with self._using(token) as (_, match):
            return match.text.rules()

    def look(self, token: str) -> str:
        """Return the prompt of the token's seat."""
        with self._using(token) as (seat, match):
            return match.text.prompt(seat)

    def act(self, token: str, answer: object) -> str:
        """Carry out the action that an answer names, let agents play, and return the next prompt of the seat.

        Raises InvalidAnswer for an answer that names no legal action.
        """
        with self._using(token) as (seat, match):
            match.answer(seat, answer)
            return match.text.prompt(seat)

    def why_not(self, token: str, answer: object) -> str:
        """Return why an answer would be refused, or that it names a legal action. It changes nothing."""
        with self._using(token) as (seat, match):
            try:
                number = match.text.parse(seat, answer)
            except InvalidAnswer as error:
                return str(error)
            return f"this is the legal action {number}"

    def _make_room(self) -> None:
        """Remove games until there is room for another. Raises ValueError if none may be removed."""
        entries = {id(entry): entry for _, entry in self._entries.values()}
        excess = len(entries) - self._most + 1
        if excess <= 0:
            return
        expired = self._clock() - IDLE_SECONDS
        removable = [key for key, entry in entries.items() if entry.match.text.player is None or entry.used < expired]
        if len(removable) < excess:
            raise ValueError(f"there are {len(entries)} unfinished games, the most of this server; try again later")
        gone = sorted(removable, key=lambda key: entries[key].used)[:excess]
        self._entries = {token: kept for token, kept in self._entries.items() if id(kept[1]) not in gone}

    @contextmanager
    def _using(self, token: str) -> Iterator[tuple[int, Match]]:
        with self._lock:
            if token not in self._entries:
                raise ValueError("unknown token; use one that new_game returned")
            seat, entry = self._entries[token]
            entry.used = self._clock()
        with entry.lock:
            yield seat, entry.match


def _player_list(players: object) -> Sequence[str]:
    is_valid = isinstance(players, list) and all(isinstance(who, str) for who in players)
    check("players", players, is_valid, f"a list of agents and {OPEN!r}")
    assert isinstance(players, list)
    return players
