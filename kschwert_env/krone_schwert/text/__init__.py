"""Texts: drawings, commentary, explanations, tables of editions, statistics of games."""

from kschwert_env.krone_schwert.text.advice import advice as advice
from kschwert_env.krone_schwert.text.card_help import card_help as card_help
from kschwert_env.krone_schwert.text.commentary import tell as tell
from kschwert_env.krone_schwert.text.describe_position import describe_position as describe_position
from kschwert_env.krone_schwert.text.describe_position import speak_position as speak_position
from kschwert_env.krone_schwert.text.describe_rules import describe_rules as describe_rules
from kschwert_env.krone_schwert.text.drawing import draw_text as draw_text
from kschwert_env.krone_schwert.text.explain import explain as explain
from kschwert_env.krone_schwert.text.explain import is_asked as is_asked
from kschwert_env.krone_schwert.text.facts import edition_facts as edition_facts
from kschwert_env.krone_schwert.text.purposes import purpose as purpose
from kschwert_env.krone_schwert.text.purposes import selection as selection
from kschwert_env.krone_schwert.text.questions import phrase as phrase
from kschwert_env.krone_schwert.text.questions import question as question
from kschwert_env.krone_schwert.text.summary import assets as assets
from kschwert_env.krone_schwert.text.summary import point_sources as point_sources
