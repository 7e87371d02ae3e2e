"""Fast reinforcement-learning environments for board and card games of crowns and swords."""

import pettingzoo

GAMES = ("krone_schwert",)
"""The games, by the names of their packages; `kschwert_env/<game>_v0.py` has the environments of each."""


def _register(game: str) -> None:
    """Enter a game in the registries, by names that are imported when an environment is made."""
    module = f"kschwert_env.{game}_v0"
    aec = f"kschwert_env/{game}-v0"
    if aec not in pettingzoo.aec_registry:  # this module may be loaded again
        pettingzoo.register("aec", aec, entry_point=f"{module}:env")


for _game in GAMES:
    _register(_game)
