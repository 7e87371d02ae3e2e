"""Version of the rules: files of another version are refused."""

import hashlib
import json
import pickle
from pathlib import Path
from typing import ClassVar

import pytest

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.engine.records.record import Recorder, RecordError, replay


class Before(two_crowns.Rules):
    """Two Crowns with its first fingerprint."""

    version: ClassVar[int] = 1


class KroneSchwertBefore(krone_schwert.Rules):
    """Krone & Schwert with its first fingerprint."""

    version: ClassVar[int] = 1


def test_the_first_version_leaves_a_fingerprint_as_it_was() -> None:
    for rules in (KroneSchwertBefore(2), Before()):
        options = {**rules.options(), "edition": rules.edition_fingerprint}
        digest = hashlib.sha256(json.dumps([rules.package, options], sort_keys=True).encode()).hexdigest()
        assert (rules.version, rules.fingerprint) == (1, digest)


def test_a_later_version_is_told_apart() -> None:
    assert two_crowns.Rules.version == 2
    assert two_crowns.Rules().options() == Before().options()
    assert two_crowns.Rules().fingerprint != Before().fingerprint


def test_a_record_of_an_earlier_version_is_refused_with_the_version(tmp_path: Path) -> None:
    Recorder(two_crowns.Game, Before(), seed=1).write(tmp_path / "game.jsonl")
    with pytest.raises(RecordError, match=r"^line 1: the rules, .* two_crowns now has version 2 of its rules$"):
        replay(tmp_path / "game.jsonl", two_crowns.Game)


def test_a_game_saved_by_an_earlier_version_is_refused() -> None:
    saved = two_crowns.Game(Before(), 1).to_bytes()
    with pytest.raises(ValueError, match="the bytes hold a game under other rules"):
        two_crowns.Game.from_bytes(two_crowns.Rules(), saved)


def test_rules_pickled_by_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As between machines of a cluster with different package versions."""
    data = pickle.dumps(two_crowns.Rules())
    monkeypatch.setattr(two_crowns.Rules, "version", 7)
    with pytest.raises(ValueError, match="pickled with version 2 of two_crowns; this is version 7"):
        pickle.loads(data)
