"""Chapter 5: drawing, events, incite and papal visits; with Q9."""

from tests.krone_schwert.play import Play
from tests.krone_schwert.scenes import Scene, octagon


def draw_events(scene: Scene) -> Play:
    """Draw from a pile that holds only events: all are carried out, then the discard pile is shuffled.

    Chance may bring one of them again at once. So this is the first game in which it does not, with an empty discard
    pile.
    """
    games = (scene.play(seed).do("draw") for seed in range(50))
    return next(game for game in games if not game.discard_pile)


def test_a_draw_takes_a_card_for_one_point(scene: Scene) -> None:
    """D1: from the draw pile into the hand."""
    game = scene.draw_pile(city=2).hand(0, city=1).play().do("draw")
    assert (game.hand(0), game.draw_pile, game.action_points) == ({"city": 2}, {"city": 1}, 2)


def test_events_chain_until_a_card_comes(scene: Scene) -> None:
    """D1, D4, D5, Q9: seven events for one point and one decision, each carried out; then a card for the hand."""
    scene.king(2).realm(0, castles=0, small_cities=2)
    game = draw_events(scene.draw_pile(unrest=5, city_scoring=2))
    assert (game.player, game.phase, game.action_points, sum(game.hand(0).values())) == (0, "action", 2, 1)
    assert (game.scores, game.open_swords + game.crowns_aside) == ([4, 0, 0], 10)


def test_a_replacement_is_part_of_the_draw(scene: Scene) -> None:
    """D1: with the last point too; the hand grows by one card and the turn passes."""
    game = scene.draw_pile(unrest=5, city_scoring=2).action_points(1).play().do("draw")
    assert (sum(game.hand(0).values()), game.player) == (1, 1)


def test_events_do_nothing_without_a_king(scene: Scene) -> None:
    """D2: they are discarded and replaced; no city scores, no people card is turned up."""
    scene.realm(0, castles=0, small_cities=2).realm(1, castles=0, small_cities=1)
    game = scene.draw_pile(unrest=5, city_scoring=2).play().do("draw")
    assert (game.scores, game.face_down) == ([0, 0, 0], {"crown": 11, "sword": 11})
    assert sum(game.hand(0).values()) == 1


def test_an_empty_draw_pile_is_made_of_the_discard_pile(scene: Scene) -> None:
    """D3: at the draw that needs a card."""
    game = scene.draw_pile().discard_pile(castle=1, unrest=5, city_scoring=2).rest_held_by(2).play().do("draw")
    assert game.hand(0) == {"castle": 1}


def test_the_discard_pile_stays_until_a_card_is_needed(scene: Scene) -> None:
    """D3: taking the last card of the draw pile shuffles nothing."""
    game = scene.draw_pile(castle=1).discard_pile(city=1, unrest=5, city_scoring=2).rest_held_by(2).play().do("draw")
    assert (game.hand(0), game.draw_pile) == ({"castle": 1}, {})
    assert game.discard_pile == {"city": 1, "unrest": 5, "city_scoring": 2}


def test_the_event_just_carried_out_is_shuffled_in(scene: Scene) -> None:
    """D3: within a chain; all five cards of unrest lie in the new draw pile."""
    assert draw_events(scene.king(2).draw_pile(unrest=1)).draw_pile["unrest"] == 5


def test_no_draw_from_piles_of_events(scene: Scene) -> None:
    """D3: both piles together hold no action card, so a chain would not end."""
    game = scene.draw_pile(unrest=5).discard_pile(city_scoring=2).rest_held_by(2).play()
    assert not game.can("draw")


def test_one_card_below_all_events_is_enough(scene: Scene) -> None:
    """D3: it lies in the discard pile and is drawn in the end."""
    game = scene.draw_pile(unrest=5).discard_pile(city_scoring=2, truce=1).rest_held_by(2).play().do("draw")
    assert game.hand(0) == {"truce": 1}


def test_the_game_end_among_events_can_be_drawn(scene: Scene) -> None:
    """D3, E2: no action card is left, but the chain ends with the game."""
    scene.king(1).scores(0, 15, 0).announced(1, 15).end_begun(before=7)
    game = scene.draw_pile(unrest=5, city_scoring=2, game_end=1).rest_held_by(2).play().do("draw")
    assert game.game.is_over


def test_city_scoring(scene: Scene) -> None:
    """D4: 1 for each city of all but the king; a large one counts once, castles and cathedrals not at all."""
    scene.king(2, castles=3, small_cities=2).realm(0, castles=2, small_cities=1)
    scene.realm(1, castles=0, small_cities=1, large_cities=1, cathedrals=1).draw_pile(city_scoring=1)
    assert draw_events(scene).scores == [1, 3, 0]


def test_city_scoring_drawn_by_the_king(scene: Scene) -> None:
    """D4: the king gets nothing, the others score."""
    scene.king(0, small_cities=2).realm(1, castles=0).draw_pile(city_scoring=1)
    assert draw_events(scene).scores == [0, 1, 0]


def test_unrest_turns_up_two_people_cards(scene: Scene) -> None:
    """D5: swords lie open, and nobody is revolted against."""
    game = draw_events(scene.king(2).people(crowns=0, swords=9).draw_pile(unrest=1))
    assert (game.open_swords, game.king) == (4, 2)


