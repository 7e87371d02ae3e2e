"""Start positions, constructed positions and random games, played by the referee itself."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tests.referee.actions import Action, Maybe
from tests.referee.policies import Policy

from .cards import (
    BASE,
    COMMON_EVENTS,
    DECK_SIZE,
    DEFAULT_DECK,
    DEFAULT_EVENTS,
    EVENTS,
    KINDS,
    REGION_STACK,
    ROW,
    ROW_COPIES,
    SEATS,
    SET,
    STACK_SIZES,
    START_REGIONS,
    Cards,
    in_table_order,
)
from .chance import RandomChance, split
from .check import check_step
from .form import FORMAT, read_position, write_position
from .moves import NUM_SLOTS
from .piles import STACKS_OF_A_SEAT
from .position import Json
from .start import BASE_STACKS, nothing_yet, stacked_cards
from .steps import apply, legal_actions

LATE = 20  # a turn by which anything may have happened
OPTIONS: Json = {
    "num_players": 2,
    "edition": "standard",
    "game": "extended",
    "decks": None,
    "events": None,
    "start_player": 0,
    "max_rounds": 100,
    "reward": "win",
}


def cards(names: str) -> Cards:
    """Cards told in words: `2 spy, church`."""
    told: Cards = Counter()
    for name in filter(None, names.split(", ")):
        count, _, card = name.rpartition(" ")
        assert card in KINDS or card in EVENTS, card
        told[card] += int(count or 1)
    return told


# -- starts ---------------------------------------------------------------------------------------------------


def new_game(random: Random, **options: Any) -> Json:
    """A fresh start position (chapter 3; M2)."""
    rules = OPTIONS | options
    if rules["game"] == "tournament":
        rules["decks"] = rules["decks"] or [dict(DEFAULT_DECK) for _ in SEATS]
        rules["events"] = rules["events"] or [dict(events) for events in DEFAULT_EVENTS]
        stacks = [[] if n % STACKS_OF_A_SEAT else deck_as_stack(rules, n // STACKS_OF_A_SEAT) for n in range(8)]
    else:
        shuffled = [random.sample(sorted(c.elements()), c.total()) for c in map(stacked_cards, (BASE, SET))]
        piles = [*split(shuffled[0], STACK_SIZES[:BASE_STACKS]), *split(shuffled[1], STACK_SIZES[BASE_STACKS:])]
        stacks = [[{"card": card, "seen": [False, False]} for card in pile] for pile in piles]
    start = random.choice(SEATS) if rules["start_player"] == "random" else rules["start_player"]
    return nothing_yet(rules) | {"stacks": stacks, "start_player": start, "turn_player": start, "player": start}


def deck_as_stack(rules: Json, seat: int) -> list[Json]:
    """M2: in table order, seen by its owner."""
    order = in_table_order(Counter(rules["decks"][seat]))
    return [{"card": card, "seen": [seat == 0, seat == 1]} for card in order]


def random_decks(random: Random) -> list[dict[str, int]]:
    """M1: any 33 cards for each seat."""
    pool = sorted(Counter({card: kind.copies for card, kind in KINDS.items()}).elements())
    return [dict(Counter(random.sample(pool, DECK_SIZE))) for _ in SEATS]


def random_events(random: Random) -> list[dict[str, int]]:
    """M7: any four for each seat."""
    pool = sorted((Counter(EVENTS) - COMMON_EVENTS).elements())
    return [dict(Counter(random.sample(pool, 4))) for _ in SEATS]


# -- scenes ---------------------------------------------------------------------------------------------------


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
    stacks: Mapping[int, str | Sequence[str]] | None = None,
    discards: str | tuple[str, str] = "",
    bans: Mapping[int, int] | None = None,
    seen: Mapping[tuple[int, int], tuple[bool, bool]] | None = None,
    known: tuple[str, str] = ("", ""),
    events: str = "",
    decks: tuple[Cards, Cards] | None = None,
    **facts: Any,
) -> Json:
    """Seat 0 in phase `action` of a late turn. Stacks that are not told, or all, hold the rest of the cards.

    `stacks` are in order, top first; `seen` is told by stack and place; `events` are those discarded; options of the
    rules and other keys of a position are told by name. In a tournament the decks are what is told, and the rest.
    """
    rules = OPTIONS | {key: facts.pop(key) for key in OPTIONS.keys() & facts.keys()}
    is_tournament = rules["game"] == "tournament"
    lands = [own or land(0), enemy or land(1)]
    if is_tournament:
        rules["events"] = [dict(some) for some in DEFAULT_EVENTS]
    told = {number: list_of(pile) for number, pile in (stacks or {}).items()}
    piles = [discards] if isinstance(discards, str) else list(discards)
    base: Json = {
        "format": FORMAT,
        "rules": rules,
        "phase": "action",
        "turn": LATE,
        "start_player": 0,
        "player": 0,
        "gate_open": True,
        "truncated": False,
        "dice": {"event": "sun", "number": 1},
        "mints_used": 0,
        "principalities": lands,
        "hands": [dict(cards(names)) for names in hands],
        "known": [dict(cards(names)) for names in known],
        "stacks": [],
        "discards": [dict(cards(names)) for names in piles],
        "bans": [{"pile": pile, "owner": owner} for pile, owner in sorted((bans or {}).items())],
        "pending": None,
        "moved": None,
    } | facts
    if is_tournament:
        base["discards"] = base["discards"] if len(piles) == len(SEATS) else [{}, {}]
        base["moved"] = base["moved"] or [{}, {}]
    all_events = sum(map(Counter, rules["events"]), COMMON_EVENTS) if is_tournament else Counter(EVENTS)
    base["events"] = {"stack": dict(all_events - cards(events)), "discard": dict(cards(events))}
    base["stacks"] = spread(base, told, decks)
    for (stack, place), marks in (seen or {}).items():
        base["stacks"][stack][place]["seen"] = list(marks)
    return write_position(read_position(base))


def list_of(pile: str | Sequence[str]) -> list[str]:
    """A stack from the top, `spy, abbey` or a list."""
    return list(filter(None, pile.split(", "))) if isinstance(pile, str) else list(pile)


def spread(base: Json, told: Mapping[int, list[str]], decks: tuple[Cards, Cards] | None) -> list[list[Json]]:
    """The stacks: as told, and the rest of the cards in turn on the others.

    If all are told the rest is discarded; but nothing discards a metropolis (F19), so that is in the hand of seat 1.
    """
    is_tournament = base["rules"]["game"] == "tournament"
    number = 8 if is_tournament else 6
    stacks = [list(told.get(stack, ())) for stack in range(number)]
    for seats in ([0], [1]) if is_tournament else ([0, 1],):
        own = range(4 * seats[0], 4 * seats[0] + 4) if is_tournament else range(number)
        lying = sum((cards_of(base, seat) for seat in seats), Counter()) + Counter(c for s in own for c in stacks[s])
        if is_tournament:
            rest = fill_deck(base, seats[0], lying, decks)
        else:
            lying += Counter(base["discards"][0])
            everything = Counter({card: kind.copies for card, kind in KINDS.items()})
            assert lying <= everything, lying - everything
            rest = everything - lying - Counter(dict.fromkeys(ROW, ROW_COPIES))
        others = [stack for stack in own if stack not in told]
        for at, card in enumerate(in_table_order(rest)):
            if others:
                stacks[others[at % len(others)]].append(card)
            else:
                pile = base["hands"][1] if card == "metropolis" else base["discards"][0]
                pile[card] = pile.get(card, 0) + 1
    return [[{"card": card, "seen": [False, False]} for card in stack] for stack in stacks]


def fill_deck(base: Json, seat: int, lying: Cards, decks: tuple[Cards, Cards] | None) -> Cards:
    """M1: a deck that holds what is told, filled up to 33 from the default; what of it lies nowhere."""
    held = lying + Counter(base["discards"][seat])
    for card, number in base["moved"][seat].items():
        held[card] -= number
    held = +held
    deck = Counter(decks[seat]) if decks else held.copy()
    filling = iter((DEFAULT_DECK - deck).elements())
    while deck.total() < DECK_SIZE:
        deck[next(filling)] += 1
    base["rules"]["decks"] = [*(base["rules"]["decks"] or [])[:seat], dict(deck)]
    return deck - held


def cards_of(position: Json, seat: int) -> Cards:
    """All that is a seat's and lies in no stack or discard pile: hand, slots, bans, metropolis, and on its way."""
    lands = position["principalities"]
    slots = [card for card in lands[seat]["slots"] if card not in (None, "brothel")]
    slots += [card for card in lands[1 - seat]["slots"] if card == "brothel"]
    slots += ["metropolis"] * lands[seat]["places"].count("metropolis")
    slots += ["church_ban"] * sum(ban["owner"] == seat for ban in position["bans"])
    if position["turn_player" if "turn_player" in position else "player"] == seat:
        slots += on_its_way(position)
    return Counter(position["hands"][seat]) + Counter(slots)


