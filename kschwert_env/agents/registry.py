"""Registry of the kinds of agents, and agents from specifications: `kind[:option=value,...]`.

The option `path` of a kind may come first without its name: `policy:trained.npz,sample=0`. A value extends to a comma
that is followed by `option=`, so a path may contain commas and equals signs: `policy:runs/3,rate=0.1.npz`. Users'
agents are specified as `module.Class[:option=value,...]`.
"""

import inspect
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

from kschwert_env.agents.base import Agent
from kschwert_env.agents.function import FunctionAgent
from kschwert_env.agents.greedy import GreedyAgent
from kschwert_env.agents.heuristics.base import HeuristicAgent, has_heuristic, has_value_function
from kschwert_env.agents.onnx_model import OnnxAgent
from kschwert_env.agents.policy import PolicyAgent, bundled_versions
from kschwert_env.agents.random import RandomAgent
from kschwert_env.agents.search.ismcts import IsmctsAgent
from kschwert_env.agents.search.puct import PuctAgent
from kschwert_env.agents.text.chat_agent import ChatAgent
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import file_digest
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import find_callable

KINDS: dict[str, Callable[..., Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "heuristic": HeuristicAgent,
    "ismcts": IsmctsAgent,
    "policy": PolicyAgent,
    "puct": PuctAgent,
    "onnx": OnnxAgent,
    "function": FunctionAgent,
    "chat": ChatAgent,
}
"""Registry of agent kinds: callables that take the rules, and options by name."""

_OPTION = r"[a-z_]+="  # start of an option


def available(rules: GameRules) -> list[str]:
    """Return the kinds of agents that work for a game without options, given what is installed and bundled."""
    missing = {"chat", "function", "onnx"}
    missing |= set() if has_heuristic(rules.package) else {"heuristic"}
    missing |= set() if has_value_function(rules.package) else {"greedy"}
    missing |= set() if bundled_versions(rules) else {"policy", "puct"}
    return [kind for kind in KINDS if kind not in missing]


def split_specs(spec: str) -> list[str]:
    """Return the agent specifications in a text that joins them with +.

    Raises ValueError for one that is named more than once: agents have no weights.
    """
    names = list(filter(None, spec.split("+")))
    twice = [name for i, name in enumerate(names) if name in names[:i]]
    if twice:
        raise ValueError(f"{brief(twice[0])} is named more than once, in {brief(spec)}")
    return names


def file_digests(specs: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 of every file that agent specifications name, such as trained networks, by path."""
    digests = dict[str, str]()
    for spec in specs:
        for text in (spec, *_split_options(spec.partition(":")[2])):
            for path in (text, text.partition("=")[2]):
                if Path(path).suffix and os.path.isfile(path):
                    digests[path] = file_digest(Path(path))
    return digests


def make_agents(names: Iterable[str], rules: GameRules) -> dict[str, Agent]:
    """Make an agent for each specification, by name (`agent_name`).

    Raises ValueError for an unknown or duplicate one.
    """
    agents: dict[str, Agent] = {}
    for spec in names:
        name = agent_name(spec)
        if name in agents:
            raise ValueError(f"duplicate agent {brief(name)}")
        agents[name] = make_agent(spec, rules)
    return agents


def agent_name(spec: str) -> str:
    """Return a specification without the options that do not change how its kind plays, such as time limits.

    A kind declares them as `running_options`.
    """
    kind, _, rest = spec.partition(":")
    running: frozenset[str] = getattr(KINDS.get(kind), "running_options", frozenset())
    if not running:
        return spec
    texts = [text for text in _split_options(rest) if text.partition("=")[0] not in running]
    return f"{kind}:{','.join(texts)}" if texts else kind


def _split_options(rest: str) -> list[str]:
    """Return the options of a specification, each with its name."""
    return re.split(f",(?={_OPTION})", rest) if rest else []


def make_agent(spec: str, rules: GameRules) -> Agent:
    """Make the agent of a specification, such as `random` or `ismcts:sims=400,rollout=heuristic`.

    A kind with a dot in it is a user's class, `package.module.Class`, which must be importable. It is called like those
    of `KINDS`, and its options must be annotated as int, float or str.

    Raises:
        ValueError: kind, option or value are unknown or invalid; the message names them.
    """
    kind, _, rest = spec.partition(":")
    try:
        make = find_callable(kind, "agent") if "." in kind else KINDS[kind]
    except KeyError:
        raise ValueError(
            f"unknown kind of agent {brief(kind)} in {brief(spec)}; expected one of: {', '.join(KINDS)}, "
            "or your own class as module.Class"
        ) from None
    parameters = inspect.signature(make, eval_str=True).parameters
    accepted = {name: option for name, option in parameters.items() if name != "rules"}
    texts = _split_options(rest)
    if texts and "path" in accepted and not re.match(_OPTION, texts[0]):
        texts[0] = f"path={texts[0]}"
    try:
        options: dict[str, Any] = {}
        for text in texts:
            name, value = _option(kind, text, accepted)
            if name in options:
                raise ValueError(f"duplicate option {brief(name)}")
            options[name] = value
        if lacking := [
            name for name, option in accepted.items() if option.default is option.empty and name not in options
        ]:
            raise ValueError(f"{kind} needs {' and '.join(lacking)}")
        agent = make(rules, **options)
    except ValueError as error:
        raise ValueError(f"agent {brief(spec)}: {error}") from None
    at_once = getattr(agent, "games_at_once", None)
    if not callable(getattr(agent, "act", None)) or type(at_once) is not int or at_once < 1:
        raise ValueError(
            f"agent {brief(spec)} is not an agent: expected a method act, and games_at_once, an integer of at least 1"
        )
    return agent


def _option(kind: str, text: str, accepted: dict[str, inspect.Parameter]) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    if name not in accepted:
        options = f"expected one of: {', '.join(accepted)}" if accepted else "it has no options"
        raise ValueError(f"unknown option {brief(name)} of {kind}; {options}")
    annotation = accepted[name].annotation
    option_type = next((kind for kind in (int, float, str) if kind in (annotation, *get_args(annotation))), None)
    if option_type is None:
        raise ValueError(f"{name} must be annotated as int, float or str, not {brief(annotation)}")
    try:
        return name, option_type(value)
    except ValueError:
        what = {int: "a whole number", float: "a number"}[option_type]
        raise ValueError(f"{name} must be {what}, not {brief(value)}") from None
