"""Tests of the classic games: they play as in OpenSpiel, and have the values that are known."""
