"""Positions: what no game can reach is refused, by ValueError and by name."""

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kschwert_env.engine.contract import Position
from kschwert_env.two_crowns import Game, Rules
from tests.games import RICH
from tests.two_crowns.scenes import Scene

RULES = Rules(die_of_fate=True)


@cache
def reach(phase: str) -> Position:
    """A position of that phase; not to be changed."""
    hand = {"knight_1": 1, "knight_2": 1, "vassal": 1, "feint": 1, "gold_2": 1}
    game = Scene(die_of_fate=True).hand(0, **hand).hand(1, knight_3=1, knight_1=2).known(0, knight_2=1).play()
    if phase == "keep":
        game.do("exact", card="knight_1")
    elif phase != "turn":
        game.do("attack").do("lay", card="knight_2")
    if phase in ("defence", "pay", "over"):
        game.lay("feint", "vassal").do("lay", card="knight_1")
    if phase in ("pay", "over"):
        game.do("lay", card="knight_1").lay("knight_3")
    if phase == "over":
        return Scene(die_of_fate=True).castles(20, 2).hand(0, knight_2=1).play().battle(["knight_2"]).position
    return game.position


PHASES = ["turn", "keep", "attack", "defence", "pay", "over"]


def changed(phase: str, change: Callable[[Position], Any]) -> Position:
    position = copy.deepcopy(reach(phase))
    change(position)
    return position


def put(place: str, value: Any) -> Callable[[Position], None]:
    """Set a value by its place, such as "battle.laid.0"."""

    def change(position: Position) -> None:
        *path, last = place.split(".")
        inner: Any = position
        for key in path:
            inner = inner[int(key)] if isinstance(inner, list) else inner[key]
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


def move(card: str, source: str, target: str, count: int = 1) -> Callable[[Position], None]:
    """Move cards between two counts by their places, such as "hands.0"."""

    def change(position: Position) -> None:
        for place, number in ((source, -count), (target, count)):
            counts: Any = position
            for key in place.split("."):
                counts = counts[int(key)] if isinstance(counts, list) else counts[key]
            counts[card] = counts.get(card, 0) + number
            if not counts[card]:
                del counts[card]

    return change


def both(*changes: Callable[[Position], None]) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change


@pytest.mark.parametrize("phase", PHASES)
def test_positions_are_read_as_they_are_written(phase: str) -> None:
    position = reach(phase)
    assert Game.from_position(position).position() == position
    assert position["phase"] == {"attack": "lay", "defence": "lay"}.get(phase, phase)


REFUSED: list[tuple[str, Callable[[Position], None], str]] = [
    # what is not well-formed
    ("turn", put("format", "two_crowns.position.v2"), "format is"),
    ("turn", put("phase", "siege"), "phase is 'siege', but must be one of turn, lay, pay, keep, over"),
    ("turn", put("turn", None), "turn is None, but must be an integer"),
    ("turn", put("castles", [20]), "castles is .*, but must be a list of 2"),
    ("turn", put("castles.0", 21), r"castles\[0\] is 21, but must be an integer from -23 to 20"),
    ("turn", put("hands.0", {"dragon": 1}), r"hands\[0\].dragon is unknown"),
    ("turn", put("resting.1", {"this_turn": {}}), r"resting\[1\].next_turn is"),
    ("turn", put("resting.1.this_turn", {"gold_1": 1}), r"resting\[1\].this_turn.gold_1 is unknown"),
    ("turn", put("fate_used", 1), "fate_used is 1, but must be true or false"),
    ("turn", put("king", 0), "king is unknown"),
    ("turn", put("battle", {}), "battle is .*, but must be null, except in the phases lay, pay"),
    ("turn", put("exact", {"feint": 2}), "exact is .*, but must be null, except in the phases keep"),
    ("attack", put("battle", None), "battle is None"),
    ("attack", put("battle.counts", [1, 5]), r"battle.counts\[1\] is 5"),
    ("attack", put("battle.stage", 1), "battle.stage is unknown"),
    ("pay", put("rules", {"num_players": 3}), "num_players must be 2"),
    # cards (C1, C2, X2, R1, S1)
    ("turn", put("hands.0", {"knight_1": 1}), "there are .* in all, not"),
    ("turn", move("feint", "hands.0", "hands.1"), "seat 0 has 5 of feint, not 6"),
    ("turn", move("knight_3", "decks.0", "decks.1"), "seat 1 has 1 knights of the enemy, but not paid a bishop"),
    ("turn", move("knight_3", "decks.0", "hands.0", 3), "seat 0 has 8 cards in hand, at rest and laid, more than 7"),
    ("pay", move("knight_3", "decks.0", "hands.0", 4), "more than 7"),
    ("keep", move("knight_3", "decks.0", "hands.0", 3), "more than 7"),
    ("turn", move("knight_1", "discards.0", "decks.0"), "holds more than 46 cards"),
    # what is known (P1)
    ("turn", put("known.0", {"bishop": 1}), "more is known of the hand of seat 0 than it holds"),
    ("pay", put("known.0", {"knight_2": 1}), "more is known of the hand of seat 0"),
    # rest (T2)
    ("turn", move("knight_1", "hands.1", "resting.1.next_turn"), "nothing has been sent to rest yet"),
    ("turn", both(put("turn", 0), move("knight_1", "hands.1", "resting.1.this_turn")), "in the first turn"),
    ("turn", move("knight_1", "decks.1", "resting.1.this_turn", 5), "no more than 4 knights"),
    # the turn (S1, T1, E1, E2, E3, F1)
    ("turn", put("start_player", 1), "start_player: it is 0 by the rules chosen"),
    ("turn", put("turn_player", 1), r"turn_player: in turn 10 it is \(start_player \+ turn\) mod 2"),
    ("turn", put("turn", 200), "the game is truncated before turn 200"),
    ("turn", put("player", 1), "in this phase the turn's player decides"),
    ("turn", put("player", None), "player: null when the game is over, and only then"),
    ("turn", put("truncated", True), "only a game that is over is truncated"),
    ("turn", put("castles.1", 0), "the game is over when one is at 0 or less"),
    ("turn", both(put("rules.die_of_fate", False), put("fate_used", True)), "there is no die of fate"),
    # an exact recruitment (R2)
    ("keep", lambda p: move(next(iter(p["exact"])), "exact", "decks.0")(p), "exact: 2 cards are drawn"),
    # the battle face down (A1, A2)
    ("attack", move("gold_2", "hands.0", "battle.laid.0"), "seat 0 has laid gold"),
    ("attack", move("feint", "hands.0", "battle.laid.0"), "more cards of seat 0 lie there than it has laid"),
    ("attack", put("battle.counts.0", 2), "cards laid face down all lie there still"),
    ("attack", put("battle.vassals.0", 1), "nothing is paid yet"),
    ("defence", put("player", 0), "the defender lays after the attacker"),
    (
        "attack",
        both(put("battle.counts.0", 0), move("knight_2", "battle.laid.0", "hands.0"), put("player", 1)),
        "at least",
    ),
    # the battle turned up (A3, X0 to X4)
    ("pay", put("player", 1), "belongs to the seat that decides"),
    ("pay", move("vassal", "battle.laid.0", "discards.0"), "belongs to the seat that decides"),
    ("pay", move("gold_2", "hands.0", "discards.0"), "seat 0 can't pay for the vassal"),
    ("pay", move("feint", "discards.0", "battle.laid.0"), "more cards of seat 0 lie|belongs to the seat"),
    ("pay", put("battle.vassals.0", 2), "seat 0 has not laid all that has rested, feinted and been paid"),
    ("pay", put("battle.counts.1", 2), "more cards of seat 1|has not laid all"),
    (
        "pay",
        move("knight_1", "battle.laid.1", "discards.1", 2),
        "more cards of seat 1 are gone than special cards discarded",
    ),
    ("pay", put("battle.counts.1", 4), "more cards of seat 1 are gone"),
    (
        "pay",
        both(
            move("knight_3", "resting.1.next_turn", "battle.laid.1"),
            move("knight_1", "battle.laid.1", "resting.1.next_turn"),
        ),
        "a feint sends the strongest knight of seat 1",
    ),
    # the end (E1, E2, E3)
    ("over", put("castles.1", 1), "a game is over when one castle has fallen or the cap is reached"),
    ("over", put("castles.0", 0), "a game is over when one castle has fallen"),
    ("over", put("castles", [0, 20]), "falls by a catapult, or because he can do nothing"),
    ("over", put("truncated", True), "a game is truncated after its last turn, unless it has ended before"),
    ("over", put("player", 0), "player: null when the game is over"),
]


