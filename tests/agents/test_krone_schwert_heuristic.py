"""Heuristic player of Krone & Schwert: legal, blind to hidden information, exact about people cards, and sensible."""

from collections.abc import Callable
from math import comb, isclose
from typing import Any

import numba
import pytest

from kschwert_env.agents.heuristics.krone_schwert.odds import win_chance
from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.jit.functions import JIT
from kschwert_env.engine.simulation import game as engine
from kschwert_env.krone_schwert import Batch, Game, Rules
from tests.agents.heuristic_choices import chosen
from tests.krone_schwert.play import Play
from tests.krone_schwert.scenes import Scene, octagon, square

HOME, BESIDE, TARGET = octagon(3, 3), octagon(3, 2), octagon(3, 4)  # plain, mountain, plain

Function = Callable[..., Any]
chance: Any = win_chance


def callable_from_python(function: Function) -> Function:
    """Compile a function for tests, without cache, because the cache would miss changes of callees."""
    compiler: Any = numba.njit(error_model="numpy")
    return compiler(function) if JIT else function


@callable_from_python
def exact_chance(crowns: int, swords: int, revealed: int, margin: float) -> Any:
    return chance(crowns, swords, revealed, margin, 0.0)


def choice(play: Play) -> Action:
    return play.game.rules.actions.decode(chosen(play.game))


def all_laid(play: Play) -> list[str | None]:
    """Return the cards that the deciding seat lays, one by one."""
    cards = []
    while (action := choice(play)).kind == "lay":
        cards.append(action.card)
        play.do("lay", card=action.card)
    assert action.kind == "done"
    return cards


# -- in any position -----------------------------------------------------------------------------------------------


@pytest.mark.needs_jit
def test_every_choice_is_legal() -> None:
    """A whole game of self-play; `step` raises for illegal actions."""
    for seed in range(5):
        game = Game(Rules(3, max_rounds=30), seed)
        while not game.is_over:
            game.step(chosen(game, seed))


@pytest.mark.needs_jit
def test_it_chooses_out_of_any_part_of_the_mask() -> None:
    """Search asks for the best of some legal actions only."""
    for seed in range(5):
        game = Game(Rules(3, max_rounds=30), seed)
        while not game.is_over:
            left = set(game.legal_actions())
            while left:
                action = chosen(game, seed, left)
                assert action in left
                left.remove(action)
            game.step(chosen(game, seed))


def positions(decisions: int, size: int) -> list[engine.Game[Rules]]:
    """Return random games after this many decisions."""
    batch = Batch(Rules(3), size, seed=decisions, observations=False)
    batch.rollout(decisions)
    return [batch.game(i) for i in range(size)]


@pytest.mark.needs_jit
@pytest.mark.parametrize("decisions", [10, 40, 100, 200])
def test_it_does_not_see_secrets(decisions: int) -> None:
    """P1: it makes the same choice in every determinization."""
    for game in positions(decisions, 300):
        assert game.player is not None
        worlds = [game.resample(game.player, seed) for seed in range(3)]
        assert {chosen(world) for world in worlds} == {chosen(game)}


def test_it_does_not_see_hidden_points() -> None:
    """P1, with `visible_scores` off: the points of others change nothing."""
    scene = Scene(visible_scores=False).king(1, castles=2, cathedrals=2).realm(0).hand(0, city=2)
    games = [scene.scores(3, *others).play().game for others in [(0, 0), (40, 0), (0, 40)]]
    assert len({chosen(game.resample(0, 1)) for game in games}) == 1


# -- the odds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("crowns", "swords"), [(11, 11), (3, 7), (6, 0), (0, 5), (2, 2)])
@pytest.mark.parametrize("revealed", [0, 1, 2, 5, 10, 13])
def test_the_swords_turned_up_are_hypergeometric(crowns: int, swords: int, revealed: int) -> None:
    """R6, R8: compare the probability with an enumeration; the number of revealed cards is limited by the pile."""
    turned = min(revealed, crowns + swords)
    for deficit in range(-2, 8):
        ways = sum(comb(swords, k) * comb(crowns, turned - k) for k in range(turned + 1) if k > deficit)
        exact = ways / comb(crowns + swords, turned)
        assert isclose(exact_chance(crowns, swords, revealed, float(-deficit)), exact, abs_tol=1e-12)


# -- what a person would do ----------------------------------------------------------------------------------------


