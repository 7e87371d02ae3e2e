"""Data files that the package reads and the source tree keeps elsewhere: rules pages, league results, networks.

In a source tree they lie where people look for them (`docs/`, `agents/`). A wheel has copies of them in
`kschwert_env/data_files`, under the same relative paths; `setup.py` puts them there.
"""

from pathlib import Path

_INSTALLED = Path(__file__).resolve().parent / "data_files"

DATA_ROOT = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1]
"""Folder that relative paths such as "docs/krone_schwert_rules.md" start from."""
