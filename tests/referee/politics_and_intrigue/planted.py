"""Faults to plant in the engine: each is one wrong reading of a rule, or a slip."""

from . import planted_in_building, planted_in_cards, planted_in_turns

FAULTS = (*planted_in_turns.FAULTS, *planted_in_building.FAULTS, *planted_in_cards.FAULTS)
