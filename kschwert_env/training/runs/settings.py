"""Settings of a run: defaults, overridden by a TOML file, overridden by the command line."""

import hashlib
import json
import os
import types
from collections.abc import Iterator, Mapping, Set
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar, get_args, get_type_hints

import torch

from kschwert_env import GAMES
from kschwert_env.agents.registry import file_digests
from kschwert_env.engine.compiled.rng import check_seed
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.edition import MAX_EDITION_BYTES
from kschwert_env.engine.io.files import atomic_write_text, file_digest, read_bytes, read_text
from kschwert_env.engine.io.parsing import parse_json, parse_toml
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import find_game, known_games
from kschwert_env.nn.networks import Shape

PRECISIONS = ("float32", "tf32", "bfloat16")
"""Precisions of networks."""

_FILE = "settings.json"  # in the folder of a run
_DIGEST = "digest"  # its key for the digest of the rest
_FILES = "files"  # its key for digests of the files that the settings name


G = TypeVar("G")


def group(kind: type[G], **defaults: Any) -> G:
    """Return a field of settings that holds a group, with the defaults of a method."""
    made: G = field(default_factory=partial(kind, **defaults))
    return made


@dataclass(frozen=True)
class TaskSettings:
    """The game.

    Attributes:
        game: name of the game; a command line also takes a file, my_game.py, or package.module:Class.
        players: number of players; none = the fewest that the game allows.
        rules: options of the game's rules, by name.
    """

    game: str = GAMES[0]
    players: int | None = None
    rules: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check("game", self.game, self.game in known_games(), f"one of {', '.join(known_games())}, or given by --game")

    def game_rules(self) -> GameRules:
        """Return the rules of the game. Raises ValueError for options that the game does not have."""
        rules_type = find_game(self.game)
        players = rules_type.player_counts[0] if self.players is None else self.players
        check("num_players", self.rules.get("num_players"), "num_players" not in self.rules, "set by players")
        rules: GameRules = rules_type.read_options({**self.rules, "num_players": players})
        return rules


@dataclass(frozen=True)
class ArchitectureSettings:
    """The network.

    Attributes:
        network: "graph" (message passing over the map), "mlp", or your own class as module.Class; none = "graph" for
            games with a map, else "mlp".
        width: units per hidden layer.
        layers: number of hidden layers, or of message-passing rounds.
        field_width: units per field of the map, "graph" only.
        warm_start: file of a trained network to start from; its architecture overrides the settings.
    """

    network: str | None = None
    width: int = 128
    layers: int = 2
    field_width: int = 32
    warm_start: str | None = None

    def __post_init__(self) -> None:
        check_minimum(1, self, "width", "layers", "field_width")

    def shape(self, rules: GameRules) -> Shape:
        """Return the architecture of the network for these rules. Raises ValueError for an unknown kind."""
        kind: Any = self.network or ("graph" if len(rules.neighbours) else "mlp")
        return Shape(kind, self.width, self.layers, self.field_width)

    @property
    def own_network(self) -> str | None:
        """The user's own network class, if the settings name one."""
        return self.network if self.network and "." in self.network else None


@dataclass(frozen=True)
class RunSettings:
    """Length and machine of a run.

    Attributes:
        timesteps: number of decisions to learn from.
        seed: seed of all randomness in the run.
        device: device of the networks, "cpu" or "cuda".
        threads: number of PyTorch threads.
        precision: "float32", "tf32" or "bfloat16" (mixed precision), for networks that PyTorch evaluates; tf32 is for
            GPUs.
        torch_compile: 1 = torch.compile compiles these networks, which takes a minute; 0 = it does not.
        checkpoint_interval: seconds between two checkpoints.
    """

    timesteps: int = 1_000_000
    seed: int = 0
    device: str = "cpu"
    threads: int = 1
    precision: str = "float32"
    torch_compile: int = 0
    checkpoint_interval: float = 60.0

    def __post_init__(self) -> None:
        check("device", self.device, self.device in ("cpu", "cuda"), "cpu or cuda")
        check("precision", self.precision, self.precision in PRECISIONS, f"one of {', '.join(PRECISIONS)}")
        check("torch_compile", self.torch_compile, self.torch_compile in (0, 1), "0 or 1")
        check_seed(self.seed)
        check_minimum(1, self, "threads", "timesteps")
        check_minimum(0, self, "checkpoint_interval")

    def set_up_torch(self) -> None:
        """Set PyTorch's number of threads, and the precision of its matrix products."""
        torch.set_num_threads(self.threads)
        torch.set_float32_matmul_precision("highest" if self.precision == "float32" else "high")

    def mixed_precision(self) -> torch.autocast:
        """Return a context in which networks are evaluated with the precision of the run."""
        return torch.autocast(self.device, torch.bfloat16, enabled=self.precision == "bfloat16")

    def torch_device(self) -> torch.device:
        """Return the device. Raises ValueError if it is not available."""
        check("device", self.device, self.device == "cpu" or torch.cuda.is_available(), "cpu: torch sees no GPU")
        return torch.device(self.device)


