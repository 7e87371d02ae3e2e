"""Chapter 7: attacks; with Q6 and Q8."""

import pytest

from tests.krone_schwert.play import Play
from tests.krone_schwert.scenes import Scene, octagon, square

HOME, TARGET = octagon(3, 3), octagon(3, 4)


def border(castles: int = 0, **hand: int) -> Scene:
    """Seat 0 has HOME and these cards; seat 1 has TARGET beside it, a field behind, and `castles` castles."""
    scene = Scene().owns(0, HOME).owns(1, TARGET, octagon(4, 4))
    return scene.realm(1, castles=castles, small_cities=0).hand(0, **hand)


def test_no_attack_in_the_first_round() -> None:
    """A1, S2."""
    # A1: no attack in the first round; the last seat's first turn is one of the first turns too
    scene = Scene().owns(2, HOME, square(5, 5)).owns(1, octagon(4, 4), TARGET, octagon(2, 7)).hand(2, leader_4=1)
    assert not scene.turn(2, round=0).play().can("attack")
    # A1: attacks from the second round; turn 3 of three players is the first with attacks
    assert border(leader_4=1).turn(0, round=1).play().can("attack")
    # A1, S2: the first round begins with the start player; seat 2 started, so seat 1 ends the first round; then
    # seat 2 may attack
    scene = Scene(start_player="random").started_by(2).owns(2, octagon(2, 7), TARGET).owns(0, square(5, 5), HOME)
    scene.owns(1, octagon(4, 4), octagon(0, 0)).hand(1, leader_4=1).hand(2, leader_4=1)
    assert not scene.turn(1, round=0).play().can("attack")
    assert scene.turn(2, round=1).play().can("attack")


def test_one_attack_per_turn() -> None:
    """A1."""
    # A1: one attack per turn; regardless of its result, and with points and cards left
    game = border(castle=3).play().attack(TARGET, "castle")
    assert game.action_points == 2
    assert not game.can("attack")


def test_what_may_be_attacked() -> None:
    """A2, D7, A3."""
    # A2: what may be attacked; foreign fields beside own land; no building, no free or own field, no field two
    # steps away
    scene = border(leader_4=1).owns(2, square(3, 3)).owns(0, octagon(2, 3)).owns(1, octagon(0, 6))
    scene.castle(1, octagon(3, 2)).small_city(2, square(2, 3))
    assert scene.play().fields("attack") == {TARGET, square(3, 3)}
    # A2, D7: no attack on a seat with a papal visit; its fields are no targets, the fields of seat 2 are
    scene = border(leader_4=1).owns(2, square(3, 3), square(2, 7)).papal_visit(1)
    assert scene.play().fields("attack") == {square(3, 3)}
    # A2, A3: the king may be attacked; the crown is no protection
    scene = Scene().king(1, castles=1).owns(0, HOME).owns(1, TARGET).hand(0, castle=1)
    assert scene.play().fields("attack") == {TARGET}


def test_combat_must_exceed_the_castles() -> None:
    """A3."""
    # A3: combat must exceed the castles; two are not enough against two castles, three are
    assert not border(castles=2, castle=1).play().can("attack")
    assert border(castles=2, leader_3=1).play().can("attack")
    # A3: every castle of the defender counts; wherever they stand, far from the field attacked
    scene = border(castle=1).castle(1, octagon(0, 0), square(0, 6))
    assert not scene.play().can("attack")
    # A3: someone without castles is attacked with any combat; one is more than none; an empty hand is not, and
    # cards of combat 0 are not
    assert border(incite=1).play().can("attack")
    assert not border().play().can("attack")
    assert not border(ambush=2, truce=1).play().can("attack")


def test_which_cards_may_be_laid() -> None:
    """A3, Q6."""
    # A3, Q6: cards of combat 0 are not laid; neither first nor on top
    game = border(leader_3=1, ambush=1, truce=1).play().do("attack", field=TARGET)
    assert game.cards("lay") == {"leader_3"}
    assert {action.kind for action in game.do("lay", card="leader_3").legal()} == {"done"}
    # Q6: only a card from which the castles can be exceeded; against three castles the city comes too late to
    # begin with, the castle does not
    game = border(castles=3, leader_3=1, castle=1, city=1).play().do("attack", field=TARGET)
    assert game.cards("lay") == {"leader_3", "castle"}
    # Q6: done once the castles are exceeded; not when they are equalled
    game = border(castles=3, leader_3=1, castle=1).play().do("attack", field=TARGET).do("lay", card="leader_3")
    assert not game.can("done")
    assert game.do("lay", card="castle").can("done")
    # Q6: cards are laid in table order; after the fourth of the table neither those above it; the same again,
    # and those below
    game = border(leader_3=1, incite=1, castle=2, city=1).play().do("attack", field=TARGET).do("lay", card="castle")
    assert game.cards("lay") == {"castle", "city"}


