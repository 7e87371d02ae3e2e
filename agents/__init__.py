"""Players for every game of `kschwert_env`, and the arena that says how good they are. Runs from a checkout."""
