"""Weights & Biases, offline."""

from pathlib import Path

from tests.libraries.pages import run_section


def test_the_run_is_stored(own_folder: Path) -> None:
    """In a file that `wandb sync` can upload, with win shares."""
    tracked = run_section("libraries.md", "Weights & Biases")["tracked"]
    assert tracked.offline
    assert tracked.config["game"] == "two_crowns"
    (stored,) = own_folder.glob("wandb/offline-run-*/*.wandb")
    assert stored.read_bytes().count(b"wins/random") >= 3
