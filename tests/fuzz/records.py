"""Records of games: a damaged record replays to the identical end, or is refused by RecordError."""

import json
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from kschwert_env.engine.records import Recorder, RecordError, read_game_name, replay
from kschwert_env.two_crowns import Game, Rules
from tests.fuzz.damage import check_message, damaged_bytes, damaged_json, trials

_DECISIONS = 40


@cache
def _written() -> bytes:
    """Return a record of the beginning of a game."""
    recorder, chance = Recorder(Game, Rules(), seed=3), np.random.default_rng(0)
    while not recorder.game.is_over and len(recorder.lines) <= _DECISIONS:
        recorder.step(int(chance.choice(recorder.game.legal_actions())))
    with tempfile.TemporaryDirectory() as folder:
        recorder.write(Path(folder, "game.jsonl"))
        return Path(folder, "game.jsonl").read_bytes()


def _try_one(rng: np.random.Generator) -> None:
    if rng.integers(2):
        text = damaged_bytes(_written(), rng)
    else:
        lines = damaged_json([json.loads(line) for line in _written().splitlines()], rng)
        text = "".join(f"{json.dumps(line)}\n" for line in lines or []).encode() if isinstance(lines, list) else b"5"
    with tempfile.TemporaryDirectory() as folder:
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


def records(rng: np.random.Generator, seconds: float) -> int:
    """Run trials and return their number."""
    return trials(_try_one, rng, seconds)
