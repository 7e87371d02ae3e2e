"""A second implementation of Two Crowns, for the edition `standard`."""
