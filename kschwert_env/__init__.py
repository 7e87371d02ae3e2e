"""Fast reinforcement-learning environments for board and card games of crowns and swords."""

import gymnasium
import pettingzoo

GAMES = ("krone_schwert", "two_crowns", "politics_and_intrigue")
"""The games, by the names of their packages; `kschwert_env/<game>_v0.py` has the environments of each."""


def gymnasium_id(game: str) -> str:
    """The name of a game in Gymnasium's registry."""
    return f"kschwert_env/{''.join(word.title() for word in game.split('_'))}-v0"


def _register(game: str) -> None:
    """Enter a game in the registries, by names that are imported when an environment is made."""
    module = f"kschwert_env.{game}_v0"
    aec = f"kschwert_env/{game}-v0"
    if aec not in pettingzoo.aec_registry:  # this module may be loaded again
        pettingzoo.register("aec", aec, entry_point=f"{module}:env")
    seat = gymnasium_id(game)
    if seat not in gymnasium.registry:
        points = f"{module}:gymnasium_env", f"{module}:gymnasium_vector_env"
        gymnasium.register(seat, entry_point=points[0], vector_entry_point=points[1])


for _game in GAMES:
    _register(_game)
