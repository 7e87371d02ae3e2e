"""Chance is fair: over many games the frequencies agree with the exact distributions of the rules.

Every test compares with chi-square at a false-alarm rate of 1e-6 and has a fixed seed, so it passes always or never.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from kschwert_env.krone_schwert import Batch, Game, Rules
from tests.krone_schwert.scenes import Scene

from .cards import ACTION_CARDS, END_THRESHOLD, EVENTS, GAME_END, HAND_AT_START

pytestmark = pytest.mark.needs_jit

FALSE_ALARM = 1e-6
GAMES = 20_000
LEAST_EXPECTED = 8  # rarer outcomes are counted together: chi-square is an approximation
ALL_CARDS = (*ACTION_CARDS, *EVENTS, GAME_END)
PLAYERS = 3


def check(outcomes: Iterable[Hashable], chances: Mapping[Any, float]) -> None:
    """Fail if these outcomes hardly come of these chances, or one of them cannot come at all."""
    counts = Counter(outcomes)
    assert not counts.keys() - {outcome for outcome, chance in chances.items() if chance > 0}
    expected = {outcome: chance * counts.total() for outcome, chance in chances.items() if chance > 0}
    if len(expected) == 1:  # nothing left to chance
        return
    rare = [outcome for outcome, number in expected.items() if number < LEAST_EXPECTED]
    common = [outcome for outcome in expected if outcome not in rare]
    observed = [counts[outcome] for outcome in common] + [sum(counts[outcome] for outcome in rare)] * bool(rare)
    due = [expected[outcome] for outcome in common] + [sum(expected[outcome] for outcome in rare)] * bool(rare)
    assert stats.chisquare(observed, due).pvalue > FALSE_ALARM, (observed, due)


def evenly(outcomes: Iterable[Any]) -> dict[Any, float]:
    """All alike."""
    every = list(outcomes)
    return {outcome: 1 / len(every) for outcome in every}


def many(game: Game, kind: str, seed: int, **arguments: Any) -> np.ndarray:
    """The positions after this action, once for each of many streams."""
    batch = Batch(game.rules, GAMES, seed, observations=False)
    batch.states[:] = game.state
    batch.masks[:] = game.legal_mask()
    batch.step(np.full(GAMES, game.rules.actions.encode(kind, **arguments)))
    return batch.states


# -- the start ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def starts() -> np.ndarray:
    """Fresh games of three players."""
    return Batch(Rules(PLAYERS, start_player="random"), GAMES, seed=11, observations=False).states


def test_start_players_are_drawn_evenly(starts: np.ndarray) -> None:
    """S2."""
    check(starts["start_player"].tolist(), evenly(range(PLAYERS)))


def test_parts_are_drawn_and_placed_evenly(starts: np.ndarray) -> None:
    """C4: every choice of parts in every order; and so each part in each place."""
    check(map(tuple, starts["parts"][:, :PLAYERS].tolist()), evenly(permutations(range(5), PLAYERS)))


@pytest.mark.parametrize("seat", range(PLAYERS))
def test_hands_are_dealt_evenly(starts: np.ndarray, seat: int) -> None:
    """S1: four of the 58 action cards, however many events came up in between."""
    deck = sum(facts.copies for facts in ACTION_CARDS.values())
    for number, facts in enumerate(ACTION_CARDS.values()):
        held = starts["hands"][:, seat, number].tolist()
        chance = stats.hypergeom(deck, facts.copies, HAND_AT_START)
        check(held, {count: chance.pmf(count) for count in range(min(facts.copies, HAND_AT_START) + 1)})


def test_random_actions_are_drawn_evenly() -> None:
    """Q1: any lawful field, of the games' own streams."""
    batch = Batch(Rules(PLAYERS), GAMES, seed=12, observations=False)
    check(batch.random_actions().tolist(), evenly(np.flatnonzero(batch.masks[0]).tolist()))


# -- the draw pile --------------------------------------------------------------------------------------------


