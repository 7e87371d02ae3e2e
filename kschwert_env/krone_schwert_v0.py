"""Krone & Schwert as users of other libraries know environments: `env` and `raw_env` are PettingZoo's.

Options and observation: docs/krone_schwert.md.
"""

from kschwert_env.adapters.environments import Environments
from kschwert_env.krone_schwert import Game

_environments = Environments(Game, "krone_schwert_v0", num_players=3)

env = _environments.env
"""PettingZoo's AEC environment in its standard wrappers; arguments: `Environments.env`."""

raw_env = _environments.raw_env
"""The same without wrappers; arguments: `Environments.raw_env`."""

gymnasium_env = _environments.gymnasium_env
"""Gymnasium's environment with one learning seat; arguments: `Environments.gymnasium_env`."""

gymnasium_vector_env = _environments.gymnasium_vector_env
"""The same for many games in one batch; arguments: `Environments.gymnasium_vector_env`."""
