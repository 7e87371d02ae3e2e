"""Rules by the name of a game and its options."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.importing import find_game
from kschwert_env.requests.errors import RequestError


def read_rules(game: str, options: Mapping[str, Any]) -> GameRules:
    """Return the rules of a game with these options. Raises RequestError for wrong options."""
    try:
        return _rules(game, json.dumps(options, sort_keys=True))
    except (ValueError, TypeError) as error:
        raise RequestError(str(error)) from None


@lru_cache(64)
def _rules(game: str, options: str) -> GameRules:
    """Return cached rules: they take long to construct, and many games have the same."""
    rules: GameRules = find_game(game).read_options(json.loads(options))
    return rules
