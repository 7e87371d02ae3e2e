"""The actions of Q2: which argument each kind has, and all of them in the order of their numbers."""

from collections.abc import Iterable, Iterator

from tests.referee.actions import Action

from .cards import ACTIONS, BREWERY_SIDES, BUILT, MOST_PLACES, NUMBERS, ORDER, REGION_STACK, RESOURCES

ENDS = ("left", "right")
NUM_SLOTS = 32
BUILDING_SLOTS = 28
ARGUMENT = {
    **dict.fromkeys(("build", "play", "take", "bury"), "card"),
    **dict.fromkeys(("road", "settlement"), "end"),
    "city": "place",
    "resource": "resource",
    "number": "number",
    **dict.fromkeys(("demolish", "pick", "ally"), "slot"),
    "region": "region",
    **dict.fromkeys(("draw", "search", "stack"), "stack"),
    **dict.fromkeys(("ban", "lift"), "pile"),
    "brewery": "side",
}
ROLL, PASS, DONE, END_TURN = (Action(kind) for kind in ("roll", "pass", "done", "end_turn"))
BURN_BROTHEL = Action("burn_brothel")


def of(kind: str, value: str | int) -> Action:
    """An action of a kind that has one argument."""
    return Action(kind, **{ARGUMENT[kind]: value})


def each(kind: str, values: Iterable[str | int]) -> Iterator[Action]:
    """One for each of these values."""
    return (of(kind, value) for value in values)


def trade(give: str, get: str) -> Action:
    """B8."""
    return Action("trade", give=give, get=get)


def all_actions(stacks: int, discards: int) -> list[Action]:
    """Every action by its number (Q2)."""
    piles = range(stacks + discards)
    return [
        *each("build", BUILT),
        *each("play", ACTIONS),
        *(action for kind in ("take", "bury") for action in each(kind, ORDER)),
        *(action for kind in ("road", "settlement") for action in each(kind, ENDS)),
        *each("city", range(MOST_PLACES)),
        *(trade(give, get) for give in RESOURCES for get in RESOURCES if give != get),
        *each("resource", RESOURCES),
        *each("number", NUMBERS),
        *(action for kind in ("demolish", "pick") for action in each(kind, range(NUM_SLOTS))),
        *each("ally", range(BUILDING_SLOTS)),
        *each("region", range(len(REGION_STACK))),
        *(action for kind in ("draw", "search", "stack") for action in each(kind, range(stacks))),
        *(action for kind in ("ban", "lift") for action in each(kind, piles)),
        *each("brewery", BREWERY_SIDES),
        *(BURN_BROTHEL, ROLL, PASS, DONE, END_TURN),
    ]
