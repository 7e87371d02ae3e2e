"""Fast reinforcement-learning environments for three board and card games."""

from kschwert_env.registration import after_import

GAMES = ("krone_schwert", "two_crowns", "politics_and_intrigue")
"""Names of the games' packages; `kschwert_env/<game>_v0.py` has the environments of each game."""

CLASSICS = ("connect_four",)
"""Names of the modules in `kschwert_env.classics`: well-known games, a file for each."""


def gymnasium_id(game: str) -> str:
    """Return the id of a game in Gymnasium's registry."""
    return f"kschwert_env/{''.join(word.title() for word in game.split('_'))}-v0"


def _register_with_gymnasium() -> None:
    import gymnasium

    for game in GAMES:
        if gymnasium_id(game) not in gymnasium.registry:  # this module may be reloaded
            module = f"kschwert_env.{game}_v0"
            points = f"{module}:gymnasium_env", f"{module}:gymnasium_vector_env"
            gymnasium.register(gymnasium_id(game), entry_point=points[0], vector_entry_point=points[1])


def _register_with_pettingzoo() -> None:
    import pettingzoo

    for game in GAMES:
        name, module = f"kschwert_env/{game}-v0", f"kschwert_env.{game}_v0"
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"{module}:env")
            pettingzoo.register("parallel", name, entry_point=f"{module}:parallel_env")


# A game's module is imported when an environment is made; the libraries are imported by programs that use them.
after_import("gymnasium", _register_with_gymnasium)
after_import("pettingzoo", _register_with_pettingzoo)
