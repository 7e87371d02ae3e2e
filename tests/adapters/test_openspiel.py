"""OpenSpiel: its own checks, perfect recall, and algorithms, including those that traverse the whole tree."""

import copy
import pickle
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.observation import make_observation

from kschwert_env import GAMES, two_crowns
from kschwert_env.adapters import openspiel
from kschwert_env.engine.contract.actions import IllegalAction
from tests.helpers.cases import TINY

SHORT = {game: f"python_{game}(cap=2)" for game in GAMES}
TREE = f"python_two_crowns(cap=1,edition={TINY},explicit_chance=True)"
TWO_TURNS = f"cached_tree(game=python_two_crowns(cap=2,edition={TINY},explicit_chance=True))"

every_game = pytest.mark.parametrize("name", SHORT.values(), ids=SHORT)


def begun(name: str, seed: int = 0) -> Any:
    """Return the first decision of a game with that seed."""
    state = pyspiel.load_game(name).new_initial_state()
    for byte in seed.to_bytes(4):
        state.apply_action(byte)
    return state


def decisions(name: str, seed: int = 0) -> Iterator[Any]:
    """Yield the states of a random game in which a seat decides, and its end; all are the same object."""
    state, choose = begun(name, seed), random.Random(seed)
    yield state
    while not state.is_terminal():
        state.apply_action(choose.choice(state.legal_actions()))
        yield state


# -- OpenSpiel's own checks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *SHORT.values(),
        "python_krone_schwert(num_players=4,cap=1,reward=score,visible_scores=False)",
        "python_two_crowns(cap=9,start_player=random,die_of_fate=True,reward=placement)",
        f"python_two_crowns(cap=4,edition={TINY},explicit_chance=True,start_player=random,die_of_fate=True)",
        "python_krone_schwert(cap=1,explicit_chance=True)",
        "python_politics_and_intrigue(cap=1,explicit_chance=True)",
    ],
)
def test_openspiels_random_games_find_no_fault(name: str) -> None:
    """Check clones, serialization, masks, strings and tensors in each state, and bounds at the end."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@every_game
def test_what_openspiel_knows_of_a_game(name: str) -> None:
    game = pyspiel.load_game(name)
    kind, setup = game.get_type(), game.setup
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert game.num_distinct_actions() == setup.rules.num_actions
    assert game.max_game_length() == setup.rules.most_decisions
    assert setup.rules.options()[setup.rules.cap_option] == 2
    assert str(game) == name


def test_parameters_are_the_options_of_the_rules() -> None:
    name = "python_krone_schwert(num_players=4,start_player=random,fewer_parts=True,cap=3,reward=score)"
    options = pyspiel.load_game(name).setup.rules.options()
    told = ("num_players", "start_player", "fewer_parts", "max_rounds", "reward", "shuffle_parts")
    assert [options[option] for option in told] == [4, "random", True, 3, "score", True]
    assert pyspiel.load_game("python_krone_schwert").setup.rules.num_players == 2


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("cap=0", "must be an integer of at least 1"),
        ("reward=money", "reward must be one of win"),
        ("max_rounds=3", "Unknown parameter 'max_rounds'"),
    ],
)
def test_wrong_parameters_are_refused(parameters: str, message: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError), match=message):
        pyspiel.load_game(f"python_krone_schwert({parameters})")


def test_an_illegal_action_names_the_reason_and_changes_nothing() -> None:
    state = begun(SHORT["two_crowns"])
    before = str(state), state.history()
    with pytest.raises(IllegalAction, match="is illegal"):
        state.apply_action(max(set(range(state.num_distinct_actions())) - set(state.legal_actions())))
    assert (str(state), state.history()) == before


@every_game
def test_chance_picks_the_seed_and_a_history_is_a_whole_game(name: str) -> None:
    seed = 0x01020304
    *_, state = decisions(name, seed)
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    setup = state.get_game().setup
    bare = setup.game(setup.rules, seed)
    for action in state.history()[4:]:
        bare.step(action)
    assert str(again) == str(state) == bare.text()
    assert again.returns() == state.returns() == bare.returns.tolist()


@every_game
def test_a_pickled_state_goes_on_with_the_same_chance(name: str) -> None:
    *_, state = (state.clone() for state, _ in zip(decisions(name), range(12), strict=False))
    copy, choose = pickle.loads(pickle.dumps(state)), random.Random(1)
    while not state.is_terminal():
        action = choose.choice(state.legal_actions())
        state.apply_action(action)
        copy.apply_action(action)
        assert str(copy) == str(state)
        assert copy.information_state_string(0) == state.information_state_string(0)


# -- what a seat knows --------------------------------------------------------------------------------------------


@every_game
def test_a_seat_observes_what_the_game_shows_it(name: str) -> None:
    for state in decisions(name):
        game, seats = state.node.game, range(state.num_players())
        for seat in seats:
            observed = game.observe(seat)["observation"]
            assert state.observation_tensor(seat) == observed.tolist()
            assert state.observation_string(seat) == game.text(seat)


def test_there_is_no_half_of_an_observation() -> None:
    game = pyspiel.load_game(SHORT["two_crowns"])
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(game, kind) is None
    with pytest.raises(ValueError, match="params must be empty or None"):
        make_observation(game, None, {"size": 3})


@every_game
def test_games_can_be_pickled_and_copied(name: str) -> None:
    """With their options, also into a process that has not imported this adapter."""
    game = pyspiel.load_game(name)
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(twin) == str(game) == name
        assert twin.setup.rules == game.setup.rules
    lines = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    child = subprocess.run([sys.executable, "-c", lines], input=pickle.dumps(game), capture_output=True, check=True)
    assert child.stdout.decode().strip() == name


def test_a_solver_that_holds_a_game_can_be_pickled() -> None:
    """It continues with the same numbers."""
    solver = cfr.CFRSolver(pyspiel.load_game(TREE))
    solver.evaluate_and_update_policy()
    twin = pickle.loads(pickle.dumps(solver))
    for each in (solver, twin):
        each.evaluate_and_update_policy()
    tables = [each.average_policy().action_probability_array.tobytes() for each in (solver, twin)]
    assert tables[0] == tables[1]


@every_game
def test_openspiel_writes_playthroughs(name: str) -> None:
    text = generate_playthrough.playthrough(name, None, seed=1)
    assert f"game: {name}" in text
    assert "IsTerminal() = True" in text
    assert "InformationStateString(0)" in text


@every_game
def test_resampled_worlds_have_the_same_information_state(name: str) -> None:
    """The other seats' hands and memories are resampled."""
    changed = 0
    for i, state in enumerate(decisions(name)):
        if i % 7 or state.is_terminal():
            continue
        seat, game = state.current_player(), state.get_game()
        world = state.resample_from_infostate(seat, random.Random(i).random)
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.observation_string(seat) == state.observation_string(seat)
        assert world.legal_actions() == state.legal_actions()
        if game.get_type().provides_information_state_tensor:
            assert world.information_state_tensor(seat) == state.information_state_tensor(seat)
        anew = game.setup.game.from_position(world.node.game.position())
        for other in set(range(state.num_players())) - {seat}:
            observed = anew.observe(other)["observation"].tobytes()
            assert world.node.memories[other].last.observed == observed
            assert len(world.node.memories[other].entries) <= 1
        changed += str(world) != str(state)
    assert changed > 0


