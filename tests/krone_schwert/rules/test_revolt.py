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


def test_who_may_lead_a_revolt() -> None:
    """R1, K5, Q8."""
    # R1: a castle and a city lead a revolt; one of each is enough, and it costs one point at once
    game = uprising().play().do("revolt")
    assert (game.position["revolt"]["leader"], game.action_points) == (0, 2)
    # R1: the king leads no revolt; against himself
    assert not Scene().king(0).realm(1).play().can("revolt")
    # R1, K5: no revolt without a king; there is no king
    assert not Scene().realm(0, castles=2, small_cities=0).play().can("revolt")
    # R1: no revolt without a point; one point is enough, and then the turn passes
    game = uprising().action_points(1).play().revolt({2: "crown"})
    assert (game.player, game.phase) == (1, "tax")
    # R1, Q8: a second revolt in the same turn; as often as there are points
    game = uprising().play().revolt({2: "crown"})
    assert (game.king, game.player, game.phase, game.action_points) == (1, 0, "action", 2)
    assert game.revolt({2: "crown"}).action_points == 1


@pytest.mark.parametrize("realm", [{"castles": 0}, {"small_cities": 0}, {"castles": 0, "cathedrals": 1}])
def test_without_both_no_revolt(scene: Scene, realm: dict[str, int]) -> None:
    """R1: castle and city, not one of them alone."""
    assert not scene.king(1).realm(0, **realm).play().can("revolt")


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


def test_clockwise_from_the_leader() -> None:
    """R2, R3, Q7."""
    # R2, R3, Q7: clockwise from the leader; leader and king only lay, the voter votes and lays; all are asked
    # even with empty hands
    game = Scene().king(2).realm(0).play()
    assert asked(game) == [(0, "revolt_lay"), (1, "revolt_vote"), (1, "revolt_lay"), (2, "revolt_lay")]


def test_votes_and_cards() -> None:
    """R2, Q7."""
    # R2: two votes lie open; the leader's sword and the king's crown
    revolt = uprising().play().do("revolt").position["revolt"]
    assert revolt["votes"] == ["sword", "crown", None]
    # R2, Q7: any card may be laid; leaders, buildings, reactions; or none
    game = uprising().hand(0, leader_3=1, castle=1, ambush=1, truce=1, papal_visit=1).play().do("revolt")
    assert game.cards("lay") == {"leader_3", "castle", "ambush", "truce", "papal_visit"}
    assert game.can("done")
    # Q7: cards are laid in table order; after an ambush no castle; another ambush, or what stands below it
    game = uprising().hand(0, castle=1, ambush=2, truce=1).play().do("revolt").do("lay", card="ambush")
    assert (game.cards("lay"), game.can("done")) == ({"ambush", "truce"}, True)
    # R2: king and voters lay too; every seat may lay its complete hand
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


def test_the_two_strengths() -> None:
    """R8, R6, C7, R4."""
    # R8, R6: a tie goes to the king; two crown votes, the king's among them, are 4; 2 open swords and 2 new
    # ones are 4, 3 and 2 are more
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, {}) == [KING, LEADER]
    # R4, R8: a voters cards count for the side he chose; the same castle card for the king (6 : 5) or for the
    # leader (2 : 9)
    assert outcomes([uprising(3)], {2: "crown"}, {2: ["castle"]}) == [KING]
    assert outcomes([uprising(3)], {2: "sword"}, {2: ["castle"]}) == [LEADER]


def test_people_cards_for_sword_votes() -> None:
    """R6, R8, X1."""
    # R6, R8: two people cards for each sword vote; leader and voter turn up four; the king has 2 and 6 in cards
    laid = {1: ["leader_4", "castle"]}
    assert outcomes([uprising(4), uprising(5)], {2: "sword"}, laid) == [KING, LEADER]
    # R6, X1: three more people cards between two players; five swords against 2 and 3
    assert outcomes([uprising(0, players=2), uprising(1, players=2)], {}, {1: ["cathedral"]}) == [KING, LEADER]


# -- ambush ---------------------------------------------------------------------------------------------------


