"""Texts: drawings, commentary, explanations, tables of editions, statistics of games."""

from kschwert_env.krone_schwert.text.advice import advice
from kschwert_env.krone_schwert.text.card_help import card_help
from kschwert_env.krone_schwert.text.commentary import tell
from kschwert_env.krone_schwert.text.describe_position import describe_position, speak_position
from kschwert_env.krone_schwert.text.describe_rules import describe_rules
from kschwert_env.krone_schwert.text.drawing import draw_text
from kschwert_env.krone_schwert.text.explain import explain, is_asked
from kschwert_env.krone_schwert.text.facts import edition_facts
from kschwert_env.krone_schwert.text.purposes import purpose, selection
from kschwert_env.krone_schwert.text.questions import phrase, question
from kschwert_env.krone_schwert.text.summary import point_sources

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
