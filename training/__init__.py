"""Training of agents, one script for each method. Runs from a checkout."""
