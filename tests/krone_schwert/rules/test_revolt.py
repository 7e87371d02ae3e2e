"""Chapter 9: revolts, declared, led and settled; with X1, Q7 and Q8.

Unless a test says otherwise seat 0 leads against king 1, and all people cards face down are swords. So each sword vote
turns up two more swords.
"""

import pytest

from tests.krone_schwert.play import Play
from tests.krone_schwert.scenes import SWORDS, Scene, octagon, square

KING, LEADER = 1, 0


def uprising(swords: int = 0, players: int = 3, **king: int) -> Scene:
    """Begin a revolt with this number of open swords and this king's realm."""
    return Scene(players).king(KING, **king).realm(LEADER).people(crowns=0, swords=SWORDS - swords)


# -- declaring ------------------------------------------------------------------------------------------------


def test_a_castle_and_a_city_lead_a_revolt() -> None:
    """R1: one of each is enough, and it costs one point at once."""
    game = uprising().play().do("revolt")
    assert (game.position["revolt"]["leader"], game.action_points) == (0, 2)


def test_a_large_city_leads_a_revolt_too(scene: Scene) -> None:
    """R1: small or large."""
    assert scene.king(1).realm(0, small_cities=0, large_cities=1).play().can("revolt")


@pytest.mark.parametrize("realm", [{"castles": 0}, {"small_cities": 0}, {"castles": 0, "cathedrals": 1}])
def test_without_both_no_revolt(scene: Scene, realm: dict[str, int]) -> None:
    """R1: castle and city, not one of them alone."""
    assert not scene.king(1).realm(0, **realm).play().can("revolt")


def test_the_king_leads_no_revolt(scene: Scene) -> None:
    """R1: against himself."""
    assert not scene.king(0).realm(1).play().can("revolt")


def test_no_revolt_without_a_king(scene: Scene) -> None:
    """R1, K5: there is no king."""
    assert not scene.realm(0, castles=2, small_cities=0).play().can("revolt")


def test_no_revolt_without_a_point() -> None:
    """R1: one point is enough, and then the turn passes."""
    game = uprising().action_points(1).play().revolt({2: "crown"})
    assert (game.player, game.phase) == (1, "tax")


def test_a_second_revolt_in_the_same_turn() -> None:
    """R1, Q8: as often as there are points."""
    game = uprising().play().revolt({2: "crown"})
    assert (game.king, game.player, game.phase, game.action_points) == (1, 0, "action", 2)
    assert game.revolt({2: "crown"}).action_points == 1


# -- votes and cards ------------------------------------------------------------------------------------------


def asked(game: Play) -> list[tuple[int | None, str]]:
    """Return the seats and phases of the decisions in a revolt without cards."""
    order = []
    game.do("revolt")
    while game.phase.startswith("revolt"):
        order.append((game.player, game.phase))
        if game.phase == "revolt_vote":
            game.do("vote", choice="sword")
        else:
            game.do("done")
    return order


def test_clockwise_from_the_leader(scene: Scene) -> None:
    """R2, R3, Q7: leader and king only lay, the voter votes and lays; all are asked even with empty hands."""
    game = scene.king(2).realm(0).play()
    assert asked(game) == [(0, "revolt_lay"), (1, "revolt_vote"), (1, "revolt_lay"), (2, "revolt_lay")]


def test_clockwise_past_the_last_seat(scene: Scene) -> None:
    """R3, Q7: from seat 2 over seat 0 to king 1."""
    game = scene.king(1).realm(2).turn(2).play()
    assert asked(game) == [(2, "revolt_lay"), (0, "revolt_vote"), (0, "revolt_lay"), (1, "revolt_lay")]


def test_two_votes_lie_open() -> None:
    """R2: the leader's sword and the king's crown."""
    revolt = uprising().play().do("revolt").position["revolt"]
    assert revolt["votes"] == ["sword", "crown", None]


