"""The rules that decide and act, one module for each chapter of the rules page, or for each part of a long chapter."""
