"""Texts: positions as text, questions, commentary, reasons why actions are illegal, and tables of editions."""

from kschwert_env.politics_and_intrigue.words.commentary import tell
from kschwert_env.politics_and_intrigue.words.drawing import draw_text
from kschwert_env.politics_and_intrigue.words.explain import explain
from kschwert_env.politics_and_intrigue.words.facts import edition_facts
from kschwert_env.politics_and_intrigue.words.questions import phrase, question

__all__ = ["draw_text", "edition_facts", "explain", "phrase", "question", "tell"]
