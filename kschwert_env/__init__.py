"""Fast reinforcement-learning environments for three board and card games."""

import gymnasium
import pettingzoo

GAMES = ("krone_schwert", "two_crowns", "politics_and_intrigue")
"""Names of the games' packages; `kschwert_env/<game>_v0.py` has the environments of each game."""


def gymnasium_id(game: str) -> str:
    """Return the id of a game in Gymnasium's registry."""
    return f"kschwert_env/{''.join(word.title() for word in game.split('_'))}-v0"


def _register(game: str) -> None:
    """Register a game with PettingZoo and Gymnasium; its module is imported when an environment is made."""
    module = f"kschwert_env.{game}_v0"
    name = f"kschwert_env/{game}-v0"
    if name not in pettingzoo.aec_registry:  # this module may be reloaded
        pettingzoo.register("aec", name, entry_point=f"{module}:env")
        pettingzoo.register("parallel", name, entry_point=f"{module}:parallel_env")
    seat = gymnasium_id(game)
    if seat not in gymnasium.registry:
        points = f"{module}:gymnasium_env", f"{module}:gymnasium_vector_env"
        gymnasium.register(seat, entry_point=points[0], vector_entry_point=points[1])


for _game in GAMES:
    _register(_game)
