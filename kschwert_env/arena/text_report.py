"""Report on an agent in text: its answers, their costs, where it loses most, and transcripts beside the board."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from kschwert_env.agents.base import Agent
from kschwert_env.agents.text.exchange_log import Exchange
from kschwert_env.agents.text.text_agent import TextAgent
from kschwert_env.arena.game_runner import GameResult
from kschwert_env.arena.report import html, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.arena.text_games import AskedDecision, TextGameRecord, replay_text_game
from kschwert_env.arena.text_statistics import (
    MAX_JUDGED,
    SEARCH,
    Judgement,
    answer_figures,
    judge,
    loss_figures,
    worst,
)
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import counted
from kschwert_env.rendering.page import Note, write_page

FOLDER = "transcripts"
"""Folder of the transcripts, beside the report."""

_REVEALING = "The game is over: this page shows the hidden cards of all seats. The agent saw its prompts only."


class FinishedGames(NamedTuple):
    """Finished games of an agent in text against the same opponents.

    Attributes:
        against: name of the opponents, for tables.
        agents: agents by their index in the results.
        results: lines of the log of the arena.
    """

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
    agent.asks_anew = False
    try:
        for number, group in enumerate(groups):
            for result in group.results:
                games.append(replay_text_game(rules, group.agents, result, agent))
                names.append((group.against, f"{FOLDER}/{number}-{result['game']}.html"))
                report(len(games))
    finally:
        agent.asks_anew = True
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


def loss_entry(rules: GameRules, judgement: Judgement, against: str, page: str, has_page: bool) -> Figures:
    """Return a decision that loses, in JSON types."""
    decision = judgement.decision
    return {
        "against": against,
        "page": f"{page}#{decision.number + 1}" if has_page else None,
        "decision": decision.number,
        "phase": decision.phase,
        "action": rules.actions.describe(decision.turn.action),
        "better": rules.actions.describe(judgement.better),
        "loss": judgement.loss,
    }


def game_entry(game: TextGameRecord, against: str, page: str) -> Figures:
    """Return a game with a transcript, in JSON types."""
    exchanges = [exchange for decision in game.asked for exchange in decision.turn.exchanges]
    return {
        "against": against,
        "page": page,
        "game": game.result["game"],
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
    found = {0: [Note("About this page", _REVEALING)]}
    for decision in game.asked:
        found[decision.number + 1] = list(decision_notes(rules, decision, judged.get(id(decision))))
    return found


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
    return f" ({counted(tokens, 'token')}, {exchange.seconds:.1f} s)"


# -- sections of the report -----------------------------------------------------------------------------------


def sections(text: Figures) -> dict[str, str]:
    """Return the sections of a report on an agent in text by heading, as HTML; none without decisions."""
    if not text:
        return {}
    return {
        "Answers and costs": answers_table(text["answers"]),
        "Where it loses most": losses_table(text),
        "Transcripts": transcripts_table(text["transcripts"]),
    }


def answers_table(answers: Figures) -> str:
    """Return the table of answers and costs as HTML."""
    each = answers["per_decision"]
    rows = [
        ["decisions", f"{answers['decisions']:,}", ""],
        ["answers", f"{answers['answers']:,}", f"{answers['answers'] / answers['decisions']:.2f}"],
        ["invalid answers", f"{answers['invalid_answers']:,}", f"{answers['invalid_share']:.1%} of answers"],
        ["decisions without a valid answer", f"{answers['decided_by_others']:,}", ""],
        ["tokens read", f"{answers['input_tokens']:,}", f"{each['input_tokens']:,.0f}"],
        ["tokens written", f"{answers['output_tokens']:,}", f"{each['output_tokens']:,.0f}"],
        ["money", f"{answers['money']:,.4f}", f"{each['money']:.6f}"],
        ["seconds", f"{answers['seconds']:,.1f}", f"{each['seconds']:.2f}"],
    ]
    return table(["", "total", "per decision"], rows)


def losses_table(text: Figures) -> str:
    """Return losses by phase, and the worst decisions, as HTML."""
    judged = sum(entry["judged"] for entry in text["losses"].values())
    about = (
        f"<p>Search ({html(SEARCH)}) judged {judged:,} decisions, at most {MAX_JUDGED} of all games, as their seats "
        "saw them. A decision loses the win share by which another action is better, if by more than two standard "
        "errors. Good players have losses, too: search is not perfect.</p>"
    )
    phases = [
        [phase, f"{its['judged']:,}", f"{its['losing']:,}", f"{its['mean_loss']:.1%}"]
        for phase, its in text["losses"].items()
    ]
    rows = [
        [
            link(entry["page"], entry["against"]),
            *(html(entry[key]) for key in ("phase", "action", "better")),
            f"{entry['loss']:.1%}",
        ]
        for entry in text["worst"]
    ]
    return (
        about
        + table(["phase", "judged", "losing", "mean loss"], phases)
        + linked_table(["against", "phase", "action", "better", "loss"], rows)
    )


def transcripts_table(entries: Sequence[Figures]) -> str:
    """Return the table of games with transcripts as HTML."""
    if not entries:
        return "<p>None were written.</p>"
    rows = [
        [
            link(entry["page"], f"{entry['against']}, game {entry['game']}"),
            ", ".join(map(str, entry["seats"])),
            " : ".join(map(str, entry["scores"])),
            *(f"{entry[key]:,}" for key in ("decisions", "invalid_answers", "tokens")),
        ]
        for entry in entries
    ]
    columns = ["game", "seat", "points by seat", "decisions", "invalid answers", "tokens"]
    return f"<p>{html(_REVEALING.replace('this page shows', 'transcripts show'))}</p>" + linked_table(columns, rows)


def linked_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as HTML, whose cells are HTML."""
    head = "".join(f"<th>{html(cell)}</th>" for cell in columns)
    lines = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def link(page: str | None, text: str) -> str:
    """Return a link to a page as HTML, or only its text."""
    return html(text) if page is None else f'<a href="{escape(page)}">{html(text)}</a>'
