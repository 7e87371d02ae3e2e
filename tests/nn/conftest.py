"""Networks for tests, shared with the training tests."""

from tests.training.conftest import network, one_thread, rules

__all__ = ["network", "one_thread", "rules"]
