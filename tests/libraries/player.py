"""A scripted player of games in text, whose answers are sometimes malformed."""

import json
import re
from random import Random

MALFORMED = (
    "I pass.",
    "<answer>99999</answer>",
    "\\boxed{",
    "[1, 2]",
    '{"kind": "fly"}',
    "<answer>\x1b[2J</answer>",
    "null",
)


def legal_numbers(prompt: str) -> list[int]:
    """Return the numbers of the actions that a prompt lists."""
    listed = {int(number) for number in re.findall(r"\[(\d+)\]", prompt)}
    for numbers in re.findall(r"answer with N alone: ([-\d, ]+)", prompt):
        for part in numbers.split(", "):
            first, _, last = part.partition("-")
            listed |= set(range(int(first), int(last or first) + 1))
    return sorted(listed)


class ScriptedPlayer:
    """Answers with random legal actions in several forms; about one answer in eight is malformed."""

    def __init__(self, seed: int = 0) -> None:
        """Answers depend on the seed and the number of the answer."""
        self._random = Random(seed)
        self._was_malformed = False

    def __call__(self, prompt: str) -> str:
        """Return the answer to a prompt; never two malformed ones in a row."""
        self._was_malformed = not self._was_malformed and self._random.random() < 0.125
        if self._was_malformed:
            return self._random.choice(MALFORMED)
        number = self._random.choice(legal_numbers(prompt))
        forms = f"{number}", f"I think. <answer>{number}</answer>", f"\\boxed{{{number}}}", json.dumps([number])
        return self._random.choice((*forms, json.dumps({"action": number})))
