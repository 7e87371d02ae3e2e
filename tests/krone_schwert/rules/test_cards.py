"""Chapter 5: drawing, events, incite and papal visits; with Q9."""

import pytest

from kschwert_env.engine.contract.actions import Action
from tests.krone_schwert.scenes import Scene, octagon


def replacement(points: int = 2, **draw_pile: int) -> Scene:
    """Seat 0 is asked for a replacement; `draw_pile` is the draw pile, all other cards are discarded."""
    return Scene().redraw(points).draw_pile(**draw_pile)


def test_a_draw() -> None:
    """D1, Q9."""
    # D1, Q9: a draw takes a card for one point; from the draw pile into the hand; it was no event, so nothing
    # more is asked
    game = Scene().draw_pile(city=2).hand(0, city=1).play().do("draw")
    assert (game.hand(0), game.draw_pile, game.action_points) == ({"city": 2}, {"city": 1}, 2)
    assert (game.phase, game.can("done")) == ("action", False)
    # D1, Q9: a replacement for an event is offered; the event is carried out and discarded first; then the same
    # seat draws again or goes without
    game = Scene().king(2).hand(0, castle=2).draw_pile(unrest=1).play().do("draw")
    assert (game.player, game.phase, game.action_points) == (0, "redraw", 2)
    assert (game.open_swords + game.crowns_aside, game.discard_pile["unrest"], game.hand(0)) == (2, 5, {"castle": 2})
    assert game.legal() == {Action("draw"), Action("done")}


def test_a_replacement_is_taken_or_declined() -> None:
    """D1, Q9."""
    # D1, Q9: a replacement may be declined; nothing is drawn and nothing is spent; drawing costs a point again
    game = replacement(2, castle=2).play().do("done")
    assert (game.hand(0), game.draw_pile, game.action_points) == ({}, {"castle": 2}, 2)
    assert (game.player, game.phase) == (0, "action")
    assert game.do("draw").action_points == 1


@pytest.mark.parametrize(("answer", "cards"), [("draw", 1), ("done", 0)])
def test_the_turn_passes_after_a_replacement_without_points(answer: str, cards: int) -> None:
    """D1, Q9, Q3: with the last point spent, the seat is still asked; then the turn passes by itself."""
    game = Scene().king(2).action_points(1).draw_pile(unrest=1).play().do("draw")
    assert (game.player, game.phase, game.action_points) == (0, "redraw", 0)
    game = replacement(0, castle=1).play().do(answer)
    assert (sum(game.hand(0).values()), game.player, game.phase, game.action_points) == (cards, 1, "action", 3)


def test_events_chain_until_a_card_comes() -> None:
    """D1, D4, D5, Q9."""
    # D1, D4, D5, Q9: events chain until a card comes; seven events for one point, each carried out and asked
    # after; then a card for the hand
    game = Scene().king(2).realm(0, castles=0, small_cities=2).draw_pile(unrest=5, city_scoring=2).play()
    for number in range(7):
        game.do("draw")
        assert (game.player, game.phase, game.action_points, game.hand(0)) == (0, "redraw", 2, {})
        assert sum(game.draw_pile.values()) == 6 - number
    assert (game.scores, game.open_swords + game.crowns_aside) == ([4, 0, 0], 10)
    game.draw_on()
    assert (game.player, game.phase, game.action_points, sum(game.hand(0).values())) == (0, "action", 2, 1)


def test_events_do_nothing_without_a_king(scene: Scene) -> None:
    """D2: they are discarded; no city scores, no people card is turned up. A replacement is offered."""
    scene.realm(0, castles=0, small_cities=2).realm(1, castles=0, small_cities=1)
    game = scene.draw_pile(unrest=5, city_scoring=2).play().do("draw")
    assert (game.phase, game.action_points) == ("redraw", 2)
    game.draw_on()
    assert (game.scores, game.face_down) == ([0, 0, 0], {"crown": 11, "sword": 11})
    assert (sum(game.hand(0).values()), game.action_points) == (1, 2)


def test_an_empty_draw_pile_is_made_of_the_discard_pile() -> None:
    """D3."""
    # D3: an empty draw pile is made of the discard pile; at the draw that needs a card
    game = Scene().draw_pile().discard_pile(castle=1, unrest=5, city_scoring=2).rest_held_by(2).play().draw_on()
    assert game.hand(0) == {"castle": 1}
    # D3: the discard pile stays until a card is needed; taking the last card of the draw pile shuffles nothing
    game = Scene().draw_pile(castle=1).discard_pile(city=1, unrest=5, city_scoring=2).rest_held_by(2).play().do("draw")
    assert (game.hand(0), game.draw_pile) == ({"castle": 1}, {})
    assert game.discard_pile == {"city": 1, "unrest": 5, "city_scoring": 2}


EVENTS = {"unrest": 5, "city_scoring": 2}


def last_event() -> Scene:
    """The draw pile is one card of unrest; all other events and a castle are discarded."""
    return Scene().king(2).draw_pile(unrest=1).discard_pile(castle=1, unrest=4, city_scoring=2).rest_held_by(1)