def test_unrest_with_one_card_face_down(scene: Scene) -> None:
    """D5, C7: the last one is turned up, and no more."""
    game = scene.king(2).people(crowns=1, swords=0).draw_pile(unrest=1).play().do("draw")
    assert (game.open_swords, game.crowns_aside, game.face_down) == (11, 11, {"crown": 0, "sword": 0})


def test_incite_turns_up_three(scene: Scene) -> None:
    """D6, D2: also without a king, for one point and the card."""
    game = scene.people(crowns=0, swords=11).hand(0, incite=2).play().do("incite")
    assert (game.open_swords, game.action_points) == (3, 2)
    assert (game.hand(0), game.discard_pile) == ({"incite": 1}, {"incite": 1})


def test_incite_with_no_people_card_face_down(scene: Scene) -> None:
    """D6: still legal, and still costs the card and a point."""
    game = scene.people(crowns=0, swords=0).hand(0, incite=1).play().do("incite")
    assert (game.open_swords, game.action_points, game.discard_pile) == (11, 2, {"incite": 1})


def test_the_king_may_incite(scene: Scene) -> None:
    """D6: it is nobody's weapon alone."""
    assert scene.king(0).hand(0, incite=1).play().can("incite")


def neighbours_at_war() -> Scene:
    """Seats 0 and 1 have a field each beside the other, and cards to attack."""
    scene = Scene().owns(0, octagon(3, 3), octagon(3, 2)).owns(1, octagon(3, 4), octagon(4, 4))
    return scene.hand(0, castle=1).hand(1, castle=1)


def test_a_papal_visit_lies_open(scene: Scene) -> None:
    """D7: for one point; in no pile while it lies there."""
    game = scene.hand(0, papal_visit=1).play().do("papal_visit")
    assert (game.position["papal_visit"], game.action_points) == ([True, False, False], 2)
    assert (game.hand(0), game.discard_pile, game.draw_pile["papal_visit"]) == ({}, {}, 2)


def test_a_papal_visit_forbids_attacks_on_its_owner() -> None:
    """D7, A2: in the next player's turn."""
    game = neighbours_at_war().hand(0, papal_visit=1).play().do("papal_visit").do("end_turn")
    assert game.player == 1
    assert not game.can("attack")


def test_without_a_papal_visit_the_attack_is_legal() -> None:
    """D7, A2: the same turn, with the visit still in hand."""
    game = neighbours_at_war().hand(0, papal_visit=1).play().do("end_turn")
    assert game.fields("attack") == {octagon(3, 3)}


def test_a_papal_visit_does_not_bind_its_owner() -> None:
    """D7: he may attack, and lead a revolt."""
    game = neighbours_at_war().king(2).realm(0).papal_visit(0).action_points(2).play()
    assert octagon(3, 4) in game.fields("attack")
    assert game.can("revolt")


def test_a_papal_visit_protects_the_king(scene: Scene) -> None:
    """D7, R1: no revolt while it lies there."""
    assert not scene.king(1).realm(0).papal_visit(1).play().can("revolt")


def test_a_papal_visit_of_another_protects_no_king(scene: Scene) -> None:
    """D7, R1: only the king's own."""
    assert scene.king(1).realm(0).papal_visit(2).play().can("revolt")


def crowned_meanwhile() -> Scene:
    """Seat 0 can overthrow seat 1 whatever is laid: eleven swords are open."""
    return Scene().king(1).realm(0).hand(0, papal_visit=1).people(crowns=11, swords=0)


def test_a_papal_visit_protects_a_king_crowned_meanwhile() -> None:
    """D7: it was played before he was king."""
    game = crowned_meanwhile().play().do("papal_visit").revolt({2: "crown"})
    assert game.king == 0
    assert not game.do("end_turn").can("revolt")


def test_a_king_crowned_without_a_papal_visit_may_be_overthrown() -> None:
    """D7, R1: by the former king, in the next turn."""
    game = crowned_meanwhile().play().revolt({2: "crown"}).do("end_turn")
    assert (game.player, game.can("revolt")) == (1, True)


def test_one_papal_visit_at_a_time(scene: Scene) -> None:
    """D7: the second stays in hand while the first lies open."""
    game = scene.hand(0, papal_visit=2).play().do("papal_visit")
    assert not game.can("papal_visit")


def test_two_players_may_have_a_papal_visit(scene: Scene) -> None:
    """D7: another's visit is no hindrance."""
    game = scene.papal_visit(1).hand(0, papal_visit=1).play().do("papal_visit")
    assert game.position["papal_visit"] == [True, True, False]


def test_a_papal_visit_lasts_until_ones_next_turn(scene: Scene) -> None:
    """D7, T2: through the turns of all others; then it is discarded and a second may follow."""
    game = scene.hand(0, papal_visit=2).play().do("papal_visit").do("end_turn").do("end_turn")
    assert (game.player, game.position["papal_visit"][0]) == (2, True)
    game.do("end_turn")
    assert (game.position["papal_visit"][0], game.discard_pile) == (False, {"papal_visit": 1})
    assert game.can("papal_visit")
