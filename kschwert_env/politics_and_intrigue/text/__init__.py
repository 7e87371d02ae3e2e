"""Texts: positions as text, questions, commentary, reasons why actions are illegal, and tables of editions."""

from kschwert_env.politics_and_intrigue.text.commentary import tell
from kschwert_env.politics_and_intrigue.text.drawing import draw_text
from kschwert_env.politics_and_intrigue.text.explain import explain
from kschwert_env.politics_and_intrigue.text.facts import edition_facts
from kschwert_env.politics_and_intrigue.text.questions import phrase, question

__all__ = ["draw_text", "edition_facts", "explain", "phrase", "question", "tell"]
