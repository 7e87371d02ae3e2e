"""Compile all games ahead of time: `python -m kschwert_env.precompile`.

This is optional, since a game compiles its code at first use. It helps tests, and many processes that start at once on
a new machine. Compiled code is specific to the sources and the processor, but not to the package's location.
"""

from importlib import import_module

from kschwert_env import GAMES
from kschwert_env.engine.warmup import STAGES, ensure_compiled

KINDS = [rules for game in GAMES for rules in import_module(f"kschwert_env.{game}").KINDS]
"""Rules for every variant of compiled code (kind of record), game by game."""


def main() -> None:
    """Compile all code that is not in the cache yet."""
    for rules in KINDS:
        ensure_compiled(rules, *STAGES)


if __name__ == "__main__":
    main()
