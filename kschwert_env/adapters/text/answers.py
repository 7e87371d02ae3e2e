"""Answers of language models: text that names exactly one legal action, or that is refused with the reason."""

import json
import re
import reprlib
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral
from typing import Any, NoReturn

from kschwert_env.adapters.text.choices import Choice, number_ranges
from kschwert_env.adapters.text.thought import KEYS, without_thought
from kschwert_env.adapters.text.words import agrees, begun, shortened, spelled, split_words
from kschwert_env.engine.text.phrases import shown

MAX_ANSWER = 200_000
"""Maximum length of an answer with its reasoning, in characters."""

MAX_CHOICE = 200
"""Maximum length of the part of an answer that names the action, in characters."""

MAX_TAGGED = 4 * MAX_CHOICE
"""The same before white space is collapsed."""

_OPENING = re.compile(r"<answer>|\\boxed\s*\{", re.IGNORECASE)
_WRAPPED = re.compile(r"(?:```\w*\s(.*)```|`(.*)`|\*\*(.*)\*\*|\$(.*)\$|\\text\{(.*)\}|\"(.*)\")", re.DOTALL)
_NAME = re.compile(r"(\w+)\s*\(([^()]*)\)")
_LISTED = re.compile(r"(?:([^\[\]]*)\[([0-9]{1,5})\]|()([0-9]{1,5})[.:)])[\s:]*([^\[\]]*)")
_BRACKETED = re.compile(r"\[((?!true\b|false\b|null\b)[^\[\]{}\"]*[A-Za-z][^\[\]{}\"]*)\]")  # no JSON
_LETTER = re.compile(r"[A-Za-z]")
_LABEL = re.compile(r"(?:(?:my|the|final)\s+)*(?:answer|action|choice|move)\W*[:=]\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,5}")
_MOST_WRAPPERS = 3
_MOST_SHOWN = 80  # characters of an answer in an error
_MOST_REASONS = 100  # illegal actions of a kind whose reasons are compared
_RULE_IDS = re.compile(r" \((?:[A-Z][0-9]+(?:, )?)+\)")  # for readers of the rules pages


class InvalidAnswer(ValueError):
    """Raised for an answer that does not name exactly one legal action. The message has the reason."""


class _Refusal(Exception):
    """Why an answer is refused."""


def without_rule_ids(text: str) -> str:
    """Return a text without the ids of rules, which `rules()` does not contain."""
    return _RULE_IDS.sub("", text)


def read_answer(
    answer: object,
    choices: Sequence[Choice],
    find: Callable[..., int],
    why: Callable[[int], str],
    everything: Callable[[], Iterable[Choice]],
) -> int:
    """Return the number of the legal action that an answer names.

    `answer` is text, or a value of parsed JSON. `find(kind, **arguments)` returns the number of any action of the game,
    or raises ValueError or TypeError. `why(number)` explains why an action is illegal. `everything()` returns all
    actions of the game.

    Raises:
        InvalidAnswer: the answer names no legal action, or more than one.
    """
    try:
        return _Reader(choices, find, why, everything).read(answer)
    except _Refusal as refusal:
        numbers = number_ranges(choice.number for choice in choices)
        raise InvalidAnswer(
            f"{without_rule_ids(str(refusal))}. Valid: one of the numbers {numbers}, or the words or the name of one "
            "of these actions, alone or in <answer></answer>"
        ) from None


def choice_text(answer: str) -> str:
    """Return the part of an answer that names the action: the last tagged or boxed part outside thoughts, otherwise
    all that is outside them.
    """
    if len(answer) > MAX_ANSWER:
        raise _Refusal(f"the answer has {len(answer):,} characters, more than {MAX_ANSWER:,}")
    said = without_thought(answer)
    if said is None:
        raise _Refusal("the thought in the answer has no end")
    openings = list(_OPENING.finditer(said))
    text = _tagged(said[openings[-1].end() :], openings[-1][0]) if openings else said
    if len(text) <= MAX_TAGGED:
        text = " ".join(text.split())
    if len(text) > MAX_CHOICE:
        raise _Refusal(f"the choice has {len(text):,} characters, more than {MAX_CHOICE}; write it alone or in a tag")
    if not text.isprintable():
        raise _Refusal(f"the choice has control characters: {shown(text[:_MOST_SHOWN])}")
    return _unwrapped(text)


def is_complete(answer: str) -> bool:
    """Return whether an answer that was cut off ends with a tag or box."""
    return answer.rstrip(" \n.*$").lower().endswith(("</answer>", "}"))


def _tagged(rest: str, opening: str) -> str:
    """Return the text up to the end of a tag or box."""
    if opening.startswith("<"):
        end = re.search("</answer>", rest, re.IGNORECASE)
        if end:
            return rest[: end.start()]
    else:
        depth = 1
        for place, char in enumerate(rest[:MAX_TAGGED]):
            depth += (char == "{") - (char == "}")
            if depth == 0:
                return rest[:place]
    raise _Refusal("the last tag or box of the answer has no end")


def _unwrapped(text: str) -> str:
    """Return a text without Markdown, quotes and a label such as "Answer:" around it, and without a full stop at its
    end.
    """
    for _ in range(_MOST_WRAPPERS):
        text = _LABEL.sub("", text.strip(), count=1) if _LABEL.match(text.strip(" *")) else text
        text = text.strip().removesuffix(".").rstrip()
        wrapped = _WRAPPED.fullmatch(text)
        if not wrapped:
            break
        text = next(part for part in wrapped.groups() if part is not None)
    return text.strip()


