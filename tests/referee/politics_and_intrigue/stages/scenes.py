"""Constructed positions in a few words, and the policies by which they are played on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.referee.actions import Action
from tests.referee.policies import Policy, reluctant, uniform, weighted
from tests.referee.politics_and_intrigue.phases import PHASES, choices
from tests.referee.politics_and_intrigue.piles import Chance
from tests.referee.politics_and_intrigue.positions.form import read_position, write_position
from tests.referee.politics_and_intrigue.positions.position import (
    ACTIONS,
    ATTACKS,
    BUILT,
    DECK_SIZE,
    DEFAULT_DECK,
    EVENTS,
    KINDS,
    NUM_SLOTS,
    REGION_STACK,
    ROW,
    SEATS,
    START_REGIONS,
    Cards,
    Json,
    in_table_order,
)
from tests.referee.politics_and_intrigue.positions.refusals import NOT_DISCARDED
from tests.referee.politics_and_intrigue.positions.start import OPTIONS, start_of

BUILDING = {"build": 300.0, "city": 900.0, "settlement": 900.0, "road": 90.0, "play": 9.0, "demolish": 0.001}
VALUABLE = {card: 1 + 4.0 * KINDS[card].points for card in BUILT}
ATTACKING = dict.fromkeys(ATTACKS, 60.0) | {card: 12.0 for card in ACTIONS if card not in ATTACKS}


BUILDER = weighted(VALUABLE, **BUILDING, trade=2.0, end_turn=6.0, done=3.0, search=0.3)
ATTACKER = weighted(ATTACKING, **BUILDING | {"play": 900.0}, trade=3.0, end_turn=6.0, done=0.5, search=20.0)

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "by kind": weighted(),
    "builder": BUILDER,
    "trader": weighted(VALUABLE, **BUILDING | {"trade": 20.0}, end_turn=6.0, done=3.0, search=0.1),
    "attacker": ATTACKER,
    "schemer": weighted(
        ATTACKING, build=90.0, play=900.0, ally=90.0, lift=30.0, trade=2.0, end_turn=6.0, demolish=0.01
    ),
    "hoarder": weighted({"abbey": 9.0, "library": 9.0, "theater": 9.0}, build=3.0, end_turn=90.0, search=30.0),
    "wrecker": weighted(build=60.0, demolish=12.0, city=60.0, play=30.0, trade=1.0, end_turn=6.0),
    "restless": reluctant(weighted(VALUABLE, **BUILDING), "end_turn"),
}


Made = tuple[Json, Policy]

HOME = {0: "church", 2: "town_hall", 4: "library", 6: "abbey"}
CITIES = "city, city"
EAGER = reluctant(weighted(play=90.0, build=30.0, ally=30.0), "end_turn", "demolish", "trade", "pass")
CALM = weighted(end_turn=900.0, done=1.0, search=9.0)
ANSWERING = weighted({"bishop": 9.0, "physician": 9.0}, play=900.0, end_turn=30.0)
TAKING = weighted(search=90.0, done=0.5, end_turn=90.0)
ENDING = weighted(end_turn=900.0, draw=90.0, done=9.0)


LATE = 20  # a turn by which anything may have happened


def cards(names: str) -> Cards:
    """Return cards given in words: `2 spy, church`."""
    counted: Cards = Counter()
    for name in filter(None, names.split(", ")):
        count, _, card = name.rpartition(" ")
        assert card in KINDS or card in EVENTS, card
        counted[card] += int(count or 1)
    return counted


def land(
    seat: int,
    *,
    places: str = "city, settlement",
    row: Sequence[int] | None = None,
    slots: Mapping[int, str] | None = None,
    stock: Mapping[str, int] | int = 0,
    extra: Sequence[int] = (),
    open_roads: tuple[bool, bool] = (False, False),
    brewery: str | None = None,
    alliance: int | None = None,
) -> Json:
    """A principality: places by id, cards by slot, stocks by resource (or alike), `extra` regions of the stack."""
    kinds = [*START_REGIONS[seat], *(REGION_STACK[number] for number in extra)]
    named = places.split(", ")
    assert len(kinds) == 2 * len(named) + 2
    filled: dict[str, int] = {}
    regions = []
    for kind, number in kinds:
        left = stock if isinstance(stock, int) else stock.get(kind, 0) - filled.get(kind, 0)
        filled[kind] = filled.get(kind, 0) + min(left, 3)
        regions.append({"kind": kind, "number": number, "stock": min(left, 3)})
    return {
        "row": list(row) if row is not None else [0, 1, *range(2, len(named))],
        "places": named,
        "open_roads": list(open_roads),
        "regions": regions,
        "slots": [(slots or {}).get(slot) for slot in range(NUM_SLOTS)],
        "brewery": brewery,
        "alliance": alliance,
    }


def scene(
    own: Json | None = None,
    enemy: Json | None = None,
    *,
    hands: tuple[str, str] = ("", ""),
    stacks: Mapping[int, str] | None = None,
    discards: str | tuple[str, str] = "",
    bans: Mapping[int, int] | None = None,
    seen: Mapping[tuple[int, int], tuple[bool, bool]] | None = None,
    known: tuple[str, str] = ("", ""),
    events: str = "",
    **facts: Any,
) -> Json:
    """Return a position in which seat 0 is in phase `action` of a late turn.

    Stacks that are not given, or all, hold the rest of the cards. `stacks` are in order, top first; `seen` is given by
    stack and place; `events` are those discarded; options of the rules and other keys of a position are given by name.
    """
    options = {key: facts.pop(key) for key in ("game", "max_rounds", "reward") if key in facts}
    start = start_of(OPTIONS | options)
    piles = [discards] if isinstance(discards, str) else [*discards]
    position: Json = start | {
        **{"phase": "action", "turn": LATE, "player": 0, "gate_open": True, "pending": None},
        "dice": {"event": "sun", "number": 1},
        "principalities": [own or land(0), enemy or land(1)],
        "hands": [dict(cards(names)) for names in hands],
        "known": [dict(cards(names)) for names in known],
        "discards": [dict(cards(names)) for names in piles] + [{}] * (len(start["discards"]) - len(piles)),
        "bans": [{"pile": pile, "owner": owner} for pile, owner in sorted((bans or {}).items())],
        "events": {"stack": dict(Counter(start["events"]["stack"]) - cards(events)), "discard": dict(cards(events))},
    }
    position |= facts
    deal(position, {number: pile.split(", ") if pile else [] for number, pile in (stacks or {}).items()})
    for (stack, place), marks in (seen or {}).items():
        position["stacks"][stack][place]["seen"] = list(marks)
    return write_position(read_position(position))


def deal(position: Json, given: Mapping[int, list[str]]) -> None:
    """Fill the stacks: as given, and the rest of the cards in turn on the others.

    If all are given the rest is discarded; but nothing discards a metropolis or a brothel (F19, F21), so these are in
    the hand of seat 1. In a tournament a deck is what lies somewhere, filled up from the default.
    """
    stacks = [list(given.get(stack, ())) for stack in range(len(position["stacks"]))]
    is_tournament = position["rules"]["game"] == "tournament"
    decks = []
    for side in ((0,), (1,)) if is_tournament else (SEATS,):
        own = range(4 * side[0], 4 * side[0] + 4) if is_tournament else range(len(stacks))
        held = Counter(card for stack in own for card in stacks[stack]) + Counter(position["discards"][side[0]])
        for seat in side:
            held += cards_of(position, seat)
        if is_tournament:
            held.subtract(position["moved"][side[0]])
            deck = +held
            deck.update(list((DEFAULT_DECK - deck).elements())[: DECK_SIZE - deck.total()])
            decks.append(dict(deck))
        else:
            deck = Counter({card: kind.copies for card, kind in KINDS.items() if card not in ROW})
            assert Counter({card: count for card, count in held.items() if card not in ROW}) <= deck
        others = [stack for stack in own if stack not in given]
        for at, card in enumerate(in_table_order(deck - held)):
            if others:
                stacks[others[at % len(others)]].append(card)
            else:
                pile = position["hands"][1] if card in NOT_DISCARDED else position["discards"][0]
                pile[card] = pile.get(card, 0) + 1
    if is_tournament:
        position["rules"] = position["rules"] | {"decks": decks}
    position["stacks"] = [[{"card": card, "seen": [False, False]} for card in stack] for stack in stacks]


def cards_of(position: Json, seat: int) -> Cards:
    """Return the cards of a seat outside stacks and discard piles: hand, slots, bans and metropolis."""
    lands = position["principalities"]
    laid = [card for card in lands[seat]["slots"] if card not in (None, "brothel")]
    laid += [card for card in lands[1 - seat]["slots"] if card == "brothel"]
    laid += ["metropolis"] * lands[seat]["places"].count("metropolis")
    laid += ["church_ban"] * sum(ban["owner"] == seat for ban in position["bans"])
    return Counter(position["hands"][seat]) + Counter(laid)


def rich(seat: int, **facts: Any) -> Json:
    """A principality with all that it can hold."""
    lots: Json = {"stock": 3, "places": CITIES}
    return land(seat, **lots | facts)


# -- steps


class Scripted(Chance):
    """Dice and event cards as given; `is_backfire` is the outcome of the die of A3 and A4."""

    def __init__(
        self, face: str = "sun", number: int = 1, events: Sequence[str] = (), is_backfire: bool = False
    ) -> None:
        super().__init__({"dice": {"event": face, "number": number}})
        self.events, self.is_backfire = list(events), is_backfire

    def event(self, position: Any) -> str:
        """The next event card."""
        return self.events.pop(0)

    def backfires(self) -> bool:
        """As given."""
        return self.is_backfire


def step(position: Json, action: Action, chance: Scripted | None = None) -> Json:
    """Return the successor by a legal action."""
    model = read_position(position)
    assert action in choices(model), action
    PHASES[model.phase].step(model, action, chance or Scripted())
    return write_position(model)


def steps(position: Json, *actions: Action, chance: Scripted | None = None) -> Json:
    """One after the other."""
    for action in actions:
        position = step(position, action, chance)
    return position
