"""Training of agents by several methods: `kschwert train METHOD`, or `train` in a program."""

from kschwert_env.training.methods import METHODS, train

__all__ = ["METHODS", "train"]
