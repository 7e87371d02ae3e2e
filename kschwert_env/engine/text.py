"""Text for people: values in error messages, names from outside, phrases for drawings and commentary."""

import textwrap
from collections.abc import Mapping
from typing import Any

_MOST_SHOWN = 200  # characters of a value in an error
_PAGE = 100  # columns of text


def brief(value: Any) -> str:
    """A value as errors show it: the beginning of its `repr`, in one line."""
    try:
        shown = " ".join(line.strip() for line in repr(value).splitlines())
    except Exception:  # nested without end, or a stranger's type
        return f"<{type(value).__name__}>"
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."


def reason(error: Exception) -> str:
    """What went wrong, in one line: a KeyError by itself says no more than a name."""
    if isinstance(error, KeyError) and error.args:
        return f"it has no {brief(error.args[0])}"
    first, *_ = str(error).splitlines() or [type(error).__name__]
    return first


def shown(text: object) -> str:
    """A name or a message from outside in one line, with all that does not print written out, as in \\x1b.

    So no escape sequence reaches a terminal, and what is no Unicode, as a path can be, can be encoded.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def card_name(card: str) -> str:
    """A card's id in words."""
    return card.replace("_", " ")


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
