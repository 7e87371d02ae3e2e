"""Compile every kind of record ahead of time: `python -m kschwert_env.precompile`.

Nobody has to: the first game of a kind compiles it. It is for tests, and for many processes that start at once on a
machine that has never run the package. What is compiled holds for these sources and this processor, wherever the
package lies.
"""

from importlib import import_module

from kschwert_env import GAMES
from kschwert_env.engine.warmup import STAGES, ensure_compiled

KINDS = [rules for game in GAMES for rules in import_module(f"kschwert_env.{game}").KINDS]
"""Rules of every kind of record, game by game."""


def main() -> None:
    """Compile what is not on disk yet."""
    for rules in KINDS:
        ensure_compiled(rules, *STAGES)


if __name__ == "__main__":
    main()
