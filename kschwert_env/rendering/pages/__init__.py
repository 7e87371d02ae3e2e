"""HTML pages of recorded games."""
