"""Chapter 12: information shown to a seat, and information that must stay hidden."""

from typing import Any

import pytest

from kschwert_env.krone_schwert import Batch, Rules
from tests.krone_schwert.play import Play
from tests.krone_schwert.scenes import Scene, octagon

HOME, TARGET = octagon(3, 3), octagon(3, 4)


# -- what is public -------------------------------------------------------------------------------------------


def test_the_course_of_the_game_is_public() -> None:
    """P1: deciding seat, phase, action points, king and papal visits; the observer comes first."""
    view = Scene().king(1).papal_visit(2).action_points(2).play().view(1)
    shown = {name: view[name] for name in ("player", "turn_player", "king", "papal_visit", "action_points")}
    assert shown == {
        "player": [0, 0, 1],
        "turn_player": [0, 0, 1],
        "king": [1, 0, 0],
        "papal_visit": [0, 1, 0],
        "action_points": [2],
    }


def test_people_cards_are_public() -> None:
    """P1: open, set aside, and how many of each are face down."""
    view = Scene().people(crowns=4, swords=7).play().view(2)
    assert (view["face_down"], view["open_swords"], view["crowns_aside"]) == ([4, 7], [4], [7])


def test_the_size_of_the_draw_pile_is_public() -> None:
    """P1: 65 cards less five in hand and three discarded."""
    view = Scene().hand(0, castle=2).hand(1, city=3).discard_pile(unrest=3).play().view(2)
    assert (view["draw_pile"], view["hand_counts"]) == ([57], [0, 2, 3])


def test_announced_points_and_the_beginning_of_the_end_are_public() -> None:
    """P1, E1: 15 points announced by the next seat."""
    view = Scene().king(1).scores(3, 16, 4).announced(1, 15).end_begun(before=50).play().view(0)
    assert (view["announced"], view["end_begun"]) == ([-1, 15, -1], [1])


def test_scores_are_shown_by_default() -> None:
    """P1: the scores of all seats, the observer's first."""
    assert Scene().king(0).scores(3, 16, 4).play().view(1)["scores"] == [16, 4, 3]


def test_scores_may_be_hidden() -> None:
    """P1: then only the own score and announcements are shown."""
    view = Scene(visible_scores=False).king(1).scores(3, 16, 4).announced(1, 14).play().view(0)
    assert (view["scores"], view["announced"]) == ([3, -1, -1], [-1, 14, -1])


def test_hidden_scores_do_not_affect_other_views() -> None:
    """P1: the view of seat 0 does not depend on the score of seat 2."""
    games = [Scene(visible_scores=False).king(1).scores(3, 16, points).play() for points in (0, 9)]
    assert games[0].seen(0) == games[1].seen(0)


def test_only_the_deciding_seat_has_a_mask() -> None:
    """P1: the masks of other seats are empty."""
    game = Scene().hand(1, castle=1).play()
    assert [any(game.seen(seat)[1]) for seat in range(3)] == [True, False, False]


# -- hands and piles ------------------------------------------------------------------------------------------


def test_the_own_hand_is_shown() -> None:
    """P1: card by card."""
    assert Scene().hand(1, castle=2, truce=1).play().view(1)["hand"] == [0, 0, 0, 2, 0, 0, 0, 1, 0]


@pytest.mark.parametrize("seat", [0, 2])
def test_other_hands_are_secret(seat: int) -> None:
    """P1: whichever card seat 1 holds."""
    games = [Scene().hand(1, **{card: 1}).play() for card in ("truce", "leader_4")]
    assert games[0].seen(seat) == games[1].seen(seat)


def test_drawn_cards_are_secret() -> None:
    """P1: seat 0 draws a truce or a castle; the others see a larger hand and a smaller pile."""
    scenes = [Scene().draw_pile(**{card: 1}).discard_pile(unrest=5, city_scoring=2) for card in ("truce", "castle")]
    games = [scene.rest_held_by(2).play().do("draw") for scene in scenes]
    assert games[0].seen(1) == games[1].seen(1)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_position_of_game_end_is_secret(seat: int) -> None:
    """P1: for all seats, including the one that draws."""
    scene = Scene().king(1).scores(0, 15, 0).announced(1, 15)
    games = [scene.end_begun(before).play() for before in (45, 65)]
    assert games[0].seen(seat) == games[1].seen(seat)


# -- attacks --------------------------------------------------------------------------------------------------


def border() -> Scene:
    scene = Scene().owns(0, HOME).owns(1, TARGET, octagon(4, 4))
    return scene.hand(0, leader_4=1, castle=1)


def test_cards_laid_in_an_attack_are_public_at_once() -> None:
    """P1: before the attacker is done; the hand count falls."""
    view = border().play().do("attack", field=TARGET).do("lay", card="leader_4").view(2)
    assert (view["laid"], view["hand_counts"]) == ([0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0])


@pytest.mark.parametrize("card", ["ambush", "truce"])
def test_being_asked_reveals_nothing(card: str) -> None:
    """A4, P1: attacker and third player see the same whether the defender holds a reaction or not."""
    games = [border().hand(1, **{held: 1}).play() for held in (card, "castle")]
    for game in games:
        game.do("attack", field=TARGET).lay("castle")
    assert [games[0].seen(seat) for seat in (0, 2)] == [games[1].seen(seat) for seat in (0, 2)]


