"""Positions of every phase."""

import copy
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue import Game, Rules
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES
from tests.helpers.positions import Reached
from tests.politics_and_intrigue.scenes import ROWED, Play, Scene, derived, placed

CHURCH = {0: "church"}
HALL = {0: "town_hall"}


def at_start(**options: Any) -> Play:
    return Play(Game(Rules(**options), 0))


def won() -> Position:
    """Seat 0 has 13 points: 9 for places, 2 for figures, 2 for church and town hall."""
    scene = (
        Scene().city(0, 0, 1).settle(0, "left", ("lumber", 4), ("wool", 5)).settle(0, "left", ("ore", 2), ("ore", 4))
    )
    scene.city(0, 2, 3).settle(0, "left", ("brick", 1), ("brick", 5))
    scene.lay(0, {**CHURCH, 4: "town_hall", 1: "knight_konrad", 2: "marketplace"})
    return scene.set(phase="over", player=None).balanced()


def capped() -> Play:
    """The last turn ends with a full hand."""
    return Scene(max_rounds=6).turn(11).hand(1, spy=3).play().do("end_turn").do("done")


def council() -> Play:
    return Scene().city(0, 0).lay(0, HALL).hand(0, council=1, spy=1, abbey=2).play().play("council")


def attack(card: str, scene: Scene) -> Play:
    return scene.hand(0, **{card: 1}).play().play(card)


def scouting() -> Play:
    return Scene().road(0, left=True).full(0).hand(0, scout=1).play().play("scout")


def with_town() -> Scene:
    return Scene().city(0, 0).lay(0, CHURCH)


def robbed() -> Scene:
    return Scene().lay(0, {0: "knight_konrad"}).full(1)


MOMENTS: Mapping[str, tuple[str, Callable[[], Play]]] = {
    "setup": ("setup_stack", at_start),
    "first_cards": ("setup_take", lambda: at_start().do("stack", stack=0)),
    "decks": ("deck_pick", lambda: at_start(game="tournament")),
    "roll": ("roll", lambda: Scene().set(phase="roll", dice=None).play()),
    "alchemist": ("number", lambda: Scene().set(phase="roll", dice=None).hand(0, alchemist=1).play().play("alchemist")),
    "trade": ("trade_event", lambda: Scene().lay(0, {0: "marketplace"}).stock(1, wool=2).roll("trade", 6)),
    "sun": ("gain", lambda: Scene().roll("sun", 1)),
    "bailiff": ("bailiff", lambda: Scene().lay(1, {0: "bailiff_house"}).roll("event", 1)),
    "civil_war": ("civil_war", lambda: Scene().lay(1, {0: "knight_arno"}).event("civil_war", 1)),
    "plague": ("physician", lambda: Scene().city(0, 0).full(0).event("plague", 1)),
    "raid": (
        "raid_name",
        lambda: robbed().lay(1, {0: "abbey", 2: "garrison", 4: "abbey", 6: "garrison"}).event("raid", 1),
    ),
    "raided": ("raid_lose", lambda: robbed().lay(1, {0: "abbey"}).event("raid", 1).do("pick", slot=0)),
    "master_builder": ("builder", lambda: Scene().event("master_builder", 1)),
    "looking": ("builder_take", lambda: Scene().event("master_builder", 1).do("search", stack=0)),
    "mendicant": ("mendicant", lambda: Scene().lay(0, {0: "marketplace"}).stock(0, wool=2).event("mendicant", 1)),
    "action": ("action", lambda: Scene().play()),
    "mission": (
        "discount",
        lambda: Scene().lay(0, {0: "mission"}).full(0).hand(0, abbey=1).play().do("build", card="abbey"),
    ),
    "garrison": ("place", lambda: Scene().full(0).hand(0, garrison=1).play().do("build", card="garrison")),
    "bribed": (
        "place",
        lambda: attack("bribery", Scene().full(0).lay(1, {2: "knight_arno"})).do("pass").do("pick", slot=2),
    ),
    "brewery": ("brewery_side", lambda: Scene().city(0, 0).full(0).hand(0, brewery=1).play().build("brewery", 0)),
    "answer": ("react", lambda: attack("spy", Scene().hand(1, abbey=1))),
    "black_knight": ("target", lambda: attack("black_knight", Scene().lay(1, {0: "knight_arno"})).do("pass")),
    "spy": ("spy", lambda: attack("spy", Scene().hand(1, abbey=1, council=1)).do("pass")),
    "merchant": ("merchant_take", lambda: attack("merchant", Scene().full(1)).do("pass")),
    "paying_back": ("merchant_give", lambda: attack("merchant", Scene().full(1)).do("pass").gain("wool", "wool")),
    "highwaymen": ("highwaymen", lambda: attack("highwaymen", robbed()).do("pass")),
    "caravan": ("caravan_pay", lambda: attack("caravan", Scene().stock(0, wool=3))),
    "caravan_back": ("caravan_take", lambda: attack("caravan", Scene().stock(0, wool=3)).gain("wool", "wool")),
    "scout": ("scout", scouting),
    "scouted": ("scout_settle", lambda: scouting().do("region", region=7).do("region", region=2)),
    "archivist": ("archive", lambda: attack("archivist", Scene())),
    "sorting": ("archive_sort", lambda: attack("archivist", Scene()).do("stack", stack=3)),
    "chancellor": ("chancellor", lambda: attack("chancellor", Scene())),
    "council": ("council", council),
    "council_bury": ("council_bury", lambda: council().do("stack", stack=1)),
    "council_search": (
        "council_search",
        lambda: council().do("stack", stack=1).do("bury", card="spy").do("bury", card="abbey"),
    ),
    "council_take": (
        "council_take",
        lambda: council().do("stack", stack=1).do("bury", card="spy").do("bury", card="abbey").do("search", stack=2),
    ),
    "diplomat": ("diplomat", lambda: attack("diplomat", Scene().city(0, 0).lay(0, HALL).discard(spy=1))),
    "ban": ("ban", lambda: attack("church_ban", with_town())),
    "trim": ("trim", lambda: Scene().hand(0, abbey=2, spy=3).play().do("end_turn")),
    "trimming": ("trim_card", lambda: Scene().hand(0, abbey=2, spy=3).play().do("end_turn").do("stack", stack=4)),
    "refill": ("refill", lambda: Scene().hand(0, abbey=1).play().do("end_turn")),
    "searching": ("search_pay", lambda: Scene().stock(0, wool=3).play().do("end_turn").do("search", stack=5)),
    "searched": (
        "search_take",
        lambda: Scene().stock(0, wool=3).play().do("end_turn").do("search", stack=5).gain("wool", "wool"),
    ),
    "holy": ("holy", lambda: Scene().lay(0, {0: "holy_place"}).play().do("end_turn").do("draw", stack=0)),
    "exchange": ("exchange", lambda: Scene().hand(0, spy=3).play().do("end_turn")),
    "exchanging": ("exchange_card", lambda: Scene().hand(0, spy=3).play().do("end_turn").do("stack", stack=1)),
    "exchanged": (
        "exchange_draw",
        lambda: Scene().hand(0, spy=3).play().do("end_turn").do("stack", stack=1).do("bury", card="spy"),
    ),
    "capped": ("over", capped),
}
"""The phase of each moment, and how a game comes to it."""


