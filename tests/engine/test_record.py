"""Records: replayed to the identical end, or refused."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.io import files
from kschwert_env.engine.records.record import Recorder, RecordError, read_game_name, replay
from tests.helpers.cases import SMALL, Case


def recorded(case: Case, path: Path, decisions: int = 10_000) -> Recorder[Any]:
    """Write a random game to `path`, after this many decisions or at its end."""
    recorder, choose = Recorder(case.game, case.rules, seed=6), random.Random(6)
    while not recorder.game.is_over and decisions:
        recorder.step(choose.choice(recorder.game.legal_actions()))
        decisions -= 1
    recorder.write(path)
    return recorder


def edit(path: Path, number: int, **changes: Any) -> None:
    """Change keys of one line, counted from 1, or from -1 at the end."""
    lines = path.read_text().splitlines()
    index = number - 1 if number > 0 else number
    lines[index] = json.dumps({**json.loads(lines[index]), **changes})
    path.write_text("\n".join(lines))


def test_a_record_plays_to_the_identical_end(case: Case, tmp_path: Path) -> None:
    recorder = recorded(case, tmp_path / "game.jsonl")
    again = replay(tmp_path / "game.jsonl", case.game)
    assert again.game.to_bytes() == recorder.game.to_bytes()
    assert again.lines == recorder.lines
    assert again.game.is_over


def test_an_unfinished_record_can_be_played_on(tmp_path: Path) -> None:
    recorder = recorded(SMALL, tmp_path / "game.jsonl", decisions=20)
    again = replay(tmp_path / "game.jsonl", SMALL.game)
    for side in (recorder, again):
        side.step(side.game.legal_actions()[0])
    assert again.lines == recorder.lines


def test_a_record_tells_what_chance_did(tmp_path: Path) -> None:
    """Every draw is recorded with the resulting hands and pile."""
    recorder = recorded(SMALL, tmp_path / "game.jsonl")
    draws = [line for line in recorder.lines[1:] if line["action"]["kind"] == "draw"]
    assert draws
    assert all("draw_pile" in line["chance"] for line in draws)


@pytest.mark.parametrize(
    ("number", "changes", "message"),
    [
        (1, {"format": "else"}, "line 1: not a record of format"),
        (1, {"game": "chess"}, "line 1: this is a record of 'chess'"),
        (1, {"seed": 7}, "line 1: chance is"),
        (1, {"seed": "x"}, "line 1: invalid rules or seed"),
        (1, {"rules": {"num_players": 9}}, "line 1: invalid rules or seed: num_players must be an int from 2 to 5"),
        (
            1,
            {"rules": {"num_players": 3, "max_rounds": 7}},
            "line 1: the rules, or the edition file they name, have changed",
        ),
        (1, {"fingerprint": "00"}, "line 1: the rules, or the edition file they name, have changed"),
        (4, {"player": 7}, "line 4: player is 7, but the replay gives"),
        (4, {"action": {"kind": "draw"}}, "line 4: invalid action .*: .* is illegal"),
        (4, {"action": None}, "line 4: invalid action None"),
        (4, {"chance": {"hands": []}}, "line 4: chance is"),
        (2, {"player": False}, "line 2: player is False, but the replay gives 0"),
        (4, {"comment": "mine"}, "line 4: comment is 'mine'"),
        (-1, {"end": {"over": False}}, "line .*: the record ends with"),
    ],
)
def test_an_edited_record_is_refused(number: int, changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(SMALL, path, decisions=30)
    edit(path, number, **changes)
    with pytest.raises(RecordError, match=message):
        replay(path, SMALL.game)


def test_a_record_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(SMALL, path, decisions=30)
    path.write_text("\n".join(path.read_text().splitlines()[:-1]))
    with pytest.raises(RecordError, match="line 31: the record is truncated"):
        replay(path, SMALL.game)


@pytest.mark.parametrize("text", ["", "no json", "[1]", '{"format": 1}', "[" * 100_000])
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    with pytest.raises(RecordError, match="line 1"):
        replay(path, SMALL.game)


def test_a_record_takes_numpy_seeds(tmp_path: Path) -> None:
    recorder = Recorder(SMALL.game, SMALL.rules, seed=np.int64(3))  # type: ignore[arg-type]
    recorder.write(tmp_path / "game.jsonl")
    assert replay(tmp_path / "game.jsonl", SMALL.game).game == recorder.game


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"file .*nowhere\.jsonl does not exist"):
        replay(tmp_path / "nowhere.jsonl", SMALL.game)


def test_a_file_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A device, and one long line: reading stops at the size limit."""
    monkeypatch.setattr(files, "MAX_BYTES", 1 << 20)
    (tmp_path / "line").write_bytes(b"[" * (1 << 21))
    for path, why in (
        (Path("/dev/zero"), "can't be read: not a regular file"),
        (tmp_path / "line", "is larger than the limit of 1 MiB"),
    ):
        for read in (read_game_name, lambda path: replay(path, SMALL.game)):
            with pytest.raises(RecordError, match=f"{path} {why}"):
                read(path)


def test_what_is_nested_without_end_is_refused_in_few_words(tmp_path: Path) -> None:
    for line in ("[" * 100_000, "[" * 900 + "]" * 900, '{"a": ' * 900 + "1" + "}" * 900, '"' + "x" * 10**6 + '"'):
        path = tmp_path / "deep"
        path.write_text(f"{line}\n{line}\n")
        with pytest.raises(RecordError) as told:
            replay(path, SMALL.game)
        assert len(str(told.value)) < 1000
