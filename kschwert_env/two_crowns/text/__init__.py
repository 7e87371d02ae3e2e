"""Texts: drawings, commentary, explanations, tables of editions."""

from kschwert_env.two_crowns.text.card_help import card_help
from kschwert_env.two_crowns.text.commentary import tell
from kschwert_env.two_crowns.text.describe_position import describe_position
from kschwert_env.two_crowns.text.describe_rules import describe_rules
from kschwert_env.two_crowns.text.drawing import draw_text
from kschwert_env.two_crowns.text.explain import explain
from kschwert_env.two_crowns.text.facts import edition_facts
from kschwert_env.two_crowns.text.purposes import purpose, selection
from kschwert_env.two_crowns.text.questions import phrase, question

__all__ = [
    "card_help",
    "describe_position",
    "describe_rules",
    "draw_text",
    "edition_facts",
    "explain",
    "phrase",
    "purpose",
    "question",
    "selection",
    "tell",
]
