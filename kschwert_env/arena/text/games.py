"""Games of agents in text, played again from their logs: every question and answer, without a server."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.adapters.text.events import Events
from kschwert_env.agents.base import FORFEIT, Agent, AgentError, choose_actions, decision_seed, make_decision_batch
from kschwert_env.agents.text.text_agent import TextAgent, Turn
from kschwert_env.arena.game_runner import GameResult
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.records.record import Recorder
from kschwert_env.engine.simulation.game import game_type


class AskedDecision(NamedTuple):
    """A decision for which an agent in text was asked.

    Attributes:
        number: number of the decision in its game, from 0.
        seat: seat that decided.
        phase: phase of the game.
        state: the position, structured (1,).
        seed: seed of the decision.
        turn: questions, answers and action.
    """

    number: int
    seat: int
    phase: str
    state: np.ndarray
    seed: int
    turn: Turn


class TextGameRecord(NamedTuple):
    """A finished game of an arena with agents in text.

    Attributes:
        result: its line in the log of the arena.
        recorder: the record of the game.
        asked: decisions of agents in text, in order.
    """

    result: GameResult
    recorder: Recorder[Any]
    asked: list[AskedDecision]


def replay_text_game(
    rules: GameRules, agents: Sequence[Agent], result: GameResult, watched: TextAgent
) -> TextGameRecord:
    """Play a game of an arena again, with the same agents, and collect the decisions of one of them.

    Agents in text answer from their logs only. Raises AgentError if an answer is missing there, or if the game has
    another result, because an agent does not depend on its seeds only.
    """
    with ExitStack() as offline:
        for agent in agents:
            if isinstance(agent, TextAgent):
                offline.enter_context(agent.offline())
        return _replay(rules, agents, result, watched)


def _replay(rules: GameRules, agents: Sequence[Agent], result: GameResult, watched: TextAgent) -> TextGameRecord:
    recorder = Recorder(game_type(rules), rules, result["seed"])
    game, events, asked_decisions = recorder.game, Events(rules.num_players), list[AskedDecision]()
    number = 0
    while (seat := game.player) is not None:
        seed = decision_seed(result["seed"], number)
        state, agent, has_choice = game.state.reshape(1), agents[result["line_up"][seat]], len(game.legal_actions()) > 1
        decisions = make_decision_batch(rules, state, np.array([seed]), [events])
        if agent is watched and has_choice:
            turn = watched.turn(decisions, 0)
            asked_decisions.append(AskedDecision(number, seat, game.phase, state, seed, turn))
            action = turn.action
        else:
            action = int(choose_actions(agent, decisions, state, may_forfeit=True)[0])
        if action == FORFEIT:
            break
        before = game.position()
        recorder.step(action)
        events.record(rules, before, action, game.position(), seat if has_choice else None)
        number += 1
    if game.is_over and game.scores.tolist() != result["scores"]:
        raise AgentError(f"game {result['game']} has other scores when it is played again from the log")
    return TextGameRecord(result, recorder, asked_decisions)
