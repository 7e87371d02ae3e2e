"""Numbers of stacks and places for people, from 1."""

from kschwert_env.web.lobby.player_voice import PlayerVoice

VOICE = PlayerVoice(("Ada", "Bob"), 1)


def test_stacks_and_places_count_from_one() -> None:
    assert VOICE.say("[0] [takes] brothel from stack 5, and [builds] below place 0.") == (
        "Ada takes brothel from stack 6, and builds below place 1."
    )
    assert VOICE.say("Stack 0: 12 cards in 3 stacks") == "Stack 1: 12 cards in 3 stacks"


def test_names_keep_their_numbers() -> None:
    assert PlayerVoice(("Stack 3", "place 1")).say("[0] [beats] [1].") == "Stack 3 beats place 1."


def test_pictures_keep_the_numbers_of_targets() -> None:
    """Also where a text is broken into two lines."""
    drawn = '<g data-target="stack 3"><text x="2">[1] [draws] from stack</text><text x="2">3.</text></g>'
    said = '<g data-target="stack 3"><text x="2">You draw from stack</text><text x="2">4.</text></g>'
    assert VOICE.say_in_picture(drawn) == said
    assert VOICE.say_in_picture("<text>Stack 0, from the top</text>") == "<text>Stack 1, from the top</text>"