def test_any_card_may_be_laid() -> None:
    """R2, Q7: leaders, buildings, reactions; or none."""
    game = uprising().hand(0, leader_3=1, castle=1, ambush=1, truce=1, papal_visit=1).play().do("revolt")
    assert game.cards("lay") == {"leader_3", "castle", "ambush", "truce", "papal_visit"}
    assert game.can("done")


def test_cards_are_laid_in_table_order() -> None:
    """Q7: after an ambush no castle; another ambush, or what stands below it."""
    game = uprising().hand(0, castle=1, ambush=2, truce=1).play().do("revolt").do("lay", card="ambush")
    assert (game.cards("lay"), game.can("done")) == ({"ambush", "truce"}, True)


def test_king_and_voters_lay_too() -> None:
    """R2: every seat may lay its complete hand."""
    game = uprising().hand(1, castle=1).hand(2, city=2).play().do("revolt").lay()
    assert (game.player, game.cards("lay")) == (1, {"castle"})
    assert {action.kind for action in game.lay("castle").legal()} == {"vote"}
    game.do("vote", choice="sword").do("lay", card="city").do("lay", card="city")
    assert game.position["revolt"]["laid"] == [{}, {"castle": 1}, {"city": 2}]


# -- truce ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_truce_of_anybody_calls_the_revolt_off(seat: int) -> None:
    """R5, R4: no winner, no points, no people card turned up; swords stay; the point is spent."""
    scene = uprising(swords=9, castles=1, cathedrals=2).hand(seat, truce=1)
    game = scene.play().revolt({2: "sword"}, {seat: ["truce"]})
    assert (game.king, game.scores, game.open_swords, game.crowns_aside) == (1, [0, 0, 0], 9, 11)
    assert (game.discard_pile, game.hand(seat)) == ({"truce": 1}, {})
    assert (game.player, game.phase, game.action_points) == (0, "action", 2)


def test_after_a_truce_all_cards_return() -> None:
    """R5: all but the truces, an ambush too."""
    scene = uprising().hand(0, leader_4=1, castle=1).hand(1, truce=1, ambush=1).hand(2, city=2, truce=1)
    game = scene.play().revolt({2: "crown"}, {0: ["leader_4"], 1: ["ambush", "truce"], 2: ["city", "truce"]})
    assert game.position["hands"] == [{"leader_4": 1, "castle": 1}, {"ambush": 1}, {"city": 2}]
    assert game.discard_pile == {"truce": 2}


# -- people cards and strength --------------------------------------------------------------------------------


def outcomes(scenes: list[Scene], votes: dict[int, str], laid: dict[int, list[str]]) -> list[int | None]:
    """Return the king after the same revolt in each scene; every seat holds only the cards that it lays."""
    for scene in scenes:
        for seat, cards in laid.items():
            scene.hand(seat, **{card: cards.count(card) for card in cards})
    return [scene.play().revolt(votes, laid).king for scene in scenes]


def test_a_tie_goes_to_the_king() -> None:
    """R8, R6: two crown votes, the king's among them, are 4; 2 open swords and 2 new ones are 4, 3 and 2 are more."""
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, {}) == [KING, LEADER]


def test_two_people_cards_for_each_sword_vote() -> None:
    """R6, R8: leader and voter turn up four; the king has 2 and 6 in cards."""
    laid = {1: ["leader_4", "castle"]}
    assert outcomes([uprising(4), uprising(5)], {2: "sword"}, laid) == [KING, LEADER]


def test_three_more_people_cards_between_two_players() -> None:
    """R6, X1: five swords against 2 and 3."""
    assert outcomes([uprising(0, players=2), uprising(1, players=2)], {}, {1: ["cathedral"]}) == [KING, LEADER]


def test_no_more_people_cards_among_five_players() -> None:
    """R6, X1: four sword votes, eight people cards, against 2 and 6."""
    scenes = [uprising(0, players=5), uprising(1, players=5)]
    votes = {2: "sword", 3: "sword", 4: "sword"}
    assert outcomes(scenes, votes, {1: ["leader_4", "castle"]}) == [KING, LEADER]