def drawn(game: Game, seed: int) -> list[str]:
    """The cards that came to the hand of seat 0, whose hand was empty."""
    cards = many(game, "draw", seed)["hands"][:, 0]
    assert (cards.sum(axis=1) == 1).all()
    return [ALL_CARDS[number] for number in cards.argmax(axis=1).tolist()]


def test_cards_are_drawn_evenly() -> None:
    """D1: by their number in the pile; events are replaced."""
    pile = {"castle": 6, "leader_4": 1, "truce": 2, "papal_visit": 3, "unrest": 4, "city_scoring": 2}
    actions = {card: count for card, count in pile.items() if card in ACTION_CARDS}
    game = Scene(PLAYERS).king(1).draw_pile(**pile).play().game
    check(drawn(game, 13), {card: count / sum(actions.values()) for card, count in actions.items()})


def test_events_come_up_evenly() -> None:
    """D1: how many of four events lie above the first of six other cards."""
    game = Scene(PLAYERS).king(1).draw_pile(unrest=4, castle=6).play().game
    left = many(game, "draw", 14)["draw_pile"][:, ALL_CARDS.index("unrest")]
    chance = stats.nhypergeom(10, 4, 1)  # events before the first card that is none
    check((4 - left).tolist(), {number: chance.pmf(number) for number in range(5)})


def test_a_pile_made_anew_is_shuffled_evenly() -> None:
    """D3: also in the midst of a chain, the event just carried out among the cards."""
    scene = Scene(PLAYERS).king(1).draw_pile(unrest=1).discard_pile(castle=6, city=3, ambush=1, unrest=2)
    rest = {"leader_3": 5, "leader_4": 3, "incite": 3, "castle": 9, "cathedral": 10, "city": 12, "ambush": 1}
    game = scene.hand(1, **rest, truce=2, papal_visit=3).play().game
    pile = game.position()["discard_pile"]
    actions = {card: count for card, count in pile.items() if card in ACTION_CARDS}
    check(drawn(game, 15), {card: count / sum(actions.values()) for card, count in actions.items()})


# -- people cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("crowns", "swords"), [(11, 11), (4, 7), (9, 2), (1, 1)])
def test_people_cards_are_turned_up_evenly(crowns: int, swords: int) -> None:
    """C7, D6: three cards off a pile of crowns and swords, or all if they are fewer."""
    game = Scene(PLAYERS).hand(0, incite=1).people(crowns, swords).play().game
    opened = many(game, "incite", 16)["open_swords"] - (11 - swords)
    chance = stats.hypergeom(crowns + swords, swords, min(3, crowns + swords))
    check(opened.tolist(), {number: chance.pmf(number) for number in range(4)})


# -- a new king -----------------------------------------------------------------------------------------------


def crowned(others_in_piles: int | None) -> Game:
    """The last decision of a revolt that the leader wins; with so many cards in the piles, the rest in a hand."""
    threshold = END_THRESHOLD[PLAYERS]
    scene = Scene(PLAYERS).king(1).realm(0).people(11, 0).scores(*[threshold] * PLAYERS)
    if others_in_piles is not None:
        scene.draw_pile(unrest=5, city_scoring=2, castle=others_in_piles - 7).rest_held_by(2)
    game = scene.play().game
    for kind, choice in (("revolt", None), ("done", None), ("done", None), ("vote", "sword")):
        game.step(game.rules.actions.encode(kind, choice=choice))
    return game


@pytest.mark.parametrize("others", [None, 20, 21, 7])
def test_game_end_is_placed_evenly(others: int | None) -> None:
    """E1: 0 to 20 cards below it, or 0 to all if they are fewer, each number equally likely."""
    game = crowned(others)
    states = many(game, "done", 17)
    in_pile = sum(game.position()["draw_pile"].values())
    assert others in (None, in_pile)
    check(states["cards_before_game_end"].tolist(), evenly(range(max(0, in_pile - 20), in_pile + 1)))


def test_the_people_are_shuffled_evenly_for_a_new_king() -> None:
    """R10: one of all 22 people cards is turned up, as often a sword as a crown."""
    check(many(crowned(None), "done", 18)["open_swords"].tolist(), {0: 0.5, 1: 0.5})
