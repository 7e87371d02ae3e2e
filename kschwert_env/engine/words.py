"""Phrases for drawings and commentaries, and texts from outside."""

import textwrap
from collections.abc import Mapping

from kschwert_env.engine.actions import Action

_PAGE = 100  # columns of text


def shown(text: object) -> str:
    """A name or a message from outside in one line, with all that does not print written out, as in \\x1b.

    So no escape sequence reaches a terminal, and what is no Unicode, as a path can be, can be encoded.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def card_name(card: str) -> str:
    """A card's id in words."""
    return card.replace("_", " ")


def action_words(action: Action) -> str:
    """An action as it is called, and the fields that it names."""
    fields = [str(field) for field in (action.field, action.partner) if field is not None]
    place = f"on field{'s' * (len(fields) > 1)} {' and '.join(fields)}" if fields else ""
    words = (action.kind, action.card or action.choice or "", place)
    return " ".join(word.replace("_", " ") for word in words if word)


def card_list(cards: Mapping[str, int]) -> str:
    """Cards with their number where it is not one, or "nothing"."""
    return ", ".join(card_name(card) + (f" x{n}" if n > 1 else "") for card, n in cards.items()) or "nothing"


def pile(cards: Mapping[str, int]) -> str:
    """The number of cards and what they are."""
    return f"{sum(cards.values())}: {card_list(cards)}" if cards else "0"


def counted(number: int, noun: str) -> str:
    """So many of a thing whose plural ends in s."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def wrapped(line: str, indent: int) -> str:
    """A line that is too long for the page goes on below, indented."""
    return textwrap.fill(line, _PAGE, subsequent_indent=" " * indent) if len(line) > _PAGE else line
