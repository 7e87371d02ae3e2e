"""A second implementation of Krone & Schwert, for the edition `standard`."""
