"""Editions: the cards of a side as data, and the code that reads them."""

from kschwert_env.two_crowns.editions.edition import Edition, load, parse

__all__ = ["Edition", "load", "parse"]
