"""One thread at a time: compiled code holds no lock, so two at once would spoil the arrays that they share."""

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

Self = TypeVar("Self", bound="SingleThreaded")
_P = ParamSpec("_P")
T = TypeVar("T")


class SingleThreaded:
    """The base of what one thread at a time may change.

    Looking at the mark and setting it is one thing for other threads: the interpreter passes on to them at calls and at
    the ends of loops only. So there is no lock, which would cost more than the rest of a step's checks.
    """

    _in_use = False

    def check_free(self) -> None:
        """Raises RuntimeError while another thread is inside."""
        if self._in_use:
            name = type(self).__name__
            raise RuntimeError(
                f"another thread is using this {name}: one at a time may, so give each a copy of its own"
            )


def single_threaded(method: Callable[Concatenate[Self, _P], T]) -> Callable[Concatenate[Self, _P], T]:
    """A method that raises RuntimeError, and changes nothing, while another thread is in one of its kind."""

    @functools.wraps(method)
    def call(self: Self, *arguments: _P.args, **named: _P.kwargs) -> T:
        self.check_free()
        self._in_use = True
        try:
            return method(self, *arguments, **named)
        finally:
            self._in_use = False

    return call  # type: ignore[return-value]  # of the same arguments, by position
