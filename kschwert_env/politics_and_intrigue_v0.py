"""Politics & Intrigue as users of other libraries know environments: `env` and `raw_env` are PettingZoo's.

Options and observation: docs/politics_and_intrigue.md.
"""

from kschwert_env.adapters.environments import Environments
from kschwert_env.politics_and_intrigue import Game

_environments = Environments(Game, "politics_and_intrigue_v0", num_players=2)

env = _environments.env
"""PettingZoo's AEC environment in its standard wrappers; arguments: `Environments.env`."""

raw_env = _environments.raw_env
"""The same without wrappers; arguments: `Environments.raw_env`."""

gymnasium_env = _environments.gymnasium_env
"""Gymnasium's environment with one learning seat; arguments: `Environments.gymnasium_env`."""

gymnasium_vector_env = _environments.gymnasium_vector_env
"""The same for many games in one batch; arguments: `Environments.gymnasium_vector_env`."""
