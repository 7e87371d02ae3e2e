"""A second implementation of Politics & Intrigue, for the edition `standard`."""