def test_worlds_are_not_resampled_where_chance_is_to_act() -> None:
    state = pyspiel.load_game(SHORT["two_crowns"]).new_initial_state()
    with pytest.raises(ValueError, match="only states in which a seat decides"):
        state.resample_from_infostate(0, random.random)


def test_cards_laid_face_down_are_told_apart_by_their_owner_alone() -> None:
    """Only their owner distinguishes them until they are turned up."""

    encode = two_crowns.Rules().actions.encode

    def laid(card: str) -> Any:
        state = holding(knight_1=1, knight_2=1)
        for action in (encode("attack"), encode("lay", card), encode("done")):
            state.apply_action(action)
        return state

    one, other = laid("knight_1"), laid("knight_2")
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) == other.information_state_string(1)
    for state in (one, other):
        state.apply_action(encode("done"))
    assert one.information_state_string(1) != other.information_state_string(1)


def holding(**cards: int) -> Any:
    """Return a state of the tiny edition in which seat 0 has been dealt these cards, and gold."""
    state = pyspiel.load_game(TREE.replace("cap=1", "cap=2")).new_initial_state()
    gold = 7 - sum(cards.values())
    hands = ", ".join(f"{count} {card}" for card, count in [*cards.items(), ("gold_1", gold)])
    for hand in (hands, "7 gold_1"):
        state.apply_action({state.action_to_string(i): i for i, _ in state.chance_outcomes()}[f"{hand} drawn"])
    return state


def every_state(state: Any) -> Iterator[Any]:
    """Yield all states of a tree."""
    yield state
    for action in state.legal_actions():
        yield from every_state(state.child(action))


def lived(state: Any) -> dict[int, tuple[Any, ...]]:
    """Return all observations and actions of each seat, by replaying the history."""
    told: dict[int, list[Any]] = {0: [], 1: []}
    replayed = state.get_game().new_initial_state()
    for action in state.history():
        actor = replayed.current_player()
        replayed.apply_action(action)
        if actor >= 0:
            told[actor].append(action)
        for seat in () if replayed.is_chance_node() else (0, 1):
            observed = tuple(replayed.observation_tensor(seat))
            if told[seat][-1:] != [observed]:
                told[seat].append(observed)
    return {seat: tuple(lines) for seat, lines in told.items()}


def test_information_states_are_all_that_a_seat_has_seen_and_done() -> None:
    """Strings and tensors are equal exactly for histories that a seat can't distinguish."""
    for seat in (0, 1):
        strings, tensors, lives, observations = defaultdict(set), defaultdict(set), set(), set()
        for state in every_state(pyspiel.load_game(TREE).new_initial_state()):
            if state.is_chance_node():
                continue
            life = lived(state)[seat]
            lives.add(life)
            strings[state.information_state_string(seat)].add(life)
            tensors[tuple(state.information_state_tensor(seat))].add(life)
            observations.add(tuple(state.observation_tensor(seat)))
        assert len(lives) == len(strings) == len(tensors) > len(observations) > 10
        assert {len(same) for told in (strings, tensors) for same in told.values()} == {1}


