"""Positions and games for the scenario tests, written compactly."""

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Self
from unittest import mock

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue import Game, Rules
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, EVENT_NAMES
from kschwert_env.politics_and_intrigue.positions import position as reading
from kschwert_env.politics_and_intrigue.positions import soundness
from tests.helpers import play
from tests.helpers.positions import nonzero

TURN = 10  # of seat 0
ROWED = ("church", "town_hall")


class Play(play.Play[Game]):
    """A game of Politics & Intrigue that takes actions by name."""

    def build(self, card: str, slot: int | None = None) -> Self:
        """Build a card, and place it."""
        self.do("build", card=card)
        return self if slot is None else self.do("pick", slot=slot)

    def play(self, card: str) -> Self:
        return self.do("play", card=card)

    def gain(self, *resources: str) -> Self:
        """Choose these resources one by one."""
        for resource in resources:
            self.do("resource", resource=resource)
        return self

    def side(self, seat: int) -> dict[str, Any]:
        principality: dict[str, Any] = self.position["principalities"][seat]
        return principality

    def stock(self, seat: int) -> dict[str, int]:
        """Resources of a seat by kind, without zeros."""
        kinds: Counter[str] = Counter()
        for region in self.side(seat)["regions"]:
            kinds[region["kind"]] += region["stock"]
        return nonzero(kinds)

    def stocks(self, seat: int) -> list[int]:
        """The stock of each region."""
        return [region["stock"] for region in self.side(seat)["regions"]]

    def slots(self, seat: int) -> dict[int, str]:
        """The cards of a principality by slot."""
        return {slot: card for slot, card in enumerate(self.side(seat)["slots"]) if card}

    def stack(self, number: int) -> list[str]:
        return [place["card"] for place in self.position["stacks"][number]]

    def marks(self, number: int) -> list[list[bool]]:
        """Return by card of a stack, from the top, the seats that have seen it."""
        return [place["seen"] for place in self.position["stacks"][number]]

    def known(self, seat: int) -> dict[str, int]:
        return dict(self.position["known"][seat])

    def discards(self, pile: int = 0) -> dict[str, int]:
        return dict(self.position["discards"][pile])

    @property
    def scores(self) -> list[int]:
        return list(self.position["scores"])

    @property
    def pending(self) -> Any:
        return self.position["pending"]

    def resources(self) -> set[str]:
        """Resources that can be chosen."""
        return {str(action.resource) for action in self.legal("resource")}  # type: ignore[attr-defined]

    def picks(self, kind: str = "pick") -> set[int]:
        """Slots that can be chosen."""
        return {int(action.slot) for action in self.legal(kind)}  # type: ignore[attr-defined]

    def stacks(self, kind: str = "stack") -> set[int]:
        """Stacks that can be named."""
        return {int(action.stack) for action in self.legal(kind)}  # type: ignore[attr-defined]

    def piles(self, kind: str) -> set[int]:
        return {int(action.pile) for action in self.legal(kind)}  # type: ignore[attr-defined]

    def sides(self) -> set[str]:
        """Return the sides to which the brewery can be turned."""
        return {str(action.side) for action in self.legal("brewery")}  # type: ignore[attr-defined]

    def trades(self) -> set[tuple[str, str]]:
        return {(str(action.give), str(action.get)) for action in self.legal("trade")}  # type: ignore[attr-defined]