@cache
def reach(moment: str) -> Position:
    """Return the position of that moment, which must not be changed."""
    return won() if moment == "won" else MOMENTS[moment][1]().position


def repaired(position: Position) -> Position:
    """Return a changed position with the right totals of cards and its derived values, if it is well-formed.

    Cards too many are taken from the bottom of stacks; cards too few are laid there, unseen.
    """
    position = copy.deepcopy(position)
    try:
        rules = Rules.read_options(position["rules"])
        missing = wanted(rules, position)
        for side, cards in placed(position, rules.is_tournament):
            missing[side].subtract(cards)
        for side, cards in enumerate(missing):
            stacks = position["stacks"][4 * side : 4 * side + 4] if rules.is_tournament else position["stacks"]
            _balance(stacks, cards, () if rules.is_tournament else ROWED)
        return derived(rules, position)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return position  # nothing follows from a malformed one


def wanted(rules: Rules, position: Position) -> list[Counter[str]]:
    """Return the cards that lie on each side, won ones included (M6); in the extended game all are on one."""
    if not rules.is_tournament:
        return [Counter(dict(zip(CARD_NAMES, rules.edition_data.copies, strict=True)))]
    sides = [Counter(deck) for deck in rules.options()["decks"]]
    for side, moved in zip(sides, position["moved"], strict=True):
        side.update(moved)
    return sides


def _balance(stacks: list[Any], missing: Counter[str], without: Sequence[str]) -> None:
    """Add the missing cards to the stacks, or take cards out of them whose number is negative."""
    for stack in stacks:
        missing.subtract(place["card"] for place in stack)
    for stack in stacks:
        for i in range(len(stack) - 1, -1, -1):
            if missing[stack[i]["card"]] < 0:
                missing[stack.pop(i)["card"]] += 1
    rest = [card for card, count in missing.items() for _ in range(count) if card not in without]
    for i, card in enumerate(rest):
        stacks[i % len(stacks)].append({"card": card, "seen": [False, False]})


REACHED = Reached(
    Game,
    {**{moment: phase for moment, (phase, _) in MOMENTS.items()}, "won": "over"},
    reach,
    strange=("abbey", "brothel", {"spy": 1}, "metropolis", 13),
    slow=True,
    decision=("phase", "player", "pending", "dice", "events"),
    repair=repaired,
)
