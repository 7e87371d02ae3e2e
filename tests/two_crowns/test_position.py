"""Positions: what no game can reach is refused by name."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from kschwert_env.two_crowns import Game, Rules
from tests.games import RICH
from tests.play import by_kind
from tests.positions import Change, both, changed, move, put
from tests.two_crowns.positions import reach

REFUSED: list[tuple[str, Change, str]] = [
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
def test_what_no_game_can_reach_is_refused(phase: str, change: Change, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(reach(phase), change))


def test_all_mistakes_are_named() -> None:
    position = changed(reach("turn"), both(put("castles.0", 30), put("fate_used", None), put("turn", -1)))
    with pytest.raises(ValueError, match=r"turn is -1.*castles\[0\] is 30.*fate_used is None"):
        Game.from_position(position)


def fighting_games(count: int) -> Iterator[Game]:
    """Positions of games that attack more often than not, lay many cards, and have much to pay with."""
    rules, choose = Rules(edition=RICH, die_of_fate=True, max_turns=60), random.Random(9)
    for seed in range(count):
        game = Game(rules, seed)
        while not game.is_over:
            yield game
            kinds = by_kind(game)
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
