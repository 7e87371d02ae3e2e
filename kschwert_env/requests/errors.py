"""Errors of requests."""


class RequestError(ValueError):
    """An invalid or refused request, which changed nothing. The message is shown to the user."""
