"""Records of games: a damaged record replays to the identical end, or is refused by RecordError."""

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from kschwert_env.engine.records import embedded_editions
from kschwert_env.engine.records.record import Recorder, RecordError, read_game_name, replay
from kschwert_env.two_crowns import Game, Rules
from tests.fuzz.damage import check_message, damaged_bytes, damaged_json
from tests.helpers.cases import RICH

_DECISIONS = 40


@cache
def _written(edition: str) -> bytes:
    """Return a record of the beginning of a game; it contains an edition of a user."""
    recorder, chance = Recorder(Game, Rules(edition=edition), seed=3), np.random.default_rng(0)
    while not recorder.game.is_over and len(recorder.lines) <= _DECISIONS:
        recorder.step(int(chance.choice(recorder.game.legal_actions())))
    with tempfile.TemporaryDirectory() as folder:
        recorder.write(Path(folder, "game.jsonl"))
        return Path(folder, "game.jsonl").read_bytes()


def try_one(rng: np.random.Generator) -> None:
    whole = _written(("standard", RICH)[rng.integers(2)])
    way = rng.integers(3)
    lines: Any = [json.loads(line) for line in whole.splitlines()]
    if way == 0:
        text = damaged_bytes(whole, rng)
    else:
        if way == 1 and "edition" in lines[0]:
            lines[0]["edition"] = damaged_bytes(lines[0]["edition"].encode(), rng).decode(errors="replace")
        else:
            lines = damaged_json(lines, rng)
        text = "".join(f"{json.dumps(line)}\n" for line in lines or []).encode() if isinstance(lines, list) else b"5"
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(embedded_editions, "user_folder", lambda name: Path(folder)),
    ):
        path = Path(folder, "game.jsonl")
        path.write_bytes(text)
        try:
            assert read_game_name(path) is not None
            recorder = replay(path, Game)
        except RecordError as error:
            check_message(error)
            return
        given = [json.loads(line) for line in text.decode().splitlines()]
        assert given[:-1] == recorder.lines, "an accepted record differs from the game played"
        recorder.write(path)
        assert given == [json.loads(line) for line in path.read_text().splitlines()]
