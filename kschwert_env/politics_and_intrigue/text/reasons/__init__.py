"""Reasons why an action is illegal."""