def test_an_event_and_a_new_draw_pile() -> None:
    """D3, Q9."""
    # D3, Q9: an event shuffles nothing before its replacement is drawn; the draw pile is empty while the seat
    # is asked, and stays so if it goes without
    game = last_event().play().do("draw")
    assert (game.phase, game.draw_pile, game.discard_pile) == ("redraw", {}, {"castle": 1, **EVENTS})
    game.do("done")
    assert (game.draw_pile, game.discard_pile) == ({}, {"castle": 1, **EVENTS})
    # D3: the event just carried out is shuffled in; within a chain; all seven events lie in the new draw pile,
    # out of which the castle comes at once
    games = (last_event().play(seed).do("draw").do("draw") for seed in range(50))
    game = next(game for game in games if game.hand(0))
    assert (game.hand(0), game.draw_pile, game.discard_pile) == ({"castle": 1}, EVENTS, {})


def test_drawing_from_piles_of_events() -> None:
    """D3, Q9, E2."""
    # D3: no draw from piles of events; both piles together hold no action card, so a chain would not end
    game = Scene().draw_pile(unrest=5).discard_pile(city_scoring=2).rest_held_by(2).play()
    assert not game.can("draw")
    # D3, Q9: no replacement is offered from piles of events; no game comes there, since an event leaves what
    # made drawing legal in the piles
    with pytest.raises(ValueError, match="no replacement is offered where no pile holds an action card"):
        Scene().redraw().draw_pile(unrest=5).discard_pile(city_scoring=2).rest_held_by(2).play()
    # D3, E2, Q9: the game end among events can be drawn; no action card is left, but after each of the events
    # the game end is offered
    scene = Scene().king(1).scores(0, 15, 0).announced(1, 15).end_begun(before=7)
    game = scene.draw_pile(unrest=5, city_scoring=2, game_end=1).rest_held_by(2).play()
    for _ in range(7):
        assert game.do("draw").phase == "redraw"
    assert game.do("draw").game.is_over


def test_city_scoring() -> None:
    """D4."""
    # D4: city scoring; 1 for each city of all but the king; a large one counts once, castles and cathedrals not
    # at all
    scene = Scene().king(2, castles=3, small_cities=2).realm(0, castles=2, small_cities=1)
    scene.realm(1, castles=0, small_cities=1, large_cities=1, cathedrals=1).draw_pile(city_scoring=1)
    assert scene.play().do("draw").scores == [1, 3, 0]


def test_unrest() -> None:
    """D5, C7."""
    # D5: unrest turns up two people cards; swords stay open, and there is no revolt
    game = Scene().king(2).people(crowns=0, swords=9).draw_pile(unrest=1).play().do("draw")
    assert (game.open_swords, game.king) == (4, 2)


def test_incite() -> None:
    """D6, D2."""
    # D6, D2: incite turns up three; also without a king, for one point and the card
    game = Scene().people(crowns=0, swords=11).hand(0, incite=2).play().do("incite")
    assert (game.open_swords, game.action_points) == (3, 2)
    assert (game.hand(0), game.discard_pile) == ({"incite": 1}, {"incite": 1})


def neighbours_at_war() -> Scene:
    """Seats 0 and 1 have a field each beside the other, and cards to attack."""
    scene = Scene().owns(0, octagon(3, 3), octagon(3, 2)).owns(1, octagon(3, 4), octagon(4, 4))
    return scene.hand(0, castle=1).hand(1, castle=1)


def test_how_long_a_papal_visit_lies_open() -> None:
    """D7, T2."""
    # D7: a papal visit lies open; for one point; in no pile while it lies there
    game = Scene().hand(0, papal_visit=1).play().do("papal_visit")
    assert (game.position["papal_visit"], game.action_points) == ([True, False, False], 2)
    assert (game.hand(0), game.discard_pile, game.draw_pile["papal_visit"]) == ({}, {}, 2)
    # D7: one papal visit at a time; the second stays in hand while the first lies open
    game = Scene().hand(0, papal_visit=2).play().do("papal_visit")
    assert not game.can("papal_visit")
    # D7, T2: a papal visit lasts until the owners next turn; through the turns of all others; then it is
    # discarded and a second may follow
    game = Scene().hand(0, papal_visit=2).play().do("papal_visit").do("end_turn").do("end_turn")
    assert (game.player, game.position["papal_visit"][0]) == (2, True)
    game.do("end_turn")
    assert (game.position["papal_visit"][0], game.discard_pile) == (False, {"papal_visit": 1})
    assert game.can("papal_visit")


def test_a_papal_visit_forbids_attacks_on_its_owner() -> None:
    """D7, A2."""
    # D7, A2: a papal visit forbids attacks on its owner; in the next player's turn
    game = neighbours_at_war().hand(0, papal_visit=1).play().do("papal_visit").do("end_turn")
    assert game.player == 1
    assert not game.can("attack")
    # D7: a papal visit does not bind its owner; the owner may attack, and lead a revolt
    game = neighbours_at_war().king(2).realm(0).papal_visit(0).action_points(2).play()
    assert octagon(3, 4) in game.fields("attack")
    assert game.can("revolt")


def test_a_papal_visit_protects_the_king() -> None:
    """D7, R1."""
    # D7, R1: a papal visit protects the king; no revolt while it lies there
    assert not Scene().king(1).realm(0).papal_visit(1).play().can("revolt")
    # D7: a papal visit protects a king crowned meanwhile; it was played before the coronation
    game = crowned_meanwhile().play().do("papal_visit").revolt({2: "crown"})
    assert game.king == 0
    assert not game.do("end_turn").can("revolt")


def crowned_meanwhile() -> Scene:
    """Seat 0 can always overthrow seat 1: eleven swords are open."""
    return Scene().king(1).realm(0).hand(0, papal_visit=1).people(crowns=11, swords=0)
