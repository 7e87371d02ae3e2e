"""Engine shared by all games: the contract, compiled loops, single games and batches, records, texts, files."""
