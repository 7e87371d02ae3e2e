"""Files: safe writing, arrays, editions, and a reader for JSON positions."""
