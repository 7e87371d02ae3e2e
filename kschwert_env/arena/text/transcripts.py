"""Figures of an agent in text, and transcripts of its games beside the board."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kschwert_env.agents.base import Agent
from kschwert_env.agents.text.exchange_log import Exchange
from kschwert_env.agents.text.text_agent import TextAgent
from kschwert_env.arena.game_runner import GameResult
from kschwert_env.arena.statistics import Figures
from kschwert_env.arena.text.games import AskedDecision, TextGameRecord, replay_text_game
from kschwert_env.arena.text.statistics import Judgement, answer_figures, judge, loss_figures, worst
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.rendering.pages.page import Note, write_page

FOLDER = "transcripts"
"""Folder of the transcripts, beside the report."""

REVEALING = "The game is over: transcripts show the hidden cards of all seats. The agent saw its prompts only."
"""Note on every page with transcripts."""


class FinishedGames(NamedTuple):
    """Finished games of an agent in text against the same opponents.

    Attributes:
        label: distinguishes them from other games in names of files.
        against: name of the opponents, for tables; empty if they differ.
        agents: agents by their index in the results.
        results: lines of the log of the arena.
    """

    label: str
    against: str
    agents: Sequence[Agent]
    results: Sequence[GameResult]


def text_figures(
    rules: GameRules,
    agent: TextAgent,
    groups: Sequence[FinishedGames],
    folder: Path,
    transcripts: int,
    report: Callable[[int], object] = lambda replayed: None,
) -> Figures:
    """Play finished games again from the log of an agent, write transcripts of some, and return its figures.

    `report` is called with the number of games played again. The server is not asked. Raises AgentError for games that
    can't be played again (`replay_text_game`), and OSError if a transcript can't be written.
    """
    games, names = list[TextGameRecord](), list[tuple[str, str]]()
    for group in groups:
        for result in group.results:
            if any(group.agents[i] is agent for i in result["line_up"]):
                games.append(replay_text_game(rules, group.agents, result, agent))
                title = ", ".join(filter(None, [group.against, f"game {result['game']}"]))
                names.append((title, f"{FOLDER}/{group.label}-{result['game']}.html"))
                report(len(games))
    if not any(game.asked for game in games):
        return {}
    judgements = judge(rules, games)
    losing = worst(judgements)
    shown = list(dict.fromkeys([judgement.game for judgement in losing] + by_result(games)))[:transcripts]
    if shown:
        (folder / FOLDER).mkdir(exist_ok=True)
    for i in shown:
        write_page(games[i].recorder, folder / names[i][1], notes(rules, games[i], judgements))
    return {
        "answers": answer_figures(games),
        "losses": loss_figures(judgements),
        "worst": [
            loss_entry(rules, judgement, *names[judgement.game], judgement.game in shown) for judgement in losing
        ],
        "transcripts": [game_entry(games[i], *names[i]) for i in shown],
    }


def by_result(games: Sequence[TextGameRecord]) -> list[int]:
    """Return the indices of games, lost ones first."""

    def margin(i: int) -> int:
        scores, seat = games[i].result["scores"], games[i].asked[0].seat
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)

    return sorted((i for i, game in enumerate(games) if game.asked), key=margin)


def loss_entry(rules: GameRules, judgement: Judgement, title: str, page: str, has_page: bool) -> Figures:
    """Return a decision that loses, in JSON types."""
    decision = judgement.decision
    return {
        "game": title,
        "page": f"{page}#{decision.number + 1}" if has_page else None,
        "decision": decision.number,
        "phase": decision.phase,
        "action": rules.actions.describe(decision.turn.action),
        "better": rules.actions.describe(judgement.better),
        "loss": judgement.loss,
    }


def game_entry(game: TextGameRecord, title: str, page: str) -> Figures:
    """Return a game with a transcript, in JSON types."""
    exchanges = [exchange for decision in game.asked for exchange in decision.turn.exchanges]
    return {
        "game": title,
        "page": page,
        "seats": sorted({decision.seat for decision in game.asked}),
        "scores": game.result["scores"],
        "decisions": len(game.asked),
        "invalid_answers": len(exchanges) - sum(decision.turn.refusal is None for decision in game.asked),
        "tokens": sum(exchange.input_tokens + exchange.output_tokens for exchange in exchanges),
    }


# -- transcripts ----------------------------------------------------------------------------------------------


def notes(rules: GameRules, game: TextGameRecord, judgements: Sequence[Judgement]) -> dict[int, list[Note]]:
    """Return what was sent and answered, by step of the page."""
    judged = {id(judgement.decision): judgement for judgement in judgements}  # decisions of several games
    notes_by_step = {0: [Note("About this page", REVEALING)]}
    for decision in game.asked:
        notes_by_step[decision.number + 1] = list(decision_notes(rules, decision, judged.get(id(decision))))
    return notes_by_step


def decision_notes(rules: GameRules, decision: AskedDecision, judgement: Judgement | None) -> Iterator[Note]:
    """Yield the prompt, all answers, and what search thinks of the decision."""
    exchanges, refusal = decision.turn.exchanges, decision.turn.refusal
    reasons = [refused.reason for refused in exchanges[-1].refused] + ([] if refusal is None else [refusal])
    for i, exchange in enumerate(exchanges):
        yield Note(f"Answer{costs(exchange)}", exchange.answer or "(no text)")
        if i < len(reasons):
            yield Note("Refused", reasons[i])
    if refusal is not None:
        yield Note(
            "No valid answer", "The game was forfeited." if decision.turn.action < 0 else "Another agent decided."
        )
    if judgement is not None and judgement.loss > 0:
        better = rules.actions.describe(judgement.better)
        yield Note(f"Search: loses {judgement.loss:.1%} of the win", f"{better} is better.")
    yield Note(f"Prompt of seat {decision.seat}", exchanges[0].prompt)


def costs(exchange: Exchange) -> str:
    """Return tokens and time of an exchange as text."""
    tokens = exchange.input_tokens + exchange.output_tokens
    return f" ({tokens:,} tokens, {exchange.seconds:.1f} s)"
