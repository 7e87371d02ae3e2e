"""Shapes that RLlib expects, checked without it: stubs stand for its modules."""

import subprocess
import sys

STUBS = """
import sys, types
import numpy as np, torch
from torch import nn

class Stub(types.ModuleType):
    __path__ = []
    def __getattr__(self, name):
        return type(name, (nn.Module,) if name == "TorchRLModule" else (), {})

class Finder:
    def find_spec(self, name, path=None, target=None):
        import importlib.machinery
        if name.partition(".")[0] == "ray":
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec):
        return Stub(spec.name)
    def exec_module(self, module):
        pass

sys.meta_path.insert(0, Finder())
from kschwert_env.adapters import rllib
rllib.Columns.OBS, rllib.Columns.ACTION_DIST_INPUTS = "obs", "logits"
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.krone_schwert import Rules
from kschwert_env.nn.networks import Shape
from training import rllib_self_play

rules = Rules(3)
batch = Batch(rules, 5, seed=0)
seen = {"obs": {"observation": torch.from_numpy(batch.observations), "action_mask": torch.from_numpy(batch.masks)}}
for kind, config in (
    (rllib.MaskedModule, {"hidden": (8,)}),
    (rllib_self_play.NetworkModule, {"rules": rules, "shape": Shape("mlp", 8, 1), "seed": 0}),
):
    module = kind()
    env = rllib.GameMultiAgentEnv({"rules": rules})
    module.observation_space, module.action_space = env.observation_spaces["player_0"], env.action_spaces["player_0"]
    module.model_config = config
    module.setup()
    assert module.compute_values(seen).shape == (5,), kind
    assert module._forward(seen)["logits"].shape == (5, rules.num_actions), kind
values = module.network(seen["obs"]["observation"], seen["obs"]["action_mask"])[1]
assert torch.equal(values[:, 0], module.compute_values(seen))  # of the deciding seat
"""


def test_values_are_those_of_the_deciding_seat() -> None:
    """PPO of RLlib expects one value for each decision; networks of this package return those of all seats."""
    done = subprocess.run([sys.executable, "-c", STUBS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
