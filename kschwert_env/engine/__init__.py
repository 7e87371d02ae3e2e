"""Engine shared by all games: single game (`game`), batch (`batch`), random streams, actions, records and rules."""
