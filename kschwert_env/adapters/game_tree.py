"""A game moment by moment, with chance as a player of its own and with all that each seat remembers.

For libraries that walk through the tree of a game: a moment never changes, so a copy of it costs nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, Self

import numpy as np

from kschwert_env.engine.chance import Draw
from kschwert_env.engine.game import Game
from kschwert_env.engine.rules import GameRules

SEED_BYTES = 4
"""Where chance is not told draw by draw it picks a seed of so many bytes, one by one."""

NOTHING = -1
"""In place of a seat's own action: it was another that acted."""


class Setting(NamedTuple):
    """What all moments of a game share.

    Attributes:
        game: the game.
        rules: the options that it is played with.
        explicit_chance: every draw is a moment of its own. If not, chance picks the seed of the game, and no more.
        keeps_rows: seats remember row by row, not only by the digest.
    """

    game: type[Game[Any]]
    rules: GameRules
    explicit_chance: bool
    keeps_rows: bool


class Row(NamedTuple):
    """What a seat has seen once.

    Attributes:
        action: its own, after which it saw that, or NOTHING.
        seen: the observation, as bytes.
    """

    action: int
    seen: bytes


class Memory(NamedTuple):
    """Whatever a seat has done and seen since the start: each observation unlike the last, and its own actions.

    Attributes:
        last: the row that is the latest.
        digest: stands for all rows; two memories have the same if they are the same.
        rows: all of them, if they are kept.
    """

    last: Row
    digest: bytes
    rows: tuple[Row, ...]


class Moment(ABC):
    """A moment of a game: chance is to act, if there are `chances`; else a seat decides, or the game is over.

    Attributes:
        chances: the probabilities of the outcomes among which chance is to choose; they sum to one.
        setting: what all moments of the game share.
        game: as seats see it; None before the start. Not to be played on: `after` has copies.
        memories: what each seat remembers, by seat; none before the start.
    """

    chances: Sequence[float] = ()

    def __init__(self, setting: Setting, game: Game[Any] | None, memories: Sequence[Memory]) -> None:
        """Used by the classes below; a game begins with `beginning`."""
        self.setting, self.game, self.memories = setting, game, tuple(memories)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @abstractmethod
    def words(self, action: int) -> str:
        """What an action or an outcome is, unlike all others of the moment."""

    @abstractmethod
    def after(self, action: int) -> "Moment":
        """The next moment, by an action or by the number of an outcome. Raises IllegalAction for an illegal action."""


class Seeding(Moment):
    """Before the start, where chance picks the seed and with it all that it will ever draw."""

    chances = (1 / 256,) * 256

    def __init__(self, setting: Setting, picked: bytes = b"") -> None:
        """`picked` are the bytes so far, the highest first."""
        super().__init__(setting, None, ())
        self._picked = picked

    def __str__(self) -> str:
        return f"before the start{', the seed begins with 0x' if self._picked else ''}{self._picked.hex()}"

    def words(self, action: int) -> str:
        """The value of the next byte."""
        return f"byte {len(self._picked)} of the seed is {action}"

    def after(self, action: int) -> Moment:
        """The next byte, or the start."""
        picked = self._picked + bytes([action])
        if len(picked) < SEED_BYTES:
            return Seeding(self.setting, picked)
        return started(self.setting, self.setting.game(self.setting.rules, int.from_bytes(picked)))


class Drawing(Moment):
    """Chance draws: the game has stopped in the midst of a step, or before its start, and seats see what was before."""

    def __init__(self, before: Moment, action: int, states: np.ndarray, draws: Sequence[Draw]) -> None:
        """`states`, of length 1, is what came of the step; where `draws` are still to come, it could be otherwise."""
        super().__init__(before.setting, before.game, before.memories)
        self._before, self._action, self._states, self._draws = before, action, states, tuple(draws)
        ways = [outcome.weight for outcome in draws[0]]
        total = sum(ways)
        self.chances = [number / total for number in ways]  # exact until here

    def __str__(self) -> str:
        return f"{self._before}\nchance draws, {len(self._draws)} to go"

    def words(self, action: int) -> str:
        """An outcome of the first draw."""
        return self._draws[0][action].label

    def after(self, action: int) -> Moment:
        """The next draw, or what the step led to."""
        states = self._states.copy()
        self._draws[0][action].write(states)
        return drawn(self._before, self._action, states, self._draws[1:])


