"""Failures of the server: their log, and their messages to clients."""

import logging

from kschwert_env.requests.errors import RequestError

log = logging.getLogger("kschwert_env.web")
"""Log of the server."""

FAILURE = "the server failed to handle this; see its log"
"""Message to a client after an unexpected exception, which is in the log."""


class UnavailableError(RequestError):
    """A valid request that failed for now, such as on a full disk, and changed nothing. It may be repeated."""
