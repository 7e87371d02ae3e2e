"""PufferLib's environments in C: the commands that build them, and the steps that are measured."""

import re
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers import build_pufferlib, run_pufferlib, setup
from benchmarks.peers.catalogue import PEERS, ROOT


def test_each_game_is_compiled_without_downloads_by_the_build() -> None:
    download, unpack, *compilers = build_pufferlib.build_commands(Path("/environment"))
    assert {"NO_OCEAN=1", "NO_TRAIN=1", "download", "--no-deps", "pufferlib==3.0.0"} <= set(download)
    assert "/environment/pufferlib-3.0.0.tar.gz" in unpack
    for game, command in zip(run_pufferlib.GAMES, compilers, strict=True):
        source, output = (next(part for part in command if end in part) for end in ("binding.c", "/binding.cp"))
        assert Path(source).parent == Path(output).parent
        assert Path(source).parent.parts[-3:] == ("pufferlib", "ocean", game)
        assert Path(source).is_relative_to("/environment")
    assert (ROOT / "tests/libraries/pufferlib_setup/sitecustomize.py").exists()


def test_only_pufferlib_is_built() -> None:
    numbers = {peer.name: len(setup.commands(peer)) for peer in PEERS}
    built = 2 + len(build_pufferlib.build_commands(Path()))
    assert numbers == {peer.name: built if peer.name == "pufferlib" else 2 for peer in PEERS}


class Recorder:
    """An environment that keeps the actions of its steps."""

    def __init__(self) -> None:
        self.steps: list[Any] = []

    def step(self, actions: np.ndarray) -> None:
        self.steps.append(actions.tolist())


def test_rows_of_actions_are_played_in_turn() -> None:
    env, actions = Recorder(), np.arange(6).reshape(3, 2)
    play = run_pufferlib.stepper(env, actions)
    assert play() == run_pufferlib.STEPS * 2
    play()
    assert env.steps == [actions[i % 3].tolist() for i in range(2 * run_pufferlib.STEPS)]


def test_paths_of_the_makefile_are_absolute() -> None:
    """pip builds packages in a folder of its own, where a relative path leads nowhere."""
    paths = re.findall(r"PYTHONPATH=(\S+)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert paths
    assert all(path.startswith("$(CURDIR)/") for path in paths)
