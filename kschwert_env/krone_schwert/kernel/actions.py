"""Action ids, and the layout of masks.

Blocks with one action per field come first (the last block has one action per octagon). Then come the choices, whose
number does not depend on the map, and last the sites of large cities. So every offset depends only on the numbers of
fields and octagons.
"""

from collections.abc import Sequence

from kschwert_env.engine.contract.actions import Action, ActionSpace
from kschwert_env.engine.jit.compiling import inlined
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS, Reaction, Tax, Vote

# blocks of one action per field
CLAIM, CASTLE, SMALL_CITY, ATTACK = 0, 1, 2, 3
CATHEDRAL = 4  # one action per octagon

# choices, counted from the end of the blocks
EXPAND = 0
LAY = EXPAND + NUM_ACTION_CARDS
REACT = LAY + NUM_ACTION_CARDS
VOTE = REACT + len(Reaction)
TAX = VOTE + len(Vote)
INCITE = TAX + len(Tax)
PAPAL_VISIT = INCITE + 1
DRAW = INCITE + 2
REVOLT = INCITE + 3
DONE = INCITE + 4
END_TURN = INCITE + 5
LARGE_CITY = INCITE + 6  # one per pair of an octagon and a square beside it


@inlined
def first_choice(board):
    """Return the id of the first action after the blocks."""
    return CATHEDRAL * board.neighbours.shape[0] + board.num_octagons


@inlined
def block_slice(block, board):
    """Return the slice of a mask that holds the actions of one block."""
    num_fields = board.neighbours.shape[0]
    return slice(block * num_fields, min((block + 1) * num_fields, first_choice(board)))


def action_space(num_fields: int, num_octagons: int, city_sites: Sequence[tuple[int, int]]) -> ActionSpace:
    """Return all actions on a map, in the order of their ids; `city_sites` are pairs of octagon and square."""
    fields = range(num_fields)
    cards = CARD_NAMES[:NUM_ACTION_CARDS]
    actions = [Action(kind, field=f) for kind in ("claim", "castle", "small_city", "attack") for f in fields]
    actions += [Action("cathedral", field=f) for f in fields[:num_octagons]]
    actions += [Action("expand", card=card) for card in cards]
    actions += [Action("lay", card=card) for card in cards]
    actions += [Action("react", choice=name) for name in names_of(Reaction)]
    actions += [Action("vote", choice=name) for name in names_of(Vote)]
    actions += [Action("tax", choice=name) for name in names_of(Tax)]
    actions += [Action(kind) for kind in ("incite", "papal_visit", "draw", "revolt", "done", "end_turn")]
    actions += [Action("large_city", field=octagon, partner=square) for octagon, square in city_sites]
    return ActionSpace(actions)
