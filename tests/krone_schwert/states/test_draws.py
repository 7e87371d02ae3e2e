"""Draws are fair: over many games the frequencies agree with the exact distributions of the rules.

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
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.referee.krone_schwert.position import ACTION_CARDS, END_THRESHOLD, EVENTS, GAME_END, HAND_AT_START
from tests.referee.krone_schwert.scenes import Scene

pytestmark = pytest.mark.needs_jit

GAMES = 20_000
ALL_CARDS = (*ACTION_CARDS, *EVENTS, GAME_END)
PLAYERS = 3


def check(outcomes: Iterable[Hashable], chances: Mapping[Any, float]) -> None:
    """Fail if these outcomes are implausible under these probabilities, or one of them is impossible."""
    assert chisquare(Counter(outcomes), dict(chances)) > FALSE_ALARM


def evenly(outcomes: Iterable[Any]) -> dict[Any, float]:
    """Return equal probabilities."""
    every = list(outcomes)
    return {outcome: 1 / len(every) for outcome in every}


def play(scene: Scene) -> Game:
    """Start a game from a scene."""
    return Game.from_position(scene.build(), 0)


def many(game: Game, kind: str, seed: int, **arguments: Any) -> np.ndarray:
    """Return the states after this action, once for each of many streams."""
    batch = Batch(game.rules, GAMES, seed, observations=False)
    batch._states[:], batch._masks[:] = game.state, game.legal_mask()
    batch.step(np.full(GAMES, game.rules.actions.encode(kind, **arguments)))
    return batch.states


# -- the start ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def starts() -> np.ndarray:
    """Return new games of three players."""
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
    """The cards drawn: one that came to the empty hand of seat 0, or an event in an otherwise empty discard pile."""
    states = many(game, "draw", seed)
    cards = states["hands"][:, 0].tolist()
    discarded = states["discard_pile"].tolist()
    outcomes = [[*hand, *pile[len(hand) :]] for hand, pile in zip(cards, discarded, strict=True)]
    assert {sum(outcome) for outcome in outcomes} == {1}
    return [ALL_CARDS[outcome.index(1)] for outcome in outcomes]


PILE = {"castle": 6, "leader_4": 1, "truce": 2, "papal_visit": 3, "unrest": 5, "city_scoring": 2}


def shares(pile: Mapping[str, int]) -> dict[str, float]:
    """Return the probability of each card to be on top."""
    return {card: count / sum(pile.values()) for card, count in pile.items()}


def test_cards_are_drawn_evenly() -> None:
    """D1: by their number in the pile, events among them."""
    game = play(Scene(PLAYERS).king(1).draw_pile(**PILE).discard_pile().rest_held_by(2))
    check(drawn(game, 13), shares(PILE))


def test_replacements_are_drawn_evenly() -> None:
    """D1, Q9, D3: with the same probabilities; here from a renewed pile, which includes the event just carried out."""
    game = play(Scene(PLAYERS).king(1).redraw("unrest").draw_pile().discard_pile(**PILE).rest_held_by(2))
    check(drawn(game, 14), shares(PILE))


def test_a_pile_made_anew_is_shuffled_evenly() -> None:
    """D3: not before a card is needed."""
    game = play(Scene(PLAYERS).king(1).draw_pile().discard_pile(**PILE).rest_held_by(2))
    check(drawn(game, 15), shares(PILE))


# -- people cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("crowns", "swords"), [(11, 11), (4, 7), (9, 2), (1, 1)])
def test_people_cards_are_turned_up_evenly(crowns: int, swords: int) -> None:
    """C7, D6: three cards off a pile of crowns and swords, or all if they are fewer."""
    game = play(Scene(PLAYERS).hand(0, incite=1).people(crowns, swords))
    opened = many(game, "incite", 16)["open_swords"] - (11 - swords)
    chance = stats.hypergeom(crowns + swords, swords, min(3, crowns + swords))
    check(opened.tolist(), {number: chance.pmf(number) for number in range(4)})


# -- a new king -----------------------------------------------------------------------------------------------


def crowned(others_in_piles: int | None) -> Game:
    """The last decision of a revolt that the leader wins; with these cards in the piles, the rest in a hand."""
    threshold = END_THRESHOLD[PLAYERS]
    scene = Scene(PLAYERS).king(1).realm(0).people(11, 0).set(scores=[threshold] * PLAYERS)
    if others_in_piles is not None:
        scene.draw_pile(unrest=5, city_scoring=2, castle=others_in_piles - 7).rest_held_by(2)
    game = play(scene)
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
