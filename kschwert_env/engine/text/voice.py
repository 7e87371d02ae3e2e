"""Texts about seats, for their readers: "seat 0" for programs, "you" and names for people at a table.

Games write texts with marks, and a `Voice` puts them in words. `[0]` is a seat, `[0's]` its possessive form. `[takes]`
is a verb whose subject is the seat named last before it. `[0] [takes] the castle of [1]` reads "Seat 0 takes the castle
of seat 1", or "You take the castle of Ada". `[#3]` is the number of a thing, such as a pile of cards, counted from 0;
people count from 1.
"""

import re
from html import escape
from typing import NamedTuple

_MARK = re.compile(r"\[(?:(\d+)('s)?|#(\d+)|([a-z]+))\]")
_VERB = re.compile(r" \[[a-z]+\]")
_START = re.compile(r"(?:^|\n|[.>] ?)$")  # what precedes the first word of a sentence, or of a text in a picture
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}
_MOST_IN_PICTURE = 14  # characters of a name that pictures have room for
_HISSING = ("ches", "shes", "sses", "xes")


class Voice(NamedTuple):
    """Names of the seats in texts.

    Attributes:
        names: names by seat; without names, seats are numbered: "seat 0".
        viewer: the seat that is addressed as "you", or None.
        first: the number that stands for `[#0]`.
    """

    names: tuple[str, ...] = ()
    viewer: int | None = None
    first: int = 0

    def say(self, marked: str) -> str:
        """Return a text with its marks in words."""
        is_subject_you = False

        def word(mark: re.Match[str]) -> str:
            nonlocal is_subject_you
            number, possessive, counted, verb = mark.groups()
            if verb is not None:
                return _second_person(verb) if is_subject_you else str(verb)
            if counted is not None:
                return str(int(counted) + self.first)
            seat, is_possessive = int(number), bool(possessive)
            is_first = bool(_START.search(marked, max(0, mark.start() - 2), mark.start()))
            is_you = self.addresses(seat, is_possessive, is_first, has_verb=bool(_VERB.match(marked, mark.end())))
            is_subject_you = is_you and not is_possessive
            if is_you:
                pronoun = "your" if is_possessive else "you"
                return pronoun.capitalize() if is_first else pronoun
            name = self.seat_name(seat, is_first)
            return f"{name}'s" if is_possessive else name

        return _MARK.sub(word, marked)

    def say_in_picture(self, svg: str) -> str:
        """Return an SVG document with its marks in words; names are shortened and escaped."""
        return self._replace(names=tuple(escape(_short(name)) for name in self.names)).say(svg)

    def name(self, seat: int) -> str:
        """Return the name of a seat at the start of a text: "You", a name, or "Seat 0"."""
        return self.say(f"[{seat}]")

    def addresses(self, seat: int, is_possessive: bool, is_first: bool, has_verb: bool) -> bool:
        """Return whether a seat is "you" or "your": at the start of a sentence or inside, and before a verb or not."""
        return bool(self.names) and seat == self.viewer

    def seat_name(self, seat: int, is_first: bool) -> str:
        """Return the name of a seat, at the start of a sentence or inside."""
        return self.names[seat] if self.names else f"{'Seat' if is_first else 'seat'} {seat}"


PLAIN = Voice()
"""Seats by their numbers: for programs, and for texts without names."""


def _short(name: str) -> str:
    return name if len(name) <= _MOST_IN_PICTURE else f"{name[: _MOST_IN_PICTURE - 1]}…"


def _second_person(verb: str) -> str:
    """Return the form of a verb that follows "you", from the one that follows a name."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(_HISSING) else verb.removesuffix("s")
