"""Loops of one's own, as in CleanRL: tensors that show the games without a copy, and self-play PPO in a single file."""

import torch

from benchmarks.libraries.told import tell
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


tell("torch", f"SelfPlayVec of {GAMES} games", Rules(), play)
ppo_single_file.TEST_GAMES = 1
tell("torch", "ppo_single_file, learning", Rules(), learn)
