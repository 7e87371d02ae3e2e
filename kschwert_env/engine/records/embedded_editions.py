"""Editions inside other files, such as records, which can then be used without the edition's own file."""

import hashlib
from pathlib import Path
from typing import Any

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.edition import MAX_EDITION_BYTES
from kschwert_env.engine.io.files import FileError, atomic_write_text, read_text
from kschwert_env.engine.jit.code_folders import user_folder

EMBEDDED = "embedded"
"""Value of the option `edition` where the file contains the edition."""


def embedded(rules: GameRules) -> dict[str, Any]:
    """Return the options of the rules as `rules`, in JSON types, without the path of an edition.

    If a bundled edition has the same contents, it is named. Otherwise the text of the edition is added as `edition`.
    """
    if not isinstance(rules, EditionRules):
        return {"rules": rules.options()}
    for name in rules.bundled_editions():
        if rules.editions_module().load(name).fingerprint == rules.edition_fingerprint:
            return {"rules": {**rules.options(), "edition": name}}
    return {"rules": {**rules.options(), "edition": EMBEDDED}, "edition": rules.edition_data.source}


def store_edition(rules_type: type[GameRules], text: Any) -> str:
    """Check the text of an edition, and return the path of a copy in the user's cache folder.

    Raises ValueError for anything but an edition of this game, and if it can't be stored.
    """
    if not issubclass(rules_type, EditionRules):
        raise ValueError(f"{rules_type.package} has no editions")
    is_text = isinstance(text, str) and len(text.encode()) <= MAX_EDITION_BYTES
    check("edition", text, is_text, f"TOML text of at most {MAX_EDITION_BYTES >> 20} MiB")
    rules_type.editions_module().parse(text, "the record's edition")
    path = user_folder("editions") / f"{hashlib.sha256(text.encode()).hexdigest()}.toml"
    if not _holds(path, text):
        try:
            atomic_write_text(path, text)
        except OSError as error:
            raise ValueError(f"the edition can't be stored in {path.parent}: {error.strerror}") from None
    return str(path)


def _holds(path: Path, text: str) -> bool:
    try:
        return read_text(path) == text
    except FileError:
        return False
