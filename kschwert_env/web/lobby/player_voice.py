"""Texts for people, who count stacks and places from 1, as they count players."""

import re

from kschwert_env.engine.text.voice import Voice

_NUMBERED = re.compile(r"\b([Ss]tack|[Pp]lace)( )(\d+)\b")
_NUMBERED_IN_PICTURE = re.compile(r'"[^"]*"|\b([Ss]tack|[Pp]lace)( |</text><text [^>]*>)(\d+)\b')
"""Either an attribute, which stays, or a numbered noun, perhaps broken into two lines."""


class PlayerVoice(Voice):
    """A voice for people: names of the players, and numbers from 1."""

    __slots__ = ()

    def say(self, marked: str) -> str:
        """Return a text with its marks in words."""
        return super().say(_NUMBERED.sub(_from_one, marked))

    def say_in_picture(self, svg: str) -> str:
        """Return an SVG document with its marks in words; its attributes keep the numbers of programs."""
        return Voice(self.names, self.viewer).say_in_picture(_NUMBERED_IN_PICTURE.sub(_from_one, svg))


def _from_one(match: re.Match[str]) -> str:
    noun, between, number = match.groups()
    return match[0] if noun is None else f"{noun}{between}{int(number) + 1}"
