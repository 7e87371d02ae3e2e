"""Reachable positions of every phase: attack and defence while cards are laid, and both sides during payments."""

import copy
from functools import cache

from kschwert_env.engine.contract.rules import Position
from kschwert_env.two_crowns import Game, Rules
from kschwert_env.two_crowns.kernel.components import CARD_NAMES
from tests.helpers.positions import Reached
from tests.two_crowns.scenes import Scene


@cache
def reach(name: str) -> Position:
    """Return the position with that name; callers must not change it."""
    hand = {"knight_1": 1, "knight_2": 1, "vassal": 2, "feint": 1, "gold_2": 1}
    scene = Scene(die_of_fate=True).hand(0, **hand).hand(1, knight_3=1, knight_1=2, vassal=1, gold_1=1)
    game = scene.known(0, knight_2=1).play()
    if name == "pass":
        return Scene(die_of_fate=True).hand(0, gold_1=1).deck(0).resting(0, knight_1=1).balanced()
    if name == "over":
        return Scene(die_of_fate=True).castles(20, 2).hand(0, knight_2=1).play().battle(["knight_2"]).position
    if name == "keep":
        game.do("exact", card="knight_1")
    elif name != "turn":
        game.do("attack").do("lay", card="knight_2")
    if name in ("defence", "pay", "paid", "answer"):
        game.lay("feint", "vassal", "vassal").do("lay", card="knight_1")
    if name in ("pay", "paid", "answer"):
        game.do("lay", card="knight_1").lay("vassal")
    if name in ("paid", "answer"):
        game.do("pay", choice="yes")
    if name == "answer":
        game.do("pay", choice="no")
    return game.position


def repaired(position: Position) -> Position:
    """Return a changed position with the right totals of cards, if it is well-formed: the discards have the rest.

    Knights stay on the side on which they are.
    """
    position = copy.deepcopy(position)
    try:
        rules, battle = Rules.read_options(position["rules"]), position["battle"] or {}
        copies = dict(zip(CARD_NAMES, rules.board["copies"][0].tolist(), strict=True))
        for seat, discards in enumerate(position["discards"]):
            own = [position["hands"][seat], position["decks"][seat], *position["resting"][seat].values()]
            own += [battle[name][seat] for name in ("laid", "paid") if battle]
            own += [position["exact"] or {}] if seat == position["turn_player"] else []
            for card in CARD_NAMES:
                discards[card] = max(0, copies[card] - sum(cards.get(card, 0) for cards in own))
                if not discards[card]:
                    del discards[card]
    except (AttributeError, LookupError, TypeError, ValueError):
        pass  # nothing follows from a malformed one
    return position


REACHED = Reached(
    Game,
    {
        **{"turn": "turn", "pass": "turn", "keep": "keep", "attack": "lay", "defence": "lay"},
        **{"pay": "pay", "paid": "pay", "answer": "pay", "over": "over"},
    },
    reach,
    strange=("lay", {"feint": 1}, {"vassal": 1}),
    decision=("phase", "player", "exact", "battle"),
    repair=repaired,
)
