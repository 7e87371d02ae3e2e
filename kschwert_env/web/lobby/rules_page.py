"""The rules of a game as HTML: first in a few pages for players, then complete, with an anchor for each rule id."""

import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from kschwert_env.data import DATA_ROOT
from kschwert_env.importing import find_game

_RULE = re.compile(r"<(p|li)>(?:<p>)?\s*<strong>([A-Z]+\d+)</strong>")
_LINK = re.compile(r'<a href="(?!#)[^"]*">(.*?)</a>', re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FOR_PLAYERS = re.compile(r"## (\d|Terms)")
_FOR_PROGRAMMERS = re.compile("<!-- for programmers -->.*?<!-- end of part for programmers -->\n\n", re.DOTALL)
_MARKS = """\
Each rule has an id in bold. *Ruling* marks an answer to a question that the printed rules leave open. The rules count
seats, stacks and places from 0; the table counts them from 1.

"""
_CARD = re.compile(r'<img src="card:(\w+)" alt="([^"]*)" />')
_SHARED = re.compile(r"(\| )?\{(\w+)\}")
_TABLE = re.compile(r"^\{table ([^:}]+)(?:: ([^}]+))?\}$", re.MULTILINE)
_HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>")


@cache
def rules_page(game: str) -> str:
    """Return the rules of a game as an HTML fragment: of its page in the documentation, or of its own description."""
    page, rules_type = DATA_ROOT / "docs" / f"{game}_rules.md", find_game(game)
    if page.exists():
        text = for_players(page.read_text(encoding="utf-8"))
    else:
        text = rules_type.text_module().describe_rules(rules_type(rules_type.player_counts[0]))
    html = _short_rules(rules_type) + MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = _LINK.sub(r"\1", html)  # links to other pages, which the server does not have
    html = _HEADING.sub(lambda match: f'<h{match[1]} id="{_anchor(match[2])}">{match[2]}</h{match[1]}>', html)
    return _RULE.sub(lambda match: match[0].replace(f"<{match[1]}>", f'<{match[1]} id="{match[2]}">', 1), html)


def _short_rules(rules_type: Any) -> str:
    """Return the rules for players with pictures of cards; an empty string for a game without them."""
    source = Path(inspect.getfile(rules_type)).with_name("rules_for_players.md")
    if rules_type.file is not None or not source.exists():
        return ""
    rules = rules_type.read_options({"num_players": rules_type.player_counts[0]})

    def picture(match: re.Match[str]) -> str:
        drawn = rules.draw_card(match[1])
        if drawn is None:
            raise ValueError(f"there is no picture of the card {match[1]!r}")
        return f'<span class="rule-card" role="img" aria-label="{match[2]}" data-card="{match[1]}">{drawn}</span>'

    text = _with_shared_parts(source.read_text(encoding="utf-8"), rules)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return f"{_CARD.sub(picture, html)}<hr>"


def _with_shared_parts(text: str, rules: Any) -> str:
    """Fill in what rules for language models say, too: `{NAME}` of `text/shared_rules.py`, and tables of cards.

    `{table TITLE: IDS}` is the table of `card_help` whose title begins so, with these rows; without ids with all rows.
    """
    shared = import_module(f"{rules.text_module().__name__}.shared_rules")

    def sentence(match: re.Match[str]) -> str:
        words = getattr(shared, match[2])
        words = words(rules) if callable(words) else words
        return f"| {words[0].upper()}{words[1:]}" if match[1] else str(words)

    return _SHARED.sub(sentence, _TABLE.sub(lambda match: _card_table(rules, match[1], match[2]), text))


def _card_table(rules: Any, title: str, ids: str | None) -> str:
    """Return a table of `card_help` in Markdown: names, costs if there are any, and effects."""
    (table,) = (each for each in rules.card_help() if each.title.startswith(title))
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    if ids is not None:
        rows = [row for row in rows if row["id"] in ids.split()]
    columns = ["name", "cost", "effect"] if any(row["cost"] for row in rows) else ["name", "effect"]
    heads = {"name": "", "cost": "costs", "effect": "what it does"}
    lines = [[heads[column] for column in columns], ["---"] * len(columns)]
    for row in rows:
        lines.append([str(row[column])[:1].upper() + str(row[column])[1:] for column in columns])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def for_players(text: str) -> str:
    """Return the Markdown of the title, the terms and the numbered chapters, without what is marked for programmers."""
    text = _COMMENT.sub("", _FOR_PROGRAMMERS.sub(_MARKS, text, count=1))
    start, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return start + "".join(section for section in sections if _FOR_PLAYERS.match(section))


def _anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    plain = re.sub(r"<[^>]*>|&\w+;", "", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
