"""User-written loops, as in CleanRL: tensors that share memory with the games, and self-play PPO in a single file."""

import torch

from benchmarks.libraries.measurement import report_speed
from kschwert_env.adapters.self_play import SelfPlayVec
from kschwert_env.two_crowns import Rules
from training import ppo_single_file

GAMES, STEPS = 256, 50

games = SelfPlayVec(Rules(), GAMES, seed=1, threads=1)
masks = torch.from_numpy(games.bool_masks)  # always the same memory


def play() -> int:
    for _ in range(STEPS):
        games.step(torch.rand(masks.shape).masked_fill(~masks, -1).argmax(dim=1).numpy())
    return GAMES * STEPS


def learn() -> int:
    decisions = 3 * ppo_single_file.GAMES * ppo_single_file.STEPS
    ppo_single_file.main(decisions=decisions)
    return decisions


report_speed("torch", f"SelfPlayVec of {GAMES} games", Rules(), play)
ppo_single_file.TEST_GAMES = 1
report_speed("torch", "ppo_single_file, learning", Rules(), learn)
