"""Words of an answer, compared with the words and the names of actions."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from kschwert_env.adapters.text.choices import Choice

Words = tuple[str, ...]
"""Words and numbers of a text, in lower case."""

_SEPARATORS = re.compile(r"[\s_:,;()\[\]\"'`*=]+")
_ARTICLES = frozenset({"a", "an", "the"})
_NEGATIONS = frozenset({"no", "not", "nothing", "without"})
_LETTER = re.compile(r"[a-z]")
_ENDS = frozenset({"done"})  # kinds that end a choice among actions of another kind


def split_words(text: str) -> Words:
    """Return the words and numbers of a text in lower case, without articles, brackets and underscores."""
    return tuple(word for word in _SEPARATORS.split(text.lower()) if word and word not in _ARTICLES)


def forms(choice: Choice) -> Iterator[Words]:
    """Yield the spellings of an action: its words, with and without what follows a colon, and its name, with and
    without the names of its arguments.
    """
    yield split_words(choice.words)
    yield split_words(choice.words.partition(":")[0])
    yield split_words(choice.name)
    yield split_words(re.sub(r"\w+=", "", choice.name))


def agrees(words: Words, choice: Choice) -> bool:
    """Return whether words are all, the first or the last of the words of an action."""
    return any(_is_part(words, form, part) for form in forms(choice) for part in (_begins, _ends))


def spelled(words: Words, choices: Iterable[Choice]) -> list[Choice]:
    """Return the actions that words spell."""
    return [choice for choice in choices if words in forms(choice)]


def shortened(words: Words, choices: Sequence[Choice]) -> list[Choice]:
    """Return the legal actions that words shorten.

    They may leave out the end of a spelling; its beginning only where all actions are of one kind. No negation may be
    left out.
    """
    parts: list[Callable[[Words, Words], bool]] = [_begins]
    if len({choice.kind for choice in choices} - _ENDS) == 1:
        parts.append(_ends)
    return [choice for choice in choices if any(_is_part(words, f, part) for f in forms(choice) for part in parts)]


def begun(words: Words, choices: Iterable[Choice]) -> list[Choice]:
    """Return the actions whose spellings begin with these words."""
    return [choice for choice in choices if any(_is_part(words, form, _begins) for form in forms(choice))]


def _is_part(words: Words, form: Words, part: Callable[[Words, Words], bool]) -> bool:
    left = form[len(words) :] if part is _begins else form[: len(form) - len(words)]
    has_letters = _LETTER.search(" ".join(words)) is not None
    return has_letters and part(words, form) and _NEGATIONS.isdisjoint(left)


def _begins(words: Words, form: Words) -> bool:
    return form[: len(words)] == words


def _ends(words: Words, form: Words) -> bool:
    return form[-len(words) :] == words
