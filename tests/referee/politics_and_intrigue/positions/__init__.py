"""Positions of Politics & Intrigue: their form, their start, what seats see, and what no game can reach."""
