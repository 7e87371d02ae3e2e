"""What every game shares: one position (`game`), many (`batch`), random streams, actions, records of games."""
