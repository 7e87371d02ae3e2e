"""Texts: positions as text, questions, commentary, reasons why actions are illegal, and tables of editions."""

from kschwert_env.politics_and_intrigue.text.advice import advice as advice
from kschwert_env.politics_and_intrigue.text.card_help import card_help as card_help
from kschwert_env.politics_and_intrigue.text.commentary import tell as tell
from kschwert_env.politics_and_intrigue.text.describe_rules import describe_rules as describe_rules
from kschwert_env.politics_and_intrigue.text.drawing import describe_position as describe_position
from kschwert_env.politics_and_intrigue.text.drawing import draw_text as draw_text
from kschwert_env.politics_and_intrigue.text.drawing import speak_position as speak_position
from kschwert_env.politics_and_intrigue.text.explain import explain as explain
from kschwert_env.politics_and_intrigue.text.explain import is_asked as is_asked
from kschwert_env.politics_and_intrigue.text.facts import edition_facts as edition_facts
from kschwert_env.politics_and_intrigue.text.purposes import purpose as purpose
from kschwert_env.politics_and_intrigue.text.purposes import selection as selection
from kschwert_env.politics_and_intrigue.text.questions import phrase as phrase
from kschwert_env.politics_and_intrigue.text.questions import question as question
from kschwert_env.politics_and_intrigue.text.summary import assets as assets
from kschwert_env.politics_and_intrigue.text.summary import point_sources as point_sources
