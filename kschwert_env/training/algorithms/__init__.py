"""Training methods: imitation, PPO self-play, best responses, exploiter training, weight averaging."""
