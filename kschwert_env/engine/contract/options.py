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

from kschwert_env.engine.compiled.returns import REWARD_NAMES
from kschwert_env.engine.text.phrases import brief

MAX_TURNS = 2**40
"""Upper bound on the number of turns of any game, also without a cap. Quantities that grow every turn fit into 64 bits.
"""


@dataclass(frozen=True)
class Options:
    """Frozen dataclass whose fields are options; one of them is `edition`.

    Attributes:
        edition_fingerprint: fingerprint of the contents of the edition; the file may change between runs.
    """

    edition_fingerprint: str = field(init=False, repr=False)

    package: ClassVar[str]
    """Name of the game's package."""

    cap_option: ClassVar[str]
    """Name of the option that caps the length of a game; `cap` is an alias for it in every game."""

    version: ClassVar[int] = 1
    """Version of the rules, increased when the same options play differently. It enters the fingerprint if above 1."""

    def options(self) -> dict[str, Any]:
        """Return every argument of the constructor by name, in JSON types."""
        return {option.name: getattr(self, option.name) for option in fields(self) if option.init}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Return the rules with these options, named as in a call.

        `cap` is an alias of `cap_option`, in its unit: rounds or turns. Raises TypeError for an unknown option, and
        ValueError for a missing or invalid one.
        """
        check("options", options, isinstance(options, Mapping), "a dict")
        names = cls._fields_by_name()
        for name in options:
            if name not in names and name != "cap":
                raise TypeError(
                    f"{cls.package} got an unexpected keyword argument {name!r}; expected one of: "
                    f"{', '.join(sorted(names))}"
                )
        return cls.read_options(options)

    @classmethod
    def read_options(cls, options: Mapping[str, Any]) -> Self:
        """Return the rules with options from a file or a command line: every error raises ValueError."""
        check("options", options, isinstance(options, Mapping), "a dict")
        if "cap" in options:
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
        """Hexadecimal SHA-256 of the options, of the contents of the edition, and of the version if above 1."""
        options = {**self.options(), "edition": self.edition_fingerprint}
        identity = [self.package, options, *([self.version] if self.version > 1 else [])]
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.options(), self.edition_fingerprint, self.version)


def _unpickled(rules_type: type[Options], options: dict[str, Any], edition_fingerprint: str, version: int) -> Options:
    if rules_type.version != version:
        raise ValueError(
            f"these rules were pickled with version {version} of {rules_type.package}; "
            f"this is version {rules_type.version}"
        )
    rules = rules_type.read_options(options)
    if rules.edition_fingerprint != edition_fingerprint:
        raise ValueError(f"edition {brief(options['edition'])} has changed since these rules were pickled")
    return rules


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
