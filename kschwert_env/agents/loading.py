"""What somebody has written in a module of his own, by its name with dots."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from kschwert_env.engine.text import brief


def found(name: str) -> Callable[..., Any]:
    """The class or function of that name, `package.module.name`. Raises ValueError where there is none."""
    module, _, attribute = name.rpartition(".")
    if not all(part.isidentifier() for part in name.split(".")) or not module:
        raise ValueError(f"{brief(name)} is no name of a class or function, such as package.module.Class")
    try:
        thing = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"there is no agent {brief(name)}: {error}") from None
    except Exception as error:  # anything can go wrong in a module of somebody's own
        raise ValueError(
            f"{module} of agent {brief(name)} can't be imported: {type(error).__name__}: {error}"
        ) from error
    if not callable(thing):
        raise ValueError(f"{brief(name)} makes no agents: it is {brief(thing)}")
    return thing
