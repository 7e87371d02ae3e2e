"""`TextAgent`: questions as the seat sees the game, logs, and games in the arena."""

import json
from pathlib import Path
from threading import Event, Lock
from typing import Any

import numpy as np
import pytest

from kschwert_env.adapters.text import TextGame
from kschwert_env.agents.base import AgentError, DecisionBatch, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.text import Answer, Question, TextAgent
from kschwert_env.agents.text.exchange_log import Exchange, ExchangeLog, Refused
from kschwert_env.agents.text.scripted_server import legal_numbers
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.text.games import replay_text_game
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import FileError
from kschwert_env.two_crowns import Rules
from tests.agents.text.conftest import first_decisions
from tests.helpers.cases import CAPPED, Case

pytestmark = pytest.mark.needs_jit


class Listed(TextAgent):
    """Answers with the legal action that its seed selects, and keeps all questions."""

    def __init__(self, rules: GameRules, **options: Any) -> None:
        super().__init__(rules, **options)
        self.questions: list[Question] = []
        self._lock = Lock()

    def answer(self, question: Question) -> Answer:
        with self._lock:
            self.questions.append(question)
        numbers = legal_numbers(question.prompt)
        return Answer(str(numbers[question.seed % len(numbers)]), 100, 1, 0.5)


def contest(agent: TextAgent, folder: Path, games: int = 4, resume: bool = False) -> Contest:
    agents = {"random": make_agent("random", agent.rules), "listed": agent}
    return Contest(agent.rules, agents, folder, games, "one-vs-first", seed=3, resume=resume)


@pytest.mark.parametrize("case", CAPPED, ids=str)
def test_prompts_in_an_arena_are_those_of_a_game_in_text(case: Case, tmp_path: Path) -> None:
    """So events in arenas, too, tell a seat what it may know, which tests/adapters/text checks."""
    agent = Listed(case.rules)
    with contest(agent, tmp_path, case.rules.num_players) as games:
        assert games.play(1)
        results = games.results
        played = [replay_text_game(case.rules, games.agents, result, agent) for result in results]
    for game in played:
        seed = game.result["seed"]
        text, plain = TextGame(case.rules, seed), case.game(case.rules, seed)
        asked = {decision.number: decision for decision in game.asked}
        for number, line in enumerate(game.recorder.lines[1:]):
            action = case.rules.actions.encode(**line["action"])
            if number in asked:
                assert asked[number].turn.exchanges[0].prompt == text.prompt(asked[number].seat)
            if len(plain.legal_actions()) > 1:
                text.act(action)
            plain.step(action)
        assert text.player is None
        assert text.returns.tolist() == plain.returns.tolist()


@pytest.mark.parametrize("case", CAPPED[::3], ids=str)
def test_questions_do_not_depend_on_what_is_hidden(case: Case) -> None:
    game = case.game(case.rules, 3)
    rng = np.random.default_rng(1)
    for _ in range(15):
        if game.player is None:
            break
        if len(game.legal_actions()) > 1:
            worlds = [game, *(game.resample(game.player, seed) for seed in (1, 2))]
            texts = set()
            for world in worlds:
                agent = Listed(case.rules)
                agent.turn(make_decision_batch(case.rules, world.state.reshape(1), np.array([7])), 0)
                texts.add(agent.questions[0])
            assert len(texts) == 1
        game.step(int(rng.choice(game.legal_actions())))


def test_decisions_without_a_choice_are_not_asked(short: Rules, tmp_path: Path) -> None:
    agent = Listed(short)
    with contest(agent, tmp_path) as games:
        games.play(1)
        decided = sum(row["decisions"][row["line_up"].index(1)] for row in games.results)
    assert 0 < len(agent.questions) < decided


def test_equal_decisions_are_asked_once(short: Rules) -> None:
    agent = Listed(short)
    one = first_decisions(short, 1)
    agent.requests_at_once = 4
    assert len(set(agent.act(repeated(one, 4)).tolist())) == 1
    assert len(agent.questions) == 1


def repeated(one: DecisionBatch, count: int) -> DecisionBatch:
    """Return the same decision `count` times."""
    observations, masks, seeds = (np.repeat(array, count, axis=0) for array in (one.observations, one.masks, one.seeds))
    return DecisionBatch(one.rules, observations, masks, seeds, lambda each: np.repeat(one.worlds(each), count, axis=0))


def test_an_error_reaches_all_who_wait_and_is_not_kept(short: Rules) -> None:
    begun, may_end = Event(), Event()

    class Failing(Listed):
        fails = True

        def answer(self, question: Question) -> Answer:
            if self.fails:
                begun.set()
                may_end.wait()
                raise AgentError("no server")
            return super().answer(question)

    agent = Failing(short)
    agent.requests_at_once = 2
    two = repeated(first_decisions(short, 1), 2)
    may_end.set()
    with pytest.raises(AgentError, match="no server"):
        agent.act(two)
    agent.fails = False
    assert agent.act(two).tolist()
    assert begun.is_set()


# -- logs -----------------------------------------------------------------------------------------------------


def test_a_run_resumes_without_asking_twice(short: Rules, tmp_path: Path) -> None:
    whole = Listed(short)
    with contest(whole, tmp_path / "whole") as games:
        games.play(1)
        wanted = games.results

    class Limited(Listed):
        def answer(self, question: Question) -> Answer:
            if len(self.questions) == 9:
                raise AgentError("enough")
            return super().answer(question)

    folder, asked = tmp_path / "parts", list[Question]()
    for _ in range(100):
        agent = Limited(short)
        with contest(agent, folder, resume=True) as games:
            try:
                complete = games.play(1)
            except AgentError:
                complete = False
            results = games.results
        asked += agent.questions
        if complete:
            break
    assert results == wanted
    assert sorted(asked) == sorted(whole.questions)  # each once
    assert agent.log.tokens == whole.log.tokens


