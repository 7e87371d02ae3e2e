"""Heuristic player of Politics & Intrigue: legal, blind to hidden information, and close to obvious moves."""

from pathlib import Path

import numpy as np
import pytest

from kschwert_env.politics_and_intrigue import Batch, Game, Rules
from kschwert_env.politics_and_intrigue.kernel.components import PHASE_NAMES
from tests.agents.heuristic_choices import chosen
from tests.helpers.cases import BUSY
from tests.politics_and_intrigue.scenes import Play, Scene
from tests.politics_and_intrigue.test_editions import changed

RULES = (Rules(max_rounds=40), Rules(game="tournament", max_rounds=40), Rules(edition=BUSY, max_rounds=40))


def choice(play: Play) -> str:
    """Return a description of the heuristic's choice."""
    return play.game.rules.actions.describe(chosen(play.game))


def nearly_won(seat: int = 0) -> Scene:
    """The seat has 12 points: three cities, the metropolis among them, six buildings, and no figure."""
    scene = Scene().settle(seat, "left", ("lumber", 4), ("wool", 5)).city(seat, 1, 2).metropolis(seat, 0)
    return scene.lay(seat, {0: "church", 1: "library", 2: "mint", 3: "court", 4: "town_hall", 5: "bath_house"})


# -- in any position -----------------------------------------------------------------------------------------------


@pytest.mark.needs_jit
@pytest.mark.parametrize("rules", RULES, ids=["extended", "tournament", "busy"])
def test_every_choice_is_legal_and_nothing_is_demolished(rules: Rules) -> None:
    """Whole games of self-play; `step` raises for illegal actions."""
    for seed in range(3):
        game = Game(rules, seed)
        while not game.is_over:
            action = chosen(game, seed)
            assert rules.actions.decode(action).kind != "demolish"
            game.step(action)
        assert max(game.state["scores"]) >= 13


@pytest.mark.needs_jit
@pytest.mark.parametrize("rules", RULES, ids=["extended", "tournament", "busy"])
def test_it_chooses_out_of_any_part_of_the_mask(rules: Rules) -> None:
    """Search asks for the best of some legal actions only, in every phase."""
    batch = Batch(rules, 500, seed=2, observations=False)
    batch.rollout(150)
    met = set()
    for i in np.unique(batch.states["phase"], return_index=True)[1]:
        game = batch.game(int(i))
        met.add(game.phase)
        left = set(game.legal_actions())
        before = game.state.tobytes()
        while left:
            action = chosen(game, 0, left)
            assert action in left
            left.remove(action)
        assert game.state.tobytes() == before
    assert len(met) > len(PHASE_NAMES) / 3


@pytest.mark.needs_jit
@pytest.mark.parametrize("decisions", [10, 60, 200])
def test_it_does_not_see_secrets(decisions: int) -> None:
    """N2: it makes the same choice in every determinization."""
    for rules in RULES:
        batch = Batch(rules, 100, seed=decisions, observations=False)
        batch.rollout(decisions)
        for game in map(batch.game, range(100)):
            assert game.player is not None
            worlds = [game.resample(game.player, seed) for seed in range(3)]
            assert {chosen(world) for world in worlds} == {chosen(game)}


# -- what is bought ------------------------------------------------------------------------------------------------


def test_it_wins_at_once() -> None:
    """B11: with a single point missing the cheapest one suffices, whatever else could be built."""
    scene = (
        nearly_won().hand(0, harbor=1, knight_konrad=1, mission=1).stock(0, brick=1, wool=1, ore=1, grain=1, lumber=1)
    )
    assert choice(scene.play()) in {"build(card=harbor)", "build(card=knight_konrad)"}


def test_it_wins_by_a_figure() -> None:
    """B10: a black knight or a bribe that turns the strength ends the game, too."""
    scene = nearly_won().hand(0, black_knight=1, library=1).stock(0, brick=1, grain=1, ore=1)
    scene.lay(1, {0: "knight_arno"})
    game = scene.lay(0, {6: "knight_bertram"}).lay(1, {0: "knight_dietrich"}).play()
    assert game.scores[0] == 12
    assert choice(game) == "play(card=black_knight)"


def test_it_builds_the_city() -> None:
    scene = Scene().hand(0, abbey=1, garrison=1).stock(0, ore=3, grain=2, wool=1, lumber=1)
    assert choice(scene.play()).startswith("city(")


def test_it_trades_towards_what_it_wants() -> None:
    """B8: abundant lumber, for the ore that the city lacks."""
    scene = Scene().stock(0, ore=2, grain=2, lumber=3).hand(0)
    assert choice(scene.play()) == "trade(give=lumber, get=ore)"


