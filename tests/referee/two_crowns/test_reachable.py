"""Positions that no game can reach are refused, by the referee and by the engine; those that it can are not."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kschwert_env.two_crowns import Game

from .position import Json
from .reachable import check_position
from .stages import late, made
from .world import Scripted, battle, lay, new_game, play, step

Change = Callable[[Json], object]

PURSE = "knight_1, catapult, vassal, 2 gold_2"


def turning() -> Json:
    """A turn in which some knights rest, and some in hand are known."""
    known = ("knight_1", "knight_2")
    return late("2 knight_1, gold_1", "knight_2, feint", resting=("knight_3", "knight_2"), known=known)


def laying() -> Json:
    """The attacker has laid two cards, the defender one."""
    position = lay(step(late(PURSE, PURSE + ", knight_2"), "attack"), "knight_1, vassal")
    return step(position, "lay", "knight_1")


def paying() -> Json:
    """The attacker has paid for a vassal, and is asked for a second one; the defence lies face down."""
    own = "knight_1, 2 vassal, gold_2, 2 gold_1"
    return battle(late(own, PURSE), "knight_1, 2 vassal", "knight_1, catapult, vassal", "yes")


def answering() -> Json:
    """The defender has paid for a catapult, and is asked for a vassal."""
    return battle(late(PURSE, PURSE), "knight_1, vassal", "knight_1, catapult, vassal", "no", "yes")


def keeping() -> Json:
    """One of two cards is kept."""
    return step(late("knight_1, gold_1", "knight_1"), "exact", "gold_1", Scripted("feint, vassal"))


def passing() -> Json:
    """There is but a pass."""
    return late("gold_1", "knight_1", decks=("", None), resting=("knight_2", ""))


def ended() -> Json:
    """A castle has fallen to knights."""
    return battle(late("knight_3", "feint", castles=(20, 2)), "knight_3", "")


MOMENTS = {maker.__name__: maker for maker in (turning, laying, paying, answering, keeping, passing, ended)}


@pytest.mark.parametrize("name", MOMENTS)
def test_moments_are_reachable(name: str) -> None:
    position = MOMENTS[name]()
    assert check_position(position) == []
    assert Game.from_position(position).position() == position


def swap(seat: int, pile: str, old: str | None, new: str | None, times: int = 1) -> Change:
    """Exchange cards of a pile with such of the deck; None is no card."""

    def change(position: Json) -> None:
        battle, _, name = pile.rpartition(".")
        cards, deck = (position[battle] if battle else position)[name][seat], position["decks"][seat]
        for source, target, card in ((cards, deck, old), (deck, cards, new)):
            if card is not None:
                source[card] -= times
                target[card] = target.get(card, 0) + times
                if not source[card]:
                    del source[card]

    return change


def put(*path: str | int, value: object) -> Change:
    """Change one value."""

    def change(position: Json) -> None:
        place: Any = position
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


def rest_on(position: Json) -> None:
    """A knight rests longer than it can."""
    rest = position["resting"][0]
    rest["next_turn"], rest["this_turn"] = rest["this_turn"], {}


def swap_rest(position: Json) -> None:
    """Gold rests."""
    position["resting"][0]["this_turn"] = {"gold_2": 1}
    position["decks"][0]["gold_2"] -= 1
    position["discards"][0]["knight_3"] = position["discards"][0].get("knight_3", 0) + 1


def unrest(position: Json) -> None:
    """The knight at rest has been discarded."""
    position["discards"][0]["knight_2"] = position["discards"][0].get("knight_2", 0) + 1
    position["resting"][0]["this_turn"] = {}


def take_gold_back(position: Json) -> None:
    """Into the hand, out of the discards."""
    position["hands"][1]["gold_2"] = position["discards"][1].pop("gold_2")


def draw_three(position: Json) -> None:
    """One card too many lies there to choose from."""
    position["exact"]["knight_3"] = 1
    position["decks"][0]["knight_3"] -= 1


def pay_for(seat: int, card: str) -> Change:
    """As if it had been."""

    def change(position: Json) -> None:
        battle, discards, hand = position["battle"], position["discards"][seat], position["hands"][seat]
        del battle["laid"][seat][card]
        battle["paid"][seat] = {card: 1}
        discards["gold_2"] = discards.get("gold_2", 0) + hand.pop("gold_2")

    return change


NO_BATTLE = {"laid": [{}, {}], "counts": [0, 0], "paid": [{}, {}]}
FALSE: list[tuple[str, str, Change]] = [
    ("turning", "P1: gold is never known", put("known", 0, value={"gold_1": 1})),
    ("turning", "P1: a feint is never known", put("known", 1, value={"feint": 1})),
    ("turning", "P1: more known than held", put("known", 0, value={"knight_1": 3})),
    ("turning", "T1: the other seat's turn", put("turn_player", value=1)),
    ("turning", "T1: the other seat decides", put("player", value=1)),
    ("turning", "T2: rest until the next turn", rest_on),
    ("turning", "A5: gold at rest", swap_rest),
    ("turning", "C1: a castle too high", put("castles", 0, value=21)),
    ("turning", "E1: a castle has fallen", put("castles", 1, value=0)),
    ("turning", "F1: no die of fate", put("fate_used", value=True)),
    ("turning", "E3: truncated and not over", put("truncated", value=True)),
    ("turning", "E3: a turn after the last", lambda p: p["rules"].update(max_turns=7)),
    ("turning", "C2: a card too many", lambda p: p["hands"][0].update(bishop=1)),
    ("turning", "R1: eight cards", swap(0, "hands", None, "knight_2", times=4)),
    (
        "turning",
        "A1: a battle in phase turn",
        put("battle", value=NO_BATTLE),
    ),
    ("turning", "the old format", put("format", value="two_crowns.position.v1")),
    ("turning", "a seat that is none", put("start_player", value=2)),
    ("passing", "E2: nothing to do, and nobody at rest", unrest),
    ("laying", "A1: gold is laid", swap(1, "battle.laid", "knight_1", "gold_1")),
    ("laying", "A1: an attack without a knight", swap(0, "battle.laid", "knight_1", "feint")),
    ("laying", "X0: a catapult without a knight", swap(1, "battle.laid", "knight_1", "catapult")),
    ("laying", "X0: a bishop without a knight", swap(1, "battle.laid", "knight_1", "bishop")),
    ("laying", "X0: a vassal without a knight", swap(1, "battle.laid", "knight_1", "vassal")),
    ("laying", "A2: counts are of what lies there", put("battle", "counts", 1, value=2)),
    ("laying", "A2: paid before it is turned up", pay_for(0, "vassal")),
    ("laying", "A2: the defender has laid too early", put("player", value=0)),
    ("laying", "the key of the old format", lambda p: p["battle"].update(vassals=[0, 0])),
    ("laying", "a key too few", lambda p: p["battle"].pop("paid")),
    ("paying", "A3: the attacker pays first", put("player", value=1)),
    ("paying", "A3: nothing to pay for", swap(0, "battle.laid", "vassal", "feint")),
    ("paying", "A3: catapults before vassals", swap(0, "battle.laid", "vassal", "catapult")),
    ("paying", "A3: a feint is not paid for", swap(0, "battle.paid", "vassal", "feint")),
    ("paying", "A3: a knight is not paid for", swap(0, "battle.paid", "vassal", "knight_1")),
    ("paying", "A3: the defender has paid already", pay_for(1, "catapult")),
    ("paying", "X3: fewer laid than lie there", put("battle", "counts", 0, value=1)),
    ("paying", "X3: more laid than there were", put("battle", "counts", 1, value=4)),
    ("paying", "A1: five cards are laid", put("battle", "counts", 0, value=5)),
    ("paying", "A1, X0: no knight", swap(0, "battle.laid", "knight_1", "feint")),
    ("paying", "X0: no knight in the defence", swap(1, "battle.laid", "knight_1", "feint")),
    ("paying", "P1: what is turned up is not known any more", put("known", 0, value={"knight_1": 1})),
    ("answering", "A3: the attacker has been asked", swap(0, "battle.laid", None, "vassal")),
    ("answering", "A3: of the attacker nothing is asked any more", put("player", value=0)),
    ("answering", "P1: the defence is turned up", put("known", 1, value={"knight_1": 1})),
    ("answering", "A3: the gold is in the discards", take_gold_back),
    ("keeping", "R2: three cards drawn", draw_three),
    ("keeping", "R2: none drawn", put("exact", value=None)),
    ("keeping", "T1: the enemy keeps", put("player", value=1)),
    ("ended", "E1: no castle has fallen", put("castles", 1, value=1)),
    ("ended", "E1: both castles have fallen", put("castles", 0, value=0)),
    ("ended", "T1: over, and somebody decides", put("player", value=0)),
    ("ended", "E3: a fallen castle is no truncation", put("truncated", value=True)),
]


def spoiled(moment: str, change: Change) -> Json:
    """A reachable position with one thing changed."""
    position = copy.deepcopy(MOMENTS[moment]())
    change(position)
    return position


@pytest.mark.parametrize(("moment", "what", "change"), FALSE, ids=[f"{moment}, {what}" for moment, what, _ in FALSE])
def test_the_referee_refuses(moment: str, what: str, change: Change) -> None:
    """A1 to A3, A5, C1, C2, X0, X3, R1, R2, T1, T2, F1, E1 to E3, P1: and says which."""
    faults, (rule, _, is_of_rules) = check_position(spoiled(moment, change)), what.partition(":")
    assert faults
    assert not is_of_rules or any(rule in fault for fault in faults)


@pytest.mark.parametrize(("moment", "what", "change"), FALSE, ids=[f"{moment}, {what}" for moment, what, _ in FALSE])
def test_the_engine_refuses(moment: str, what: str, change: Change) -> None:
    """The same."""
    with pytest.raises(ValueError, match=r"."):
        Game.from_position(spoiled(moment, change))


def test_the_engine_takes_what_games_bring() -> None:
    """Every position of the referee's own games and every constructed one, unchanged."""
    for _, position, _ in made():
        assert Game.from_position(position).position() == position
    for seed in range(3):
        random = Random(seed)
        for _, _, after in play(new_game(random, die_of_fate=True), random):
            assert Game.from_position(after).position() == after