def on_its_way(position: Json) -> list[str]:
    """Chapter 13: the card of `discount`, `ban`, and of `place` unless a bribed knight still stands."""
    pending = position["pending"] or {}
    if position["phase"] in ("discount", "ban") or (position["phase"] == "place" and pending["from"] is None):
        return [pending["card"]]
    return []


def all_cards(position: Json) -> Cards:
    """Every card of C5, wherever it lies."""
    found: Cards = Counter(card["card"] for stack in position["stacks"] for card in stack)
    for pile in (*(cards_of(position, seat) for seat in SEATS), *position["discards"], position["row_cards"]):
        found.update(pile)
    return +found


def whole(position: Json) -> Cards:
    """Every card of C5 that there should be."""
    if position["rules"]["game"] == "tournament":
        return sum(map(Counter, position["rules"]["decks"]), Counter())
    return Counter({card: kind.copies for card, kind in KINDS.items()})


# -- play -----------------------------------------------------------------------------------------------------


def follow(position: Json, action: Action, random: Random) -> Json:
    """The successor by fair chance."""
    model = read_position(position)
    apply(model, action, RandomChance(random))
    return write_position(model)


def choose(position: Json, random: Random) -> Action:
    """Any legal action."""
    return random.choice(sorted(legal_actions(position), key=str))


