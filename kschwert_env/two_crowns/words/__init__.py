"""Texts: drawings, commentary, explanations, tables of editions."""

from kschwert_env.two_crowns.words.commentary import tell
from kschwert_env.two_crowns.words.drawing import draw_text
from kschwert_env.two_crowns.words.explain import explain
from kschwert_env.two_crowns.words.facts import edition_facts
from kschwert_env.two_crowns.words.questions import phrase, question

__all__ = ["draw_text", "edition_facts", "explain", "phrase", "question", "tell"]
