"""Zones: where cards and resources lie, such as principalities, stacks and hands. They ask nobody for decisions."""