def test_what_an_attack_spends() -> None:
    """Q6."""
    # Q6: declaring spends point and attack at once; before a card is laid
    position = border(castle=1).play().do("attack", field=TARGET).position
    assert (position["phase"], position["action_points"], position["attack_spent"]) == ("attack_lay", 2, True)
    # Q6: laid cards leave the hand; and lie in the attack
    game = border(castle=2).play().do("attack", field=TARGET).do("lay", card="castle")
    assert game.position["attack"] == {"field": TARGET, "cards": {"castle": 1}}
    assert (game.hand(0), game.discard_pile) == ({"castle": 1}, {})


def test_only_the_defender_is_asked() -> None:
    """A4."""
    # A4: the defender is asked even without cards; the only legal reaction is `none`
    game = border(castle=1).play().do("attack", field=TARGET).lay("castle")
    assert (game.player, game.phase, game.position["turn_player"]) == (1, "attack_react", 0)
    assert game.choices("react") == {"none"}


@pytest.mark.parametrize("card", ["ambush", "truce"])
def test_the_defender_answers_with_a_card_in_hand(card: str) -> None:
    """A4, Q6: nothing is always an answer."""
    game = border(castle=1).hand(1, castle=1, **{card: 1}).play().do("attack", field=TARGET).lay("castle")
    assert game.choices("react") == {"none", card}


def ambushed(castles: int, *cards: str) -> Play:
    """Play an attack with these cards, answered by one of two ambushes."""
    scene = border(castles, **{card: cards.count(card) for card in cards}).hand(1, ambush=2)
    return scene.play().attack(TARGET, *cards, react="ambush")


def test_a_truce_calls_the_attack_off() -> None:
    """A5: the marker stays, the cards go back, the truce is discarded, point and attack are spent."""
    game = border(leader_4=1, castle=2).hand(1, truce=2).play().attack(TARGET, "leader_4", "castle", react="truce")
    assert (game.owner(TARGET), game.hand(0), game.hand(1)) == (1, {"leader_4": 1, "castle": 2}, {"truce": 1})
    assert (game.discard_pile, game.position["attack"]) == ({"truce": 1}, None)
    assert (game.player, game.phase, game.action_points, game.can("attack")) == (0, "action", 2, False)


def test_an_ambush_takes_the_highest_card() -> None:
    """A6."""
    # A6: an ambush takes the highest card; 6 less 4 is not more than two castles, but more than one
    assert ambushed(2, "leader_4", "castle").owner(TARGET) == 1
    assert ambushed(1, "leader_4", "castle").owner(TARGET) == 0
    # A6: an ambush takes the highest not the first; 3 are left of 7, not 4, though the leader of 3 stands first
    # in the table
    assert ambushed(3, "leader_3", "leader_4").owner(TARGET) == 1
    assert ambushed(2, "leader_3", "leader_4").owner(TARGET) == 0


def test_an_ambushed_attack_costs_all_cards() -> None:
    """A6, A7."""
    # A6, A7: a failed attack costs all cards; those laid and the one ambush are discarded
    game = ambushed(2, "leader_4", "castle")
    assert (game.hand(0), game.hand(1)) == ({}, {"ambush": 1})
    assert game.discard_pile == {"leader_4": 1, "castle": 1, "ambush": 1}


def test_a_capture() -> None:
    """A7, Q8."""
    # A7: a capture exchanges the marker; the defender's marker returns, the attacker uses one; only cards laid
    # are discarded
    game = border(castles=1, castle=1, city=1).hand(1, ambush=1).play()
    assert game.view(0)["markers"] == [27, 25, 26]
    game.attack(TARGET, "castle")
    assert (game.owner(TARGET), game.view(0)["markers"]) == (0, [26, 26, 26])
    assert (game.hand(0), game.hand(1), game.discard_pile) == ({"city": 1}, {"ambush": 1}, {"castle": 1})
    # Q8: the turn continues after an attack; with two points left, from the new land
    game = border(castle=2).play().attack(TARGET, "castle").do("expand", card="castle")
    assert square(3, 4) in game.fields("claim")
