"""Texts: positions as text, questions, commentary, reasons why actions are illegal, and tables of editions."""

from kschwert_env.politics_and_intrigue.text.advice import advice
from kschwert_env.politics_and_intrigue.text.card_help import card_help
from kschwert_env.politics_and_intrigue.text.commentary import tell
from kschwert_env.politics_and_intrigue.text.describe_rules import describe_rules
from kschwert_env.politics_and_intrigue.text.drawing import describe_position, draw_text, speak_position
from kschwert_env.politics_and_intrigue.text.explain import explain, is_asked
from kschwert_env.politics_and_intrigue.text.facts import edition_facts
from kschwert_env.politics_and_intrigue.text.purposes import purpose, selection
from kschwert_env.politics_and_intrigue.text.questions import phrase, question
from kschwert_env.politics_and_intrigue.text.summary import point_sources

__all__ = [
    "advice",
    "card_help",
    "describe_position",
    "describe_rules",
    "draw_text",
    "edition_facts",
    "explain",
    "is_asked",
    "phrase",
    "point_sources",
    "purpose",
    "question",
    "selection",
    "speak_position",
    "tell",
]
