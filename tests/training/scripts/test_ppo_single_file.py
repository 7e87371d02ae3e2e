"""The single-file PPO script: it runs from start to end, learns, and stays short."""

import re
from pathlib import Path

import pytest
import torch

from kschwert_env.two_crowns import Rules
from training import ppo_single_file


def test_it_learns_two_crowns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen iterations suffice to beat a random player."""
    for name, value in {"GAMES": 32, "STEPS": 64, "TEST_GAMES": 100, "LOG_EVERY": 100}.items():
        monkeypatch.setattr(ppo_single_file, name, value)
    out = tmp_path / "network.pt"
    ppo_single_file.main(decisions=16 * 32 * 64, out=out)
    shares = [float(share) for share in re.findall(r"wins against random: ([\d.]+)", capsys.readouterr().out)]
    assert len(shares) == 2
    assert shares[-1] > 0.75 > shares[0]
    network = ppo_single_file.Network(Rules())
    network.load_state_dict(torch.load(out, weights_only=True))
    assert ppo_single_file.win_share(network, Rules(), seed=5) > 0.7


def test_illegal_actions_have_negligible_probability() -> None:
    network = ppo_single_file.Network(Rules())
    masks = torch.zeros(2, Rules().num_actions, dtype=torch.bool)
    masks[:, 3] = True
    logits, values = network(torch.rand(2, Rules().observation.size), masks)
    assert torch.softmax(logits, dim=1)[:, 3].tolist() == [1.0, 1.0]
    assert values.shape == (2,)


def test_it_stays_short() -> None:
    assert len(Path(ppo_single_file.__file__).read_text().splitlines()) < 150