class Scene:
    """Builder of a position. Each method sets one fact; `play` fills in the rest and starts a game.

    Defaults: phase `action` of seat 0 in the middle of the game, gate open, two settlements each, no stock, empty
    hands. All other cards lie in the stacks that are not set, evenly and unseen.
    """

    def __init__(self, **options: Any) -> None:
        self.rules = Rules(**options)
        self.position = copy.deepcopy(fresh(self.rules))
        self.is_tournament = options.get("game") == "tournament"
        self.position.update(phase="action", turn=TURN, player=0, gate_open=True, pending=None)
        self.position.update(dice={"event": "sun", "number": 6}, hands=[{}, {}], known=[{}, {}])
        for side in self.position["principalities"]:
            for region in side["regions"]:
                region["stock"] = 0
        self._cards = self._all_cards()
        self._stacks: dict[int, list[dict[str, Any]]] = {}

    def _all_cards(self) -> list[Counter[str]]:
        """The cards of each side; in the extended game all are on one."""
        if self.is_tournament:
            return [Counter(deck) for deck in self.position["rules"]["decks"]]
        stacked = Counter(place["card"] for stack in self.position["stacks"] for place in stack)
        return [stacked + Counter(dict.fromkeys(ROWED, 2))]

    # -- principalities ----------------------------------------------------------------------------------------

    def city(self, seat: int, *places: int) -> Self:
        for place in places:
            self.position["principalities"][seat]["places"][place] = "city"
        return self

    def metropolis(self, seat: int, place: int) -> Self:
        self.position["principalities"][seat]["places"][place] = "metropolis"
        return self

    def settle(self, seat: int, end: str, *regions: tuple[str, int]) -> Self:
        """A settlement at an end, with an upper and a lower region of the stack."""
        side = self.position["principalities"][seat]
        place = len(side["places"])
        side["row"].insert(0 if end == "left" else place, place)
        side["places"].append("settlement")
        side["regions"] += [{"kind": kind, "number": number, "stock": 0} for kind, number in regions]
        return self

    def road(self, seat: int, left: bool = False, right: bool = False) -> Self:
        self.position["principalities"][seat]["open_roads"] = [left, right]
        return self

    def lay(self, seat: int, cards: Mapping[int, str], **values: Any) -> Self:
        """Cards in slots; `brewery` and `alliance` by their names."""
        side = self.position["principalities"][seat]
        for slot, card in cards.items():
            side["slots"][slot] = card
        side.update(values)
        return self

    def stock(self, seat: int, **kinds: int) -> Self:
        """Stock of the start regions, one of each kind."""
        for region in self.position["principalities"][seat]["regions"][:6]:
            region["stock"] = kinds.get(region["kind"], region["stock"])
        return self

    def at(self, seat: int, region: int, stock: int) -> Self:
        self.position["principalities"][seat]["regions"][region]["stock"] = stock
        return self

    def full(self, seat: int) -> Self:
        for region in self.position["principalities"][seat]["regions"]:
            region["stock"] = 3
        return self

    # -- cards -------------------------------------------------------------------------------------------------

    def hand(self, seat: int, **cards: int) -> Self:
        self.position["hands"][seat] = nonzero(cards)
        return self

    def known(self, seat: int, **cards: int) -> Self:
        self.position["known"][seat] = nonzero(cards)
        return self

    def stack(self, number: int, *cards: str, seen: Iterable[tuple[bool, bool]] = ()) -> Self:
        """All of a stack, from its top."""
        marks = [*seen, *([(False, False)] * len(cards))]
        self._stacks[number] = [{"card": card, "seen": list(mark)} for card, mark in zip(cards, marks, strict=False)]
        return self

    def discard(self, pile: int = 0, **cards: int) -> Self:
        self.position["discards"][pile] = nonzero(cards)
        return self

    def ban(self, *bans: tuple[int, int]) -> Self:
        """Bans as (pile, owner)."""
        self.position["bans"] = [{"pile": pile, "owner": owner} for pile, owner in sorted(bans)]
        return self

    def no_stacks(self) -> Self:
        """Discard all cards, except metropolises and brothel: these are in the enemy's hand (F19, F21)."""
        cards = {card: count for card, count in self._all_cards()[0].items() if card not in ROWED}
        for placed in (*self.position["hands"], Counter(place["card"] for s in self._stacks.values() for place in s)):
            cards = {card: count - placed.get(card, 0) for card, count in cards.items()}
        bans = len(self.position["bans"])
        for card in ("metropolis", "brothel"):
            self.position["hands"][1][card] = cards.pop(card)
        return self.discard(**{**cards, "church_ban": cards["church_ban"] - bans})

    def set(self, **values: Any) -> Self:
        """Any other key of the position."""
        self.position.update(values)
        return self

    def turn(self, number: int) -> Self:
        """Set the turn, and let its turn player decide."""
        return self.set(turn=number, player=number % 2)

    # -- playing -----------------------------------------------------------------------------------------------

    def balanced(self) -> Position:
        """Return the position with all other cards in stacks, and with its derived values."""
        position = copy.deepcopy(self.position)
        left = [Counter(side) for side in self._cards]
        for side, cards in self._placed(position):
            left[side].subtract(cards)
        for side, cards in enumerate(left):
            assert min(cards.values()) >= 0, f"too many of {[card for card in cards if cards[card] < 0]}"
            own = range(4 * side, 4 * side + 4) if self.is_tournament else range(6)
            free = [stack for stack in own if stack not in self._stacks]
            rest = [card for card in CARD_NAMES for _ in range(cards[card]) if self.is_tournament or card not in ROWED]
            for i, stack in enumerate(free):
                unseen = [{"card": card, "seen": [False, False]} for card in rest[i :: len(free)]]
                position["stacks"][stack] = unseen
            assert free or not rest, f"no stack is left for {rest}"
        for stack, places in self._stacks.items():
            position["stacks"][stack] = places
        return derived(self.rules, position)

    def _placed(self, position: Position) -> Iterable[tuple[int, Counter[str]]]:
        """Cards that lie somewhere, by side."""
        yield from placed(position, self.is_tournament)
        for stack, places in self._stacks.items():
            yield (stack // 4 if self.is_tournament else 0), Counter(place["card"] for place in places)

    def play(self, seed: int = 0) -> Play:
        return Play(Game.from_position(self.balanced(), seed))

    def attack(self, card: str, goes_wrong: bool = False) -> Play:
        """Return the game after an attack that is not answered, with this outcome of the die (A3, A4)."""
        seed = next(seed for seed in range(100) if attack_goes_wrong(seed) == goes_wrong)
        return self.play(seed).play(card).do("pass")

    def roll(self, face: str, number: int) -> Play:
        """Return the game after this roll of the turn player."""
        return self._until(face, number, lambda position: True)

    def event(self, name: str, number: int) -> Play:
        """Return the game after this event card has been drawn."""
        events = self.position["events"]
        copies = Counter(events["stack"]) + Counter(events["discard"])
        rest = {event: copies[event] for event in EVENT_NAMES if event not in (name, "new_year") and copies[event]}
        stack = {event: copies[event] for event in EVENT_NAMES if event in (name, "new_year")}
        self.set(events={"stack": stack, "discard": rest})
        drawn = 12 if name == "new_year" else sum(stack.values()) - 1  # cards left in the stack

        def is_drawn(position: Position) -> bool:
            is_next = sum(position["events"]["stack"].values()) == drawn
            is_right = is_next and (name == "new_year" or "new_year" in position["events"]["stack"])
            return is_right or position["phase"] == "bailiff"  # F18: before it is drawn

        return self._until("event", number, is_drawn)

    def _until(self, face: str, number: int, is_wanted: Callable[[Position], bool]) -> Play:
        self.set(phase="roll", dice=None)
        position = self.balanced()
        for seed in range(1000):
            if dice(seed) == (face, number):
                game = Play(Game.from_position(position, seed)).do("roll")
                if is_wanted(game.position):
                    return game
        raise AssertionError("the dice never show this")


def placed(position: Position, is_tournament: bool) -> Iterable[tuple[int, Counter[str]]]:
    """Yield the cards of a position that lie outside of the stacks, by side; in the extended game all are on one."""
    for seat in (0, 1):
        side = seat if is_tournament else 0
        yield side, Counter(position["hands"][seat])
        slots = position["principalities"][seat]["slots"]
        yield side, Counter(card for card in slots if card and card != "brothel")
        yield side, Counter(["metropolis"] * position["principalities"][seat]["places"].count("metropolis"))
        brothels = Counter(card for card in slots if card == "brothel")
        yield (1 - seat if is_tournament else 0), brothels
    for pile, cards in enumerate(position["discards"]):
        yield (pile if is_tournament else 0), Counter(cards)
    for ban in position["bans"]:
        yield (ban["owner"] if is_tournament else 0), Counter(["church_ban"])
    pending = position["pending"] or {}
    if position["phase"] in ("discount", "ban") or (position["phase"] == "place" and pending["from"] is None):
        yield position["player"] if is_tournament else 0, Counter([pending["card"]])


@cache
def fresh(rules: Rules) -> Position:
    """Return the start position, which must not be changed."""
    return Game(rules).position()


@cache
def dice(seed: int) -> tuple[str, int]:
    """Return the first roll with a seed, in any position."""
    shown = Play(Game.from_position(Scene().set(phase="roll", dice=None).balanced(), seed)).do("roll").position["dice"]
    return shown["event"], shown["number"]


@cache
def attack_goes_wrong(seed: int) -> bool:
    """Return whether the first attack with a seed goes wrong, in any position (A3)."""
    scene = Scene().lay(0, {0: "knight_arno"}).lay(1, {0: "knight_falk"}).hand(0, black_knight=1)
    return bool(scene.play(seed).play("black_knight").do("pass").pending["backfire"])


def derived(rules: Rules, position: Position) -> Position:
    """Return the position with its derived values, as the engine writes them."""
    turn = position["start_player"] + position["turn"]
    with mock.patch.object(reading, "_check_derived"), mock.patch.object(soundness, "contradictions", return_value=[]):
        states = reading.from_json(rules, {**position, "turn_player": turn % 2})
    return reading.to_json(rules, states[0])
