"""Texts: drawings, commentary, explanations, tables of editions."""

from kschwert_env.two_crowns.text.advice import advice as advice
from kschwert_env.two_crowns.text.card_help import card_help as card_help
from kschwert_env.two_crowns.text.commentary import tell as tell
from kschwert_env.two_crowns.text.describe_position import describe_position as describe_position
from kschwert_env.two_crowns.text.describe_position import speak_position as speak_position
from kschwert_env.two_crowns.text.describe_rules import describe_rules as describe_rules
from kschwert_env.two_crowns.text.drawing import draw_text as draw_text
from kschwert_env.two_crowns.text.explain import explain as explain
from kschwert_env.two_crowns.text.explain import is_asked as is_asked
from kschwert_env.two_crowns.text.facts import edition_facts as edition_facts
from kschwert_env.two_crowns.text.purposes import purpose as purpose
from kschwert_env.two_crowns.text.purposes import selection as selection
from kschwert_env.two_crowns.text.questions import phrase as phrase
from kschwert_env.two_crowns.text.questions import question as question
from kschwert_env.two_crowns.text.summary import assets as assets
from kschwert_env.two_crowns.text.summary import point_sources as point_sources
