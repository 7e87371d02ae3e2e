"""Editions: the map, the cards and the people as data, and the code that reads them."""

from kschwert_env.krone_schwert.editions.edition import Edition, load, parse

__all__ = ["Edition", "load", "parse"]
