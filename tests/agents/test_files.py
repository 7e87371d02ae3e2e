"""Files that are complete, or as they were."""

from pathlib import Path

import pytest

from kschwert_env.agents.files import replace_text, replacing


def test_a_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    replace_text(path, "löwe")
    with replacing(path) as unfinished:
        unfinished.write_bytes(b"half")
        assert path.read_bytes() == "löwe".encode()
        unfinished.write_bytes(b"whole")
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"whole"]


def test_what_is_not_finished_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        replace_text(path, "half \ud800")
    assert path.read_text() == "before"
