"""Text drawings and the commentary, for spectators and for seats."""

import random
from typing import Any

import pytest

from kschwert_env.two_crowns import Action, Game, Rules
from tests.two_crowns.scenes import Play, Scene


def battle() -> Play:
    scene = Scene().castles(20, 14).hand(0, knight_2=1, vassal=1, gold_2=1).hand(1, knight_1=1, feint=1)
    return scene.known(1, knight_1=1).deck(1, gold_1=2).play().do("attack").lay("knight_2", "vassal")


def drawn(game: Play, viewer: int | None = None, last: Action | None = None) -> str:
    return game.game.rules.draw_text(game.position, viewer, last)


def test_a_spectator_sees_everything() -> None:
    game = battle().do("lay", card="knight_1")
    assert drawn(game, last=Action("lay", card="knight_1")) == (
        "Now      turn 11 of seat 0; seat 1 decides (lay)\n"
        "Last     lay(card=knight_1)\n"
        "Attack   seat 0 laid 2 cards face down: knight 2, vassal\n"
        "Defence  seat 1 laid 1 card face down: knight 1\n"
        "\n"
        "Seat 0   castle 20, attacker\n"
        "hand     1: gold 2\n"
        "deck     41: knight 1 x3, knight 2 x9, knight 3 x8, gold 1 x4, gold 2 x2, catapult x2, bishop x3,\n"
        "         feint x6, vassal x4\n"
        "discards 9: knight 1 x9\n"
        "\n"
        "Seat 1   castle 14\n"
        "hand     1: feint\n"
        "deck     2: gold 1 x2\n"
        "discards 49: knight 1 x11, knight 2 x10, knight 3 x8, gold 1 x2, gold 2 x3, catapult x2, bishop x3,\n"
        "         feint x5, vassal x5\n"
    )


def test_a_seat_sees_its_own_information() -> None:
    """P1: the drawing is equal in all worlds that the seat can't distinguish."""
    game = battle().do("lay", card="knight_1")
    last = Action("lay", card="knight_1")
    for viewer in (0, 1):
        text = drawn(game, viewer, last)
        for seed in range(20):
            assert drawn(Play(game.game.resample(viewer, seed)), viewer, last) == text
    assert "Last     lay()\n" in drawn(game, 0, last)
    assert "Defence  seat 1 laid 1 card face down\n" in drawn(game, 0)
    assert "hand     1, known: knight 1\ndeck     2\n" in drawn(game, 0)
    assert "laid 1 card face down: knight 1" in drawn(game, 1, last)


def test_drawings_of_complete_games_depend_on_the_viewers_information() -> None:
    """P1: checked at every decision, including the last action."""
    game, choose = Game(Rules(die_of_fate=True), 4), random.Random(4)
    while not game.is_over:
        actor, action = game.player, choose.choice(game.legal_actions())
        game.step(action)
        last = game.rules.actions.decode(action)
        for viewer in (0, 1):
            first, second = (game.resample(viewer, seed).position() for seed in (1, 2))
            secret = viewer != actor and last.kind in ("lay", "keep")
            text = game.rules.draw_text(first, viewer, last)
            assert text == game.rules.draw_text(second, viewer, last)
            assert (f"Last     {last}\n" in text) != secret


def test_the_drawing_seat_chooses() -> None:
    game = Scene().hand(0, knight_1=1, gold_1=1).deck(0, feint=1, vassal=1).hand(1, knight_1=1).play()
    game.do("exact", card="gold_1")
    assert "Drawn    feint, vassal, of which seat 0 keeps one\n" in drawn(game, 0)
    assert "Drawn    two cards, of which seat 0 keeps one\n" in drawn(game, 1)


def test_a_question_is_drawn() -> None:
    """A3: with the open cards, and the cards paid for."""
    game = battle().do("lay", card="feint").do("done")
    assert "Attack   seat 0 laid 2 cards, of which lie open: knight 2, vassal\n" in drawn(game, 1)
    assert "Defence  seat 1 laid 1 card face down\n" in drawn(game, 0)
    assert "Asked    seat 0: 2 gold for the vassal\n" in drawn(game, 1)
    scene = Scene().hand(0, knight_1=1, vassal=2, gold_2=1).hand(1, knight_1=1)
    game = scene.play().do("attack").lay("knight_1", "vassal", "vassal").do("done").do("pay", choice="yes")
    assert "Attack   seat 0 laid 3 cards, of which lie open: knight 1, vassal; paid for: vassal\n" in drawn(game, 1)
    assert "Fate     not rolled yet\n" in drawn(Scene(die_of_fate=True).hand(0, knight_1=1).play())


# -- the commentary -------------------------------------------------------------------------------------------


def commentary(game: Play, kind: str, **arguments: Any) -> list[str]:
    rules, before = game.game.rules, game.position
    action = rules.actions.decode(rules.actions.encode(kind, **arguments))
    game.do(kind, **arguments)
    return rules.tell(before, action, game.position)