def test_crowns_turned_up_do_not_count() -> None:
    """R8: two crowns come up; 11 swords against 4 and 7 is a tie."""
    scene = Scene().king(KING).realm(LEADER).people(crowns=11, swords=0)
    assert outcomes([scene], {2: "crown"}, {1: ["leader_4", "leader_3"]}) == [KING]


def test_an_empty_people_pile_adds_nothing() -> None:
    """R6, C7: one sword is left of the two to turn up; 11 against 4 and 7."""
    assert outcomes([uprising(10)], {2: "crown"}, {1: ["leader_4", "leader_3"]}) == [KING]


def test_a_voters_cards_count_for_the_side_he_chose() -> None:
    """R4, R8: the same castle card for the king (6 : 5) or for the leader (2 : 9)."""
    assert outcomes([uprising(3)], {2: "crown"}, {2: ["castle"]}) == [KING]
    assert outcomes([uprising(3)], {2: "sword"}, {2: ["castle"]}) == [LEADER]


# -- ambush ---------------------------------------------------------------------------------------------------


def test_an_ambush_cancels_the_highest_card_of_the_whole_side() -> None:
    """R7: the voter's 4, not the king's 2; the king keeps two votes and 2, which makes 6."""
    laid = {0: ["ambush"], 1: ["castle"], 2: ["leader_4"]}
    assert outcomes([uprising(4), uprising(5)], {2: "crown"}, laid) == [KING, LEADER]


def test_an_ambush_of_a_voter_serves_his_side() -> None:
    """R7: under a crown it cancels the 4 of another voter; 2 are left to the leader, against two votes and 6."""
    scenes = [uprising(4, players=4), uprising(5, players=4)]
    laid = {0: ["castle"], 1: ["leader_3", "cathedral"], 2: ["leader_4"], 3: ["ambush"]}
    assert outcomes(scenes, {2: "sword", 3: "crown"}, laid) == [KING, LEADER]


@pytest.mark.parametrize("ambushes", [{0: ["ambush", "ambush"]}, {0: ["ambush"], 2: ["ambush"]}])
def test_two_ambushes_cancel_the_two_highest(ambushes: dict[int, list[str]]) -> None:
    """R7: of one seat or of two; 4 and 3 are cancelled, one vote and 2 are left against four new swords."""
    laid = {1: ["leader_3", "leader_4", "castle"], **ambushes}
    assert outcomes([uprising(0), uprising(1)], {2: "sword"}, laid) == [KING, LEADER]


def test_an_ambush_cancels_one_of_two_equal_cards() -> None:
    """R7: one of two leaders remains; the king has 4 and 3."""
    laid = {0: ["ambush"], 1: ["leader_3", "leader_3"]}
    assert outcomes([uprising(5), uprising(6)], {2: "crown"}, laid) == [KING, LEADER]


def test_ambushes_of_both_sides_act_at_once() -> None:
    """R7: neither stops the other; 4 and 3 are cancelled, so it is 4 for the king's votes against the swords."""
    laid = {0: ["leader_4", "ambush"], 1: ["leader_3", "ambush"]}
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, laid) == [KING, LEADER]


def test_an_ambush_cancels_neither_votes_nor_people_cards() -> None:
    """R7, R4: the other side has no cards, and the ambush itself has no strength."""
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, {0: ["ambush"]}) == [KING, LEADER]
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, {1: ["ambush"]}) == [KING, LEADER]


def test_an_ambush_spares_its_own_side() -> None:
    """R7: the leader's 4 counts: 6 against 4."""
    assert outcomes([uprising(0)], {2: "crown"}, {0: ["leader_4", "ambush"]}) == [LEADER]


# -- the king wins --------------------------------------------------------------------------------------------


def test_points_when_the_king_wins() -> None:
    """R9: 2 for each of the king's cathedrals, 1 for the voter's; nothing for the leader's, castles or large cities."""
    scene = Scene().king(1, castles=3, cathedrals=2, large_cities=1).realm(0, cathedrals=2).realm(2, cathedrals=1)
    assert scene.people(crowns=0, swords=11).play().revolt({2: "crown"}).scores == [0, 4, 1]


