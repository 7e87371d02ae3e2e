"""Editions inside other files, such as records, which can then be used without the edition's own file."""

import hashlib
from pathlib import Path
from typing import Any

from kschwert_env.engine.io.edition import MAX_EDITION_BYTES
from kschwert_env.engine.io.files import FileError, atomic_write_text, read_text
from kschwert_env.engine.jit.code_folders import user_folder
from kschwert_env.engine.options import check
from kschwert_env.engine.rules import GameRules

EMBEDDED = "embedded"
"""Value of the option `edition` where the file contains the edition."""


def has_own_edition(rules: GameRules) -> bool:
    """Return whether the edition is a file of the user, not a bundled one."""
    return rules.edition not in rules.bundled_editions()


def embedded(rules: GameRules) -> dict[str, Any]:
    """Return the options of the rules as `rules`, in JSON types.

    An edition of the user's own is not named by its path: its text is added as `edition`.
    """
    if not has_own_edition(rules):
        return {"rules": rules.options()}
    return {"rules": {**rules.options(), "edition": EMBEDDED}, "edition": rules.edition_data.source}


def store_edition(rules_type: type[GameRules], text: Any) -> str:
    """Check the text of an edition, and return the path of a copy in the user's cache folder.

    Raises ValueError for anything but an edition of this game, and if it can't be stored.
    """
    is_text = isinstance(text, str) and len(text.encode()) <= MAX_EDITION_BYTES
    check("edition", text, is_text, f"TOML text of at most {MAX_EDITION_BYTES >> 20} MiB")
    rules_type.modules.editions.parse(text, "the record's edition")
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
