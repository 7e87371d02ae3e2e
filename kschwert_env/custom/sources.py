"""Digests of the text of a game's file, and of the constants that its compiled functions use."""

import hashlib
import io
import pickle
import tokenize
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from kschwert_env.engine.jit.functions import Part
from kschwert_env.engine.jit.native.digests import sources_digest

_LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE)


def text_digest(module: ModuleType) -> str:
    """Return a digest of the source of a module, without comments and blank lines."""
    text = Path(str(module.__file__)).read_bytes()
    words = [token.string for token in tokenize.tokenize(io.BytesIO(text).readline) if token.type not in _LAYOUT]
    return hashlib.sha256("".join(words).encode()).hexdigest()[:16]


def code_digest(kernel: ModuleType) -> str:
    """Return a digest of a module and of the values of all constants that its compiled functions use.

    These may come from other files, whose changes must be noticed. Raises TypeError for a compiled function or a module
    of another file of the user.
    """
    parts = {name: value for name, value in vars(kernel).items() if isinstance(value, Part)}
    for name, part in parts.items():
        origin = part.py_func.__module__
        if origin != kernel.__name__ and not origin.startswith("kschwert_env."):
            raise _elsewhere(kernel, f"the compiled function {name} of {origin}")
    own = [part.py_func.__code__ for part in parts.values() if part.py_func.__module__ == kernel.__name__]
    digest = hashlib.sha256(sources_digest(Path(str(kernel.__file__))).encode())
    for name in sorted({name for code in own for name in _names(code)} & vars(kernel).keys() - parts.keys()):
        digest.update(name.encode() + _value(kernel, name))
    return digest.hexdigest()[:16]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _value(kernel: ModuleType, name: str) -> bytes:
    """Return bytes that change with the value of a constant."""
    value: Any = vars(kernel)[name]
    if isinstance(value, ModuleType):
        if value.__name__.partition(".")[0] not in ("math", "numpy", "kschwert_env"):
            raise _elsewhere(kernel, f"the module {value.__name__}")
        return b""
    if isinstance(value, type) and issubclass(value, Enum):
        return repr([(member.name, member.value) for member in value]).encode()
    return b"" if callable(value) else pickle.dumps(value, 4)


def _elsewhere(kernel: ModuleType, what: str) -> TypeError:
    return TypeError(
        f"{kernel.__name__} uses {what} in compiled functions; all compiled functions of a game must be in its own "
        "file, so that a change of any of them is noticed; constants may be imported by name"
    )
