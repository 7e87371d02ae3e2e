"""Trained networks evaluated inside compiled code, one position at a time: for search, which asks of one after another.

A module for each kind of network has `weights_of(network)`, the numbers in the order in which they are needed,
`room_of(weights)`, where to work, and the compiled `judge(weights, room, observation, logits)`, which writes the logits
of all actions, legal or not, and returns the value. They are those of `kschwert_env.agents.networks` but for rounding,
in single precision, and the same bits on every machine.
"""
