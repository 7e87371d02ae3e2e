"""Transcript and protocols in docs/language_models.md.

`python -m tests.docs.generators.language_models_page` writes them.
"""

from random import Random

from kschwert_env.adapters.text import InvalidAnswer, TextGame
from kschwert_env.arena.evaluation.protocols import PROTOCOLS
from kschwert_env.two_crowns import Rules
from tests.docs.generators.generated import DOCS, with_part

MODULE = "tests.docs.generators.language_models_page"
PAGE = DOCS / "language_models.md"

ANSWERS = ("A bishop would help most here. <answer>Lay Bishop</answer>", "<answer>Lay Knight 3</answer>", "\\boxed{18}")
"""Answers of the defender: an invalid one, and two valid ones."""


def defence() -> TextGame:
    """Return a game of Two Crowns in which seat 1 begins its defence with several kinds of cards in its hand."""
    text, choice = TextGame(Rules(), 11), Random(5)
    while True:
        game = text.game
        if game.phase == "lay" and game.player == 1 != game.turn_player and game.position()["turn"] > 5:
            return text
        text.act(choice.choice(game.legal_actions()))


def transcript() -> str:
    """Return prompts and answers of a defence as Markdown."""
    text = defence()
    parts = ["The defender in a battle of Two Crowns reads:", _block(text.prompt(1))]
    for answer in ANSWERS:
        parts += ["It answers:", _block(answer)]
        try:
            text.act(text.parse(1, answer))
        except InvalidAnswer as error:
            parts += ["`parse` refuses this:", _block(str(error))]
    return "\n\n".join([*parts, "Later, its next prompt begins with the outcome:", _block(_events(text))])


def _events(text: TextGame) -> str:
    """Let the others decide at random until seat 1 decides, and return its events."""
    choice = Random(1)
    while text.player != 1:
        text.act(choice.choice(text.game.legal_actions()))
    return text.prompt(1).split("\n\n")[1]


def _block(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def protocols() -> str:
    """Return the table of protocols for language models."""
    lines = ["| protocol | games | tokens | detectable difference |", "|---|---|---|---|"]
    for protocol in PROTOCOLS.values():
        if protocol.tokens is not None:
            games = ", ".join(f"{its.games} against `{its.agent}`" for its in protocol.opponents)
            found = ", ".join(f"{protocol.detectable(its):.0%}" for its in protocol.opponents)
            lines.append(f"| `{protocol.name}` | {games} | {protocol.tokens / 1e6:.1f} million | {found} |")
    return "\n".join(lines)


def with_parts(page: str) -> str:
    """Return the page with an up-to-date transcript and table of protocols."""
    return with_part(with_part(page, "transcript", MODULE, transcript()), "protocols", MODULE, protocols())


if __name__ == "__main__":
    PAGE.write_text(with_parts(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
