"""Chapter 8: the end of the game, scores and returns."""

from typing import Any

import pytest

from kschwert_env.two_crowns import Game, Rules
from tests.two_crowns.scenes import Play, Scene


def attack(castle: int, knights: int, **options: Any) -> Play:
    """Attack an undefended castle with this number of knights of 3."""
    return (
        Scene(**options)
        .castles(20, castle)
        .hand(0, knight_3=4)
        .hand(1, knight_1=1)
        .play()
        .battle(["knight_3"] * knights)
    )


def test_a_castle_at_0_is_lost() -> None:
    """E1."""
    # E1: a castle at 0 is lost; exactly 0; with one more point the game continues
    game = attack(6, 2)
    assert (game.phase, game.player, game.castles, game.game.returns.tolist()) == ("over", None, [20, 0], [1, -1])
    assert attack(7, 2).phase == "turn"


def test_the_end_of_a_battle_in_which_a_castle_falls() -> None:
    """E1, T2."""
    # E1: a catapult ends the game at once; the rest of the battle, in which the attacker would fall, is not
    # fought, and all cards are discarded
    scene = Scene().castles(10, 10).hand(0, knight_1=1, catapult=1, gold_2=2)
    scene.hand(1, knight_3=1, catapult=1, feint=1, gold_2=2)
    game = scene.play().battle(["knight_1", "catapult"], ["knight_3", "catapult", "feint"], pay=["yes", "yes"])
    assert (game.phase, game.castles) == ("over", [10, 0]), "the attacker's catapult comes first"
    assert (game.position["battle"], game.hand(0), game.hand(1)) == (None, {}, {})
    assert (game.resting(0, "next_turn"), game.discards(1)["gold_2"]) == ({}, 2)
    assert game.all_cards().total() == 106
    # E1: an attacker may fall by a catapult; before the points are compared
    scene = Scene().castles(9, 1).hand(0, knight_3=1).hand(1, knight_1=1, catapult=1, gold_1=4)
    game = scene.play().battle(["knight_3"], ["knight_1", "catapult"], pay=["yes"])
    assert (game.castles, game.game.returns.tolist()) == ([-1, 1], [-1, 1])


def test_a_seat_that_can_do_nothing_loses() -> None:
    """E2, R2, A1, F1."""
    # E2: a seat that can do nothing loses; seat 1 has no knight, also at rest, and no deck when its turn
    # begins; its higher castle does not help
    game = Scene().castles(1, 20).hand(0, knight_1=1).hand(1, gold_1=1, feint=2).deck(1).play().do("recruit")
    assert (game.phase, game.castles, game.position["turn_player"]) == ("over", [1, 0], 1)
    assert game.game.returns.tolist() == [1, -1]
    # E2: one knight at rest is enough; the game continues by passing; a castle is lost only without a knight
    scene = Scene().hand(0, knight_2=1, feint=1).hand(1, knight_1=1, knight_3=1).deck(1)
    game = scene.play().battle(["knight_2", "feint"], ["knight_1", "knight_3"])
    assert (game.phase, game.castles, game.kinds()) == ("turn", [20, 19], {"pass"})
    # E2, F1: the die of fate does not prevent a loss; the loss comes before the die is offered
    scene = Scene(die_of_fate=True).hand(0, knight_1=1).hand(1, gold_1=1).deck(1)
    assert scene.play().do("recruit").phase == "over"


@pytest.mark.parametrize(("castles", "returns"), [((5, 4), [1, -1]), ((4, 5), [-1, 1]), ((5, 5), [0, 0])])
def test_a_cap_on_turns_truncates(castles: tuple[int, int], returns: list[int]) -> None:
    """E3: after turn 11 of 11 the higher castle wins, and equal ones share the win."""
    scene = Scene(max_turns=11).castles(*castles).hand(0, knight_1=1).hand(1, knight_1=1).resting(0, knight_2=1)
    game = scene.play().do("recruit")
    assert (game.phase, game.game.is_truncated, game.position["turn"]) == ("over", True, 10)
    assert (game.castles, game.game.returns.tolist()) == (list(castles), returns)
    assert (game.hand(0)["knight_2"] >= 1, game.resting(0)) == (True, {}), "the last turn has ended"


def test_the_cap_and_other_ends() -> None:
    """E3, E1, E2."""
    # E3: no truncation a turn earlier; or without a cap
    for cap in (12, None):
        assert Scene(max_turns=cap).hand(0, knight_1=1).hand(1, knight_1=1).play().do("recruit").phase == "turn"
    # E2, E3: the cap applies before a loss without cards; that turn does not begin any more
    game = Scene(max_turns=11).hand(0, knight_1=1).hand(1, gold_1=1).deck(1).play().do("recruit")
    assert (game.game.is_truncated, game.castles, game.game.returns.tolist()) == (True, [20, 20], [0, 0])


@pytest.mark.parametrize(("reward", "returns"), [("win", [1, -1]), ("placement", [1, -1]), ("score", [1, -1])])
def test_rewards(reward: Any, returns: list[float]) -> None:
    """E1: by castles, 20 to 0."""
    assert attack(6, 2, reward=reward).game.returns.tolist() == returns


def test_scores_are_castles() -> None:
    """E3, E1: also during the game."""
    assert attack(9, 2).game.scores.tolist() == [20, 3]
    assert attack(9, 2, reward="score").game.returns.tolist() == [0, 0]
    assert attack(1, 4, reward="score").game.returns.tolist() == pytest.approx([1.55, -1.55])


@pytest.mark.parametrize(
    ("option", "value"), [("max_turns", 0), ("max_turns", 1.5), ("reward", "gold"), ("die_of_fate", 1)]
)
def test_wrong_options_are_named(option: str, value: object) -> None:
    """E3, F1: with the value, and what would be right."""
    with pytest.raises(ValueError, match=f"{option} must be .*, not {value!r}"):
        Rules(**{option: value})  # type: ignore[arg-type]


def test_every_game_ends() -> None:
    """E2: without a cap too, since all but passes use up cards or castles: random games stay far below the bound."""
    game = Game(Rules(max_turns=None), 1)
    for _ in range(5000):
        if not game.is_over:
            game.step(game.legal_actions()[-1])
    assert game.is_over
