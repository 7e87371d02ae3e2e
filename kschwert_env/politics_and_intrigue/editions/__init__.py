"""Editions: what is printed on the cards as data, and the code that reads it."""

from kschwert_env.politics_and_intrigue.editions.edition import Edition, load, parse

__all__ = ["Edition", "load", "parse"]