def test_no_points_for_a_sword_against_a_winning_king() -> None:
    """R9: the voter lost with the leader, so its cathedral scores nothing."""
    scene = uprising(cathedrals=1).realm(2, cathedrals=1).hand(1, leader_4=1)
    assert scene.play().revolt({2: "sword"}, {1: ["leader_4"]}).scores == [0, 2, 0]


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2)])
def test_half_of_the_open_swords_stay(before: int, after: int) -> None:
    """R9: two swords more come up first; half of them all, rounded up. The rest is face down, crowns aside too."""
    game = uprising(before).play().revolt({2: "crown"})
    assert (game.open_swords, game.crowns_aside) == (after, 0)
    assert game.face_down == {"crown": 11, "sword": 11 - after}


# -- the leader wins ------------------------------------------------------------------------------------------


def overthrow(vote: str) -> Play:
    """Play a revolt that seat 0 wins with eleven open swords; all seats have cathedrals."""
    scene = Scene().king(1, castles=3, cathedrals=2).realm(0, castles=3, cathedrals=2, large_cities=1)
    return scene.realm(2, castles=2, cathedrals=1).people(crowns=11, swords=0).play().revolt({2: vote})


def test_points_when_the_leader_wins() -> None:
    """R10: 1 for each own castle and 2 for each own cathedral, 1 for the sword voter's cathedral; no tax."""
    game = overthrow("sword")
    assert (game.king, game.scores) == (0, [7, 0, 1])


def test_no_points_for_a_crown_against_a_winning_leader() -> None:
    """R10: neither for the voter nor for the former king."""
    game = overthrow("crown")
    assert (game.king, game.scores) == (0, [7, 0, 0])


def test_the_new_king_continues_the_turn() -> None:
    """R10, Q8, K4: no tax now; it is offered in the next turn, the former king is not asked."""
    game = overthrow("sword")
    assert (game.player, game.phase, game.action_points) == (0, "action", 2)
    assert game.do("end_turn").phase == "action"
    game.do("end_turn").do("end_turn")
    assert (game.player, game.phase) == (0, "tax")


def test_all_people_cards_are_shuffled_for_a_new_king() -> None:
    """R10: eleven swords were open; now one card is turned up, and 21 are face down."""
    game = overthrow("sword")
    assert (game.open_swords + game.crowns_aside, sum(game.face_down.values())) == (1, 21)


def test_crowns_aside_are_shuffled_in_too() -> None:
    """R10: the first card of the new pile is a crown in some games and a sword in others."""
    scene = Scene().king(1).realm(0).people(crowns=0, swords=0)
    assert {scene.play(seed).revolt({2: "sword"}).open_swords for seed in range(20)} == {0, 1}


# -- afterwards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swords", [0, 9])
def test_all_cards_laid_are_discarded(swords: int) -> None:
    """R11: of both sides, including an ambush, for either winner; cards in hand stay."""
    scene = uprising(swords).hand(0, castle=2).hand(1, ambush=1, city=1).hand(2, leader_3=1)
    game = scene.play().revolt({2: "crown"}, {0: ["castle"], 1: ["ambush"], 2: ["leader_3"]})
    assert game.discard_pile == {"castle": 1, "ambush": 1, "leader_3": 1}
    assert game.position["hands"] == [{"castle": 1}, {"city": 1}, {}]


def test_buildings_and_land_stay_as_they_are() -> None:
    """R10, B3: the former king keeps all land and buildings."""
    scene = (
        Scene().king(1, castles=0, small_cities=0).castle(1, octagon(2, 5)).large_city(1, octagon(1, 6), square(1, 5))
    )
    game = scene.realm(0).people(crowns=0, swords=0).play().revolt({2: "sword"})
    assert game.king == 0
    assert game.buildings(1) == [
        ("castle", [octagon(2, 5)], False),
        ("large_city", [octagon(1, 6), square(1, 5)], False),
    ]
