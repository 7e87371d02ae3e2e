"""Settings of a run: defaults, over them a TOML file, over that the command line."""

import json
import os
import tomllib
import types
from collections.abc import Mapping, Set
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar, get_args, get_type_hints

import torch

from kschwert_env import GAMES, terminal
from kschwert_env.engine.io.files import contents, replace_text
from kschwert_env.engine.options import check
from kschwert_env.engine.rng import check_seed
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief
from kschwert_env.nn.networks import Shape

_KEPT = "settings.json"  # in the folder of a run


@dataclass(frozen=True)
class Settings:
    """What the methods of training have in common. A method's own class has what is its own, and other usual values.

    Attributes:
        game: name of the game.
        players: number of players; None is the fewest.
        rules: further options of the game's rules, by name.
        network: "graph", "mlp" or a class of your own, `module.Class`; None is "graph" where the game has a map.
        width: units of a hidden layer.
        layers: hidden layers, or rounds in which fields hear of their neighbours.
        field_width: units for each field, "graph" only.
        device: "cpu" or "cuda", for the network.
        threads: of torch.
        seed: of everything.
        decisions: how many are learned from.
        epochs: how often what was gathered is gone through.
        minibatch: decisions for one step of the optimiser.
        learning_rate: at first; it falls linearly over the decisions.
        last_share: what part of it is left at the end.
        value_weight: of the error of the value, beside that of the policy.
        evaluate_games: against each agent that it is tested against.
        checkpoint_every: seconds between two checkpoints.
        method: which this is, by the name of its script.
        free: settings that may be others where a run is gone on with.

    Raises ValueError, naming the setting, for a wrong value.
    """

    game: str = GAMES[0]
    players: int | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    network: str | None = None
    width: int = 128
    layers: int = 2
    field_width: int = 32
    device: str = "cpu"
    threads: int = 1
    seed: int = 0
    decisions: int = 1_000_000
    epochs: int = 2
    minibatch: int = 512
    learning_rate: float = 5e-4
    last_share: float = 0.1
    value_weight: float = 0.5
    evaluate_games: int = 200
    checkpoint_every: float = 60.0

    method: ClassVar[str]
    free: ClassVar[Set[str]] = {"checkpoint_every"}

    def __post_init__(self) -> None:
        check("game", self.game, self.game in GAMES, f"one of {', '.join(GAMES)}")
        check("device", self.device, self.device in ("cpu", "cuda"), "cpu or cuda")
        check_seed(self.seed)
        at_least(1, self, "threads", "width", "layers", "field_width")
        at_least(1, self, "decisions", "epochs", "minibatch", "evaluate_games")
        at_least(0, self, "learning_rate", "value_weight", "checkpoint_every")
        within(0, 1, self, "last_share")

    @classmethod
    def of(cls, *layers: Mapping[str, Any]) -> Self:
        """Settings by name, later layers before earlier ones. Raises ValueError for unknown names and wrong values."""
        types, chosen = get_type_hints(cls), dict[str, Any]()
        hints = {field.name: types[field.name] for field in fields(cls)}
        for name, value in [item for layer in layers for item in layer.items()]:
            if name not in hints:
                raise ValueError(f"unknown setting {brief(name)}; there are {', '.join(sorted(hints))}")
            value = typed(name, value, hints[name])
            chosen[name] = {**chosen.get(name, {}), **value} if isinstance(value, dict) else value
        return cls(**chosen)

    def game_rules(self) -> GameRules:
        """Raises ValueError for options that the game does not have."""
        rules_type = terminal.package(self.game).Rules
        players = rules_type.player_counts[0] if self.players is None else self.players
        check("num_players", self.rules.get("num_players"), "num_players" not in self.rules, "set by players")
        rules: GameRules = rules_type.read_options({**self.rules, "num_players": players})
        return rules

    def torch_device(self) -> torch.device:
        """Raises ValueError where it is not there."""
        check("device", self.device, self.device == "cpu" or torch.cuda.is_available(), "cpu: torch sees no GPU")
        return torch.device(self.device)

    def shape(self, rules: GameRules) -> Shape:
        """Of the network for these rules. Raises ValueError for one that there is not."""
        kind: Any = self.network or ("graph" if len(rules.neighbours) else "mlp")
        return Shape(kind, self.width, self.layers, self.field_width)

    @property
    def own_network(self) -> str | None:
        """The class of a network of the user's own, where the settings name one."""
        return self.network if self.network and "." in self.network else None

    def falling_rate(self, left: float) -> float:
        """The learning rate with a part `left` of everything to go."""
        return self.learning_rate * falling(left, self.last_share)


