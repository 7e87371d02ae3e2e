"""Self-play with MaskablePPO of sb3-contrib: `python training/sb3_maskable_ppo.py --out runs/sb3`.

An example for users of Stable-Baselines3. One seat of each game learns; each seat learns in equally many games. A
frozen copy of the policy, updated every few iterations, plays the other seats. `kschwert train ppo` learns from all
seats at once, and is faster.
"""

import copy
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor

from kschwert_env import GAMES, terminal
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.engine.contract.rules import GameRules

NUM_GAMES = 64
"""Number of parallel games."""
STEPS = 128
"""Decisions of the learning seat per game and iteration."""
UPDATE_INTERVAL = 5
"""Iterations between updates of the frozen policy."""
TEST_GAMES = 500
"""Games of the final evaluation against random players."""


class UpdateOpponents(BaseCallback):
    """Lets a frozen copy of the policy play the other seats, and updates it every few iterations."""

    def __init__(self, games: SeatVecEnv) -> None:
        """`games` are the environments whose opponents are updated."""
        super().__init__()
        self._games, self._iteration = games, 0

    def _on_training_start(self) -> None:
        self._frozen: Any = copy.deepcopy(self.model.policy)
        self._games.opponents = lambda observations, masks: self._frozen.predict(observations, action_masks=masks)[0]

    def _on_rollout_start(self) -> None:
        if self._iteration % UPDATE_INTERVAL == 0:
            self._frozen.load_state_dict(self.model.policy.state_dict())
        self._iteration += 1

    def _on_step(self) -> bool:
        return True


def seats_in_rotation(rules: GameRules, games: int) -> list[int]:
    """Return a learning seat for each game, in rotation: learning in one seat only leads to bad play in others."""
    return [game % rules.num_players for game in range(games)]


def train(rules: GameRules, timesteps: int, seed: int = 0) -> MaskablePPO:
    """Return a model, trained on at least `timesteps` decisions of the learning seats."""
    games = SeatVecEnv(rules, NUM_GAMES, seats_in_rotation(rules, NUM_GAMES), seed=seed)
    model = MaskablePPO(
        "MlpPolicy",
        VecMonitor(games),
        learning_rate=1e-3,
        n_steps=STEPS,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,  # the return comes at the end of a game
        gae_lambda=0.97,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
        verbose=1,
    )
    return model.learn(timesteps, UpdateOpponents(games))


def win_share(model: Any, rules: GameRules, seed: int = 1) -> float:
    """Return the win share against random players, in every seat in turn."""
    games = SeatVecEnv(rules, TEST_GAMES, seats_in_rotation(rules, TEST_GAMES), seed=seed)
    observations: Any = games.reset()
    returns = np.full(TEST_GAMES, np.nan, np.float32)
    while np.isnan(returns).any():
        actions, _ = model.predict(observations, action_masks=games.action_masks())
        observations, rewards, dones, _ = games.step(actions)
        first_end = dones & np.isnan(returns)
        returns[first_end] = rewards[first_end]
    return float((returns > 0).mean())


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder for model.zip.")],
    game: terminal.Game = GAMES[1],
    players: terminal.Players = None,
    options: terminal.Options = None,
    timesteps: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Number of decisions to learn from.")
    ] = 200_000,
    seed: terminal.Seed = 0,
) -> None:
    """Train a policy by self-play and save it as DIR/model.zip."""
    rules = terminal.chosen_rules(game, players, options)
    model = train(rules, timesteps, seed)
    out.mkdir(parents=True, exist_ok=True)
    model.save(out / "model.zip")
    print(f"Win share {win_share(model, rules):.1%} in {TEST_GAMES} games against random players; {out / 'model.zip'}")


if __name__ == "__main__":
    terminal.run_command(main)
