"""How cost grows: `python -m benchmarks.scaling [--game two_crowns] [--json FILE]`, then `… report FILES` for the page.

Batches of 1 to 65,536 games, every number of players, threads, memory of a game, and the time of a decision by parts,
beside the roof: a decision can't take less than it takes to write its mask and observation to memory, as fast as this
machine writes at all. It binds only where positions do not stay in the cache: in `Batch.step` with large batches, while
rollouts stay with one game for many decisions.
"""