S = TypeVar("S", bound=Settings)


def falling(left: float, last: float) -> float:
    """From 1 with everything to go to `last` at the end; `left` is the part of it that is to go."""
    return last + (1 - last) * left


def at_least(least: float, settings: Any, *names: str) -> None:
    """Raises ValueError for a setting below `least`, unless it is None."""
    for name in names:
        value = getattr(settings, name)
        check(name, value, value is None or value >= least, f"at least {least}")


def within(low: float, high: float, settings: Any, *names: str) -> None:
    """Raises ValueError for a setting that is not from `low` to `high`, unless it is None."""
    for name in names:
        value = getattr(settings, name)
        check(name, value, value is None or low <= value <= high, f"from {low} to {high}")


def typed(name: str, value: Any, hint: Any) -> Any:
    """A value of the type that a setting has; texts, from a command line, are read as such. Raises ValueError."""
    kinds = get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    kind = getattr(kinds[0], "__origin__", kinds[0])
    if value is None or (value == "none" and type(None) in kinds):
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


def from_file(path: Path | None) -> dict[str, Any]:
    """The settings of a TOML file; none without a file. Raises ValueError for a file that can't be read."""
    if path is None:
        return {}
    try:
        return tomllib.loads(contents(path).decode())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is no file of settings: {error}") from None


def given(named: Mapping[str, Any], hyper: list[str] | None) -> dict[str, Any]:
    """What was given on a command line: by options of its own, those of --set under `rules`, or by --hyper.

    Raises ValueError for a --hyper that is no NAME=VALUE, or names what was given already.
    """
    found = {name: value for name, value in named.items() if value is not None}
    if "rules" in found:
        found["rules"] = dict(map(terminal.assignment, found["rules"]))
    for text in hyper or []:
        name, equals, value = text.partition("=")
        if not equals or name in found:
            raise ValueError(f"--hyper takes NAME=VALUE, each name once, not {brief(text)}")
        found[name] = value
    return found


def settings_of_run(kind: type[S], folder: Path, resume: bool, file: Mapping[str, Any], asked: Mapping[str, Any]) -> S:
    """The settings of a run: from a file and as asked for, or where it is gone on with as it was begun.

    Then only those in `kind.free` may be others. Raises ValueError for any other change, for wrong settings, and where
    the folder has a run that is not to be gone on with, one of another method, or none that is.
    """
    path = folder / _KEPT
    if not resume:
        if holds_a_run(folder):
            raise ValueError(f"{folder} holds a run already: --resume goes on with it, or name another folder")
        return kind.of(file, asked)
    method, found = _read(path)
    if method != kind.method:
        raise ValueError(f"{folder} holds a run of training.{method}, with which training.{kind.method} can't go on")
    before = asdict(kind.of(found))
    settings = kind.of(before, file, asked)
    for name, value in asdict(settings).items():
        if before[name] != value and name not in kind.free:
            raise ValueError(f"the run was begun with {name} {brief(before[name])}, not {brief(value)}")
    return settings


def holds_a_run(folder: Path) -> bool:
    """Whether a run was begun there."""
    return os.path.exists(folder / _KEPT)


def keep(folder: Path, settings: Settings) -> None:
    """Write the settings of a run that can begin to its folder. Raises ValueError where that can't be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = {"method": settings.method, **asdict(settings)}
        replace_text(folder / _KEPT, json.dumps(kept, indent=2) + "\n")
    except OSError as error:
        raise ValueError(f"{folder} can't hold a run: {error.strerror}") from None


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    """The method, and its settings by name."""
    try:
        found: dict[str, Any] = json.loads(contents(path))
        return found.pop("method"), found
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"there is no run to go on with: no settings in {path}") from None
