"""Options: how they are checked, written, read and pickled, whatever they are."""

import hashlib
import inspect
import json
import os
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Self

from kschwert_env.engine.returns import REWARD_NAMES
from kschwert_env.engine.text import brief

MAX_TURNS = 2**40
"""The last turn that any game comes to, one without a cap too: so all that grows from turn to turn fits 64 bits."""


@dataclass(frozen=True)
class Options:
    """A frozen dataclass whose fields are options; one of them is `edition`.

    Attributes:
        edition_fingerprint: of the edition's contents. A file may change: then these are other rules.
    """

    edition_fingerprint: str = field(init=False, repr=False)

    package: ClassVar[str]
    """Name of the game's package."""

    cap_option: ClassVar[str]
    """The option that caps the length of a game; `cap` is another name of it, in every game."""

    version: ClassVar[int] = 1
    """Raised when the same options play differently. It is a part of the fingerprint, once it is above 1."""

    def options(self) -> dict[str, Any]:
        """Every argument of the constructor under its own name, in JSON's types."""
        return {option.name: getattr(self, option.name) for option in fields(self) if option.init}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The rules with these options, as a call names them.

        `cap` is the option `cap_option`, so that one name caps every game: in its own unit, rounds or turns. Raises
        TypeError where an option is unknown, as every call does, and ValueError where one is missing or wrong.
        """
        check("options", options, isinstance(options, Mapping), "a dict")
        known = cls._known()
        for name in options:
            if name not in known and name != "cap":
                told = f"{cls.package} got an unexpected keyword argument {name!r}"
                raise TypeError(f"{told}; its options are {', '.join(sorted(known))}")
        return cls.read_options(options)

    @classmethod
    def read_options(cls, options: Mapping[str, Any]) -> Self:
        """The same for options out of a file or a command line: all that is wrong raises ValueError."""
        check("options", options, isinstance(options, Mapping), "a dict")
        if "cap" in options:
            if cls.cap_option in options:
                raise ValueError(f"cap and {cls.cap_option} are one option of {cls.package}; give one of them")
            options = {cls.cap_option if name == "cap" else name: value for name, value in options.items()}
        known = cls._known()
        wrong = [f"unknown option {brief(name)}" for name in options if name not in known]
        needed = [name for name, option in known.items() if option.default is MISSING]
        wrong += [f"{name} is missing" for name in needed if name not in options]
        if wrong:
            raise ValueError(f"{wrong[0]}; the options of {cls.package} are {', '.join(sorted(known))}")
        return cls(**options)

    @classmethod
    def _known(cls) -> dict[str, Field[Any]]:
        return {option.name: option for option in fields(cls) if option.init}

    @cached_property
    def fingerprint(self) -> str:
        """Hexadecimal SHA-256 of the options, the edition's contents, wherever it lies, and the version if above 1."""
        options = {**self.options(), "edition": self.edition_fingerprint}
        played = [self.package, options, *([self.version] if self.version > 1 else [])]
        return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.options(), self.edition_fingerprint, self.version)


def _unpickled(rules_type: type[Options], options: dict[str, Any], edition_fingerprint: str, version: int) -> Options:
    if rules_type.version != version:
        raise ValueError(
            f"{rules_type.package} has version {rules_type.version} here, and {version} where it was pickled"
        )
    rules = rules_type.read_options(options)
    if rules.edition_fingerprint != edition_fingerprint:
        raise ValueError(f"edition {brief(options['edition'])} is not what it was when these rules were pickled")
    return rules


# -- checks of single options: each raises ValueError, naming option, value and what would be right ---------------


_ATTRIBUTE = re.compile(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", re.MULTILINE)


def attribute_docs(described: type) -> dict[str, str]:
    """Return what the section "Attributes" of a class's docstring says of each attribute, by name."""
    _, _, attributes = inspect.cleandoc(described.__doc__ or "").partition("Attributes:\n")
    return {name: " ".join(words.split()) for name, words in _ATTRIBUTE.findall(attributes)}


def check(name: str, value: Any, right: bool, expected: str) -> None:
    """An option for which `right` has been worked out."""
    if not right:
        raise ValueError(f"{name} must be {expected}, not {brief(value)}")


def check_edition(value: Any) -> str:
    """The name or path of an edition, as a string."""
    name = os.fspath(value) if isinstance(value, os.PathLike) else value
    check("edition", value, isinstance(name, str), "the name or the path of an edition")
    return str(name)


def check_flag(name: str, value: Any) -> None:
    """An option that is on or off; 0 and 1 are not taken for it."""
    check(name, value, isinstance(value, bool), "True or False")


def check_start_player(value: Any) -> None:
    """Who starts: seat 0, or drawn by the seed."""
    check("start_player", value, (type(value) is int and value == 0) or value == "random", '0 or "random"')


def check_cap(name: str, value: Any) -> None:
    """A number of rounds or turns after which a game is truncated, or None."""
    right = value is None or (type(value) is int and value >= 1)
    check(name, value, right, "an integer of at least 1, or None")


def check_reward(value: Any) -> None:
    """One of the ways in which returns are made of scores."""
    check("reward", value, value in REWARD_NAMES, "one of " + ", ".join(REWARD_NAMES))