def revolt_against(king: int, leader: int, **king_realm: int) -> Scene:
    return Scene().king(king, **king_realm).realm(leader).turn(leader)


def test_it_settles_on_land_to_build_on() -> None:
    """B1: with cards to build, the first marker lies on a mountain or plain."""
    scene = Scene()
    scene.position.update(Game(scene.rules, 0).position())
    action = choice(Play(Game.from_position(scene.position)))
    assert action.kind == "claim"
    assert action.field is not None
    assert scene.position["fields"][action.field]["terrain"] != "forest"


def test_it_takes_the_crown() -> None:
    """K1: the first castle beside a city makes a king."""
    game = Scene().small_city(0, HOME).owns(0, BESIDE).hand(0, castle=1, leader_4=1).play()
    assert choice(game) == Action("castle", field=BESIDE)


def test_a_city_takes_the_crown_too() -> None:
    """K1."""
    game = Scene().castle(0, BESIDE).owns(0, HOME).hand(0, city=1, leader_4=1).play()
    assert choice(game) == Action("small_city", field=HOME)


def test_it_builds_cathedrals() -> None:
    """B2, E4."""
    game = Scene().large_city(0, octagon(1, 1), square(0, 1)).hand(0, cathedral=1).play()
    assert choice(game) == Action("cathedral", field=octagon(1, 1))


def test_it_taxes_a_calm_people() -> None:
    """K3: three castles, and nobody who could revolt."""
    game = Scene().king(0, castles=3).phase("tax").play()
    assert choice(game).choice == "take"


def test_it_leaves_the_tax_that_costs_the_crown() -> None:
    """K3, R8: all face-down cards are swords, so revealing one more loses the next revolt."""
    scene = Scene().king(0).realm(1).realm(2).people(crowns=0, swords=9).phase("tax")
    assert choice(scene.play()).choice == "leave"


def test_it_leads_a_revolt_that_wins() -> None:
    """R8: nine open swords against two votes and no cards."""
    game = revolt_against(1, 0, castles=3).people(crowns=11, swords=2).play()
    assert choice(game).kind == "revolt"


def test_it_leads_no_revolt_that_loses() -> None:
    """R8: no sword lies open, and the king's hand is full."""
    game = revolt_against(1, 0, castles=3).people(crowns=11, swords=11).hand(1, leader_4=3, leader_3=5).play()
    assert choice(game).kind != "revolt"


def test_it_lays_nothing_in_a_revolt_won_anyway() -> None:
    """R8, R11: eleven swords lie open; laid cards would be lost."""
    game = revolt_against(1, 0).people(crowns=11, swords=0).hand(0, leader_4=2, castle=1).play().do("revolt")
    assert all_laid(game) == []


def test_it_lays_what_is_needed_and_no_more() -> None:
    """R8: all revealed cards are swords. Seat 2 votes against the seat far ahead; with two votes against four, three
    more points win.
    """
    scene = revolt_against(1, 0, castles=4).people(crowns=0, swords=11).hand(0, leader_3=2, leader_4=2)
    assert all_laid(scene.scores(40, 0, 0).play().do("revolt")) == ["leader_3"]


def test_the_king_lays_a_truce_in_a_revolt_that_is_lost() -> None:
    """R5."""
    scene = Scene().king(0, castles=3).realm(2).turn(2).people(crowns=11, swords=0).hand(0, truce=1, leader_3=1)
    assert all_laid(scene.play().do("revolt").lay()) == ["truce"]


def test_it_votes_for_who_wins_anyway() -> None:
    """R10: cathedrals pay on the winner's side only."""
    scene = Scene().king(2).realm(1).realm(0, cathedrals=2).turn(1).people(crowns=11, swords=0)
    assert choice(scene.play().do("revolt").lay().lay()).choice == "sword"


def test_it_votes_for_the_crown_that_holds() -> None:
    """R9: no sword lies open, and against a second crown the revealed swords cannot suffice."""
    scene = Scene().king(2).realm(1).realm(0, cathedrals=2).turn(1).people(crowns=11, swords=11)
    assert choice(scene.play().do("revolt").lay().lay()).choice == "crown"


def test_a_king_in_danger_asks_the_pope() -> None:
    """D7."""
    scene = Scene().king(0, castles=3).realm(1).realm(2).people(crowns=11, swords=0).hand(0, papal_visit=1)
    assert choice(scene.play()).kind == "papal_visit"


# -- replacements --------------------------------------------------------------------------------------------------


