"""What a recipe is made of: runs of training, one after another or apart, and functions that make them."""

from typing import Any, NamedTuple


class Stage(NamedTuple):
    """A run of training; it begins with the network of the stage before.

    Attributes:
        method: its name, as in `kschwert train`.
        settings: those that are not as in `recipes.USUAL`; each stage has `decisions`.
        network: the file of its run with which the next stage begins, or which comes along.
    """

    method: str
    settings: dict[str, Any]
    network: str = "agent.npz"


class Apart(NamedTuple):
    """Runs that all begin with the network of the stage before. The mean of theirs and of that network goes on.

    Attributes:
        stages: up to 26. They are never the first of a recipe, as they go on from a network.
    """

    stages: tuple[Stage, ...]


def imitated(decisions: int, **settings: Any) -> Stage:
    """To do as the heuristic does, by the settings of `recipes.USUAL`, which are those of earlier networks."""
    return Stage("imitate", {"decisions": decisions, **settings})


def played(decisions: int, **settings: Any) -> Stage:
    """Against itself, its past selves and the heuristic."""
    return Stage("ppo", {"decisions": decisions, **settings})


def with_wide_chances(decisions: int, **settings: Any) -> Stage:
    """Against many past selves, by chances that stay wide, so that it is hard to exploit."""
    return played(decisions, pool=32, **settings)