def test_it_saves_for_the_city() -> None:
    """A card of low value is not built with the ore that the city needs."""
    scene = Scene().stock(0, ore=3, grain=1, brick=1, wool=1).hand(0, fire_brigade=1)
    assert choice(scene.play()) == "end_turn()"


def test_a_mill_lies_beside_regions_of_its_kind() -> None:
    """F3: the lumber of seat 0 is above, left of place 0."""
    game = Scene().hand(0, lumber_mill=1).stock(0, lumber=1, ore=1).play().do("build", card="lumber_mill")
    assert choice(game) == "pick(slot=0)"


def test_knights_with_trade_points_are_worth_them(tmp_path: Path) -> None:
    """B10: of two with equal cost the stronger one, unless the other brings the windmill."""
    knights, price = {"knight_arno": 1, "knight_bertram": 1}, {"grain": 1, "ore": 1}
    assert choice(Scene().hand(0, **knights).stock(0, **price).play()) == "build(card=knight_bertram)"
    edition = changed(tmp_path, "strength = 1, tournament = 2 }", "strength = 1, tournament = 2, trade = 3 }")
    assert choice(Scene(edition=edition).hand(0, **knights).stock(0, **price).play()) == "build(card=knight_arno)"


def test_a_metropolis_is_laid() -> None:
    """F19: it costs nothing."""
    game = Scene().city(0, 0).lay(0, {0: "church"}).hand(0, metropolis=1).play()
    assert choice(game) == "build(card=metropolis)"


# -- attacks -------------------------------------------------------------------------------------------------------


def test_a_bishop_answers_what_hurts() -> None:
    """A11: not the loss of a single piece of gold, but that of a point."""
    hurt = Scene().city(1, 0).lay(1, {0: "library"}).hand(0, arsonist=1).hand(1, bishop=1)
    assert choice(hurt.play().play("arsonist")) == "play(card=bishop)"
    mild = Scene().city(0, 0).lay(0, {0: "church"}).stock(1, gold=1).hand(0, wedding=1).hand(1, bishop=1)
    assert choice(mild.play().play("wedding")) == "pass()"


def test_an_arsonist_burns_the_point() -> None:
    scene = Scene().city(1, 0, 1).lay(1, {0: "abbey", 1: "cathedral", 4: "library"}).hand(0, arsonist=1)
    assert choice(scene.play()) == "play(card=arsonist)"
    assert choice(scene.play().play("arsonist").do("pass")) == "pick(slot=1)"


def test_a_black_knight_hits_the_knight_that_holds_the_figure() -> None:
    """B10: without Konrad the enemy has no more strength."""
    scene = Scene().lay(0, {0: "knight_bertram"}).lay(1, {0: "knight_arno", 2: "knight_konrad"}).hand(0, black_knight=1)
    assert choice(scene.play()) == "play(card=black_knight)"
    assert choice(scene.play().play("black_knight").do("pass")) == "pick(slot=2)"


# -- resources and cards ---------------------------------------------------------------------------------------------


def test_it_takes_what_the_plan_lacks() -> None:
    """D4: one ore, and the city can be built."""
    game = Scene().stock(0, ore=2, grain=2, wool=1).hand(0).roll("sun", 3)
    assert game.phase == "gain"
    assert choice(game) == "resource(resource=ore)"


def test_it_draws_what_it_has_seen() -> None:
    """N3: a cathedral lies on top of a stack, with a city for it; or an archivist of low value."""
    for card, is_drawn in (("cathedral", True), ("archivist", False)):
        scene = Scene().city(0, 0).stack(2, card, "spy", "spy", seen=[(True, False)]).hand(0)
        assert (choice(scene.play().do("end_turn")) == "draw(stack=2)") == is_drawn


def test_it_keeps_the_best_cards() -> None:
    """H1: above the limit it discards the least useful card."""
    scene = Scene().city(0, 0).hand(0, arsonist=1, library=1, harbor=1, archivist=1)
    game = scene.play().do("end_turn").do("stack", stack=0)
    assert choice(game) == "bury(card=archivist)"


@pytest.mark.parametrize(("strong", "weak"), [(0, 4), (4, 0)])
def test_a_backfire_hits_the_least_valuable_card(strong: int, weak: int) -> None:
    """A3: the die goes against the attacker, who has to choose between two own knights."""
    scene = Scene().lay(0, {strong: "knight_falk", weak: "knight_arno"}).lay(1, {0: "knight_gerold"})
    assert choice(scene.hand(0, black_knight=1).attack("black_knight", goes_wrong=True)) == f"pick(slot={weak})"