def test_cards_taken_back_are_secret_again() -> None:
    """A5, P1: after a truce the view does not depend on the cards shown."""
    games = [border().hand(1, truce=1).play().attack(TARGET, card, react="truce") for card in ("castle", "leader_4")]
    assert games[0].seen(2) == games[1].seen(2)


# -- revolts --------------------------------------------------------------------------------------------------


def uprising() -> Scene:
    """Seat 0 leads against king 2, and seat 1 votes in between; all hold four cards."""
    scene = Scene().king(2, cathedrals=1).realm(0)
    for seat in range(3):
        scene.hand(seat, leader_3=1, castle=1, ambush=1 if seat else 0, truce=0 if seat else 1, city=1)
    return scene


def started() -> Play:
    return uprising().play().do("revolt")


@pytest.mark.parametrize("laid", [["castle"], ["leader_3", "castle", "city", "truce"]])
@pytest.mark.parametrize("seat", [1, 2])
def test_cards_of_the_leader_are_secret(seat: int, laid: list[str]) -> None:
    """R3, P1, P2: one card or all four, or none; the voter asked next and the king see the same."""
    assert started().lay(*laid).seen(seat) == started().lay().seen(seat)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_card_just_laid_is_secret(seat: int) -> None:
    """R3, P2: while the leader lays cards, no other view changes, even when the leader is asked again."""
    game = started()
    before = game.seen(seat)
    assert game.do("lay", card="castle").seen(seat) == before
    assert game.do("lay", card="city").seen(seat) == before


@pytest.mark.parametrize("seat", [0, 2])
def test_a_vote_is_secret(seat: int) -> None:
    """R3, P1: before the voter lays, and after."""
    votes = [started().lay("castle").do("vote", choice=choice) for choice in ("crown", "sword")]
    assert votes[0].seen(seat) == votes[1].seen(seat)
    assert votes[0].lay("ambush").seen(seat) == votes[1].lay("city", "castle").seen(seat)


def test_the_king_decides_without_a_hint() -> None:
    """R3, P2: view and mask are equal after two different rounds of decisions."""
    quiet = started().lay().do("vote", choice="crown").lay()
    loud = started().lay("castle", "city", "truce").do("vote", choice="sword").lay("leader_3", "castle", "ambush")
    assert quiet.player == loud.player == 2
    assert quiet.seen(2) == loud.seen(2)


def test_hand_counts_in_a_revolt_are_hand_plus_laid() -> None:
    """P1, R3: four cards each, until the reveal."""
    assert started().lay("castle", "city").view(1)["hand_counts"] == [4, 4, 4]


def test_discards_wait_for_the_reveal() -> None:
    """R3, R11: nothing that is laid lies in a public pile before."""
    assert sum(started().lay("castle", "city").view(1)["discard_pile"]) == 0


def test_leader_and_seats_asked_are_public() -> None:
    """P1: seat 1 is asked, seat 0 has been."""
    view = started().lay("castle").view(2)
    assert (view["leader"], view["decided"], view["player"]) == ([0, 1, 0], [0, 1, 0], [0, 0, 1])


def test_the_own_vote_and_cards_are_shown() -> None:
    """R3, P1: to their owner, even after its decision."""
    game = started().lay("castle").do("vote", choice="sword").lay("leader_3", "ambush")
    view = game.view(1)
    assert (view["vote"], view["laid"], view["hand"]) == (
        [0, 1],
        [1, 0, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 1, 0, 1, 0, 0, 0],
    )


def test_other_votes_and_cards_are_not_shown() -> None:
    """R3, P1: in the view of the king, before laying."""
    view = started().lay("castle").do("vote", choice="sword").lay("leader_3").view(2)
    assert sum(view["laid"]) == 0


def test_after_the_reveal_the_cards_are_public() -> None:
    """R11, P1: in the discard pile; hands are counted without them."""
    view = uprising().play().revolt({1: "sword"}, {0: ["castle"], 1: ["leader_3"]}).view(2)
    assert (sum(view["discard_pile"]), view["hand_counts"]) == (2, [4, 3, 3])


def test_resampling_a_revolt_keeps_the_view() -> None:
    """R3, P1: only information hidden from that seat is resampled."""
    game = started().lay("castle").do("vote", choice="sword").lay("leader_3")
    resampled = [Play(game.game.resample(2, seed)) for seed in range(10)]
    assert all(other.seen(2) == game.seen(2) for other in resampled)
    assert {str(other.position["revolt"]["votes"][1]) for other in resampled} == {"crown", "sword"}


def test_no_piece_counts_decisions() -> None:
    """P2: after a voter laid four cards or none, only the deciding seat has changed."""

    def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
        return {name for name in before if before[name] != after[name]}

    game = started()
    before = game.view(2)
    assert changed(before, game.lay("leader_3", "castle", "city", "truce").view(2)) == {"phase", "player", "decided"}


def test_no_reward_before_a_game_is_over() -> None:
    """P2: many decisions, and only those that end a game are rewarded."""
    batch = Batch(Rules(3, max_rounds=1), size=16, seed=1, threads=1, observations=False)

    def step() -> list[tuple[bool, bool]]:
        rewards, terminated, truncated = batch.step(batch.random_actions())
        over = terminated | truncated
        return [(any(row), end) for row, end in zip(rewards.tolist(), over.tolist(), strict=True)]

    rewarded_and_over = [each for _ in range(60) for each in step()]
    assert (True, True) in rewarded_and_over
    assert (True, False) not in rewarded_and_over
