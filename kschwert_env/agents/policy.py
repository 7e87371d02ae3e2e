"""`policy`: a trained network."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.data import DATA_ROOT
from kschwert_env.engine.options import check
from kschwert_env.engine.rng import MAX_SEED
from kschwert_env.engine.rules import GameRules
from kschwert_env.importing import needing
from kschwert_env.nn.inference.logits import LogitsFunction

if TYPE_CHECKING:
    from kschwert_env.nn.networks import Network

TRAINED = DATA_ROOT / "agents" / "trained"
"""The folder of the bundled networks: `GAME_PLAYERS/vN.npz`. A wheel has the newest version of each."""


class PolicyAgent(Agent):
    """Draws an action by its network's probabilities, or takes the likeliest.

    Drawing is what was trained, and stronger: of 300 games against the heuristic of Krone & Schwert a network won 85 %
    so, and 63 % by its likeliest actions.

    A network is evaluated for one decision after another, so an action does not depend on the batch in which its
    decision comes. For bundled kinds of networks that is compiled code, with the same logits on every machine; for a
    user's class it is PyTorch.
    """

    path: Path | None = None
    """The file of the network; None while it is being trained."""

    network: str | None = None
    """The class of the network, `module.Class`, where it is one of a user's own."""

    games_at_once = 256

    def __init__(
        self,
        rules: GameRules,
        path: str | None = None,
        sample: int = 1,
        version: int | None = None,
        network: str | None = None,
    ) -> None:
        """Load a trained network from `path`, by default the bundled one for the game, in its newest `version`.

        `network` names its class, `module.Class`, where it is one of your own. `sample` 0 takes the likeliest action.
        Raises ValueError for a `sample` other than 0 and 1, for a path and a version at the same time, where there is
        no such network, and where it does not fit the rules; ImportError without the extra `train`.
        """
        check("sample", sample, sample in (0, 1), "0 or 1")
        file, loaded = load_network(rules, path, version, network)
        self.path = file
        self.network = network
        self._logits = LogitsFunction(loaded)
        self._sample = bool(sample)

    @classmethod
    def from_network(cls, network: "Network") -> "PolicyAgent":
        """The agent for a network that is being trained, as it is now."""
        policy = cls.__new__(cls)
        policy._logits, policy._sample = LogitsFunction(network), True
        return policy

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Actions by the network, drawn or the likeliest ones.

        Raises ValueError for observations of another size, and where the network's numbers are not finite.
        """
        masks = decisions.masks
        logits = np.where(masks, self._logits(decisions.observations).astype(np.float64), -np.inf)
        if not np.isfinite(logits[masks == 1]).all():
            raise ValueError("the network judges actions by numbers that are not finite; train it anew")
        return sample_actions(logits, decisions.seeds) if self._sample else logits.argmax(axis=1)


def sample_actions(logits: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """For each seed, int64 (n,), an action by the probabilities of its logits, float64 (n, A): int64 (n,)."""
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    reached = np.cumsum(chances, axis=1)
    wanted = (seeds + 1.0) / (MAX_SEED + 1.0) * reached[:, -1]  # above 0, so that it is reached by a chance above 0
    return np.argmax(reached >= wanted[:, None], axis=1)


def bundled_versions(rules: GameRules) -> dict[int, Path]:
    """The files of the trained networks that come along for a game, by their versions, the newest last."""
    folder = TRAINED / f"{rules.package}_{rules.num_players}"
    return dict(sorted((int(path.stem[1:]), path) for path in folder.glob("v[0-9]*.npz")))


def bundled_network(rules: GameRules, version: int | None = None) -> Path:
    """The trained network that comes along, by default the newest. Raises ValueError where there is none."""
    found = bundled_versions(rules)
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


def load_network(
    rules: GameRules, path: str | None, version: int | None, network: str | None
) -> tuple[Path, "Network"]:
    """Load the network that options ask for, and return its file, too: as of `PolicyAgent`."""
    with needing("train", "trained networks"):
        # torch takes seconds to import: only who plays by a network waits for it
        from kschwert_env.nn.serialization import load
    check("version", version, path is None or version is None, "left out where path names a file")
    file = bundled_network(rules, version) if path is None else Path(path)
    return file, load(file, rules, network)[0]