def test_it_takes_a_card_that_costs_nothing() -> None:
    """D1, Q9."""
    assert choice(Scene().redraw(0).draw_pile(castle=1).play()) == Action("draw")


def test_it_goes_without_a_replacement_that_loses_the_game() -> None:
    """D1, E2: the next card is the game end, and an opponent is far ahead."""
    scene = Scene().king(1).scores(0, 60, 0).announced(1, 15).end_begun(0).draw_pile(game_end=1)
    assert choice(scene.redraw().play()) == Action("done")


@pytest.mark.parametrize("answer", ["draw", "done"])
def test_it_answers_out_of_a_part_of_the_mask(answer: str) -> None:
    """Q9: either of the two answers may be excluded."""
    game = Scene().redraw().discard_pile(unrest=1).play().game
    action = game.rules.actions.encode(answer)
    assert chosen(game, among=[action]) == action


# -- attacks and the end -------------------------------------------------------------------------------------------


def test_it_attacks_with_the_cheapest_card() -> None:
    """A3: strength two suffices against one castle."""
    scene = Scene().owns(0, HOME).owns(1, TARGET).realm(1, castles=1, small_cities=0).hand(0, leader_4=1, castle=1)
    assert all_laid(scene.play().do("attack", field=TARGET)) == ["castle"]


def test_it_keeps_an_ambush_that_would_not_help() -> None:
    """A6: of two leaders one remains, which suffices."""
    scene = Scene().owns(0, TARGET).owns(1, HOME).turn(1).hand(1, leader_4=2).hand(0, ambush=1)
    game = scene.play().do("attack", field=TARGET).lay("leader_4", "leader_4")
    assert choice(game).choice == "none"


def last_field(*scores: int) -> Play:
    """Return a game with one free plain beside seat 0; claiming it ends the game (E3)."""
    scene = Scene().owns(0, octagon(3, 4), octagon(5, 2)).scores(*scores).hand(0, city=1)
    land = [field["id"] for field in scene.position["fields"] if field["terrain"] != "mountain"]
    for i, field in enumerate(sorted(set(land) - {HOME, octagon(3, 4), octagon(5, 2)})):
        scene.owns(1 + i % 2, field)
    return scene.play()


def test_the_leader_ends_the_game() -> None:
    """E3."""
    assert choice(last_field(50, 10, 10)).kind in ("expand", "claim")


def test_who_is_behind_does_not_end_the_game() -> None:
    """E3."""
    assert choice(last_field(10, 50, 10)).kind not in ("expand", "claim")


@pytest.mark.parametrize("cards", [{}, {"papal_visit": 1}])
def test_it_does_not_wait_in_a_stalled_game(cards: dict[str, int]) -> None:
    """E1, D7: all cards are in hands, so that waiting would never end the game."""
    scene = Scene().king(0, castles=6, cathedrals=2).realm(1).people(crowns=9, swords=2).turn(1).hand(1, **cards)
    game = scene.draw_pile(unrest=5, city_scoring=2).rest_held_by(0).play().game
    assert chosen_among(game, "revolt", "end_turn", "papal_visit") == "revolt"


def test_it_waits_while_there_are_cards_to_draw() -> None:
    """E1: a revolt of negative value is not worth it if the game is not stalled."""
    scene = Scene().king(0, castles=6, cathedrals=2).realm(1).people(crowns=9, swords=2).turn(1)
    game = scene.draw_pile(city=1, unrest=5, city_scoring=2).rest_held_by(0).play().game
    assert chosen_among(game, "revolt", "end_turn") == "end_turn"


@pytest.mark.parametrize(("rounds", "expected"), [(59, "end_turn"), (60, "draw")])
def test_it_draws_in_overtime(rounds: int, expected: str) -> None:
    """E2: drawing may end the game, which nobody who is behind wants. Otherwise some games would never end."""
    scene = Scene().king(0, castles=6, cathedrals=2).realm(1).scores(90, 10, 90).announced(0, 90).turn(1, rounds)
    game = scene.end_begun(before=1).draw_pile(game_end=1, unrest=5).play().game
    assert chosen_among(game, "draw", "end_turn") == expected


def chosen_among(game: Game, *kinds: str) -> str:
    """Return the kind of the choice among all legal actions of these kinds."""
    decode = game.rules.actions.decode
    return decode(chosen(game, among=[action for action in game.legal_actions() if decode(action).kind in kinds])).kind
