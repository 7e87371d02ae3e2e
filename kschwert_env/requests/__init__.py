"""Requests of strangers to a server: which rules, editions and agents they may choose."""
