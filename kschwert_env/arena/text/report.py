"""Sections of a report on an agent in text: its answers, their costs, where it loses most, and transcripts."""

from collections.abc import Sequence
from html import escape

from kschwert_env.arena.report import html, html_table, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.arena.text.statistics import MAX_JUDGED, SEARCH, UNFINISHED
from kschwert_env.arena.text.transcripts import REVEALING


def sections(text: Figures, name: str = "") -> dict[str, str]:
    """Return the sections of a report on an agent in text by heading, as HTML; none without decisions.

    `name` is added to the headings.
    """
    if not text:
        return {}
    of_agent = f": {name}" if name else ""
    return {
        f"Answers and costs{of_agent}": answers_table(text["answers"]),
        f"Where it loses most{of_agent}": losses_table(text),
        f"Transcripts{of_agent}": transcripts_table(text["transcripts"]),
    }


def answers_summary(answers: Figures) -> str:
    """Return how many answers were invalid, and how many the server did not finish, in a sentence."""
    unfinished = [f"{answers[key]:,} {ended}" for key, ended in UNFINISHED.items() if answers[key]]
    kinds = ", ".join([f"{answers['invalid_answers']:,} invalid", *unfinished])
    return f"Answers: {answers['answers']:,}, {kinds}; {answers['decided_by_others']:,} decisions without a valid one."


def answers_table(answers: Figures) -> str:
    """Return the table of answers and costs as HTML."""
    each = answers["per_decision"]
    rows = [
        ["decisions", f"{answers['decisions']:,}", ""],
        ["answers", f"{answers['answers']:,}", f"{answers['answers'] / answers['decisions']:.2f}"],
        ["invalid answers", f"{answers['invalid_answers']:,}", f"{answers['invalid_share']:.1%} of answers"],
        ["decisions without a valid answer", f"{answers['decided_by_others']:,}", ""],
        *([f"answers {ended}", f"{answers[key]:,}", ""] for key, ended in UNFINISHED.items() if answers[key]),
        ["tokens read", f"{answers['input_tokens']:,}", f"{each['input_tokens']:,.0f}"],
        ["of these from a cache", f"{answers['cached_tokens']:,}", f"{each['cached_tokens']:,.0f}"],
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
            link(entry["page"], entry["game"]),
            *(html(entry[key]) for key in ("phase", "action", "better")),
            f"{entry['loss']:.1%}",
        ]
        for entry in text["worst"]
    ]
    return (
        about
        + table(["phase", "judged", "losing", "mean loss"], phases)
        + html_table(["game", "phase", "action", "better", "loss"], rows)
    )


def transcripts_table(entries: Sequence[Figures]) -> str:
    """Return the table of games with transcripts as HTML."""
    if not entries:
        return "<p>None were written.</p>"
    rows = [
        [
            link(entry["page"], entry["game"]),
            ", ".join(map(str, entry["seats"])),
            " : ".join(map(str, entry["scores"])),
            *(f"{entry[key]:,}" for key in ("decisions", "invalid_answers", "tokens")),
        ]
        for entry in entries
    ]
    columns = ["game", "seat", "points by seat", "decisions", "invalid answers", "tokens"]
    return f"<p>{html(REVEALING)}</p>" + html_table(columns, rows)


def link(page: str | None, text: str) -> str:
    """Return a link to a page as HTML, or only its text."""
    return html(text) if page is None else f'<a href="{escape(page)}">{html(text)}</a>'
