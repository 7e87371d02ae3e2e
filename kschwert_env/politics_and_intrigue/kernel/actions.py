"""Numbers of the actions (Q2). Actions that name stacks or piles depend on how many there are."""

from functools import cache

from kschwert_env.engine.contract.actions import ActionSpace, with_arguments
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import (
    BUILT_NAMES,
    CARD_NAMES,
    END_NAMES,
    FIRST_METROPOLIS_SLOT,
    FIRST_SET_CARD,
    NUM_CARDS,
    NUM_ENDS,
    NUM_NUMBERS,
    NUM_PLACES,
    NUM_RESOURCES,
    NUM_SLOTS,
    PLAYED_NAMES,
    REGION_STACK,
    RESOURCE_NAMES,
    SIDE_NAMES,
    Card,
)

BUILD = 0  # one per card that is built, in table order
PLAY = BUILD + len(BUILT_NAMES)  # one per card that is played, in table order
TAKE = PLAY + len(PLAYED_NAMES)  # one per card
BURY = TAKE + NUM_CARDS
ROAD = BURY + NUM_CARDS  # one per end
SETTLEMENT = ROAD + NUM_ENDS
CITY = SETTLEMENT + NUM_ENDS  # one per place
TRADE = CITY + NUM_PLACES  # by what is given, then by what is got
RESOURCE = TRADE + NUM_RESOURCES * (NUM_RESOURCES - 1)
NUMBER = RESOURCE + NUM_RESOURCES  # 1 to 6
DEMOLISH = NUMBER + NUM_NUMBERS  # one per slot
PICK = DEMOLISH + NUM_SLOTS
ALLY = PICK + NUM_SLOTS  # one per slot, without those of a metropolis
REGION = ALLY + FIRST_METROPOLIS_SLOT  # one per region of C4
DRAW = REGION + REGION_STACK  # one per stack, as for the next two; then bans, lifts and the last seven

# Counted from `last_actions`, the first action after all that name stacks and piles.
BREWERY = 0  # one per Side
BURN_BROTHEL = BREWERY + len(SIDE_NAMES)
ROLL = BURN_BROTHEL + 1
PASS = ROLL + 1
DONE = PASS + 1
END_TURN = DONE + 1

_BUILT_BEFORE_ACTIONS = int(Card.BLACK_KNIGHT)  # cards below are built, then come played ones up to the set
_BUILT_OF_SET = int(Card.ARCHIVIST) - FIRST_SET_CARD
_PLAYED_BEFORE_SET = FIRST_SET_CARD - _BUILT_BEFORE_ACTIONS

Action = with_arguments(
    __name__, "end", "place", "give", "get", "resource", "number", "slot", "region", "stack", "pile", "side"
)
"""An action in words; the arguments have their names of Q2."""


@cache
def action_space(num_stacks: int, num_discards: int) -> ActionSpace:
    """Return all actions in the order of their numbers (Q2)."""
    stacks, piles = range(num_stacks), range(num_stacks + num_discards)
    kinds = RESOURCE_NAMES
    return ActionSpace(
        [
            *(Action("build", card=card) for card in BUILT_NAMES),
            *(Action("play", card=card) for card in PLAYED_NAMES),
            *(Action("take", card=card) for card in CARD_NAMES),
            *(Action("bury", card=card) for card in CARD_NAMES),
            *(Action("road", end=end) for end in END_NAMES),
            *(Action("settlement", end=end) for end in END_NAMES),
            *(Action("city", place=place) for place in range(NUM_PLACES)),
            *(Action("trade", give=give, get=get) for give in kinds for get in kinds if give != get),
            *(Action("resource", resource=resource) for resource in kinds),
            *(Action("number", number=number) for number in range(1, NUM_NUMBERS + 1)),
            *(Action("demolish", slot=slot) for slot in range(NUM_SLOTS)),
            *(Action("pick", slot=slot) for slot in range(NUM_SLOTS)),
            *(Action("ally", slot=slot) for slot in range(FIRST_METROPOLIS_SLOT)),
            *(Action("region", region=region) for region in range(REGION_STACK)),
            *(Action(kind, stack=stack) for kind in ("draw", "search", "stack") for stack in stacks),
            *(Action(kind, pile=pile) for kind in ("ban", "lift") for pile in piles),
            *(Action("brewery", side=side) for side in SIDE_NAMES),
            *(Action(kind) for kind in ("burn_brothel", "roll", "pass", "done", "end_turn")),
        ]
    )


@compiled
def first_search(board):
    """Return the first action `search`; one per stack."""
    return DRAW + board.num_stacks


@compiled
def first_stack(board):
    """Return the first action `stack`; one per stack."""
    return DRAW + 2 * board.num_stacks


@compiled
def first_ban(board):
    """Return the first action `ban`; one per pile: stacks, then discard piles."""
    return DRAW + 3 * board.num_stacks


@compiled
def first_lift(board):
    """Return the first action `lift`; one per pile."""
    return DRAW + 4 * board.num_stacks + board.num_discards


@compiled
def last_actions(board):
    """Return the first of the last seven actions, which name neither stack nor pile."""
    return DRAW + 5 * board.num_stacks + 2 * board.num_discards


@inlined
def trading(give, get):
    """Return the action that trades one resource for another."""
    return TRADE + give * (NUM_RESOURCES - 1) + get - (get > give)


@inlined
def building(card):
    """Return the action that builds a card."""
    return BUILD + (card if card < _BUILT_BEFORE_ACTIONS else card - _PLAYED_BEFORE_SET)


@compiled
def card_built(action):
    """Return the card that an action builds."""
    place = action - BUILD
    return place if place < _BUILT_BEFORE_ACTIONS else place + _PLAYED_BEFORE_SET


@inlined
def playing(card):
    """Return the action that plays a card."""
    return PLAY + card - _BUILT_BEFORE_ACTIONS - (card > FIRST_SET_CARD) * _BUILT_OF_SET


@compiled
def card_played(action):
    """Return the card that an action plays."""
    place = action - PLAY
    return place + _BUILT_BEFORE_ACTIONS + (place >= _PLAYED_BEFORE_SET) * _BUILT_OF_SET
