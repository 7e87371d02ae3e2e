"""What is refused, in words for who asked."""


class RequestError(ValueError):
    """Something that a client asked for and does not get. One clear sentence for people; nothing has changed."""
