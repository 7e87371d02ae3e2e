"""Records contain the edition of their user, so that they can be replayed without its file."""

import json
from pathlib import Path
from typing import Any

import pytest

from kschwert_env.engine.io import files
from kschwert_env.engine.io.edition import MAX_EDITION_BYTES
from kschwert_env.engine.jit.code_folders import cache_folder
from kschwert_env.engine.records import embedded_editions
from kschwert_env.engine.records.record import Recorder, RecordError, replay
from kschwert_env.two_crowns import Game, Rules
from tests.engine.test_record import recorded
from tests.helpers.cases import BUSY, CASES, RICH, Case

OWN = [case for case in CASES if case.rules.edition != "standard"]
"""Cases with editions of the tests, of every game."""

STANDARD = Path(embedded_editions.__file__).parents[2] / "two_crowns/editions/standard.toml"
"""The bundled edition of Two Crowns."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for embedded editions: one for this test."""
    cache_folder()  # that of compiled code stays
    monkeypatch.setenv("KSCHWERT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache/editions"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return the file of a user's own edition."""
    path = tmp_path / "mine.toml"
    path.write_bytes(Path(RICH).read_bytes())
    return path


def header_of(record: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(record.read_text().partition("\n")[0])
    return header


def change(record: Path, **changes: Any) -> None:
    """Change keys of the header."""
    first, rest = header_of(record), record.read_text().partition("\n")[2]
    record.write_text(json.dumps({**first, **changes}) + "\n" + rest)


def own_record(mine: Path, tmp_path: Path) -> Path:
    """Return a record of the beginning of a game under a user's own edition."""
    recorded(Case(Game, Rules(edition=str(mine))), tmp_path / "game.jsonl", 30)
    return tmp_path / "game.jsonl"


@pytest.mark.parametrize("case", OWN, ids=str)
def test_a_record_is_replayed_without_the_file_of_its_edition(case: Case, tmp_path: Path) -> None:
    file, record = tmp_path / "mine.toml", tmp_path / "game.jsonl"
    file.write_bytes(Path(case.rules.edition).read_bytes())
    rules = type(case.rules).from_options({**case.rules.options(), "edition": str(file)})
    recorder = recorded(Case(case.game, rules), record, 20)
    file.unlink()
    again = replay(record, case.game)
    assert again.lines == recorder.lines
    assert again.game.rules.fingerprint == rules.fingerprint
    assert again.game.position() == {**recorder.game.position(), "rules": again.game.rules.options()}
    again.write(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == record.read_bytes()
    again.step(again.game.legal_actions()[0])


def test_a_record_names_no_path(mine: Path, tmp_path: Path) -> None:
    record = own_record(mine, tmp_path)
    assert header_of(record)["rules"]["edition"] == "embedded"
    assert header_of(record)["edition"] == mine.read_text()
    assert str(tmp_path) not in record.read_text()


def test_bundled_editions_are_not_embedded(tmp_path: Path) -> None:
    recorder = Recorder(Game, Rules(), seed=1)
    assert "edition" not in recorder.lines[0]
    assert recorder.lines[0]["rules"]["edition"] == "standard"


def test_a_copy_of_a_bundled_edition_is_recorded_by_its_name(mine: Path, tmp_path: Path) -> None:
    mine.write_text(STANDARD.read_text() + "# mine")
    recorder = recorded(Case(Game, Rules(edition=str(mine))), tmp_path / "game.jsonl", 30)
    mine.unlink()
    assert recorder.lines[0]["rules"]["edition"] == "standard"
    assert replay(tmp_path / "game.jsonl", Game).lines == recorder.lines


def test_the_text_is_that_which_was_played(mine: Path, tmp_path: Path) -> None:
    """The file may change while the game is played."""
    rules, text = Rules(edition=str(mine)), mine.read_text()
    mine.write_text("broken")
    recorder = Recorder(Game, rules, seed=1)
    recorder.write(tmp_path / "game.jsonl")
    assert header_of(tmp_path / "game.jsonl")["edition"] == text
    assert replay(tmp_path / "game.jsonl", Game).lines == recorder.lines


def test_an_edition_with_other_comments_is_the_same(mine: Path, tmp_path: Path, cache: Path) -> None:
    record = own_record(mine, tmp_path)
    change(record, edition=header_of(record)["edition"] + "# my own\r\n")
    recorder = replay(record, Game)
    assert recorder.lines[0] == header_of(record)
    assert [path.read_bytes().decode() for path in cache.iterdir()] == [header_of(record)["edition"]]


def test_a_damaged_copy_in_the_cache_is_written_again(mine: Path, tmp_path: Path, cache: Path) -> None:
    record = own_record(mine, tmp_path)
    replay(record, Game)
    (copy,) = cache.iterdir()
    copy.write_text("damaged")
    replay(record, Game)
    assert copy.read_text() == mine.read_text()


def test_a_record_of_an_older_version_needs_the_file(mine: Path, tmp_path: Path) -> None:
    """They have the path of the edition, and no text."""
    recorder = Recorder(Game, Rules(edition=str(mine)), seed=6, embed=False)
    for _ in range(20):
        recorder.step(recorder.game.legal_actions()[0])
    assert recorder.lines[0]["rules"]["edition"] == str(mine)
    recorder.write(tmp_path / "game.jsonl")
    assert "edition" not in header_of(tmp_path / "game.jsonl")
    assert replay(tmp_path / "game.jsonl", Game).lines == recorder.lines
    mine.unlink()
    with pytest.raises(RecordError, match=r"mine\.toml' is neither a bundled edition \(standard\) nor a readable file"):
        replay(tmp_path / "game.jsonl", Game)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"edition": 5}, "edition must be TOML text of at most 1 MiB, not 5"),
        ({"edition": None}, "edition must be TOML text of at most 1 MiB, not None"),
        ({"edition": "#" * (MAX_EDITION_BYTES + 1)}, "edition must be TOML text of at most 1 MiB, not '###"),
        ({"edition": "cards = [" * 10_000}, "the record's edition: invalid TOML"),
        ({"edition": ""}, "the record's edition: cards is missing"),
        ({"edition": "\ud800"}, "invalid rules or seed"),
        ({"edition": Path(BUSY).read_text()}, "the record's edition: cards is missing|unknown key"),
        ({"rules": 5}, "invalid rules or seed"),
        ({"rules": {"edition": "standard"}}, "rules is"),
        ({"fingerprint": "00"}, "the rules, or the edition file they name, have changed"),
    ],
)
def test_a_damaged_edition_is_refused_and_not_kept(
    changes: dict[str, Any], message: str, mine: Path, tmp_path: Path, cache: Path
) -> None:
    record = own_record(mine, tmp_path)
    change(record, **changes)
    with pytest.raises(RecordError, match=f"line 1: .*({message})") as told:
        replay(record, Game)
    assert len(str(told.value)) < 1000
    if "edition" in changes:
        assert not cache.exists()


def test_another_edition_than_the_one_played_is_refused(mine: Path, tmp_path: Path) -> None:
    record = own_record(mine, tmp_path)
    change(record, edition=STANDARD.read_text())
    with pytest.raises(RecordError, match="line 1: the rules, or the edition file they name, have changed"):
        replay(record, Game)


def test_an_edition_that_cannot_be_stored_is_reported(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = own_record(mine, tmp_path)
    monkeypatch.setattr(embedded_editions, "user_folder", lambda name: Path("/dev/null") / name)
    with pytest.raises(RecordError, match=r"line 1: .*the edition can't be stored in /dev/null/editions"):
        replay(record, Game)


def test_a_huge_edition_is_refused(mine: Path) -> None:
    mine.write_text(mine.read_text() + "#" * MAX_EDITION_BYTES)
    with pytest.raises(ValueError, match="is larger than the limit of 1 MiB"):
        Rules(edition=str(mine))
    assert files.MAX_BYTES > MAX_EDITION_BYTES