@pytest.mark.parametrize(("phase", "change", "message"), REFUSED)
def test_what_no_game_can_reach_is_refused(phase: str, change: Callable[[Position], None], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(phase, change))


def test_all_mistakes_are_named() -> None:
    position = changed("turn", both(put("castles.0", 30), put("fate_used", None), put("turn", -1)))
    with pytest.raises(ValueError, match=r"turn is -1.*castles\[0\] is 30.*fate_used is None"):
        Game.from_position(position)


def fighting_games(count: int) -> Iterator[Game]:
    """Positions of games that attack more often than not, lay many cards, and have much to pay with."""
    rules, choose = Rules(edition=RICH, die_of_fate=True, max_turns=60), random.Random(9)
    for seed in range(count):
        game = Game(rules, seed)
        while not game.is_over:
            yield game
            kinds: dict[str, list[int]] = {}
            for action in game.legal_actions():
                kinds.setdefault(rules.actions.decode(action).kind, []).append(action)
            if "lay" in kinds and choose.random() < 0.6:
                kinds.pop("done", None)
            if "attack" in kinds and choose.random() < 0.6:
                kinds = {"attack": kinds["attack"]}
            game.step(choose.choice(kinds[choose.choice(sorted(kinds))]))
        yield game


@pytest.mark.needs_jit
def test_all_positions_that_games_reach_are_read() -> None:
    """And those that a seat takes for possible are, too."""
    phases: Counter[str] = Counter()
    for i, game in enumerate(fighting_games(50)):
        phases[game.phase] += 1
        assert Game.from_position(game.position()) == game
        other = game.resample(i % 2, i)
        assert Game.from_position(other.position()) == other
    assert min(phases[phase] for phase in ("turn", "lay", "pay", "keep", "over")) >= 30


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nothing_but_valueerror_comes_out_of_any_change(data: st.DataObject) -> None:
    """Any value anywhere in a position is either refused or played to the end."""
    phase = data.draw(st.sampled_from(PHASES))
    position = copy.deepcopy(reach(phase))
    inner: Any = position
    while True:
        keys = list(range(len(inner))) if isinstance(inner, list) else sorted(inner)
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inner[key], (dict, list)) or not inner[key] or data.draw(st.integers(0, 3)) == 0:
            break
        inner = inner[key]
    strange: list[Any] = [None, True, -1, 0, 1, 2, 7, 10**30, "", "lay", "over", [], {}, [{}, {}], {"feint": 1}, 0.5]
    inner[key] = data.draw(st.sampled_from(strange))
    try:
        game = Game.from_position(position)
    except ValueError:
        return
    choose = random.Random(0)
    while not game.is_over:
        game.step(choose.choice(game.legal_actions()))
    assert Game.from_position(game.position()) == game
