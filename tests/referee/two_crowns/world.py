"""Start positions, constructed positions and random games, played by the referee itself."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.referee.actions import Action

from .cards import CASTLE, FULL_HAND, SEATS, Cards, deck
from .chance import RandomChance
from .check import check_step
from .position import FORMAT, Json, Position, read_position, write_position
from .steps import apply, legal_actions

LATE = 16  # a turn by which anything may have happened
OPTIONS: Json = {
    "num_players": 2,
    "edition": "standard",
    "start_player": 0,
    "die_of_fate": False,
    "max_turns": 200,
    "reward": "win",
}


def cards(names: str) -> Cards:
    """Cards told in words: `2 knight_1, gold_2`."""
    told: Cards = Counter()
    for name in filter(None, names.split(", ")):
        count, _, card = name.rpartition(" ")
        told[card] += int(count or 1)
    return told


def new_game(random: Random, **options: Any) -> Json:
    """A fresh start position (S1)."""
    rules = OPTIONS | options
    start = random.choice(SEATS) if rules["start_player"] == "random" else rules["start_player"]
    hands = [Counter(random.sample(sorted(deck().elements()), FULL_HAND)) for _ in SEATS]
    return {
        "format": FORMAT,
        "rules": rules,
        "phase": "turn",
        "turn": 0,
        "turn_player": start,
        "player": start,
        "start_player": start,
        "castles": [CASTLE, CASTLE],
        "hands": [dict(hand) for hand in hands],
        "decks": [dict(deck() - hand) for hand in hands],
        "discards": [{}, {}],
        "resting": [{"this_turn": {}, "next_turn": {}} for _ in SEATS],
        "known": [{}, {}],
        "battle": None,
        "exact": None,
        "fate_used": False,
        "truncated": False,
    }


def scene(
    own: str,
    enemy: str,
    *,
    castles: tuple[int, int] = (CASTLE, CASTLE),
    decks: tuple[str | None, str | None] = (None, None),
    resting: tuple[str, str] = ("", ""),
    known: tuple[str, str] = ("", ""),
    turn: int = LATE,
    fate_used: bool = False,
    **options: Any,
) -> Json:
    """Seat 0 in a turn, and both hands. All other cards are in the decks, or discarded where a deck is given."""
    position = new_game(Random(0), **options) | {"castles": list(castles), "turn": turn, "fate_used": fate_used}
    position["known"] = [dict(cards(names)) for names in known]
    position["resting"] = [{"this_turn": dict(cards(names)), "next_turn": {}} for names in resting]
    surplus: Cards = Counter()  # knights that a seat has beyond its own deck are the other's
    for seat, hand in enumerate((own, enemy)):
        held = cards(hand) + cards(resting[seat]) + cards(decks[seat] or "")
        surplus += held - deck()
        position["hands"][seat] = dict(cards(hand))
        position["decks"][seat] = dict(cards(decks[seat] or ""))
        position["discards"][seat] = dict(deck() - held)
    for seat in SEATS:
        rest = Counter(position["discards"][seat])
        taken, surplus = rest & surplus, surplus - rest
        position["discards"][seat] = dict(rest - taken)
        if decks[seat] is None:
            position["decks"][seat], position["discards"][seat] = position["discards"][seat], {}
    assert not surplus
    return position


def choose(position: Json, random: Random) -> Action:
    """Any legal action."""
    return random.choice(sorted(legal_actions(position), key=str))


def follow(position: Json, action: Action, random: Random) -> Json:
    """The successor by fair chance."""
    model = read_position(position)
    apply(model, action, RandomChance(random))
    return write_position(model)


def play(position: Json, random: Random) -> Iterator[tuple[Json, Action, Json]]:
    """A random game to its end: every position, decision and successor."""
    while position["phase"] != "over":
        action = choose(position, random)
        after = follow(position, action, random)
        yield position, action, after
        position = after


class Scripted(RandomChance):
    """Draws these cards, and rolls this face."""

    def __init__(self, drawn: str = "", face: int = 1) -> None:
        super().__init__(Random(0))
        self.drawn, self.face = cards(drawn), face

    def recruit(self, position: Position, number: int) -> Cards:
        """The cards of the script, which must be as many."""
        assert self.drawn.total() == number
        return self.drawn

    def exact(self, position: Position) -> Cards:
        """The cards of the script, which must be two."""
        return self.recruit(position, 2)

    def die(self, position: Position) -> int:
        """The face of the script."""
        return self.face


def step(position: Json, kind: str, word: str | None = None, chance: Scripted | None = None) -> Json:
    """The successor by an action, told by its kind and its card or choice; lawful by the referee's own check."""
    action = Action(kind, choice=word) if kind == "pay" else Action(kind, word)
    assert action in legal_actions(position), (action, legal_actions(position))
    model = read_position(position)
    apply(model, action, chance or Scripted())
    after = write_position(model)
    assert check_step(position, action, after) == []
    return after


def lay(position: Json, names: str) -> Json:
    """The deciding seat lays these cards and is done."""
    order = list(deck())
    for card in sorted(cards(names).elements(), key=order.index):
        position = step(position, "lay", card)
    return step(position, "done")


def battle(position: Json, attack: str, defence: str, *answers: str) -> Json:
    """Seat 0 attacks with these cards, seat 1 lays those, and whoever is asked to pay answers in turn."""
    position = lay(lay(step(position, "attack"), attack), defence)
    for answer in answers:
        position = step(position, "pay", answer)
    return position


def told(position: Json) -> set[str]:
    """The legal actions in short: `attack`, `lay knight_1`, `pay yes`."""
    return {" ".join(filter(None, (a.kind, a.card, a.choice))) for a in legal_actions(position)}


def all_cards(position: Json) -> Cards:
    """Every card, wherever it lies."""
    piles = [*position["hands"], *position["decks"], *position["discards"], position["exact"] or {}]
    piles += [rest[when] for rest in position["resting"] for when in ("this_turn", "next_turn")]
    piles += position["battle"]["laid"] + position["battle"]["paid"] if position["battle"] else []
    return sum((Counter(pile) for pile in piles), Counter())