def test_an_ambush_cancels_the_highest_card() -> None:
    """R7, R4."""
    # R7: an ambush cancels the highest card of the whole side; the voter's 4, not the king's 2; the king keeps
    # two votes and 2, which makes 6
    laid = {0: ["ambush"], 1: ["castle"], 2: ["leader_4"]}
    assert outcomes([uprising(4), uprising(5)], {2: "crown"}, laid) == [KING, LEADER]
    # R7: an ambush of a voter serves his side; under a crown it cancels the 4 of another voter; 2 are left to
    # the leader, against two votes and 6
    scenes = [uprising(4, players=4), uprising(5, players=4)]
    laid = {0: ["castle"], 1: ["leader_3", "cathedral"], 2: ["leader_4"], 3: ["ambush"]}
    assert outcomes(scenes, {2: "sword", 3: "crown"}, laid) == [KING, LEADER]
    # R7: ambushes of both sides act at once; neither stops the other; 4 and 3 are cancelled, so it is 4 for the
    # king's votes against the swords
    laid = {0: ["leader_4", "ambush"], 1: ["leader_3", "ambush"]}
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, laid) == [KING, LEADER]
    # R7, R4: an ambush cancels neither votes nor people cards; the other side has no cards, and the ambush
    # itself has no strength
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, {0: ["ambush"]}) == [KING, LEADER]
    assert outcomes([uprising(2), uprising(3)], {2: "crown"}, {1: ["ambush"]}) == [KING, LEADER]


@pytest.mark.parametrize("ambushes", [{0: ["ambush", "ambush"]}, {0: ["ambush"], 2: ["ambush"]}])
def test_two_ambushes_cancel_the_two_highest(ambushes: dict[int, list[str]]) -> None:
    """R7: of one seat or of two; 4 and 3 are cancelled, one vote and 2 are left against four new swords."""
    laid = {1: ["leader_3", "leader_4", "castle"], **ambushes}
    assert outcomes([uprising(0), uprising(1)], {2: "sword"}, laid) == [KING, LEADER]


# -- the king wins --------------------------------------------------------------------------------------------


def test_points_when_the_king_wins() -> None:
    """R9."""
    # R9: points when the king wins; 2 for each of the king's cathedrals, 1 for the voter's; nothing for the
    # leader's, castles or large cities
    scene = Scene().king(1, castles=3, cathedrals=2, large_cities=1).realm(0, cathedrals=2).realm(2, cathedrals=1)
    assert scene.people(crowns=0, swords=11).play().revolt({2: "crown"}).scores == [0, 4, 1]
    # R9: no points for a sword against a winning king; the voter lost with the leader, so its cathedral scores
    # nothing
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
    """R10."""
    # R10: points when the leader wins; 1 for each own castle and 2 for each own cathedral, 1 for the sword
    # voter's cathedral; no tax
    game = overthrow("sword")
    assert (game.king, game.scores) == (0, [7, 0, 1])


def test_after_the_leader_has_won() -> None:
    """R10, Q8, K4, B3."""
    # R10, Q8, K4: the new king continues the turn; no tax now; it is offered in the next turn, the former king
    # is not asked
    game = overthrow("sword")
    assert (game.player, game.phase, game.action_points) == (0, "action", 2)
    assert game.do("end_turn").phase == "action"
    game.do("end_turn").do("end_turn")
    assert (game.player, game.phase) == (0, "tax")
    # R10, B3: buildings and land stay as they are; the former king keeps all land and buildings
    scene = (
        Scene().king(1, castles=0, small_cities=0).castle(1, octagon(2, 5)).large_city(1, octagon(1, 6), square(1, 5))
    )
    game = scene.realm(0).people(crowns=0, swords=0).play().revolt({2: "sword"})
    assert game.king == 0
    assert game.buildings(1) == [
        ("castle", [octagon(2, 5)], False),
        ("large_city", [octagon(1, 6), square(1, 5)], False),
    ]


# -- afterwards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swords", [0, 9])
def test_all_cards_laid_are_discarded(swords: int) -> None:
    """R11: of both sides, including an ambush, for either winner; cards in hand stay."""
    scene = uprising(swords).hand(0, castle=2).hand(1, ambush=1, city=1).hand(2, leader_3=1)
    game = scene.play().revolt({2: "crown"}, {0: ["castle"], 1: ["ambush"], 2: ["leader_3"]})
    assert game.discard_pile == {"castle": 1, "ambush": 1, "leader_3": 1}
    assert game.position["hands"] == [{"castle": 1}, {"city": 1}, {}]
