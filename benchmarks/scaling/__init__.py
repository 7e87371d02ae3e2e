"""Scaling benchmark: `python -m benchmarks.scaling [--game two_crowns] [--json FILE]`, then `... report FILES`.

It measures batches of 1 to 65,536 games, every number of players, threads, memory per game, and the time of a decision
by part. The roofline is the time to write mask and observation to memory at the machine's maximum bandwidth. It limits
the speed only if states do not fit into the cache: in `Batch.step` with large batches. Rollouts play many decisions of
a game before the next game.
"""
