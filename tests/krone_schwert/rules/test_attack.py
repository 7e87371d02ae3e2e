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
    """A1: the last seat's first turn is one of the first turns too."""
    scene = Scene().owns(2, HOME, square(5, 5)).owns(1, octagon(4, 4), TARGET, octagon(2, 7)).hand(2, leader_4=1)
    assert not scene.turn(2, round=0).play().can("attack")


def test_attacks_from_the_second_round() -> None:
    """A1: turn 3 of three players is the first with attacks."""
    assert border(leader_4=1).turn(0, round=1).play().can("attack")


def test_the_first_round_begins_with_the_start_player() -> None:
    """A1, S2: seat 2 started, so seat 1 ends the first round; then seat 2 may attack."""
    scene = Scene(start_player="random").started_by(2).owns(2, octagon(2, 7), TARGET).owns(0, square(5, 5), HOME)
    scene.owns(1, octagon(4, 4), octagon(0, 0)).hand(1, leader_4=1).hand(2, leader_4=1)
    assert not scene.turn(1, round=0).play().can("attack")
    assert scene.turn(2, round=1).play().can("attack")


def test_one_attack_per_turn() -> None:
    """A1: regardless of its result, and with points and cards left."""
    game = border(castle=3).play().attack(TARGET, "castle")
    assert game.action_points == 2
    assert not game.can("attack")


def test_another_attack_in_the_next_turn() -> None:
    """A1: the attack is spent for this turn only."""
    game = border(castle=2).play().attack(TARGET, "castle").do("end_turn").do("end_turn").do("end_turn")
    assert game.player == 0
    assert game.can("attack")


def test_what_may_be_attacked() -> None:
    """A2: foreign fields beside own land; no building, no free or own field, no field two steps away."""
    scene = border(leader_4=1).owns(2, square(3, 3)).owns(0, octagon(2, 3)).owns(1, octagon(0, 6))
    scene.castle(1, octagon(3, 2)).small_city(2, square(2, 3))
    assert scene.play().fields("attack") == {TARGET, square(3, 3)}


def test_a_target_may_touch_any_own_field() -> None:
    """A2: a field beside an own building is beside own land."""
    game = Scene().small_city(0, HOME).owns(1, TARGET).hand(0, castle=1).play()
    assert game.fields("attack") == {TARGET}


def test_no_attack_on_a_seat_with_a_papal_visit() -> None:
    """A2, D7: its fields are no targets, the fields of seat 2 are."""
    scene = border(leader_4=1).owns(2, square(3, 3), square(2, 7)).papal_visit(1)
    assert scene.play().fields("attack") == {square(3, 3)}


def test_combat_must_exceed_the_castles() -> None:
    """A3: two are not enough against two castles, three are."""
    assert not border(castles=2, castle=1).play().can("attack")
    assert border(castles=2, leader_3=1).play().can("attack")


def test_cards_are_added_up() -> None:
    """A3: 2 and 1 against two castles."""
    assert border(castles=2, castle=1, incite=1).play().can("attack")


def test_only_the_defenders_castles_count() -> None:
    """A3: not the attacker's, not a third player's."""
    scene = border(castles=0, incite=1).realm(2, castles=3, small_cities=0).realm(0, castles=3, small_cities=0)
    assert TARGET in scene.play().fields("attack")


def test_every_castle_of_the_defender_counts() -> None:
    """A3: wherever they stand, far from the field attacked."""
    scene = border(castle=1).castle(1, octagon(0, 0), square(0, 6))
    assert not scene.play().can("attack")


def test_someone_without_castles_is_attacked_with_any_combat() -> None:
    """A3: one is more than none; an empty hand is not, and cards of combat 0 are not."""
    assert border(incite=1).play().can("attack")
    assert not border().play().can("attack")
    assert not border(ambush=2, truce=1).play().can("attack")


def test_cards_of_combat_0_are_not_laid() -> None:
    """A3, Q6: neither first nor on top."""
    game = border(leader_3=1, ambush=1, truce=1).play().do("attack", field=TARGET)
    assert game.cards("lay") == {"leader_3"}
    assert {action.kind for action in game.do("lay", card="leader_3").legal()} == {"done"}


def test_overpaying() -> None:
    """A3: 4 are enough against three castles, and 2 more may be laid."""
    game = border(castles=3, leader_4=1, castle=1).play().do("attack", field=TARGET).do("lay", card="leader_4")
    assert {action.kind for action in game.legal()} == {"lay", "done"}


def test_declaring_spends_point_and_attack_at_once() -> None:
    """Q6: before a card is laid."""
    position = border(castle=1).play().do("attack", field=TARGET).position
    assert (position["phase"], position["action_points"], position["attack_spent"]) == ("attack_lay", 2, True)


def test_laid_cards_leave_the_hand() -> None:
    """Q6: and lie in the attack."""
    game = border(castle=2).play().do("attack", field=TARGET).do("lay", card="castle")
    assert game.position["attack"] == {"field": TARGET, "cards": {"castle": 1}}
    assert (game.hand(0), game.discard_pile) == ({"castle": 1}, {})


