"""Networks: masking, weight sharing over fields, and independence from the game."""

from typing import Any

import numpy as np
import pytest
import torch

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.engine.compiled.observation import ObservationSpace
from kschwert_env.engine.contract.actions import Action, ActionSpace
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn.masked_categorical import sample_actions
from kschwert_env.nn.networks import GraphNetwork, Network, Shape, new_network, observation_scale

KRONE = krone_schwert.Rules(2)
SHAPES = [
    (KRONE, Shape("mlp", width=16)),
    (KRONE, Shape("graph", width=16, field_width=8)),
    (two_crowns.Rules(), Shape("mlp", width=16)),
]


class Ring:
    """A game on a ring of fields, as far as networks need it. Rotation by a field is a symmetry."""

    game = "ring"

    def __init__(self, fields: int, steps: tuple[int, ...] = (1, -1)) -> None:
        every = np.arange(fields)
        self.neighbours = np.stack([(every + step) % fields for step in steps], axis=1)
        layout = [("before", (2,), 0, 1, ""), ("fields", (3, fields), 0, 1, ""), ("after", (1,), 0, 1, "")]
        self.observation = ObservationSpace([*layout, ("more", (fields,), 0, 1, "")], by_field=["fields", "more"])
        actions = [Action("wait"), *(Action("claim", field=i) for i in range(fields)), Action("pass")]
        actions += [Action("join", field=i, partner=(i + 1) % fields) for i in range(fields)]
        self.actions = ActionSpace(actions)
        self.num_actions, self.num_players = len(actions), 2

    def rotated(self, vectors: torch.Tensor) -> torch.Tensor:
        """Return observations with every field moved to the next one."""
        pieces = self.observation.split(vectors.numpy().copy())
        for name in self.observation.by_field:
            piece = pieces[name]
            piece[:] = np.roll(piece, 1, axis=-1)
        flat = [piece.reshape(len(vectors), -1) for piece in pieces.values()]
        return torch.from_numpy(np.concatenate(flat, axis=1))

    def rotated_action(self, action: int) -> int:
        kind, _, field, partner, _ = self.actions.decode(action)
        ahead = [None if place is None else (place + 1) % len(self.neighbours) for place in (field, partner)]
        return self.actions.encode(kind, field=ahead[0], partner=ahead[1])


def ring_network(ring: Any) -> Network:
    torch.manual_seed(3)
    network = GraphNetwork(ring, Shape("graph", width=8, field_width=4), np.ones(ring.observation.size, np.float32))
    for parameter in network.parameters():  # heads begin close to 0, where differences do not show
        torch.nn.init.normal_(parameter, std=0.5)
    return network


def ring_views(ring: Ring, count: int = 5) -> torch.Tensor:
    torch.manual_seed(4)
    return torch.randint(0, 3, (count, ring.observation.size), dtype=torch.int8)


@pytest.mark.parametrize(("rules", "shape"), SHAPES, ids=str)
def test_illegal_actions_have_no_chance_at_all(rules: Any, shape: Shape) -> None:
    """Their probability is exactly 0, and they are never sampled, whatever the random number."""
    network, batch = new_network(rules, shape, seed=0), Batch(rules, 64, seed=1)
    for _ in range(20):
        batch.rollout(9)
        masks = torch.from_numpy(batch.masks)
        with torch.inference_mode():
            logits, values = network(torch.from_numpy(batch.observations), masks)
        assert logits.shape == (64, rules.num_actions)
        assert values.shape == (64, rules.num_players)
        chances = torch.softmax(30 * logits, dim=1)  # also where it is as good as certain
        assert (chances[masks == 0] == 0).all()
        assert torch.allclose(chances.sum(dim=1), torch.ones(64))
        for uniform in (torch.zeros(64), torch.full((64,), 1 - 2.0**-24), torch.rand(64)):
            actions, log_probs = sample_actions(logits, uniform)
            assert (masks[torch.arange(64), actions] == 1).all()
            expected = torch.log_softmax(logits, dim=1)[torch.arange(64), actions]
            assert torch.allclose(log_probs, expected, atol=1e-6)


