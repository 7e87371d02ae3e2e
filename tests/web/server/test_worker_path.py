"""Worker processes import nothing of the working folder, except for a user's own agents."""

import asyncio
from pathlib import Path

import pytest

from kschwert_env.two_crowns import Game, Rules
from kschwert_env.web.workers.pool import WorkerPool
from kschwert_env.web.workers.worker import make_job

SHADOWED = ("base64", "random", "json", "asyncio", "numpy", "kschwert_env")

AGENT = """
import numpy as np


class Own:
    games_at_once = 1

    def __init__(self, rules):
        pass

    def act(self, decisions):
        return np.argmax(decisions.masks, axis=1)
"""


def test_files_named_like_modules_are_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SHADOWED:
        (tmp_path / f"{name}.py").write_text("open('imported', 'w'); raise SystemExit")
    (tmp_path / "own_agent.py").write_text(AGENT)
    monkeypatch.chdir(tmp_path)
    rules = Rules()
    state = Game(rules, 0).state.reshape(1)

    async def run() -> None:
        pool = WorkerPool(1)
        assert await pool.run(make_job("act", rules, state, agent="own_agent.Own", seed=0)) is not None
        await pool.close()

    asyncio.run(run())
    assert not (tmp_path / "imported").exists()
