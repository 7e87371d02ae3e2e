"""Pgx on the CPU: all steps of a run in one compiled loop, with the observation and mask that each step writes.

Random play follows Pgx's documentation: actions are drawn from the masks, finished games restart (`auto_reset`), and
`lax.scan` keeps everything inside compiled code, which is fastest.
"""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from benchmarks.server import Workload, WorkloadSpec, serve

GAMES = ("backgammon", "sparrow_mahjong", "chess")
BATCHES = (1, 256, 4096)
DECISIONS = 1000  # approximate number of decisions per call


def new_workload(name: str, batch: int, decisions: int = DECISIONS) -> Workload:
    """Return a workload of `batch` parallel games. `decisions`: approximate number per call."""
    env = pgx.make(name)
    init = jax.jit(jax.vmap(env.init))
    step = jax.vmap(auto_reset(env.step, env.init))
    steps = max(1, decisions // batch)

    def advance(state: Any, key: Any) -> Any:
        def one_step(state_and_key: Any, _: None) -> Any:
            state, key = state_and_key
            key, action_key, step_key = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(action_key, logits, axis=-1)
            return (step(state, actions, jax.random.split(step_key, batch)), key), None

        return jax.lax.scan(one_step, (state, key), None, length=steps)[0]

    compiled, key = jax.jit(advance), jax.random.PRNGKey(1)
    current = init(jax.random.split(key, batch)), key

    def play() -> int:
        nonlocal current
        current = jax.block_until_ready(compiled(*current))
        return batch * steps

    return Workload(play, env.num_players, env.num_actions, int(jnp.prod(jnp.array(env.observation_shape))))


def rows() -> list[WorkloadSpec]:
    """Return a workload for each game and batch size."""
    included = "compiled loop, choice, step, mask, observation"
    return [
        WorkloadSpec(
            f"{name.replace('_', ' ')}, batch {batch}", included, partial(new_workload, name, batch), threads=True
        )
        for name in GAMES
        for batch in BATCHES
    ]


if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    serve(rows(), ["pgx", "jax"])
