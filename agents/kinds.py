"""The kinds of agents by name, and agents by what is typed: `kind[:option=value,...]`.

Where a kind has an option `path`, that may come first without its name: `policy:trained.npz,sample=0`. A value goes on
up to a comma that is followed by `option=`, so a path may have commas and equals signs: `policy:runs/3,rate=0.1.npz`.
"""

import inspect
import re
from collections.abc import Callable
from typing import Any, get_args

from kschwert_env.agents.greedy import Greedy
from kschwert_env.agents.heuristic import Heuristic
from kschwert_env.agents.ismcts import Ismcts
from kschwert_env.agents.policy import Policy
from kschwert_env.agents.protocol import Agent
from kschwert_env.agents.uniform import Random
from kschwert_env.engine.contract import GameRules

KINDS: dict[str, Callable[..., Agent]] = {
    "random": Random,
    "greedy": Greedy,
    "heuristic": Heuristic,
    "ismcts": Ismcts,
    "policy": Policy,
}
"""Each is called with the rules and its own options by name."""

OPTION = r"[a-z_]+="  # how one begins


def make_agents(typed: str, rules: GameRules) -> dict[str, Agent]:
    """Agents by what is typed for each, with + between them. Raises ValueError for one that there is not."""
    return {name: make_agent(name, rules) for name in typed.split("+") if name}


def make_agent(typed: str, rules: GameRules) -> Agent:
    """The agent for what somebody typed, such as `random` or `ismcts:sims=400,rollout=heuristic`.

    Raises ValueError, naming kind, option and value, for what is unknown or wrong.
    """
    kind, _, rest = typed.partition(":")
    if kind not in KINDS:
        raise ValueError(f"unknown kind of agent {kind!r} in {typed!r}; there are {', '.join(KINDS)}")
    known = {name: option for name, option in inspect.signature(KINDS[kind]).parameters.items() if name != "rules"}
    texts = re.split(f",(?={OPTION})", rest) if rest else []
    if texts and "path" in known and not re.match(OPTION, texts[0]):
        texts[0] = f"path={texts[0]}"
    try:
        options: dict[str, Any] = {}
        for text in texts:
            name, value = _option(kind, text, known)
            if name in options:
                raise ValueError(f"option {name!r} is given twice")
            options[name] = value
        return KINDS[kind](rules, **options)
    except ValueError as error:
        raise ValueError(f"agent {typed!r}: {error}") from None


def _option(kind: str, text: str, known: dict[str, inspect.Parameter]) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    if name not in known:
        options = f"its options are {', '.join(known)}" if known else "it has none"
        raise ValueError(f"unknown option {name!r} of {kind}; {options}")
    annotation = known[name].annotation
    wanted = next(kind for kind in (int, float, str) if kind in (annotation, *get_args(annotation)))
    try:
        return name, wanted(value)
    except ValueError:
        what = {int: "a whole number", float: "a number"}[wanted]
        raise ValueError(f"{name} must be {what}, not {value!r}") from None
