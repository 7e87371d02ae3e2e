"""Resampling: every deal that fits the public information, with its exact probability."""

import copy
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from kschwert_env.engine.compiled.rng import RESAMPLE, seeded_streams
from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.kernel.components import Supply
from tests.helpers.chances import FALSE_ALARM, alike, chisquare, resampled
from tests.krone_schwert.positions import reach
from tests.krone_schwert.scenes import Scene, octagon

pytestmark = pytest.mark.needs_jit


def few_cards_left(hand: dict[str, int], pile: dict[str, int]) -> dict[str, Any]:
    """Seat 1 holds `hand`, the draw pile `pile`, seat 2 nothing; all other cards are discarded."""
    position = Game(Rules(3), 0).position()
    game = Game(Rules(3), 0)
    for _ in range(6):
        game.step(game.legal_actions()[0])
    position = game.position()
    total: Counter[str] = Counter(position["draw_pile"])
    for cards in position["hands"]:
        total.update(cards)
    position["hands"] = [{}, hand, {}]
    position["draw_pile"] = pile
    position["discard_pile"] = dict(total - Counter(hand) - Counter(pile))
    return position


def test_hands_are_uniform_over_deals() -> None:
    """P1: two of four hidden cards, each pair of cards equally likely; events stay in the pile."""
    position = few_cards_left({"city": 1, "ambush": 1}, {"city": 1, "truce": 1, "unrest": 3})
    hands = Counter(
        tuple(sorted(Counter(p["hands"][1]).elements())) for p in resampled(Game.from_position(position), 0)
    )
    chances = {("city", "city"): 1 / 6, ("ambush", "city"): 2 / 6, ("city", "truce"): 2 / 6, ("ambush", "truce"): 1 / 6}
    assert chisquare(hands, chances) > FALSE_ALARM


def test_hands_of_several_seats_are_dealt_out_of_one_pool() -> None:
    """P1: seats 0 and 1 share the hidden cards in the view of seat 2."""
    position = few_cards_left({"city": 1}, {"truce": 1})
    position["hands"][0] = {"ambush": 1}
    position["discard_pile"]["ambush"] -= 1
    deals = Counter((*p["hands"][0], *p["hands"][1]) for p in resampled(Game.from_position(position), 2))
    cards = ("city", "truce", "ambush")
    assert chisquare(deals, {pair: float(pair[0] != pair[1]) for pair in product(cards, cards)}) > FALSE_ALARM


def test_own_cards_are_never_dealt_away() -> None:
    position = few_cards_left({"city": 1, "ambush": 1}, {"city": 1, "truce": 1, "unrest": 3})
    assert all(p["hands"][1] == position["hands"][1] for p in resampled(Game.from_position(position), 1, deals=200))


def test_an_attacker_is_dealt_cards_that_can_exceed_the_castles() -> None:
    """A3: all fitting hands are equally likely, other hands never occur."""
    position = copy.deepcopy(reach("attack_lay"))
    attacker = position["player"]
    seat = (attacker + 1) % 3
    position["hands"] = [{}, {}, {}]
    position["hands"][attacker] = {"leader_3": 1, "truce": 1}
    defender = position["owner"][position["attack"]["field"]]
    castles = sum(
        building["kind"] == "castle" and position["owner"][building["fields"][0]] == defender
        for building in position["buildings"]
    )
    total: Counter[str] = Counter(Game(Rules(3), 0).position()["draw_pile"])
    for cards in Game(Rules(3), 0).position()["hands"]:
        total.update(cards)
    position["draw_pile"] = {"truce": 1, "ambush": 1}
    held = Counter(position["draw_pile"]) + Counter(position["hands"][attacker])
    for visit in position["papal_visit"]:
        held["papal_visit"] += visit
    position["discard_pile"] = dict(total - held)
    hands = Counter(tuple(sorted(p["hands"][attacker])) for p in resampled(Game.from_position(position), seat))
    assert castles < 3
    assert chisquare(hands, {("leader_3", "truce"): 2 / 3, ("ambush", "leader_3"): 1 / 3}) > FALSE_ALARM


HOME, TARGET = octagon(3, 3), octagon(3, 4)
COMBAT = np.array([3, 4, 1, 2, 3, 2, 0, 0, 1])


def attack_on(castles: int, hand: dict[str, int], laid: tuple[str, ...] = (), others: int = 3) -> Game:
    """Seat 0 attacks a seat with `castles` castles and has laid these cards of its hand; seat 2 holds other cards."""
    scene = Scene().owns(0, HOME).owns(1, TARGET, octagon(4, 4)).realm(1, castles=castles, small_cities=0)
    game = scene.hand(0, **hand).hand(1, ambush=1).hand(2, city=others).play().do("attack", field=TARGET).game
    for card in laid:
        game.step(game.rules.actions.encode("lay", card=card))
    return game


def dealt(game: Game, seat: int, deals: int) -> np.ndarray:
    """Return hands of seat 0 that are possible in the view of another seat, as counts by card."""
    states, streams = np.repeat(game._states, deals), seeded_streams(0, deals, RESAMPLE)
    game.rules.loops.resample(states, streams, game.rules.board, seat)
    hands: np.ndarray = states["hands"]
    totals = hands.sum(axis=1) + states["draw_pile"][:, :9]
    assert (totals == totals[0]).all()
    return hands[:, 0]


