"""`policy`: a trained network."""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kschwert_env.agents.base import Decisions
from kschwert_env.data import DATA_ROOT
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.options import check
from kschwert_env.engine.rng import MAX_SEED
from kschwert_env.extras import needing
from kschwert_env.nn.inference.logits import Logits

if TYPE_CHECKING:
    from kschwert_env.nn.networks import Network

TRAINED = DATA_ROOT / "agents" / "trained"
"""The folder of the bundled networks: `GAME_PLAYERS/vN.npz`. A wheel has the newest version of each."""


class Policy:
    """Draws an action by its network's probabilities, or takes the likeliest.

    Drawing is what was trained, and stronger: of 300 games against the heuristic of Krone & Schwert a network won 85 %
    so, and 63 % by its likeliest actions.

    The network judges in compiled code, one decision after another and always in the same order: so an action does not
    depend on the batch in which its decision comes, and logits are the same on every machine.
    """

    path: Path | None = None
    """The file of the network; None while it is being trained."""

    games_at_once: ClassVar[int] = 256
    """Told by `kschwert_env.agents.base.Agent`."""

    def __init__(self, rules: GameRules, path: str | None = None, sample: int = 1, version: int | None = None) -> None:
        """`path` of a trained network, by default that which comes along for the game, in its newest `version`.

        `sample` 0 takes the likeliest action. Raises ValueError for a `sample` other than 0 and 1, for a path and a
        version at the same time, where there is no such network, and where it does not fit the rules; ImportError
        without the extra `train`.
        """
        check("sample", sample, sample in (0, 1), "0 or 1")
        with needing("train", "trained networks"):
            # torch takes seconds to import: only who plays by a network waits for it
            from kschwert_env.nn.serialization import load

        self.path = chosen(rules, path, version)
        self._logits = Logits(load(self.path, rules)[0])
        self._sample = bool(sample)

    @classmethod
    def of(cls, network: "Network") -> "Policy":
        """The agent for a network that is being trained, as it is now."""
        policy = cls.__new__(cls)
        policy._logits, policy._sample = Logits(network), True
        return policy

    def act(self, decisions: Decisions) -> np.ndarray:
        """Actions by the network, drawn or the likeliest ones.

        Raises ValueError for observations of another size, and where the network's numbers are not finite.
        """
        masks = decisions.masks
        logits = np.where(masks, self._logits(decisions.observations).astype(np.float64), -np.inf)
        if not np.isfinite(logits[masks == 1]).all():
            raise ValueError("the network judges actions by numbers that are not finite; train it anew")
        return drawn(logits, decisions.seeds) if self._sample else logits.argmax(axis=1)


def drawn(logits: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """For each seed, int64 (n,), an action by the probabilities of its logits, float64 (n, A): int64 (n,)."""
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    reached = np.cumsum(chances, axis=1)
    wanted = (seeds + 1.0) / (MAX_SEED + 1.0) * reached[:, -1]  # above 0, so that it is reached by a chance above 0
    return np.argmax(reached >= wanted[:, None], axis=1)


def versions(rules: GameRules) -> dict[int, Path]:
    """The files of the trained networks that come along for a game, by their versions, the newest last."""
    folder = TRAINED / f"{rules.package}_{rules.num_players}"
    return dict(sorted((int(path.stem[1:]), path) for path in folder.glob("v[0-9]*.npz")))


def bundled(rules: GameRules, version: int | None = None) -> Path:
    """The trained network that comes along, by default the newest. Raises ValueError where there is none."""
    found = versions(rules)
    if found and version is None:
        return found[max(found)]
    if version in found:
        return found[version]
    known = (
        ", ".join(map(str, found))
        or ", ".join(sorted({file.parent.name for file in TRAINED.glob("*/v*.npz")}))
        or "none"
    )
    wanted = f"{rules.package} with {rules.num_players} players"
    which = f"no version {version} of a trained network" if found else "no trained network"
    raise ValueError(f"{which} comes along for {wanted} (there are: {known}); name a file of one by path=")


def chosen(rules: GameRules, path: str | None, version: int | None) -> Path:
    """The network that options ask for: a file, or one that comes along. Raises ValueError for both, or for none."""
    check("version", version, path is None or version is None, "left out where path names a file")
    return bundled(rules, version) if path is None else Path(path)