@dataclass(frozen=True)
class OptimizerSettings:
    """Gradient steps.

    Attributes:
        epochs: passes over the collected data.
        minibatch_size: decisions per step of the optimizer.
        learning_rate: learning rate at the start; it falls linearly.
        final_lr_fraction: learning rate at the end, as a fraction of learning_rate.
        max_grad_norm: gradients are clipped to this norm.
    """

    epochs: int = 2
    minibatch_size: int = 512
    learning_rate: float = 5e-4
    final_lr_fraction: float = 0.1
    max_grad_norm: float = 0.5

    def __post_init__(self) -> None:
        check_minimum(1, self, "epochs", "minibatch_size")
        check_minimum(0, self, "learning_rate", "max_grad_norm")
        check_range(0, 1, self, "final_lr_fraction")

    def rate(self, left: float) -> float:
        """Return the learning rate when the fraction `left` of the run is still to come."""
        return self.learning_rate * anneal(left, self.final_lr_fraction)


@dataclass(frozen=True)
class EvaluationSettings:
    """Games against evaluation opponents.

    Attributes:
        evaluation_games: games against each evaluation opponent.
    """

    evaluation_games: int = 200

    def __post_init__(self) -> None:
        check_minimum(1, self, "evaluation_games")


@dataclass(frozen=True)
class Settings:
    """Settings shared by all training methods, in groups. Each method has a subclass with more groups.

    A setting has the same name everywhere; `from_layers` and command lines take it by this name, without its group.

    Attributes:
        task: the game.
        architecture: the network.
        run: length and machine.
        optimizer: gradient steps.
        evaluation: games against evaluation opponents.
        method: name of the training method.
        resumable: settings that may change when a run is resumed.
        fixed: settings that the method itself decides.

    Raises ValueError, naming the setting, for a wrong value.
    """

    task: TaskSettings = group(TaskSettings)
    architecture: ArchitectureSettings = group(ArchitectureSettings)
    run: RunSettings = group(RunSettings)
    optimizer: OptimizerSettings = group(OptimizerSettings)
    evaluation: EvaluationSettings = group(EvaluationSettings)

    method: ClassVar[str]
    resumable: ClassVar[Set[str]] = {"checkpoint_interval", "device", "precision", "torch_compile"}
    fixed: ClassVar[Set[str]] = frozenset()

    @classmethod
    def of(cls, **named: Any) -> Self:
        """Return settings by name. Raises ValueError for unknown names and wrong values."""
        return cls.from_layers(named)

    @classmethod
    def from_layers(cls, *layers: Mapping[str, Any]) -> Self:
        """Return settings by name, alone or in tables of their groups; later layers override earlier ones.

        Raises ValueError for unknown names and wrong values.
        """
        defaults = groups(cls)
        group_of = {setting.name: group for group, its in defaults.items() for setting in fields(its)}
        chosen: dict[str, dict[str, Any]] = {group: {} for group in defaults}
        for name, value in [item for layer in layers for item in without_groups(cls, layer)]:
            if name not in group_of:
                raise ValueError(f"unknown setting {brief(name)}; expected one of: {', '.join(sorted(group_of))}")
            its = chosen[group_of[name]]
            value = convert(name, value, get_type_hints(type(defaults[group_of[name]]))[name])
            its[name] = {**its.get(name, {}), **value} if isinstance(value, dict) else value
        return cls(**{group: replace(defaults[group], **its) for group, its in chosen.items()})

    def changed(self, **named: Any) -> Self:
        """Return these settings with other values by name. Raises ValueError for unknown names and wrong values."""
        return self.from_layers(self.by_name(), named)

    def by_name(self) -> dict[str, Any]:
        """Return all settings by name, without groups."""
        return {name: value for group in asdict(self).values() for name, value in group.items()}


def groups(settings_type: type[Settings]) -> dict[str, Any]:
    """Return the groups of settings of a method by name, with the defaults of this method."""
    return {group.name: group.default_factory() for group in fields(settings_type)}  # type: ignore[operator] # all have one


