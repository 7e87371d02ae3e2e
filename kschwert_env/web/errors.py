"""Errors of requests."""

import logging

log = logging.getLogger("kschwert_env.web")
"""Log of the server."""

FAILURE = "the server failed to handle this; see its log"
"""Message to a client after an unexpected exception, which is in the log."""


class RequestError(ValueError):
    """An invalid or refused request, which changed nothing. The message is shown to the user."""


class UnavailableError(RequestError):
    """A valid request that failed for now, such as on a full disk, and changed nothing. It may be repeated."""
