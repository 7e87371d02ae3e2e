"""Positions: errors name the contradictions of unreachable positions."""

import itertools
import random
from collections import Counter

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.two_crowns import Game
from tests.helpers.positions import Change, both, changed, move, put
from tests.two_crowns.fights import fighting_games
from tests.two_crowns.positions import reach
from tests.two_crowns.scenes import Scene

REFUSED: list[tuple[str, Change, str]] = [
    # what is not well-formed
    ("turn", put("format", "two_crowns.position.v1"), "format is 'two_crowns.position.v1', but must be 'two_crowns.po"),
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
    (
        "turn",
        move("knight_3", "decks.0", "hands.0", 2),
        "seat 0 has 8 cards in hand, at rest, laid and paid, more than 7",
    ),
    ("pay", move("knight_3", "decks.0", "hands.0", 4), "more than 7"),
    ("keep", move("knight_3", "decks.0", "hands.0", 3), "more than 7"),
    ("turn", move("knight_1", "discards.0", "decks.0", 6), "holds more than 46 cards"),
    # what is known (P1)
    ("turn", put("known.0", {"knight_3": 1}), "more is known of the hand of seat 0 than it holds"),
    ("pay", put("known.0", {"knight_2": 1}), "more is known of the hand of seat 0"),
    ("turn", put("known.0", {"feint": 1}), r"known\[0\].feint: only knights come into a hand openly, so no other card"),
    ("turn", put("known.1", {"gold_1": 2}), r"known\[1\].gold_1: only knights come into a hand openly"),
    ("turn", put("known.1", {"dragon": 2}), r"known\[1\].dragon is unknown"),
    # rest (T2)
    ("turn", move("knight_1", "hands.1", "resting.1.next_turn"), "nothing has been sent to rest yet"),
    ("turn", both(put("turn", 0), move("knight_1", "hands.1", "resting.1.this_turn")), "in the first turn"),
    ("turn", move("knight_2", "decks.1", "resting.1.this_turn", 5), "no more than 4 knights"),
    # the turn (S1, T1, E1, E2, E3, F1)
    ("turn", put("start_player", 1), "start_player: it is 0 by the rules chosen"),
    ("turn", put("turn_player", 1), r"turn_player: in turn 10 it is \(start_player \+ turn\) mod 2"),
    ("turn", put("turn", 200), "the game is truncated before turn 200"),
    ("turn", put("turn", 100), r"turn: there have been points, cards and feints for \d+ turns at most"),
    ("turn", put("player", 1), "in this phase the turn's player decides"),
    ("turn", put("player", None), "player: null when the game is over, and only then"),
    ("turn", put("truncated", True), "only a game that is over is truncated"),
    ("turn", put("castles.1", 0), "the game is over when one is at 0 or less"),
    ("turn", both(put("rules.die_of_fate", False), put("fate_used", True)), "there is no die of fate"),
    # an exact recruitment (R2)
    ("keep", lambda p: move(next(iter(p["exact"])), "exact", "decks.0")(p), "exact: 2 cards are drawn"),
    # the battle face down (A1, A2, X0)
    ("attack", move("gold_2", "hands.0", "battle.laid.0"), "seat 0 has laid gold"),
    ("attack", move("feint", "hands.0", "battle.laid.0"), "that lie face down are all that it has laid"),
    ("attack", put("battle.counts.0", 2), "that lie face down are all that it has laid"),
    ("attack", both(put("battle.counts.0", 2), move("vassal", "hands.0", "battle.paid.0")), "and none is paid for"),
    ("attack", both(move("knight_2", "battle.laid.0", "hands.0"), move("feint", "hands.0", "battle.laid.0")), "first"),
    ("attack", both(move("knight_2", "battle.laid.0", "hands.0"), move("vassal", "hands.0", "battle.laid.0")), "X0"),
    ("defence", put("player", 0), "the defender lays after the attacker"),
    ("defence", both(move("knight_1", "battle.laid.1", "hands.1"), move("vassal", "hands.1", "battle.laid.1")), "X0"),
    (
        "attack",
        both(put("battle.counts.0", 0), move("knight_2", "battle.laid.0", "hands.0"), put("player", 1)),
        "at least one card",
    ),
    # paying (A3)
    ("pay", put("player", 1), "the attacker is asked to pay for all of his cards before the defender is"),
    ("pay", move("vassal", "battle.laid.0", "discards.0", 2), "the seat that decides has laid a card that costs gold"),
    ("pay", move("vassal", "battle.laid.1", "discards.1"), "of seat 1 that lie face down are all that it has laid"),
    ("pay", move("vassal", "battle.laid.1", "battle.paid.1"), "and none is paid for"),
    ("pay", move("feint", "decks.0", "battle.laid.0"), "more cards of seat 0 lie there than it has laid"),
    ("pay", move("feint", "battle.laid.0", "decks.0"), "seat 0 has not discarded all that it was asked to pay for"),
    ("pay", move("knight_2", "battle.laid.0", "discards.0"), "a vassal without a knight"),
    ("pay", put("battle.paid.0", {"vassal": 1}), "there are .* of vassal in all"),
    ("pay", put("battle.paid.0", {"feint": 1}), r"battle.paid\[0\].feint is unknown"),
    ("pay", put("battle.vassals", [0, 0]), "battle.vassals is unknown"),
    ("paid", move("gold_2", "discards.0", "decks.0"), "seat 0 has not discarded the gold for what it has paid"),
    ("paid", both(move("gold_2", "discards.0", "decks.0"), move("gold_1", "decks.0", "discards.0")), "the gold for"),
    ("paid", move("knight_3", "decks.0", "hands.0", 2), "seat 0 has 8 cards in hand, at rest, laid and paid"),
    ("paid", both(put("player", 0), move("vassal", "battle.laid.0", "discards.0")), "a card that costs gold"),
    ("answer", put("player", 0), "the seat that decides has laid a card that costs gold"),
    ("answer", put("battle.counts.1", 4), "seat 1 has not discarded all that it was asked to pay for"),
    ("answer", both(move("knight_1", "battle.laid.1", "discards.1", 2), put("battle.counts.1", 1)), "without a knight"),
    ("answer", put("known.1", {"knight_1": 1}), "more is known of the hand of seat 1 than it holds"),
    ("answer", move("knight_1", "battle.laid.1", "resting.1.next_turn"), "nothing has been sent to rest yet"),
    # the end (E1, E2, E3)
    ("over", put("castles.1", 1), "a game is over when one castle has fallen or the cap is reached"),
    ("over", put("castles.0", 0), "a game is over when one castle has fallen"),
    ("over", put("castles", [0, 20]), "falls by a catapult, or because he can do nothing"),
    ("over", put("truncated", True), "a game is truncated after its last turn, unless it has ended before"),
    ("over", put("player", 0), "player: null when the game is over"),
    ("over", move("knight_2", "resting.0.next_turn", "decks.0"), "that of the defender falls by a catapult, or by"),
]


