"""Texts: drawings, commentary, explanations, tables of editions."""

from kschwert_env.two_crowns.words.asking import phrase, question
from kschwert_env.two_crowns.words.commentary import tell
from kschwert_env.two_crowns.words.drawing import draw_text
from kschwert_env.two_crowns.words.explain import explain
from kschwert_env.two_crowns.words.facts import edition_facts

__all__ = ["draw_text", "edition_facts", "explain", "phrase", "question", "tell"]
