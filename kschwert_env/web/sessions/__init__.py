"""Tables while people and agents play at them: sessions, their state, storage and analysis requests."""
