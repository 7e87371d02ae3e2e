"""Processes that compute for the server: agents that search, networks, and analysis."""
