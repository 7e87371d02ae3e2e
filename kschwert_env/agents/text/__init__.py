"""Agents that play in text: `TextAgent`, the base class for your own, and `ChatAgent`, a language model."""

from kschwert_env.agents.text.exchange_log import Refused
from kschwert_env.agents.text.text_agent import Answer, Question, TextAgent

__all__ = ["Answer", "Question", "Refused", "TextAgent"]