def test_a_rotated_ring_is_scored_the_same() -> None:
    """Weights are shared over fields: scores move with the fields, everything else is invariant."""
    ring = Ring(6)
    network, views = ring_network(ring), ring_views(ring)
    masks = torch.ones(5, ring.num_actions, dtype=torch.int8)
    logits, values = network(views, masks)
    rotated, rotated_values = network(ring.rotated(views), masks)
    moved = [ring.rotated_action(i) for i in range(ring.num_actions)]
    assert torch.allclose(rotated[:, moved], logits, atol=1e-5)
    assert torch.allclose(rotated_values, values, atol=1e-5)
    claims = [ring.actions.encode("claim", field=i) for i in range(6)]
    assert logits[0, claims].std() > 1e-3  # fields that differ are scored differently


def test_fields_hear_of_their_neighbours() -> None:
    """Scores of the same fields differ on another map."""
    ring, star = Ring(6), Ring(6, steps=(2, -2))
    views, masks = ring_views(ring), torch.ones(5, ring.num_actions, dtype=torch.int8)
    assert not torch.allclose(ring_network(ring)(views, masks)[0], ring_network(star)(views, masks)[0], atol=1e-3)


def test_the_same_weights_fit_another_map() -> None:
    network, larger = ring_network(Ring(6)), Ring(11)
    other = ring_network(larger)
    other.load_state_dict(network.state_dict())
    logits, _ = other(ring_views(larger), torch.ones(5, larger.num_actions, dtype=torch.int8))
    assert logits.shape == (5, 2 + 2 * 11)


@pytest.mark.parametrize(("rules", "shape"), SHAPES, ids=str)
def test_every_weight_learns(rules: Any, shape: Shape) -> None:
    network, batch = new_network(rules, shape, seed=0), Batch(rules, 64, seed=1)
    batch.rollout(60)
    logits, values = network(torch.from_numpy(batch.observations), torch.ones(64, rules.num_actions))
    loss: Any = logits.square().sum() + values.square().sum()
    loss.backward()
    assert [name for name, weight in network.named_parameters() if not weight.grad.abs().sum()] == []  # type: ignore[union-attr]


@pytest.mark.parametrize("rules", [KRONE, two_crowns.Rules()], ids=str)
def test_scaled_observations_are_about_one_at_most(rules: Any) -> None:
    scale, batch = observation_scale(rules), Batch(rules, 64, seed=9)
    batch.rollout(150)
    scaled = np.abs(batch.observations) * scale
    assert scaled.max() <= 2
    for name in rules.observation.by_field:
        piece = rules.observation.split(scale)[name]
        assert (piece == piece[..., :1]).all()
    assert scale.min() < 0.2  # counts are scaled down
    assert scale.max() == 1  # and nothing up


def test_networks_begin_by_their_seed_alone() -> None:
    before = torch.random.get_rng_state()
    first, second, other = (new_network(KRONE, Shape("mlp", width=4), seed) for seed in (1, 1, 2))
    weights = [network.state_dict()["policy.weight"] for network in (first, second, other)]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])
    assert torch.equal(torch.random.get_rng_state(), before)


def test_without_a_map_there_is_no_graph() -> None:
    with pytest.raises(ValueError, match="two_crowns has no map for a graph network; use the network mlp"):
        new_network(two_crowns.Rules(), Shape("graph"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "tree"}, "network must be mlp or graph, or a class of your own as module.Class, not 'tree'"),
        ({"kind": "mlp", "width": 0}, "width must be at least 1, not 0"),
        ({"kind": "mlp", "layers": 1.5}, "layers must be at least 1, not 1.5"),
    ],
)
def test_wrong_shapes_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Shape(**arguments)