def test_a_finished_run_is_replayed_without_answers(short: Rules, tmp_path: Path) -> None:
    agent = Listed(short)
    with contest(agent, tmp_path) as games:
        games.play(1)
    silent = Listed(short)
    silent.answer = None  # type: ignore[assignment, method-assign]
    with contest(silent, tmp_path, resume=True) as games:
        for result in games.results:
            again = replay_text_game(short, games.agents, result, silent)
            assert again.recorder.game.scores.tolist() == result["scores"]
            assert again.asked


def test_games_that_are_not_in_the_log_are_refused(short: Rules, tmp_path: Path) -> None:
    agent = Listed(short)
    with contest(agent, tmp_path) as games:
        games.play(1)
        result = games.results[0]
        with pytest.raises(AgentError, match="the log has no answer"):
            replay_text_game(short, games.agents, {**result, "seed": 5}, agent)
        with pytest.raises(AgentError, match="game 0 has other scores"):
            replay_text_game(short, games.agents, {**result, "scores": [1, 1]}, agent)


EXCHANGE = Exchange(1, "prompt", (Refused("a", "b"),), "answer \ud800", 3, 4, 0.5, 2, "cut off", 1.0)
HEADER = {"agent": "x"}


def new_log(path: Path) -> ExchangeLog:
    log = ExchangeLog()
    log.open(path, HEADER)
    return log


def written(path: Path) -> None:
    log = new_log(path)
    log.reserve(EXCHANGE.key)
    log.finish(EXCHANGE)


def test_a_log_has_what_was_written(tmp_path: Path) -> None:
    written(tmp_path / "log")
    log = new_log(tmp_path / "log")
    assert log.find(EXCHANGE.key) == EXCHANGE._replace(answer="answer \N{REPLACEMENT CHARACTER}")
    assert (log.tokens, log.money) == (7, 0.5)
    log.open(tmp_path / "log", HEADER)
    assert log.tokens == 7  # read once


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path)
    whole = path.read_bytes()
    path.write_bytes(whole + whole.split(b"\n")[1][:40])
    assert new_log(path).tokens == 7
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "change",
    [
        {"seed": -1},
        {"seed": True},
        {"prompt": 3},
        {"answer": None},
        {"refused": [["a"]]},
        {"refused": [["a", 3]]},
        {"refused": "ab"},
        {"money": -1},
        {"money": float("nan")},
        {"seconds": "1"},
        {"input_tokens": 1.5},
        {"input_tokens": 10**400},
        {"seed": 2**63},
        {"money": 10**400},
        {"seconds": 10**400},
        {"more": 1},
    ],
)
def test_damaged_logs_are_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path)
    header, line = path.read_text().splitlines()
    path.write_text(f"{header}\n{json.dumps({**json.loads(line), **change})}\n")
    with pytest.raises(FileError, match="is damaged: line 2 is not an exchange"):
        new_log(path)


def test_logs_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path)
    with pytest.raises(FileError, match="was started with agent 'x', not 'y'"):
        ExchangeLog().open(path, {"agent": "y"})
    path.write_bytes(b"\xff\n")
    with pytest.raises(FileError, match="was started with format None"):
        new_log(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(FileError):
        new_log(path)


def test_a_contest_keeps_the_log_of_each_agent(short: Rules, tmp_path: Path) -> None:
    with contest(Listed(short), tmp_path / "a") as games:
        games.play(1)
    assert {path.name for path in (tmp_path / "a").iterdir()} == {"games.jsonl", "exchanges-1.jsonl", "writer.lock"}
    header = json.loads((tmp_path / "a" / "exchanges-1.jsonl").read_text().splitlines()[0])
    assert (header["agent"], header["game"], header["fingerprint"]) == ("listed", "two_crowns", short.fingerprint)
    (tmp_path / "a" / "exchanges-1.jsonl").write_text("{}\n")
    with pytest.raises(FileError, match="was started with format"):
        contest(Listed(short), tmp_path / "a", resume=True)
    with pytest.raises(FileError, match="was started with format"):  # and the folder is not left locked
        contest(Listed(short), tmp_path / "a", resume=True)


# -- forfeits -------------------------------------------------------------------------------------------------


class Mute(TextAgent):
    """Has no valid answer."""

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules, asks=0, invalid="forfeit")

    def answer(self, question: Question) -> Answer:
        return Answer("I resign")


@pytest.mark.parametrize("case", CAPPED[1:3], ids=str)
def test_who_forfeits_is_last(case: Case, tmp_path: Path) -> None:
    agents = {"random": make_agent("random", case.rules), "mute": Mute(case.rules)}
    count = 2 * case.rules.num_players
    with Contest(case.rules, agents, tmp_path, count, "one-vs-first") as games:
        assert games.play(2)
        results, figures = games.results, games.figures()
    assert figures is not None
    assert figures["endings"] == {"forfeit": count}
    assert figures["one_vs_rest"]["mute"]["random"]["win_share"] == 0
    for row in results:
        seat = row["line_up"].index(1)
        assert all(row["scores"][seat] < score for other, score in enumerate(row["scores"]) if other != seat)
    with Contest(case.rules, agents, tmp_path, count, "one-vs-first", resume=True) as games:
        assert games.results == results  # such lines are read, too
