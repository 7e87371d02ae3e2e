"""Editions: the cards of a side as data, and the code that reads them."""