def test_the_tensor_of_an_information_state_has_a_row_for_each_memory() -> None:
    """Later rows are zero; tensors before the start are empty."""
    start = pyspiel.load_game(TREE).new_initial_state()
    assert not any(start.information_state_tensor(0))
    *_, end = decisions("python_two_crowns(cap=1)")
    rules = end.get_game().setup.rules
    for seat in (0, 1):
        assert end.information_state_string(seat).startswith(f"{seat} ")
        rows = np.reshape(end.information_state_tensor(seat), (rules.most_decisions + 1, -1))
        memory = end.node.memories[seat].entries
        for written, row in zip(rows, memory, strict=False):
            assert np.flatnonzero(written[: rules.num_actions]).tolist() == [row.action][: row.action >= 0]
            assert written[rules.num_actions :].tolist() == np.frombuffer(row.observed, np.int8).tolist()
        assert not rows[len(memory) :].any()


def test_long_games_have_no_tensor_of_information_states() -> None:
    kinds = [pyspiel.load_game(name).get_type() for name in ("python_two_crowns(cap=3)", "python_two_crowns")]
    assert [kind.provides_information_state_tensor for kind in kinds] == [True, False]
    assert openspiel.MAX_TENSOR_SIZE < 2**31
    shape = pyspiel.load_game("python_two_crowns(cap=3)").information_state_tensor_shape()
    rules: Any = two_crowns.Rules(max_turns=3)
    assert shape == [rules.most_decisions + 1, rules.num_actions + rules.observation.size]


# -- algorithms ---------------------------------------------------------------------------------------------------


@every_game
def test_searches_play(name: str) -> None:
    """Run OpenSpiel's MCTS, and information set MCTS, which resamples."""
    state = begun(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    game = state.get_game()
    perfect = mcts.MCTSBot(game, 1.4, 5, evaluator, random_state=np.random.RandomState(2))
    informed = ismcts.ISMCTSBot(game, evaluator, 1.4, 5, random_state=np.random.RandomState(3))
    for bot in (perfect, informed):
        assert bot.step(state) in state.legal_actions()


@every_game
def test_outcome_sampling_learns(name: str) -> None:
    np.random.seed(4)  # noqa: NPY002 - OpenSpiel draws from this one
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(name))
    solver.iteration()
    state = begun(name)
    learned = solver.average_policy().action_probabilities(state)
    assert sum(learned.values()) == pytest.approx(1)
    assert set(learned) == set(state.legal_actions())


def value_of_one_turn() -> float:
    """Return the attacker's value in the tiny edition: both lay all knights, worth 0 to 3 points.

    More points of the attacker win the game. If not, castles stay equal, and the win is shared.
    """
    points = [Fraction(comb(51, gold), comb(53, 7)) for gold in (7, 6, 6, 5)]
    assert sum(points) == 1
    return float(sum(points[own] * points[their] for own, their in product(range(4), repeat=2) if own > their))


def test_the_value_of_one_turn_is_what_can_be_worked_out() -> None:
    value = value_of_one_turn()
    game = pyspiel.load_game(f"cached_tree(game={TREE})")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.exploitability(game, average) < 1e-3
    assert policy_value(game.new_initial_state(), [average] * 2) == pytest.approx([value, -value], abs=1e-3)


def test_exploitability_falls_as_cfr_goes_on() -> None:
    game = pyspiel.load_game(TWO_TURNS)
    solver, left = cfr.CFRSolver(game), [exploitability.exploitability(game, policy.TabularPolicy(game))]
    for iterations in (3, 12):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        left.append(exploitability.exploitability(game, solver.average_policy()))
    assert left[0] > 2 * left[1] > 8 * left[2] > 0


def test_a_best_response_wins_more_from_one_who_plays_at_random() -> None:
    """It wins less against a good player."""
    game = pyspiel.load_game(TREE)
    uniform = policy.TabularPolicy(game)
    improved = exploitability.nash_conv(game, uniform, return_only_nash_conv=False).player_improvements
    attacker, defender = improved + policy_value(game.new_initial_state(), [uniform] * 2)
    assert attacker > value_of_one_turn() + 0.01
    assert defender > -value_of_one_turn() + 0.01


# -- the interpreter ----------------------------------------------------------------------------------------------


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_the_interpreter_ends_well() -> None:
    """OpenSpiel releases game classes after the interpreter has ended."""
    done = python("import kschwert_env.adapters.openspiel, pyspiel; print(pyspiel.load_game('python_two_crowns'))")
    assert (done.returncode, done.stdout, done.stderr) == (0, "python_two_crowns()\n", "")


def test_without_openspiel_it_is_told_how_to_get_it() -> None:
    done = python("import sys; sys.modules['pyspiel'] = None; import kschwert_env.adapters.openspiel")
    assert 'need the extra "openspiel": pip install "kschwert_env[openspiel]"' in done.stderr
