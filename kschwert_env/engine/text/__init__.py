"""Texts for people: phrases and values in messages, and the names of seats."""
