"""Marks in texts become seats by number, names, or "you"."""

import pytest

from kschwert_env.engine.text.voice import PLAIN, Voice

NAMES = ("Ada", "Bob")


@pytest.mark.parametrize(
    ("marked", "plain", "ada", "watched"),
    [
        (
            "[0] [takes] [1's] castle.",
            "Seat 0 takes seat 1's castle.",
            "You take Bob's castle.",
            "Ada takes Bob's castle.",
        ),
        ("[1] [attacks] [0].", "Seat 1 attacks seat 0.", "Bob attacks you.", "Bob attacks Ada."),
        ("[0's] card [is] lost.", "Seat 0's card is lost.", "Your card is lost.", "Ada's card is lost."),
        (
            "It is off. [0] [is] king.",
            "It is off. Seat 0 is king.",
            "It is off. You are king.",
            "It is off. Ada is king.",
        ),
        ("To [0]: 1 card", "To seat 0: 1 card", "To you: 1 card", "To Ada: 1 card"),
        ("[0] [searches]", "Seat 0 searches", "You search", "Ada searches"),
        ("[0] [passes] and [has] [2] left", "Seat 0 passes and has seat 2 left", None, None),
    ],
)
def test_marks_in_words(marked: str, plain: str, ada: str | None, watched: str | None) -> None:
    assert PLAIN.say(marked) == plain
    if ada is not None:
        assert Voice(NAMES, 0).say(marked) == ada
        assert Voice(NAMES, None).say(marked) == watched


def test_names_are_never_marks_nor_markup() -> None:
    """They are shortened in pictures, and put in only once."""
    voice = Voice(("[1] <b>", "A very long name indeed"), None)
    assert voice.say("[0] [takes] it") == "[1] <b> takes it"
    assert voice.say_in_picture("<text>[0] and [1]</text>") == "<text>[1] &lt;b&gt; and A very long n…</text>"


@pytest.mark.parametrize(
    ("verb", "form"),
    [("goes", "go"), ("does", "do"), ("carries", "carry"), ("passes", "pass"), ("chooses", "choose"), ("lays", "lay")],
)
def test_verbs_agree_with_you(verb: str, form: str) -> None:
    assert Voice(NAMES, 1).say(f"[1] [{verb}]") == f"You {form}"


def test_things_are_counted_from_zero_or_one() -> None:
    """In texts and pictures; names keep their numbers."""
    voice = Voice(("Stack [#3]", "Bob"), 1, first=1)
    assert PLAIN.say("[0] [draws] from stack [#9].") == "Seat 0 draws from stack 9."
    assert voice.say("[0] [draws] from stack [#9].") == "Stack [#3] draws from stack 10."
    assert voice.say_in_picture('<text data-target="stack 0">[#0]</text>') == '<text data-target="stack 0">1</text>'


def test_lines_begin_with_capitals() -> None:
    assert PLAIN.say("King: [1]\n[1]: 3 cards") == "King: seat 1\nSeat 1: 3 cards"
