"""Worker processes for searches, networks and analysis, with time limits."""
