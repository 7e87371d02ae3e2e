"""Texts: drawings, commentary, explanations, tables of editions."""

from kschwert_env.two_crowns.text.advice import advice
from kschwert_env.two_crowns.text.card_help import card_help
from kschwert_env.two_crowns.text.commentary import tell
from kschwert_env.two_crowns.text.describe_rules import describe_rules
from kschwert_env.two_crowns.text.drawing import describe_position, draw_text
from kschwert_env.two_crowns.text.explain import explain, is_asked
from kschwert_env.two_crowns.text.facts import edition_facts
from kschwert_env.two_crowns.text.purposes import purpose, selection
from kschwert_env.two_crowns.text.questions import phrase, question
from kschwert_env.two_crowns.text.summary import point_sources

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
    "tell",
]
