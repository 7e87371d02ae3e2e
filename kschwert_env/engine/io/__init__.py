"""Files: records of games, snapshots, editions, arrays, and a reader for JSON positions."""
