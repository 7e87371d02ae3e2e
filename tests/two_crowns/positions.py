"""Positions of every phase, and of attack and defence while cards are laid."""

from functools import cache

from kschwert_env.engine.contract import Position
from kschwert_env.two_crowns import Game
from tests.positions import Reached
from tests.two_crowns.scenes import Scene


@cache
def reach(moment: str) -> Position:
    """The position of that moment; not to be changed."""
    hand = {"knight_1": 1, "knight_2": 1, "vassal": 1, "feint": 1, "gold_2": 1}
    game = Scene(die_of_fate=True).hand(0, **hand).hand(1, knight_3=1, knight_1=2).known(0, knight_2=1).play()
    if moment == "keep":
        game.do("exact", card="knight_1")
    elif moment != "turn":
        game.do("attack").do("lay", card="knight_2")
    if moment in ("defence", "pay", "over"):
        game.lay("feint", "vassal").do("lay", card="knight_1")
    if moment in ("pay", "over"):
        game.do("lay", card="knight_1").lay("knight_3")
    if moment == "over":
        return Scene(die_of_fate=True).castles(20, 2).hand(0, knight_2=1).play().battle(["knight_2"]).position
    return game.position


REACHED = Reached(
    Game,
    {"turn": "turn", "keep": "keep", "attack": "lay", "defence": "lay", "pay": "pay", "over": "over"},
    reach,
    strange=("lay", {"feint": 1}),
)
