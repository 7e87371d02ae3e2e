"""Texts: drawings, commentary, explanations, tables of editions, statistics of games."""

from kschwert_env.krone_schwert.words.commentary import tell
from kschwert_env.krone_schwert.words.drawing import draw_text
from kschwert_env.krone_schwert.words.explain import explain
from kschwert_env.krone_schwert.words.facts import edition_facts
from kschwert_env.krone_schwert.words.questions import phrase, question

__all__ = ["draw_text", "edition_facts", "explain", "phrase", "question", "tell"]
