"""Shares of the win."""

from typing import Any

import numpy as np


def win_share(returns: Any, seats: int) -> Any:
    """Return shares of the win, 0 to 1, for returns with `reward="win"` (`engine.compiled.returns.win_return`)."""
    return np.clip((returns * (seats - 1) + 1) / seats, 0.0, 1.0)