@pytest.mark.parametrize(("phase", "change", "message"), REFUSED)
def test_unreachable_positions_are_refused(phase: str, change: Change, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(reach(phase), change))


def test_a_position_of_the_first_format_is_refused_by_name_alone() -> None:
    """Further differences need not be reported."""
    old = changed(reach("pay"), both(put("format", "two_crowns.position.v1"), put("battle", {"vassals": [0, 0]})))
    with pytest.raises(ValueError, match=r"^format is 'two_crowns.position.v1', but must be 'two_crowns.position.v2'$"):
        Game.from_position(old)


# -- derived conditions --------------------------------------------------------------------------------------


def stuck(**resting: int) -> Position:
    """Return a position of seat 0's turn without a knight or a deck, with these knights at rest."""
    return Scene().hand(0, gold_1=1).hand(1, knight_1=1).deck(0).resting(0, **resting).balanced()


def test_passing_needs_a_knight_at_rest() -> None:
    """E2: otherwise the seat would have lost."""
    assert Game.from_position(stuck(knight_1=1)).legal_actions()
    with pytest.raises(ValueError, match="can do nothing in its turn and has no knight at rest has lost"):
        Game.from_position(stuck())


def test_a_seat_with_knights_at_rest_has_not_lost() -> None:
    """E2: a lack of cards is no loss then."""
    over = both(put("phase", "over"), put("player", None), put("castles", [0, 20]))
    assert Game.from_position(changed(stuck(), over)).is_over
    with pytest.raises(ValueError, match="or because he can do nothing"):
        Game.from_position(changed(stuck(knight_1=1), over))


@pytest.mark.parametrize(("ones", "twos", "enough"), [(3, 0, True), (1, 1, True), (0, 1, False), (0, 2, True)])
def test_gold_for_a_bishop(ones: int, twos: int, enough: bool) -> None:
    """A3: three in gold of 1 and 2, or two cards of 2, one of them overpaid."""
    hand = {"knight_1": 1, "bishop": 1, "vassal": 1}
    game = Scene().hand(0, **hand, gold_2=2).hand(1, knight_1=1).deck(0).play()
    position = game.do("attack").lay("knight_1", "bishop", "vassal").do("done").do("pay", choice="yes").position
    discarded = position["discards"][0]
    change = both(
        move("gold_1", "discards.0", "decks.0", discarded["gold_1"] - ones) if discarded["gold_1"] > ones else both(),
        move("gold_2", "discards.0", "decks.0", discarded["gold_2"] - twos) if discarded["gold_2"] > twos else both(),
    )
    if enough:
        Game.from_position(changed(position, change))
    else:
        with pytest.raises(ValueError, match="has not discarded the gold for what it has paid"):
            Game.from_position(changed(position, change))


def test_all_mistakes_are_named() -> None:
    position = changed(reach("turn"), both(put("castles.0", 30), put("fate_used", None), put("turn", -1)))
    with pytest.raises(ValueError, match=r"turn is -1.*castles\[0\] is 30.*fate_used is None"):
        Game.from_position(position)


@pytest.mark.needs_jit
def test_all_positions_that_games_reach_are_read() -> None:
    """Positions resampled for a seat are included."""
    phases: Counter[str] = Counter()
    for i, game in enumerate(itertools.islice(fighting_games(50), 0, None, 4)):
        phases[game.phase] += 1
        assert Game.from_position(game.position()) == game
        other = game.resample(i % 2, i)
        assert Game.from_position(other.position()) == other
    assert min(phases[phase] for phase in ("turn", "lay", "pay", "keep", "over")) >= 8


@pytest.mark.parametrize("moment", ["turn", "pass", "keep", "attack", "pay"])
def test_the_latest_accepted_turn_leads_to_accepted_ones(moment: str) -> None:
    """E2: a pass takes a turn that leaves no trace, so it must be left for it."""
    position = latest(changed(reach(moment), put("rules.max_turns", None)))
    for seed in range(20):
        game, choose = Game.from_position(position, seed), random.Random(seed)
        for _ in range(12):
            if not game.is_over:
                game.step(choose.choice(game.legal_actions()))
            assert Game.from_position(game.position()) == game


def latest(position: Position) -> Position:
    """Return the position in the latest turn of the same seat that is accepted."""
    accepted = position
    for turn in range(position["turn"], 400, 2):
        try:
            Game.from_position({**position, "turn": turn})
        except ValueError:
            break
        accepted = {**position, "turn": turn}
    return accepted