Step = tuple[Json, Action, Json, set[Action]]


def play(position: Json, policies: Sequence[Policy], random: Random, most: int = 10_000) -> Iterator[Step]:
    """A game by these policies, one for each seat: every position, decision, successor, and what was legal."""
    for _ in range(most):
        if position["phase"] == "over":
            return
        legal = legal_actions(position)
        action = policies[position["player"]](legal, random)
        after = follow(position, action, random)
        yield position, action, after, legal
        position = after


class Scripted(RandomChance):
    """Rolls these dice, draws these events and these regions."""

    def __init__(
        self, face: str = "sun", number: int = 1, events: Sequence[str] = (), regions: Sequence[int] = (0, 1)
    ) -> None:
        super().__init__(Random(0))
        self.script, self.events, self.two = (face, number), list(events), list(regions)

    def face(self) -> str:
        """Of the script."""
        return self.script[0]

    def number(self) -> int:
        """Of the script."""
        return self.script[1]

    def event(self, position: Any) -> str:
        """The next of the script."""
        return self.events.pop(0)

    def regions(self, position: Any) -> list[int]:
        """Of the script."""
        return self.two


def step(position: Json, action: Action, chance: RandomChance | None = None) -> Json:
    """The successor by an action; lawful by the referee's own check."""
    legal = legal_actions(position)
    assert action in legal, (action, sorted(map(str, legal)))
    model = read_position(position)
    apply(model, action, chance or Scripted())
    after = write_position(model)
    assert check_step(position, action, after, legal) == []
    return after


def steps(position: Json, *actions: Action, chance: RandomChance | None = None) -> Json:
    """One after the other."""
    for action in actions:
        position = step(position, action, chance)
    return position


def told(position: Json, *kinds: str) -> set[Maybe[Any]]:
    """The parameters of the legal actions of these kinds: cards, numbers, words."""
    legal: Collection[Action] = legal_actions(position)
    return {next((v for v in action[1:] if v is not None), None) for action in legal if action.kind in kinds}


def kinds(position: Json) -> set[str]:
    """The kinds of the legal actions."""
    return {action.kind for action in legal_actions(position)}
