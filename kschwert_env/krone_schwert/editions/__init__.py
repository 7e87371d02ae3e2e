"""Editions: the map, the cards and the people as data, and the code that reads them."""
