"""Protect objects from concurrent use: compiled code holds no lock, so two threads would corrupt shared arrays."""

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

Self = TypeVar("Self", bound="SingleThreaded")
_P = ParamSpec("_P")
T = TypeVar("T")


class SingleThreaded:
    """Base class of objects that one thread at a time may use.

    Checking and setting the flag is atomic: the interpreter switches threads only at calls and at the ends of loops. A
    lock would cost more than the other checks of a step together.
    """

    _in_use = False

    def check_free(self) -> None:
        """Raise RuntimeError while another thread uses this object."""
        if self._in_use:
            name = type(self).__name__
            raise RuntimeError(f"another thread is using this {name}; give each thread its own copy")


def single_threaded(method: Callable[Concatenate[Self, _P], T]) -> Callable[Concatenate[Self, _P], T]:
    """Return a method that raises RuntimeError, and changes nothing, while another thread uses the object."""

    @functools.wraps(method)
    def call(self: Self, *arguments: _P.args, **named: _P.kwargs) -> T:
        self.check_free()
        self._in_use = True
        try:
            return method(self, *arguments, **named)
        finally:
            self._in_use = False

    return call  # type: ignore[return-value]  # same positional arguments
