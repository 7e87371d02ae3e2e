"""Games in text, for language models: rules, prompts, and answers read back as actions (docs/language_models.md)."""

from kschwert_env.adapters.text.answers import InvalidAnswer
from kschwert_env.adapters.text.text_game import TextGame

__all__ = ["InvalidAnswer", "TextGame"]
