"""Chance events of Krone & Schwert: what the engine cannot list by itself."""

from math import comb

import numpy as np

from kschwert_env.engine.contract.chance import Chance, Choices, hands_of
from kschwert_env.engine.jit.plain import Function, PlainRecord
from kschwert_env.krone_schwert import kernel
from kschwert_env.krone_schwert.kernel import cards, end, setup
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS, Vote


def chance_events(board: np.ndarray) -> Chance:
    """Return the chance events: parts, hands, cards drawn, people cards turned up, the place of `game_end`."""
    hands = sum(1 for _ in hands_of(board["copies"][0, :NUM_ACTION_CARDS].tolist(), setup.HAND))
    numbers = (end.MOST_BELOW, int(board["people"].sum()), int(board["num_parts"][0]), len(CARD_NAMES))
    replaced: dict[Function, Function] = {cards.turn_up_people: turn_up_people, setup.draw_part: draw_part}
    return Chance(kernel, board, CARD_NAMES, max(hands, *numbers) + 1, replaced)


def turn_up_people(state: PlainRecord, choices: Choices, count: int) -> None:
    """Choose the people cards of `cards.turn_up_people`, ignoring their order."""
    crowns, swords = (int(state.face_down[vote]) for vote in (Vote.CROWN, Vote.SWORD))
    count = min(count, crowns + swords)
    weights = [comb(swords, up) * comb(crowns, count - up) for up in range(count + 1)]
    up = choices.choose(weights, lambda index: f"{index} of {count} people cards are swords")
    state.face_down[Vote.SWORD] -= up
    state.open_swords += up
    state.face_down[Vote.CROWN] -= count - up
    state.crowns_aside += count - up


def draw_part(choices: Choices, board: PlainRecord, drawn: int, size: int) -> int:
    """Choose the part of `setup.draw_part`, which may draw several times."""
    sizes = board.part_sizes[: board.num_parts]
    fitting = [part for part, part_size in enumerate(sizes) if part_size == size and not drawn >> part & 1]
    if not board.shuffle_parts:
        return fitting[0]
    return fitting[choices.choose([1] * len(fitting), lambda index: f"part {fitting[index]} is placed")]
