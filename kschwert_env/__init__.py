"""Fast reinforcement-learning environments for three board and card games."""

from functools import partial

from kschwert_env.registration import after_import

GAMES = ("krone_schwert", "two_crowns", "politics_and_intrigue")
"""Names of the games' packages; `kschwert_env/<game>_v0.py` has the environments of each game."""

CLASSICS = ("connect_four", "kuhn_poker", "leduc_poker", "liars_dice", "hearts")
"""Names of the modules in `kschwert_env.classics`: well-known games, a file for each."""


def gymnasium_id(game: str) -> str:
    """Return the id of a game in Gymnasium's registry."""
    return f"kschwert_env/{''.join(word.title() for word in game.split('_'))}-v0"


def register_environments(game: str, module: str, **named: str) -> None:
    """Register the environments in a module with Gymnasium and PettingZoo, once a program imports them.

    `named` are arguments of the environments.
    """
    after_import("gymnasium", partial(_register_with_gymnasium, gymnasium_id(game), module, named))
    after_import("pettingzoo", partial(_register_with_pettingzoo, f"kschwert_env/{game}-v0", module, named))


def _register_with_gymnasium(name: str, module: str, named: dict[str, str]) -> None:
    import gymnasium

    if name not in gymnasium.registry:  # this module may be reloaded
        points = f"{module}:gymnasium_env", f"{module}:gymnasium_vector_env"
        gymnasium.register(name, entry_point=points[0], vector_entry_point=points[1], kwargs=named)


def _register_with_pettingzoo(name: str, module: str, named: dict[str, str]) -> None:
    import pettingzoo

    if name not in pettingzoo.aec_registry:
        pettingzoo.register("aec", name, entry_point=f"{module}:env", kwargs=named)
        pettingzoo.register("parallel", name, entry_point=f"{module}:parallel_env", kwargs=named)


# A game's module is imported when an environment is made; the libraries are imported by programs that use them.
for _game in GAMES:
    register_environments(_game, f"kschwert_env.{_game}_v0")
for _game in CLASSICS:
    register_environments(_game, "kschwert_env.game_v0", source=_game)
register_environments("game", "kschwert_env.game_v0")  # with `source`, for games of users
