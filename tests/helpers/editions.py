"""Custom editions based on the standard edition: written to a file, refused, and distinguished by their contents."""

import copy
import pickle
from importlib.resources import files
from pathlib import Path

import pytest

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.importing import find_game


def standard(game: str) -> str:
    """Return the text of a game's standard edition."""
    return (files(f"kschwert_env.{game}") / "editions" / "standard.toml").read_text()


def written(folder: Path, text: str) -> str:
    """Write an edition with this text; return its path. An earlier edition there is overwritten."""
    path = folder / "edition.toml"
    path.write_text(text)
    return str(path)


def smallest(rules: type[EditionRules], edition: str) -> EditionRules:
    """Return rules with this edition for the smallest number of players."""
    return rules.from_options({"num_players": rules.player_counts[0], "edition": edition})


def check_refused(rules: type[EditionRules], folder: Path, text: str, message: str) -> None:
    """Check that an edition with this text is refused with its file name and this message."""
    path = written(folder, text)
    with pytest.raises(EditionError, match=message) as caught:
        smallest(rules, path)
    assert str(caught.value).startswith(path)


def check_wrong(rules: type[EditionRules], folder: Path, old: str, new: str, message: str) -> None:
    """Check that the standard edition with one replacement is refused."""
    text = standard(rules.package)
    assert old in text
    check_refused(rules, folder, text.replace(old, new, 1), message)


def check_told_apart(rules: type[EditionRules], folder: Path, old: str, new: str) -> None:
    """Check that an edition's contents distinguish rules, and that a pickle is refused after its file changes."""
    text = standard(rules.package)
    assert old in text
    bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    assert bare != text
    path = written(folder, bare)
    before = smallest(rules, path)
    assert before.fingerprint == smallest(rules, "standard").fingerprint
    assert before.edition_data == smallest(rules, "standard").edition_data
    pickled = pickle.dumps(before)
    assert pickle.loads(pickled) == copy.deepcopy(before) == before
    written(folder, text.replace(old, new, 1))
    assert smallest(rules, path) != before
    assert smallest(rules, path).fingerprint != before.fingerprint
    with pytest.raises(ValueError, match="has changed since these rules were pickled"):
        pickle.loads(pickled)


def rules_with_editions(game: str) -> type[EditionRules]:
    """Return the rules of a game, which has editions."""
    rules_type = find_game(game)
    assert issubclass(rules_type, EditionRules)
    return rules_type