def test_only_a_card_from_which_the_castles_can_be_exceeded() -> None:
    """Q6: against three castles the city comes too late to begin with, the castle does not."""
    game = border(castles=3, leader_3=1, castle=1, city=1).play().do("attack", field=TARGET)
    assert game.cards("lay") == {"leader_3", "castle"}


def test_a_first_card_must_allow_exceeding_the_castles() -> None:
    """Q6, A3: castle and city make 4, so against four castles the leader must come first."""
    game = border(castles=4, leader_3=1, castle=1, city=1).play().do("attack", field=TARGET)
    assert game.cards("lay") == {"leader_3"}


def test_done_once_the_castles_are_exceeded() -> None:
    """Q6: not when they are equalled."""
    game = border(castles=3, leader_3=1, castle=1).play().do("attack", field=TARGET).do("lay", card="leader_3")
    assert not game.can("done")
    assert game.do("lay", card="castle").can("done")


def test_cards_are_laid_in_table_order() -> None:
    """Q6: after the fourth of the table neither those above it; the same again, and those below."""
    game = border(leader_3=1, incite=1, castle=2, city=1).play().do("attack", field=TARGET).do("lay", card="castle")
    assert game.cards("lay") == {"castle", "city"}


def test_a_last_card_is_not_laid_twice() -> None:
    """Q6: the same card only if another is held."""
    game = border(castle=1, incite=1).play().do("attack", field=TARGET).do("lay", card="castle")
    assert game.cards("lay") == set()


def test_the_defender_is_asked_even_without_cards() -> None:
    """A4: the only legal reaction is `none`."""
    game = border(castle=1).play().do("attack", field=TARGET).lay("castle")
    assert (game.player, game.phase, game.position["turn_player"]) == (1, "attack_react", 0)
    assert game.choices("react") == {"none"}


@pytest.mark.parametrize("card", ["ambush", "truce"])
def test_the_defender_answers_with_a_card_in_hand(card: str) -> None:
    """A4, Q6: nothing is always an answer."""
    game = border(castle=1).hand(1, castle=1, **{card: 1}).play().do("attack", field=TARGET).lay("castle")
    assert game.choices("react") == {"none", card}


def test_other_seats_do_not_answer() -> None:
    """A4: the truce of seat 2 and the ambush of the attacker are of no use."""
    game = border(castle=1, ambush=1).hand(2, truce=1).play().do("attack", field=TARGET).lay("castle")
    assert (game.player, game.choices("react")) == (1, {"none"})


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
    """A6: 6 less 4 is not more than two castles, but more than one."""
    assert ambushed(2, "leader_4", "castle").owner(TARGET) == 1
    assert ambushed(1, "leader_4", "castle").owner(TARGET) == 0


def test_an_ambush_takes_the_highest_not_the_first() -> None:
    """A6: 3 are left of 7, not 4, though the leader of 3 stands first in the table."""
    assert ambushed(3, "leader_3", "leader_4").owner(TARGET) == 1
    assert ambushed(2, "leader_3", "leader_4").owner(TARGET) == 0


def test_an_ambush_takes_one_of_two_equal_cards() -> None:
    """A6: the other one still counts."""
    assert ambushed(2, "leader_3", "cathedral").owner(TARGET) == 0


def test_an_ambush_beats_a_single_card() -> None:
    """A6: nothing is not more than no castle."""
    assert ambushed(0, "leader_4").owner(TARGET) == 1


def test_a_failed_attack_costs_all_cards() -> None:
    """A6, A7: those laid and the one ambush are discarded."""
    game = ambushed(2, "leader_4", "castle")
    assert (game.hand(0), game.hand(1)) == ({}, {"ambush": 1})
    assert game.discard_pile == {"leader_4": 1, "castle": 1, "ambush": 1}


def test_a_capture_against_an_ambush_costs_all_cards() -> None:
    """A7: the cancelled card is discarded, too."""
    assert ambushed(1, "leader_4", "castle").discard_pile == {"leader_4": 1, "castle": 1, "ambush": 1}


def test_a_capture_exchanges_the_marker() -> None:
    """A7: the defender's marker returns, the attacker uses one; only cards laid are discarded."""
    game = border(castles=1, castle=1, city=1).hand(1, ambush=1).play()
    assert game.view(0)["markers"] == [27, 25, 26]
    game.attack(TARGET, "castle")
    assert (game.owner(TARGET), game.view(0)["markers"]) == (0, [26, 26, 26])
    assert (game.hand(0), game.hand(1), game.discard_pile) == ({"city": 1}, {"ambush": 1}, {"castle": 1})


def test_a_capture_scores_nothing() -> None:
    """A7: land alone is worth points at the end only."""
    assert border(castle=1).play().attack(TARGET, "castle").scores == [0, 0, 0]


def test_the_turn_continues_after_an_attack() -> None:
    """Q8: with two points left, from the new land."""
    game = border(castle=2).play().attack(TARGET, "castle").do("expand", card="castle")
    assert square(3, 4) in game.fields("claim")


def test_the_king_may_be_attacked() -> None:
    """A2, A3: the crown is no protection."""
    scene = Scene().king(1, castles=1).owns(0, HOME).owns(1, TARGET).hand(0, castle=1)
    assert scene.play().fields("attack") == {TARGET}
