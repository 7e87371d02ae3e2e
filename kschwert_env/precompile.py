"""Compile every kind of record ahead of time: `python -m kschwert_env.precompile`.

Nobody has to: the first game of a kind compiles it. It is for tests, and for many processes that start at once on a
machine that has never run the package. What is compiled holds for this place of the package and this processor, and
its folder must stay writable.
"""

from kschwert_env import krone_schwert
from kschwert_env.engine.game import ensure_compiled

KINDS = [
    *(krone_schwert.Rules(players) for players in (2, 3, 4, 5)),
    *(krone_schwert.Rules(players, fewer_parts=True) for players in (4, 5)),
]
"""Rules of every kind of record that the editions of this package lead to."""


def main() -> None:
    """Compile what is not on disk yet."""
    for rules in KINDS:
        ensure_compiled(rules)


if __name__ == "__main__":
    main()
