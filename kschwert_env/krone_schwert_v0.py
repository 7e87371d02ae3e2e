"""Krone & Schwert as users of other libraries know environments: `env` and `raw_env` are PettingZoo's.

Options and observation: docs/krone_schwert.md.
"""

from kschwert_env.adapters.environments import Environments
from kschwert_env.krone_schwert import Game

_environments = Environments(Game, "krone_schwert_v0", num_players=3)

env = _environments.env
raw_env = _environments.raw_env
gymnasium_env = _environments.gymnasium_env
gymnasium_vector_env = _environments.gymnasium_vector_env