def dealt_until_they_fit(game: Game, seat: int, deals: int) -> np.ndarray:
    """Return samples by rejection: deals that can't exceed the castles are discarded (A3, Q6)."""
    state, chance = game.state, np.random.default_rng(0)
    unseen = state["draw_pile"][:9] + state["hands"].sum(axis=0) - state["hands"][seat]
    laid = state["laid"][0]
    may_be_laid = np.arange(9) >= max(np.flatnonzero(laid), default=0)
    needed = state["buildings"][1, Supply.CASTLES] - laid @ COMBAT
    hands = np.zeros((0, 9), int)
    while len(hands) < deals:
        more = chance.multivariate_hypergeometric(unseen, state["hands"][0].sum(), deals)
        hands = np.concatenate([hands, more[(more * may_be_laid) @ COMBAT > needed]])
    return hands[:deals]


@pytest.mark.parametrize(
    ("castles", "hand", "laid"),
    [
        (0, {"incite": 1, "city": 1}, ()),
        (2, {"leader_4": 1, "truce": 1}, ()),
        (5, {"leader_3": 1, "cathedral": 1, "ambush": 1}, ()),
        (9, {"leader_3": 2, "city": 2, "castle": 1, "incite": 1}, ()),
        (8, {"leader_3": 1, "city": 1, "castle": 1, "cathedral": 1, "papal_visit": 1}, ("leader_3",)),
        (6, {"castle": 1, "cathedral": 2}, ("castle",)),
        (4, {"leader_4": 1, "cathedral": 2}, ("leader_4", "cathedral")),
    ],
)
def test_hands_of_an_attacker_have_the_exact_distribution(
    castles: int, hand: dict[str, int], laid: tuple[str, ...]
) -> None:
    """A3, Q6: the frequencies equal those of rejection sampling."""
    game, deals = attack_on(castles, hand, laid), 30_000
    for seat in (1, 2):
        kinds = [
            Counter(map(bytes, hands.astype(np.int8)))
            for hands in (f(game, seat, deals) for f in (dealt, dealt_until_they_fit))
        ]
        assert alike(*kinds) > FALSE_ALARM


@pytest.mark.parametrize("castles", [12, 14])
def test_rare_hands_are_dealt_without_rejection(castles: int) -> None:
    """A3: if almost no hand can exceed the castles, a possible hand is dealt without rejection sampling."""
    least = -(-(castles + 1) // 4)
    game = attack_on(castles, {"leader_4": min(3, least), "leader_3": 5, "cathedral": 1}, others=0)
    hands = dealt(game, 2, 200)
    assert (hands @ COMBAT > castles).all()


def test_votes_and_cards_laid_in_a_revolt_are_fair_coins() -> None:
    """R3: a vote already cast is random, and each card is laid with probability 1/2; other seats lay nothing."""
    scene = Scene().king(2).realm(0).hand(0, castle=2, city=1, truce=1).hand(1, leader_3=1).hand(2, castle=1)
    game = scene.play().do("revolt").game
    while sum(game.position()["revolt"]["decided"]) < 2:
        asked_to_vote = game.phase == "revolt_vote"
        actions = game.rules.actions
        game.step(actions.encode("vote", choice="sword") if asked_to_vote else actions.encode("done"))
    position = game.position()
    last, leader = position["player"], position["revolt"]["leader"]
    laid = Counter(sum(p["revolt"]["laid"][leader].values()) for p in resampled(Game.from_position(position), last))
    held = sum(position["hands"][leader].values()) + sum(position["revolt"]["laid"][leader].values())
    assert chisquare(laid, {n: float(stats.binom.pmf(n, held, 0.5)) for n in range(held + 1)}) > FALSE_ALARM
    voter = next((s for s in range(3) if s not in (leader, position["king"])), None)
    assert voter is not None
    for seat in range(3):
        votes = Counter(p["revolt"]["votes"][voter] for p in resampled(Game.from_position(position), seat, deals=500))
        if seat == voter or position["revolt"]["votes"][voter] is None:
            assert set(votes) == {position["revolt"]["votes"][voter]}
        else:
            assert chisquare(votes, {"crown": 0.5, "sword": 0.5}) > FALSE_ALARM


def test_game_end_is_uniform_over_its_possible_positions() -> None:
    """E1: with n other cards in the pile, 0 to min(20, n) of them lie below it."""
    position = copy.deepcopy(reach("tax"))
    position["scores"][position["king"]] = position["announced"][position["king"]] = 15
    position["end_begun"] = True
    for in_pile in (4, 30):
        everything: Counter[str] = Counter(position["draw_pile"]) + Counter(position["discard_pile"])
        del everything["game_end"]
        pile = Counter(list(everything.elements())[:in_pile])
        position["draw_pile"] = {**pile, "game_end": 1}
        position["discard_pile"] = dict(everything - pile)
        position["cards_before_game_end"] = in_pile
        places = Counter(p["cards_before_game_end"] for p in resampled(Game.from_position(position), 0))
        below = min(20, in_pile)
        assert chisquare(places, {in_pile - n: 1 / (below + 1) for n in range(below + 1)}) > FALSE_ALARM


# -- hidden scores -------------------------------------------------------------------------------------------------


def test_hidden_scores_become_the_last_ones_announced() -> None:
    """P1, with `visible_scores` off: 0 where none was announced; one's own score stays."""
    game = Scene(visible_scores=False).king(1).scores(3, 16, 4).announced(1, 14).play().game
    assert game.resample(0, 5).scores.tolist() == [3, 14, 0]
    assert game.resample(1, 5).scores.tolist() == [0, 16, 0]


def test_visible_scores_stay() -> None:
    """P1: by default every gain is public."""
    game = Scene().king(1).scores(3, 16, 4).announced(1, 14).play().game
    assert game.resample(0, 5).scores.tolist() == [3, 16, 4]
