"""Texts: drawings, commentary, explanations, tables of editions."""

from kschwert_env.two_crowns.text.commentary import tell
from kschwert_env.two_crowns.text.drawing import draw_text
from kschwert_env.two_crowns.text.explain import explain
from kschwert_env.two_crowns.text.facts import edition_facts
from kschwert_env.two_crowns.text.questions import phrase, question

__all__ = ["draw_text", "edition_facts", "explain", "phrase", "question", "tell"]