def without_groups(settings_type: type[Settings], layer: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield settings by name; raise ValueError for one that is in the table of another group."""
    defaults = groups(settings_type)
    for name, value in layer.items():
        if name not in defaults:
            yield name, value
            continue
        names = [setting.name for setting in fields(defaults[name])]
        check(name, value, isinstance(value, Mapping), "a table of settings")
        for its, inner in value.items():
            if its not in names:
                raise ValueError(f"unknown setting {brief(its)} in {name}; expected one of: {', '.join(names)}")
            yield its, inner


S = TypeVar("S", bound=Settings)


def anneal(left: float, last: float) -> float:
    """Return a linear schedule: 1 at the start (`left` = 1), `last` at the end (`left` = 0)."""
    return last + (1 - last) * left


def check_minimum(least: float, settings: Any, *names: str) -> None:
    """Raise ValueError for a setting below `least`; None is allowed."""
    for name in names:
        value = getattr(settings, name)
        check(name, value, value is None or value >= least, f"at least {least}")


def check_range(low: float, high: float, settings: Any, *names: str) -> None:
    """Raise ValueError for a setting outside `low` to `high`; None is allowed."""
    for name in names:
        value = getattr(settings, name)
        check(name, value, value is None or low <= value <= high, f"from {low} to {high}")


def convert(name: str, value: Any, hint: Any) -> Any:
    """Return a value converted to the type of a setting; texts come from a command line. Raises ValueError."""
    kinds = get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    kind = getattr(kinds[0], "__origin__", kinds[0])
    if value in (None, "none") and type(None) in kinds:
        return None
    try:
        right = type(value) is kind or (isinstance(value, str) and kind in (int, float))
        right = right or (kind is float and type(value) is int)
        if right:
            return kind(value)
    except ValueError:
        pass
    words = {int: "a whole number", float: "a number", str: "a text", dict: "a table"}
    raise ValueError(f"{name} must be {words[kind]}, not {brief(value)}")


def read_settings_file(path: Path | None) -> dict[str, Any]:
    """Return the settings in a TOML file; none without a file. Raises ValueError for an unreadable file."""
    if path is None:
        return {}
    try:
        return parse_toml(read_text(path, MAX_EDITION_BYTES))
    except ValueError as error:
        raise ValueError(f"{path} is no file of settings: {error}") from None


def settings_of_run(
    kind: type[S], folder: Path, resume: bool, file: Mapping[str, Any], overrides: Mapping[str, Any]
) -> S:
    """Return the settings of a run: those of the file and the overrides, or those of the run that is resumed.

    On resuming, only the settings in `kind.resumable` may change. Raises ValueError for any other change, for wrong
    settings, for a folder that already holds a run, and for a folder without a run of this method to resume.
    """
    named = {name for layer in (file, overrides) for name, _ in without_groups(kind, layer)}
    if decided := sorted(named & kind.fixed):
        raise ValueError(f"{decided[0]} can't be set: {kind.method} decides it")
    path = folder / _FILE
    if not resume:
        if holds_run(folder):
            raise ValueError(f"{folder} already holds a run; continue it with --resume, or choose another folder")
        return kind.from_layers(file, overrides)
    method, saved = _read(path)
    _check_files(saved.pop(_FILES, {}))
    if method != kind.method:
        raise ValueError(f"{folder} holds a run of {method!r}; it can't be resumed as {kind.method!r}")
    before = kind.from_layers(saved).by_name()
    settings = kind.from_layers(before, file, overrides)
    for name, value in settings.by_name().items():
        if before[name] != value and name not in kind.resumable:
            started = f"the run was started with {name} {brief(before[name])}, not {brief(value)}"
            raise ValueError(f"{started}; to train further, start another run with --warm-start {folder}/agent.npz")
    return settings


def holds_run(folder: Path) -> bool:
    """Return whether a folder holds a run."""
    return os.path.exists(folder / _FILE)


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings of a new run to its folder. Raises ValueError if the folder can't be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        saved = {"method": settings.method, **settings.by_name()}
        saved[_FILES] = file_digests(_texts(saved))
        atomic_write_text(folder / _FILE, json.dumps({**saved, _DIGEST: _digest(saved)}, indent=2) + "\n")
    except OSError as error:
        raise ValueError(f"{folder} can't hold a run: {error.strerror}") from None


def _texts(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield all texts of settings, and the agents in them."""
    for value in values.values():
        if isinstance(value, Mapping):
            yield from _texts(value)
        elif isinstance(value, str):
            yield from (value, *value.split("+"))


def _check_files(digests: Any) -> None:
    """Raise ValueError for a file that has changed. One that is missing is reported where it is needed."""
    check(_FILES, digests, isinstance(digests, dict), "digests by file")
    for name, digest in digests.items():
        if os.path.exists(name) and file_digest(Path(name)) != digest:
            raise ValueError(f"{name} has changed since the run was started; restore it, or start another run")


def _digest(settings: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the method and the settings of a run. Settings without a digest are taken as they are."""
    try:
        settings: dict[str, Any] = parse_json(read_bytes(path))
        is_unchanged = settings.pop(_DIGEST, None) in (None, _digest(settings))
        method = settings.pop("method")
    except (ValueError, LookupError, TypeError, AttributeError):
        raise ValueError(f"no run to resume: {path} holds no settings") from None
    if not is_unchanged:
        raise ValueError(f"{path} has changed since the run was started; delete its {_DIGEST!r} to resume with it")
    return method, settings
