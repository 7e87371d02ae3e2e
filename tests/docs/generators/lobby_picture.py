"""Pictures of the games in the lobby: `python -m tests.docs.generators.lobby_picture` draws them."""

import re
from itertools import islice
from pathlib import Path
from random import Random

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.engine.text.voice import Voice
from kschwert_env.web.server.bundle import STATIC
from tests.docs.generators.example_picture import random_decisions
from tests.politics_and_intrigue.lively import lively

FOLDER = STATIC / "pictures"
_VOICE = Voice(("", ""), first=1)


def in_krone_schwert() -> str:
    """Draw the board of a random game of four."""
    game = krone_schwert.Game(krone_schwert.Rules(4), 2)
    for _ in islice(random_decisions(game, 1), 170):
        pass
    return _VOICE.say_in_picture(game.rules.svg_module().draw_stage(game.position(), 0, None)).replace(
        'data-numbers="1"', 'visibility="hidden"'
    )


def in_two_crowns() -> str:
    """Draw a battle of a random game."""
    game, choice = two_crowns.Game(two_crowns.Rules(), 27), Random(27)
    for _ in range(45):
        game.step(choice.choice(game.legal_actions()))
    return _VOICE.say_in_picture(game.rules.svg_module().draw_stage(game.position(), 0, None))


def in_politics_and_intrigue() -> str:
    """Draw a part of a principality in mid-game: the whole is too small to be read."""
    *_, (game, _) = lively(3, 150)
    drawing = _VOICE.say_in_picture(game.rules.svg_module().draw_stage(game.position(), 0, None))
    return re.sub('viewBox="[^"]*"', 'viewBox="0 252 430 242"', drawing, count=1)


def path_of(game: str) -> Path:
    """Return the file of a game's picture."""
    return FOLDER / f"{game}.svg"


PICTURES = {
    "krone_schwert": in_krone_schwert,
    "two_crowns": in_two_crowns,
    "politics_and_intrigue": in_politics_and_intrigue,
}
"""Functions that draw the pictures, by game."""


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for game, draw in PICTURES.items():
        path_of(game).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
