"""Arrays of a batch: positions, and the outputs of its steps."""

from typing import Generic, TypeVar

import numpy as np

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.packed import cache_aligned_zeros
from kschwert_env.engine.simulation.buffers import check_buffers, wide_rows
from kschwert_env.engine.simulation.thread_guard import SingleThreaded, single_threaded
from kschwert_env.engine.simulation.warmup import BatchEntryPoints

R = TypeVar("R", bound=GameRules)

_OUTPUT_NAMES = {name: name for name in ("observations", "rewards", "terminated", "truncated")} | {
    "masks": "public_masks"
}


class BatchArrays(SingleThreaded, Generic[R]):
    """Positions and outputs of `size` games. `Batch` plays them.

    Attributes:
        rules: rules of all games.
        size: number of games.
    """

    _entry_points: BatchEntryPoints

    def _allocate_arrays(self, rules: R, streams: np.ndarray, observations: bool) -> None:
        """Create all arrays for games with these random streams; the positions are blank."""
        self.rules = rules
        self.size = size = len(streams)
        self._streams = streams
        self._states = np.zeros(size, rules.state_dtype)
        self._final_states = np.zeros(size, rules.state_dtype)
        self._padded_masks = cache_aligned_zeros(size, rules.num_actions)
        self._public_masks = np.zeros((size, 0), np.int8)  # allocated on first access
        self._observations = np.zeros((size, rules.observation.size if observations else 0), np.int8)
        self._observation_rows = self._observations  # as compiled code takes them
        self._rewards = np.zeros((size, rules.num_players), np.float32)
        self._terminated = np.zeros(size, np.bool_)
        self._truncated = np.zeros(size, np.bool_)
        self._actions = np.zeros(size, np.int64)
        self._seats = np.full((size, 2), -1, np.int64)
        self._final_observations: np.ndarray | None = None
        self._copies: dict[str, np.ndarray] = {}  # of parts of the positions, and outputs that are not contiguous

    @property
    def states(self) -> np.ndarray:
        """Positions, structured (size,), read-only; they include hidden information."""
        return _read_only(self._states)

    @property
    def streams(self) -> np.ndarray:
        """Random streams of every game, uint32 (size, 2, 4), read-only. With `states` they determine all chance."""
        return _read_only(self._streams)

    @property
    def player(self) -> np.ndarray:
        """Deciding seat of every game, int64 (size,): a contiguous copy, which follows the games from now on."""
        return self._copy_of("player")

    @property
    def masks(self) -> np.ndarray:
        """Action masks of the deciding seats, int8 (size, num_actions).

        Writing into this copy makes nothing legal: the batch uses internal masks.
        """
        if "masks" in self._copies:
            return self._copies["masks"]
        if self._public_masks.shape != self._masks.shape:
            self._create_public_masks()
        return self._public_masks

    @property
    def _masks(self) -> np.ndarray:
        """Internal masks, without the padding of the rows."""
        return self._padded_masks[:, : self.rules.num_actions]

    @single_threaded
    def _create_public_masks(self) -> None:
        self._public_masks = self._masks.copy()

    @property
    def observations(self) -> np.ndarray:
        """Observations of the deciding seats, int8 (size, observation.size); (size, 0) when switched off."""
        return self._observations

    @property
    def rewards(self) -> np.ndarray:
        """Rewards of the latest step, float32 (size, num_players)."""
        return self._copies.get("rewards", self._rewards)

    @property
    def terminated(self) -> np.ndarray:
        """Termination flags of the latest step, bool (size,)."""
        return self._copies.get("terminated", self._terminated)

    @property
    def truncated(self) -> np.ndarray:
        """Truncation flags of the latest step, bool (size,)."""
        return self._copies.get("truncated", self._truncated)

    def _copy_of(self, name: str) -> np.ndarray:
        """Return a contiguous copy of a part of the positions, as frameworks need it; each step updates it."""
        if name not in self._copies:
            self._create_copy(name)
        return self._copies[name]

    @single_threaded
    def _create_copy(self, name: str) -> None:
        self._copies[name] = np.array(self._part(name), order="C")

    def _part(self, name: str) -> np.ndarray:
        if name in ("player", "final_scores"):
            return self._states["player"] if name == "player" else self._final_states["scores"]
        return getattr(self, f"_{name}")

    def _update_copies(self) -> None:
        for name, array in self._copies.items():
            np.copyto(array, self._part(name))

    @single_threaded
    def set_output_buffers(self, /, **arrays: np.ndarray) -> None:
        """Write `masks`, `observations`, `rewards`, `terminated` or `truncated` into these arrays from now on.

        The current contents are copied at once. Rows of different games may be apart, as in a field of a structured
        array or in columns of a matrix. Raises ValueError, and changes nothing, for an array with an unknown name, with
        a shape or dtype that differs from the output of the batch, that is not aligned or not writable, or whose rows
        are not contiguous, and for arrays that share memory with each other or with another output.
        """
        check_buffers(arrays, {name: self._output(name) for name in _OUTPUT_NAMES})
        for name, array in arrays.items():
            array[...] = self._output(name)
            self._set_output(name, array)

    def _set_output(self, name: str, array: np.ndarray) -> None:
        """Write an output into this array. Compiled code does so if rows are contiguous, and for observations."""
        self._copies.pop(name, None)
        if name == "observations":
            self._observations, self._observation_rows = array, wide_rows(array)
        elif array.flags.c_contiguous:
            setattr(self, f"_{_OUTPUT_NAMES[name]}", array)
        else:
            self._copies[name] = array
            if name == "masks":
                self._public_masks = np.zeros((self.size, 0), np.int8)

    def _output(self, name: str) -> np.ndarray:
        """Return an output array; for `masks` the internal masks, as long as there is no public copy."""
        has_none = name == "masks" and name not in self._copies and self._public_masks.shape != self._masks.shape
        output: np.ndarray = self._masks if has_none else getattr(self, name)
        return output

    @property
    def final_states(self) -> np.ndarray:
        """Last position of the latest finished game of each slot, structured (size,), read-only.

        All bytes are zero in slots where no game has finished yet.
        """
        return _read_only(self._final_states)

    def _lasting_arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays from which masks and observations follow, and the latest outputs."""
        ends = {"rewards": self._rewards, "terminated": self._terminated, "truncated": self._truncated}
        return {"streams": self._streams, "states": self._states, **ends, "final_states": self._final_states}

    def _copy_public_masks(self) -> None:
        """Update the public copy of the masks, if there is one."""
        if self._public_masks.shape == self._masks.shape:
            np.copyto(self._public_masks, self._masks)

    @property
    def final_scores(self) -> np.ndarray:
        """Scores by seat of the latest finished game of each slot, integers (size, num_players): a contiguous copy."""
        return self._copy_of("final_scores")

    @property
    @single_threaded
    def final_observations(self) -> np.ndarray:
        """Final observations of every seat in the games that ended in the latest step, zeros elsewhere.

        Int8 (size, num_players, observation.size), computed on access.
        """
        shape = (self.size, self.rules.num_players, self.rules.observation.size)
        if self._final_observations is None:
            self._final_observations = np.zeros(shape, np.int8)
        ended = (self._terminated | self._truncated) & (
            self._final_states["player"] < 0
        )  # outputs may have been overwritten
        self._final_observations[~ended] = 0
        games = np.flatnonzero(ended)
        views = np.zeros((len(games), self.rules.observation.size), np.int8)
        for seat in range(self.rules.num_players):
            self._entry_points.observe(self._final_states[games], self.rules.board, seat, views)
            self._final_observations[games, seat] = views
        return self._final_observations


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
