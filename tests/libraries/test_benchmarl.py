"""BenchMARL: IPPO over the parallel environment."""

import torch

from tests.libraries.pages import run_section


def test_it_learns_without_nan() -> None:
    experiment = run_section("libraries.md", "BenchMARL")["experiment"]
    assert experiment.n_iters_performed == 2
    weights = [part for loss in experiment.losses.values() for part in loss.parameters()]
    assert weights
    assert all(torch.isfinite(part).all() for part in weights)
