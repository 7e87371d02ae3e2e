"""Legal actions as text: a number, words and a name for each."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game


class Choice(NamedTuple):
    """A legal action.

    Attributes:
        number: id of the action, the same in every position of these rules.
        kind: kind of action.
        words: the action in words, as a prompt shows it.
        name: the action as kind(argument=value).
    """

    number: int
    kind: str
    words: str
    name: str


def choices_of(rules: GameRules, world: Game[GameRules]) -> list[Choice]:
    """Return the legal actions of the deciding seat by number. `world` is a game as that seat sees it."""
    return _choices(rules, world, world.legal_actions())


def all_choices(rules: GameRules, world: Game[GameRules]) -> list[Choice]:
    """Return all actions of the game by number, in the words of this position."""
    return _choices(rules, world, range(rules.num_actions))


def _choices(rules: GameRules, world: Game[GameRules], numbers: Iterable[int]) -> list[Choice]:
    position = world.position()
    choices = []
    for number in numbers:
        action = rules.actions.decode(number)
        choices.append(Choice(number, action.kind, rules.phrase(action, position), str(action)))
    return choices


def list_choices(choices: Sequence[Choice]) -> list[str]:
    """Return the lines of a prompt that list all actions: a line for each kind, with the words that all share first."""
    by_kind: dict[str, list[Choice]] = {}
    for choice in choices:
        by_kind.setdefault(choice.kind, []).append(choice)
    return [_line(group) for group in by_kind.values()]


def _line(group: Sequence[Choice]) -> str:
    if len(group) == 1:
        return f"[{group[0].number}] {group[0].words}"
    explanations = {choice.words.partition(": ")[2] for choice in group}
    is_shared = len(explanations) == 1
    words = [(choice.words.partition(": ")[0] if is_shared else choice.words).split() for choice in group]
    shared = len(list(takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))))
    shared = min(shared, min(map(len, words)) - 1)
    rests = {choice.number: " ".join(each[shared:]) for choice, each in zip(group, words, strict=True)}
    beginning = " ".join([*words[0][:shared], *(f"({said})" for said in explanations if is_shared and said)])
    if all(rest == str(number) for number, rest in rests.items()):
        return f"{beginning} N; answer with N alone: {number_ranges(rests)}"
    return f"{beginning}{': ' if beginning else ''}{_items(rests)}"


def _items(rests: Mapping[int, str]) -> str:
    """Return a list of actions, with a separator that none of them contains."""
    separator = next(mark for mark in (", ", "; ", "\n") if not any(mark in rest for rest in rests.values()))
    return separator.join(f"[{number}] {rest}" for number, rest in rests.items())


def number_ranges(numbers: Iterable[int]) -> str:
    """Return ascending numbers as text, with runs of three or more as ranges: "3, 4, 7-12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]}-{run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return ", ".join(part for run in parts for part in run)