class Playing(Moment):
    """A seat decides, or the game is over."""

    game: Game[Any]

    def __str__(self) -> str:
        return self.game.text()

    def words(self, action: int) -> str:
        """An action of the deciding seat."""
        return self.setting.rules.actions.describe(action)

    def after(self, action: int) -> Moment:
        """What the action of the deciding seat leads to."""
        game = self.game.copy()
        game.step(action)
        if self.setting.explicit_chance:
            draws = draws_of(self.setting, self.game.state, game.state)
            if draws:
                return drawn(self, action, game.state.reshape(1), draws)
        return self.followed_by(game, action)

    def followed_by(self, game: Game[Any], action: int) -> "Playing":
        """The moment when this has become of the game by an action of the seat that decided."""
        memories = []
        for seat, memory in enumerate(self.memories):
            own = action if seat == self.game.player else NOTHING
            row = Row(own, seen(game, seat))
            if own != NOTHING or row.seen != memory.last.seen:
                memory = remembering(self.setting, row, memory)
            memories.append(memory)
        return Playing(self.setting, game, memories)

    def resampled(self, seat: int, seed: int) -> "Playing":
        """All that is hidden from the seat is dealt anew. It remembers the same; the others only what they see now.

        What they remembered would give away what was dealt to them, and would not fit to what is dealt to them now.
        """
        anew = started(self.setting, self.game.resample(seat, seed))
        memories = (self.memories[i] if i == seat else anew.memories[i] for i in range(len(anew.memories)))
        return Playing(self.setting, anew.game, tuple(memories))


def beginning(setting: Setting) -> Moment:
    """The moment before the start."""
    before = Seeding(setting)
    if not setting.explicit_chance:
        return before
    blank, fresh = setting.rules.board["blank"], setting.game(setting.rules).state
    return drawn(before, NOTHING, fresh.reshape(1), draws_of(setting, blank[0], fresh))


def started(setting: Setting, game: Game[Any]) -> Playing:
    """The first moment that seats remember."""
    rows = [Row(NOTHING, seen(game, seat)) for seat in range(setting.rules.num_players)]
    return Playing(setting, game, [remembering(setting, row) for row in rows])


def draws_of(setting: Setting, before: np.void, after: np.void) -> list[Draw]:
    """What chance drew in a step."""
    assert setting.rules.chance is not None, "the rules were chosen so that they tell"
    return setting.rules.chance.draws(before, after)


def drawn(before: Moment, action: int, states: np.ndarray, draws: Sequence[Draw]) -> Moment:
    """The moment with so many draws still to come. The rest of chance lies in the draws alone: any stream will do."""
    if draws:
        return Drawing(before, action, states, draws)
    game = before.setting.game.from_state(before.setting.rules, states[0])
    return before.followed_by(game, action) if isinstance(before, Playing) else started(before.setting, game)


def seen(game: Game[Any], seat: int) -> bytes:
    """What a seat sees."""
    return game.observe(seat)["observation"].tobytes()


def remembering(setting: Setting, row: Row, memory: Memory | None = None) -> Memory:
    """A memory with one more row; a new one, if there was none."""
    digest, rows = (b"", ()) if memory is None else (memory.digest, memory.rows)
    written = blake2b(digest + row.action.to_bytes(4, signed=True) + row.seen, digest_size=16).digest()
    return Memory(row, written, (*rows, row) if setting.keeps_rows else ())
