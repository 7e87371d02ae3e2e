"""Visible thought in answers of language models, as models and servers mark it."""

import re

_NAMES = r"(?:seed:|mm:|redacted_)?(?:think(?:ing)?|thoughts?|reasoning|analysis|reflection|scratchpad|inner_monologue)"
_TAG = rf"[<\[◁]\|?(?P<slash>/?)(?P<name>{_NAMES})(?: [^<>\[\]]{{0,80}})?\|?[>\]▷]"

_OTHERS = {
    "channel": (r"<\|channel>\s*thought\b", r"<channel\|>"),  # Gemma
    "command": (r"<\|START_THINKING\|>", r"<\|END_THINKING\|>"),  # Command
    "begin": (r"<\|begin_of_thought\|>", r"<\|end_of_thought\|>"),  # OpenThinker
    "inner": (r"<\|inner_prefix\|>", r"<\|inner_suffix\|>"),  # Apertus
    "harmony": (  # gpt-oss; a server that removes special tokens leaves the names of its channels
        r"<\|channel\|>\s*(?:analysis|commentary)\b|\Aanalysis(?=[A-Z])",
        r"<\|channel\|>\s*final\s*(?:<\|message\|>)?|assistantfinal",
    ),
    "granite": (r"Here(?:'s| is) my thought process:", r"Here(?:'s| is) my response:"),
    "apriel": (r"Here are my reasoning steps:", r"\[BEGIN FINAL RESPONSE\]"),
}
"""Marks other than tags, by name: the beginning and the end of a thought."""

_MARK = re.compile(
    "|".join([_TAG, *(f"(?P<{n}_begin>{begin})|(?P<{n}_end>{end})" for n, (begin, end) in _OTHERS.items())]),
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"<\|[A-Za-z_]{1,40}\|>|</?s>|<(?:eos|/?end_of_turn|/?response)>|\[END FINAL RESPONSE\]", re.IGNORECASE
)
"""Special tokens, and tags around what follows a thought."""

KEYS = frozenset(
    {"thought", "thoughts", "thinking", "think", "reasoning", "reason", "rationale", "analysis", "explanation"}
)
"""Keys of JSON objects under which models write their thoughts."""


def without_thought(answer: str) -> str | None:
    """Return an answer without its thoughts and special tokens; None if a thought has no end.

    A thought ends with the mark that belongs to its beginning. Everything before an end without a beginning is thought,
    too: the templates of many models write the beginning.
    """
    kept, start, thought = list[str](), 0, ""
    for mark in _MARK.finditer(answer):
        name, begins = _kind(mark)
        if thought and (begins or name != thought):
            continue
        if begins:
            kept.append(answer[start : mark.start()])
            thought = name
        else:
            kept = kept if thought else []
            thought, start = "", mark.end()
    return None if thought else _FRAME.sub(" ", "".join([*kept, answer[start:]]))


def _kind(mark: re.Match[str]) -> tuple[str, bool]:
    """Return the kind of a mark, and whether it begins a thought."""
    if mark["name"] is not None:
        return mark["name"].lower(), not mark["slash"]
    name, _, end = str(mark.lastgroup).rpartition("_")
    return name, end == "begin"
