"""Options of the rules: validation, reading, writing and pickling."""

import hashlib
import inspect
import json
import os
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from kschwert_env.engine.compiled.returns import REWARD_NAMES
from kschwert_env.engine.text.phrases import brief

MAX_TURNS = 2**40
"""Upper bound on the number of turns of any game, also without a cap. Quantities that grow every turn fit into 64 bits.
"""


@dataclass(frozen=True)
class Options:
    """Frozen dataclass whose fields are options.

    Attributes:
        edition_fingerprint: fingerprint of the contents of the edition, whose file may change between runs; empty for a
            game without editions.
    """

    edition_fingerprint: str = field(init=False, repr=False, default="")

    package: ClassVar[str]
    """Name of the game, which records, networks and commands use: that of its package or module."""

    cap_option: ClassVar[str | None] = None
    """Name of the option that caps the length of a game, for which `cap` is an alias; None without one."""

    version: ClassVar[int] = 1
    """Version of the rules, increased when the same options play differently. It enters the fingerprint if above 1."""

    def options(self) -> dict[str, Any]:
        """Return every argument of the constructor by name, in JSON types."""
        return {option.name: getattr(self, option.name) for option in fields(self) if option.init}

    def _convert_numpy(self) -> None:
        """Make numbers and flags of NumPy those of Python."""
        for option in fields(self):
            if isinstance(value := getattr(self, option.name, None), np.integer | np.bool_):
                object.__setattr__(self, option.name, value.item())

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Return the rules with these options, named as in a call.

        `cap` is an alias of `cap_option`, in its unit: rounds or turns. Raises TypeError for an unknown option, and
        ValueError for a missing or invalid one.
        """
        check("options", options, isinstance(options, Mapping), "a dict")
        names = cls._fields_by_name()
        for name in options:
            if name not in names and (name != "cap" or cls.cap_option is None):
                raise TypeError(
                    f"{cls.package} got an unexpected keyword argument {name!r}; expected one of: "
                    f"{', '.join(sorted(names))}"
                )
        return cls.read_options(options)

    @classmethod
    def read_options(cls, options: Mapping[str, Any]) -> Self:
        """Return the rules with options from a file or a command line: every error raises ValueError."""
        check("options", options, isinstance(options, Mapping), "a dict")
        if "cap" in options and cls.cap_option is not None:
            if cls.cap_option in options:
                raise ValueError(f"cap is an alias of {cls.cap_option} in {cls.package}; give only one of them")
            options = {cls.cap_option if name == "cap" else name: value for name, value in options.items()}
        names = cls._fields_by_name()
        wrong = [f"unknown option {brief(name)}" for name in options if name not in names]
        if wrong:
            raise ValueError(f"{wrong[0]}; the options of {cls.package} are {', '.join(sorted(names))}")
        return cls(**options)

    @classmethod
    def _fields_by_name(cls) -> dict[str, Field[Any]]:
        return {option.name: option for option in fields(cls) if option.init}

    @cached_property
    def fingerprint(self) -> str:
        """Hexadecimal SHA-256 of the options, of the files that they name, and of the version if above 1."""
        identity = [self.package, self.contents(), *([self.version] if self.version > 1 else [])]
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    def contents(self) -> dict[str, Any]:
        """Return the options, with the contents of files in place of their names, in JSON types."""
        return self.options()


# -- checks of single options: each raises ValueError with the option, the value and what is expected -----------


_ATTRIBUTE = re.compile(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", re.MULTILINE)


def attribute_docs(described: type) -> dict[str, str]:
    """Return the entries of the section "Attributes" in a docstring, by attribute name."""
    _, _, attributes = inspect.cleandoc(described.__doc__ or "").partition("Attributes:\n")
    return {name: " ".join(text.split()) for name, text in _ATTRIBUTE.findall(attributes)}


def check(name: str, value: Any, right: bool, expected: str) -> None:
    """Raise ValueError, naming option, value and expectation, unless `right` is true."""
    if not right:
        raise ValueError(f"{name} must be {expected}, not {brief(value)}")


def check_edition(value: Any) -> str:
    """Return the name or path of an edition as a string. Raises ValueError for other types."""
    name = os.fspath(value) if isinstance(value, os.PathLike) else value
    check("edition", value, isinstance(name, str), "the name or the path of an edition")
    return str(name)


def check_flag(name: str, value: Any) -> None:
    """Check an option that is True or False; 0 and 1 are refused."""
    check(name, value, isinstance(value, bool), "True or False")


def check_start_player(value: Any) -> None:
    """Check the option `start_player`: 0, or "random"."""
    check("start_player", value, (type(value) is int and value == 0) or value == "random", '0 or "random"')


def check_cap(name: str, value: Any) -> None:
    """Check a cap: the number of rounds or turns after which a game is truncated, or None."""
    right = value is None or (type(value) is int and value >= 1)
    check(name, value, right, "an integer of at least 1, or None")


def check_reward(value: Any) -> None:
    """Check the option `reward`."""
    check("reward", value, value in REWARD_NAMES, "one of " + ", ".join(REWARD_NAMES))
