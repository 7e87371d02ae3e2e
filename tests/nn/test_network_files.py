"""Networks that are loaded and played without PyTorch."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kschwert_env.agents.policy import bundled_versions
from kschwert_env.agents.registry import available
from kschwert_env.nn.architecture import Shape, weight_shapes
from kschwert_env.nn.inference import network_arrays
from kschwert_env.nn.network_files import load_arrays
from kschwert_env.nn.networks import new_network
from kschwert_env.nn.serialization import load, save
from tests.helpers.cases import ONE_EACH, Case

SHAPES = [Shape("mlp", 16, 1), Shape("mlp", 24, 3), Shape("graph", 16, 1, 8), Shape("graph", 24, 3, 12)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_arrays_are_those_of_the_network(case: Case, shape: Shape, tmp_path: Path) -> None:
    rules = case.rules
    if shape.kind == "graph" and not len(rules.neighbours):
        return
    network = new_network(rules, shape, seed=1)
    shapes = {name: tuple(part.shape) for name, part in network.state_dict().items()}
    assert weight_shapes(rules, shape) == shapes
    save(tmp_path / "n.npz", network, rules, {"a": 1})
    (by_numpy, about), (by_torch, _) = (each(tmp_path / "n.npz", rules) for each in (load_arrays, load))
    wanted, found = network_arrays(by_torch), network_arrays(by_numpy)
    assert found.keys() == wanted.keys()
    assert all(np.array_equal(found[name], wanted[name]) and found[name].dtype == wanted[name].dtype for name in found)
    assert (by_numpy.sizes, by_numpy.shape, about["training"]) == (network.sizes, shape, {"a": 1})


WITHOUT_TORCH = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "stable_baselines3", "sb3_contrib", "tensorboard"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Refuse())
from kschwert_env.agents.registry import available, make_agent
from kschwert_env.agents.base import choose_action
from kschwert_env.two_crowns import Game, Rules
rules = Rules()
game = Game(rules, 1)
kinds = available(rules)
print(kinds)
for kind in kinds:
    agent = make_agent(kind + (":sims=20" if kind in ("ismcts", "puct") else ""), rules)
    assert choose_action(agent, rules, game.state, 7) in game.legal_actions()
from kschwert_env.web.workers.network_play import has_network
assert has_network(rules)
from kschwert_env.training import methods
try:
    make_agent("policy:network=agents.example_network.ResidualNetwork", rules)
except (ImportError, ValueError) as error:
    print(error)
assert "torch" not in sys.modules
"""


@pytest.mark.needs_jit
def test_every_bundled_agent_plays_without_pytorch() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "policy" in done.stdout
    assert "puct" in done.stdout
    assert 'networks of your own need the extra "train"' in done.stdout


def test_agents_with_networks_are_offered_where_one_is_bundled() -> None:
    for case in ONE_EACH:
        assert ("policy" in available(case.rules)) == bool(bundled_versions(case.rules))
