"""Text for people: values in error messages, names from outside, phrases for drawings and commentary."""

import textwrap
from collections.abc import Mapping
from enum import Enum
from typing import Any

_MOST_SHOWN = 200  # characters of a value in an error
_PAGE = 100  # columns of text


def names_of(kinds: type[Enum]) -> tuple[str, ...]:
    """Return the names of an enumeration's members in lower case, as actions and positions spell them."""
    return tuple(kind.name.lower() for kind in kinds)


def brief(value: Any) -> str:
    """Return the beginning of a value's `repr`, in one line."""
    try:
        shown = " ".join(line.strip() for line in repr(value).splitlines())
    except Exception:  # infinite nesting, or a foreign type
        return f"<{type(value).__name__}>"
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."


def reason(error: Exception) -> str:
    """Return the message of an error in one line. The message of a KeyError alone is only a name."""
    if isinstance(error, KeyError) and error.args:
        return f"missing key {brief(error.args[0])}"
    first, *_ = str(error).splitlines() or [type(error).__name__]
    return first


def shown(text: object) -> str:
    """Return a name or message from outside in one line, with unprintable characters escaped, as in \\x1b.

    No escape sequence reaches a terminal, and lone surrogates, which paths can contain, become encodable.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def encodable(text: str) -> str:
    """Return a text with lone surrogates, which can't be encoded, replaced by the character U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def card_name(card: str) -> str:
    """Return a card's id with spaces."""
    return card.replace("_", " ")


def card_title(card: str) -> str:
    """Return a card's name as a title: its first letter is a capital."""
    name = card_name(card)
    return name[:1].upper() + name[1:]


def card_list(cards: Mapping[str, int]) -> str:
    """Return a list of cards with their counts, where more than 1; "nothing" for no cards."""
    return ", ".join(card_name(card) + (f" x{n}" if n > 1 else "") for card, n in cards.items()) or "nothing"


def pile(cards: Mapping[str, int]) -> str:
    """Return the number of cards and their list."""
    return f"{sum(cards.values())}: {card_list(cards)}" if cards else "0"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural ends in s."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def wrapped(line: str, indent: int) -> str:
    """Return a line, wrapped to the page width with indented continuation lines."""
    return textwrap.fill(line, _PAGE, subsequent_indent=" " * indent) if len(line) > _PAGE else line
