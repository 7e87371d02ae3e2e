"""Opponents of a learning seat, for tests."""

import numpy as np


def first_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return masks.argmax(axis=1)