def test_commentary_of_a_battle() -> None:
    """A3 to A5: no card acts before the last answer; then each card has a line."""
    game = battle()
    assert commentary(game, "lay", card="feint") == ["Seat 1 lays feint."]
    assert commentary(game, "done") == ["Seat 1 defends with feint."]
    assert commentary(game, "pay", choice="yes") == [
        "Seat 0 pays for the vassal.",
        "Seat 1's feint sends knight 2 to rest.",
        "Seat 0's vassal doubles the points of the knights.",
        "Seat 0 discards gold 2, vassal.",
        "Seat 1 discards feint.",
        "A tie goes to the defender: seat 1 holds the castle.",
    ]
    assert commentary(game, "attack") == ["Seat 1 attacks seat 0."]
    assert commentary(game, "lay", card="knight_1") == ["Seat 1 lays knight 1."]
    assert commentary(game, "done") == ["Seat 1 attacks with knight 1."]
    assert commentary(game, "done") == [
        "Seat 0 defends with nothing.",
        "Seat 1 wins the battle by 1: seat 0's castle is at 19.",
        "Back from rest to seat 0: knight 2.",
    ]


def test_commentary_of_answers() -> None:
    """A3: before the last answer only discards are described."""
    scene = Scene().hand(0, knight_1=1, vassal=2, gold_2=1).hand(1, knight_2=1, vassal=1)
    game = scene.play().do("attack").lay("knight_1", "vassal", "vassal").lay("knight_2", "vassal")
    assert commentary(game, "pay", choice="yes") == ["Seat 0 pays for the vassal.", "Seat 0 discards gold 2."]
    assert commentary(game, "pay", choice="no") == ["Seat 0 does not pay for the vassal.", "Seat 0 discards vassal."]
    assert commentary(game, "pay", choice="no") == [
        "Seat 1 does not pay for the vassal.",
        "Seat 0's vassal doubles the points of the knights.",
        "Seat 0 discards knight 1, vassal.",
        "Seat 1 discards vassal.",
        "A tie goes to the defender: seat 1 holds the castle.",
    ]


def test_commentary_of_special_cards() -> None:
    """X1 to X3: the effect of each card; after a castle has fallen no card acts (E1)."""
    scene = Scene().castles(20, 8).hand(0, knight_1=1, bishop=1, feint=1, gold_2=2).hand(1, knight_3=1, knight_2=2)
    game = scene.play().do("attack").lay("knight_1", "bishop", "feint").lay("knight_3", "knight_2", "knight_2")
    assert commentary(game, "pay", choice="yes")[1:3] == [
        "Seat 0's bishop brings over knight 3 from seat 1.",
        "Seat 0's feint sends knight 2 to rest.",
    ]
    game = scene.play().do("attack").lay("knight_1", "bishop", "feint").lay()
    assert commentary(game, "pay", choice="yes")[1:3] == [
        "Seat 0's bishop finds no knight.",
        "Seat 0's feint does nothing: seat 1 has laid fewer cards.",
    ]
    scene = Scene().castles(20, 8).hand(0, knight_1=1, catapult=1, feint=1, gold_2=2).hand(1, knight_3=1)
    game = scene.play().do("attack").lay("knight_1", "catapult", "feint").lay("knight_3")
    assert commentary(game, "pay", choice="yes") == [
        "Seat 0 pays for the catapult.",
        "Seat 0's catapult takes 10 points off seat 1's castle.",
        "Seat 0 discards knight 1, gold 2 x2, catapult, feint.",
        "Seat 1 discards knight 3.",
        "The battle is not fought to its end.",
        "The game is over: a castle has fallen. Castles: 20 and -2.",
        "Seat 0 wins.",
    ]


def test_commentary_of_a_pass() -> None:
    """E2."""
    scene = Scene().hand(0, gold_1=1).deck(0).resting(0, knight_1=1).hand(1, knight_1=1)
    assert commentary(scene.play(), "pass") == [
        "Seat 0 can do nothing, and waits for the knights at rest.",
        "Back from rest to seat 0: knight 1.",
    ]


def test_commentary_of_recruiting_and_the_die() -> None:
    scene = Scene(die_of_fate=True, max_turns=11).hand(0, knight_1=1, gold_1=1).deck(0, feint=2).hand(1, knight_1=1)
    assert commentary(scene.play(), "recruit") == [
        "Seat 0 recruits feint x2.",
        "The game is over: the cap of 11 turns is reached. Castles: 20 and 20.",
        "Nobody wins.",
    ]
    assert commentary(scene.play(), "exact", card="gold_1") == ["Seat 0 discards gold 1 and draws feint x2."]
    game = scene.play().do("exact", card="gold_1")
    assert commentary(game, "keep", card="feint")[0] == "Seat 0 keeps feint and discards feint."
    assert commentary(scene.play(), "roll_fate")[0].startswith(
        "Seat 0 rolls the die of fate: the castle was at 20 and is at "
    )


@pytest.mark.parametrize("cards", [{"gold_1": 1}, {}])
def test_commentary_of_a_loss_without_cards(cards: dict[str, int]) -> None:
    """E2."""
    game = Scene().hand(0, knight_1=1).hand(1, **cards).deck(1).play()
    assert commentary(game, "recruit")[-2:] == [
        "The game is over: seat 1 can do nothing. Castles: 20 and 0.",
        "Seat 0 wins.",
    ]
