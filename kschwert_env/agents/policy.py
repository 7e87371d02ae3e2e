"""`policy`: an agent that plays by a trained network."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.opponents import compile_opponents
from kschwert_env.data import DATA_ROOT
from kschwert_env.engine.compiled.rng import MAX_SEED
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.importing import needing
from kschwert_env.nn.inference import AnyNetwork, module_for
from kschwert_env.nn.inference.logits import LogitsFunction
from kschwert_env.nn.network_files import load_arrays

TRAINED = DATA_ROOT / "agents" / "trained"
"""Folder of the bundled networks: `GAME_PLAYERS/vN.npz`."""


class PolicyAgent(Agent):
    """Samples actions from the probabilities of its network, or takes the most likely action.

    Sampling is what training optimizes, and is stronger: against the heuristic of Krone & Schwert a network won 85 % of
    300 games by sampling, and 63 % by its most likely actions.

    Decisions are evaluated one after another, so an action does not depend on its batch. Bundled kinds of networks run
    in compiled code, with the same logits on every machine, and need no library; a user's class runs in PyTorch.
    """

    path: Path | None = None
    """File of the network; None during training."""

    network: str | None = None
    """Name of the network's class, `module.Class`, if it is a user's class."""

    samples: bool = True
    """Whether it samples from the probabilities, or takes the most likely action."""

    temperature: float = 1.0
    """Divisor of the logits."""

    games_at_once = 256

    public_options: ClassVar[Mapping[str, float]] = {
        "sample": 1,
        "version": math.inf,
        "exploiter": math.inf,
        "temperature": math.inf,
    }
    """Options that visitors of the browser table may set (`agents.base.public_options`)."""

    def __init__(
        self,
        rules: GameRules,
        path: str | None = None,
        sample: int = 1,
        version: int | None = None,
        network: str | None = None,
        exploiter: int | None = None,
        temperature: float = 1.0,
    ) -> None:
        """Load a trained network, by default the newest bundled one for the game.

        Args:
            rules: rules of the game.
            path: file of the network, .npz.
            sample: 1 samples from the probabilities, 0 takes the most likely action.
            version: version of the bundled network.
            network: class of the network, `module.Class`, if it is a user's class.
            exploiter: number of a bundled best response, instead of a version.
            temperature: divisor of the logits before sampling: above 1 the agent plays worse.

        Raises:
            ValueError: `sample` is neither 0 nor 1, `temperature` is not above 0, more than one of `path`, `version`
                and `exploiter` is given, or the network is missing or does not fit the rules.
            ImportError: the network is a user's class, and the extra `train` is not installed.
        """
        check("sample", sample, sample in (0, 1), "0 or 1")
        check("temperature", temperature, 0 < temperature < math.inf, "more than 0, and finite")
        if exploiter is not None:
            check("exploiter", exploiter, path is None and version is None, "left out if path or version is given")
            path = str(bundled_exploiter(rules, exploiter))
        file, loaded, _ = load_network(rules, path, version, network)
        self.path = file
        self.network = network
        self._logits = LogitsFunction(loaded)
        self.samples = bool(sample)
        self.temperature = temperature

    @classmethod
    def from_network(cls, network: AnyNetwork) -> "PolicyAgent":
        """Return an agent with the current weights of a network in training."""
        policy = cls.__new__(cls)
        policy._logits = LogitsFunction(network)
        return policy

    def compile_opponent(self, rules: GameRules) -> tuple[Callable[..., Any], Any] | None:
        """Return a loop as `agents.opponents` does, and its last argument; None for users' networks and subclasses."""
        kind = self._logits.kind
        if type(self) is not PolicyAgent or kind == "callback":
            return None
        workspace = _new_workspace(rules, self._logits, self.temperature if self.samples else 0.0)
        part = module_for(kind).__name__
        return compile_opponents(rules, f"policy-{kind}", __name__, part, workspace), workspace

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return actions sampled from the network, or the most likely ones.

        Raises ValueError for observations of another size, and for logits that are not finite.
        """
        masks = decisions.masks
        logits = np.where(masks, self._logits(decisions.observations).astype(np.float64), -np.inf)
        if not np.isfinite(logits[masks == 1]).all():
            raise ValueError("the logits of the network are not finite; train it again")
        if not self.samples:
            return logits.argmax(axis=1)
        return sample_actions(logits / self.temperature, decisions.seeds)


def sample_actions(logits: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """Return an action for each seed, int64 (n,), sampled from logits, float64 (n, A): int64 (n,)."""
    probabilities = np.exp(logits - logits.max(axis=1, keepdims=True))
    cumulative = np.cumsum(probabilities, axis=1)
    thresholds = (seeds + 1.0) / (MAX_SEED + 1.0) * cumulative[:, -1]  # above 0: no action of probability 0
    return np.argmax(cumulative >= thresholds[:, None], axis=1)


class _Workspace(NamedTuple):
    """Weights of the network, and buffers."""

    temperature: float  # 0 takes the most likely action
    weights: Any  # of `nn.inference`, like the next
    layers: Any
    observation: np.ndarray  # int8 (N,)
    logits: np.ndarray  # float32 (A,)
    values: np.ndarray  # float32 (P,)
    cumulative: np.ndarray  # float64 (A,), sums of probabilities


def _new_workspace(rules: GameRules, logits: LogitsFunction, temperature: float) -> _Workspace:
    return _Workspace(
        float(temperature),
        *logits.new_inputs(),
        np.zeros(rules.observation.size, np.int8),
        np.zeros(rules.num_actions, np.float32),
        np.zeros(rules.num_players, np.float32),
        np.zeros(rules.num_actions),
    )


@compiled
def decide(rules, network, state, board, mask, world_seed, seed, workspace):
    """Return the action of `PolicyAgent.act` (`agents.opponents`); -1 where logits are not finite."""
    logits, cumulative, temperature = workspace.logits, workspace.cumulative, workspace.temperature
    rules.observe(state, board, state.player, workspace.observation)
    network.forward(workspace.weights, workspace.layers, workspace.observation, logits, workspace.values)
    best = -1
    for action in range(mask.shape[0]):
        if mask[action]:
            if not math.isfinite(logits[action]):
                return -1
            if best < 0 or logits[action] > logits[best]:
                best = action
    if temperature == 0.0:
        return best
    highest, total = float(logits[best]) / temperature, 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            total += math.exp(float(logits[action]) / temperature - highest)
        cumulative[action] = total
    threshold = (seed + 1.0) / (MAX_SEED + 1.0) * total
    action = 0
    while cumulative[action] < threshold:
        action += 1
    return action


def bundled_versions(rules: GameRules) -> dict[int, Path]:
    """Return the files of the bundled networks of a game by version, in ascending order."""
    folder = TRAINED / f"{rules.package}_{rules.num_players}"
    return dict(sorted((int(path.stem[1:]), path) for path in folder.glob("v[0-9]*.npz")))


def bundled_network(rules: GameRules, version: int | None = None) -> Path:
    """Return the file of a bundled network, by default the newest. Raises ValueError if it does not exist."""
    versions = bundled_versions(rules)
    if versions and version is None:
        return versions[max(versions)]
    if version in versions:
        return versions[version]
    trained = (
        ", ".join(map(str, versions))
        or ", ".join(sorted({file.parent.name for file in TRAINED.glob("*/v*.npz")}))
        or "none"
    )
    which = f"no version {version} of the bundled network" if versions else "no bundled network"
    raise ValueError(
        f"{which} for {rules.package} with {rules.num_players} players; "
        f"available: {trained}; set path= to use the file of another network"
    )


def bundled_exploiter(rules: GameRules, number: int) -> Path:
    """Return the file of a bundled best response. Raises ValueError if it does not exist."""
    folder = TRAINED / f"{rules.package}_{rules.num_players}" / "exploiters"
    paths = {int(path.stem): path for path in folder.glob("[0-9]*.npz")}
    if number not in paths:
        numbers = ", ".join(map(str, sorted(paths))) or "none"
        raise ValueError(
            f"no exploiter {number} for {rules.package} with {rules.num_players} players; available: {numbers}"
        )
    return paths[number]


def load_network(
    rules: GameRules, path: str | None, version: int | None, network: str | None
) -> tuple[Path, AnyNetwork, dict[str, Any]]:
    """Load the network that the options of `PolicyAgent` name; return its file, the network and its metadata."""
    file = network_file(rules, path, version)
    if network is None:
        return file, *load_arrays(file, rules)
    with needing("train", "networks of your own"):
        # importing torch takes seconds, so only agents with a user's class import it
        from kschwert_env.nn.serialization import load
    return file, *load(file, rules, network)


def network_file(rules: GameRules, path: str | None, version: int | None) -> Path:
    """Return the file that the options of `PolicyAgent` name. Raises ValueError for both or an unknown version."""
    check("version", version, path is None or version is None, "left out if path is given")
    return bundled_network(rules, version) if path is None else Path(path)
