"""Reachable positions of every phase, from games that build and fight often."""

import copy
import random
from functools import cache

from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES
from tests.helpers.play import pick
from tests.helpers.positions import Reached

RULES = Rules(3)
PHASES = (
    "setup",
    "tax",
    "action",
    "redraw",
    "expand",
    "attack_lay",
    "attack_react",
    "revolt_vote",
    "revolt_lay",
    "over",
)


SETTLED = "settled"  # later in a turn with a revolt


@cache
def reach(name: str) -> Position:
    """Return a position of that phase, or after a revolt; callers must not change it."""
    for attempt in range(400):
        game, choose = Game(RULES, attempt), random.Random(attempt)
        while not (is_there := _is_at(game, name)) and not game.is_over:
            game.step(pick(game, choose))
        if is_there:
            return game.position()
    raise AssertionError(f"no game reaches {name}")


def _is_at(game: Game, name: str) -> bool:
    if name == SETTLED:
        return game.phase == "action" and game.position()["last_revolt"] is not None
    return game.phase == name


def repaired(position: Position) -> Position:
    """Return a changed position with the right totals of cards, if it is well-formed: the draw pile has the rest."""
    position = copy.deepcopy(position)
    try:
        rules = Rules.read_options(position["rules"])
        pile, copies = position["draw_pile"], dict(zip(CARD_NAMES, rules.board["copies"][0].tolist(), strict=True))
        laid = [(position["attack"] or {}).get("cards", {}), *(position["revolt"] or {}).get("laid", ())]
        laid.append({"papal_visit": sum(position["papal_visit"])})
        for card in (name for name in CARD_NAMES if name != "game_end"):
            elsewhere = [*position["hands"], position["discard_pile"], *laid]
            pile[card] = copies[card] - sum(cards.get(card, 0) for cards in elsewhere)
            if not pile[card]:
                del pile[card]
    except (AttributeError, LookupError, TypeError, ValueError):
        pass  # nothing follows from a malformed one
    return position


REACHED = Reached(
    Game,
    {**{phase: phase for phase in PHASES}, SETTLED: "action"},
    reach,
    strange=("revolt_lay", "castle", "sword", "leader", "truce", {"city": 1}, [None, None, None]),
    slow=True,
    decision=("phase", "player", "expansion", "attack", "revolt", "action_points", "attack_spent"),
    repair=repaired,
)
