"""Environments of Politics & Intrigue for other libraries: PettingZoo and Gymnasium.

Options and observations: docs/politics_and_intrigue.md.
"""

from kschwert_env.adapters.environments import Environments
from kschwert_env.politics_and_intrigue import Game

_environments = Environments(Game, "politics_and_intrigue_v0")

env = _environments.env
"""PettingZoo AEC environment with the standard checks; arguments: `Environments.env`."""

raw_env = _environments.raw_env
"""PettingZoo AEC environment without checks; arguments: `Environments.raw_env`."""

parallel_env = _environments.parallel_env
"""PettingZoo parallel environment; arguments: `Environments.parallel_env`."""

gymnasium_env = _environments.gymnasium_env
"""Gymnasium environment with one learning seat; arguments: `Environments.gymnasium_env`."""

gymnasium_vector_env = _environments.gymnasium_vector_env
"""Gymnasium vector environment with one learning seat per game; arguments: `Environments.gymnasium_vector_env`."""