class _Reader:
    """Reads answers to one decision."""

    def __init__(
        self,
        choices: Sequence[Choice],
        find: Callable[..., int],
        why: Callable[[int], str],
        everything: Callable[[], Iterable[Choice]],
    ) -> None:
        self.choices, self.find, self.why, self.everything = choices, find, why, everything

    def read(self, answer: object) -> int:
        """Return the number of the action in an answer. Raises _Refusal."""
        return self._text(choice_text(answer)) if isinstance(answer, str) else self._json(answer)

    def _text(self, text: str) -> int:
        if not text:
            raise _Refusal("the answer is empty")
        if _NUMBER.fullmatch(text):
            return self._number(int(text))
        if text[0] == "{":
            return self._json(_parsed(text))
        listed = _LISTED.fullmatch(text)
        if listed and _LETTER.search(words := f"{listed[1] or ''} {listed[5]}"):
            return self._listed(int(listed[2] or listed[4]), words.strip())
        if bracketed := _BRACKETED.fullmatch(text):
            return self._text(bracketed[1].strip())
        if text[0] == "[":
            return self._json(_parsed(text))
        named = _NAME.fullmatch(text)
        if named and (not named[2].strip() or "=" in named[2]):
            return self._named(named[1], _arguments(named[2]))
        return self._words(text)

    def _number(self, number: int) -> int:
        if all(choice.number != number for choice in self.choices):
            raise _Refusal(self.why(number))
        return number

    def _listed(self, number: int, words: str) -> int:
        """Read a number with all, the first or the last of its words, as they are in the prompt."""
        self._number(number)
        (meant,) = (choice for choice in self.choices if choice.number == number)
        if not agrees(split_words(words), meant):
            raise _Refusal(f"[{number}] is {meant.words!r}, not {_quoted(words)}")
        return number

    def _json(self, value: object) -> int:
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list) and len(value) == 1:
            (value,) = value
        if isinstance(value, bool) or not isinstance(value, Integral):
            raise _Refusal(
                f"{_quoted(value)} is not a number, a list with one number, or an object that names an action"
            )
        return self._number(int(value))

    def _object(self, value: dict[Any, Any]) -> int:
        value = {key: each for key, each in value.items() if not (key in KEYS and isinstance(each, str))}
        if list(value) == ["action"] and not (isinstance(value["action"], dict) and "action" in value["action"]):
            return self.read(value["action"])
        arguments = {name: argument for name, argument in value.items() if name != "kind"}
        if not isinstance(value.get("kind"), str) or not all(isinstance(name, str) for name in value):
            raise _Refusal(
                f'{_quoted(value)} has neither the key "action" alone nor the key "kind" with a kind of action'
            )
        return self._named(value["kind"], arguments)

    def _named(self, kind: str, arguments: dict[str, Any]) -> int:
        if any(isinstance(value, bool) or not isinstance(value, int | str) for value in arguments.values()):
            raise _Refusal(f"the arguments of {_quoted(kind)} are not numbers and names")
        named = spelled(split_words(" ".join(map(str, [kind, *arguments.values()]))), self.choices)
        if len(named) == 1:
            return named[0].number
        try:
            number = self.find(kind, **arguments)
        except TypeError:
            raise _Refusal(f"{_quoted(kind)} has an unknown argument: {_quoted(', '.join(arguments))}") from None
        except ValueError as error:
            raise _Refusal(shown(error)) from None
        return self._number(number)

    def _words(self, text: str) -> int:
        words = split_words(text)
        found = spelled(words, self.choices)
        everything = [] if found else list(self.everything())
        illegal = spelled(words, everything)  # also if the words are the beginning of a legal action
        found = found or ([] if illegal else shortened(words, self.choices))
        if len(found) == 1:
            return found[0].number
        if found:
            numbers = number_ranges(choice.number for choice in found)
            raise _Refusal(f"{_quoted(text)} means several actions: {numbers}")
        reason = self._shared_reason(illegal or begun(words, everything))
        raise _Refusal(reason or f"{_quoted(text)} is not one of the legal actions")

    def _shared_reason(self, illegal: Sequence[Choice]) -> str:
        """Return why all of these actions are illegal; an empty string if the reasons differ, or for too many."""
        reasons = [self.why(choice.number) for choice in illegal[:_MOST_REASONS]]
        bare = {reason.partition(" is illegal: ")[2] for reason in reasons}
        return reasons[0] if len(illegal) <= _MOST_REASONS and len(bare) == 1 else ""


def _parsed(text: str) -> object:
    """Return the value of JSON text in which no key occurs twice."""

    def pairs(entries: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in entries}) < len(entries):
            raise _Refusal(f"{_quoted(text)} has a key twice")
        return dict(entries)

    try:
        return json.loads(text, object_pairs_hook=pairs)
    except ValueError:
        raise _Refusal(f"{_quoted(text)} is not JSON") from None


def _arguments(text: str) -> dict[str, int | str]:
    """Return the arguments in the brackets of a name."""
    arguments: dict[str, int | str] = {}
    for part in text.split(",") if text.strip() else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        value = value.strip("\"'")
        if not equals or not name.isidentifier() or name in arguments or not value:
            raise _Refusal(f"{_quoted(part.strip())} is not one argument=value")
        arguments[name] = int(value) if _NUMBER.fullmatch(value) else value
    return arguments


def _quoted(value: object) -> str:
    """Return the beginning of a value from outside, in one printable line."""
    text = shown(value if isinstance(value, str) else reprlib.repr(value))
    return f"'{text}'" if len(text) <= _MOST_SHOWN else f"'{text[:_MOST_SHOWN]}...'"


def refuse_other_seat(seat: int, player: int | None) -> NoReturn:
    """Raise InvalidAnswer for an answer of a seat that does not decide."""
    now = "the game is over" if player is None else f"seat {player} decides now"
    raise InvalidAnswer(f"you have no decision: {now}")
