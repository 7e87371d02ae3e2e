"""The arena: tournaments between agents with balanced seats and equal deals. See `kschwert arena --help`."""
