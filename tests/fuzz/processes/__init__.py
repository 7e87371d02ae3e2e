"""Fuzz tests of whole processes: killed jobs and servers, hostile clients, long runs."""
