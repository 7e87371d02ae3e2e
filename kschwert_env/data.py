"""Location of data files outside the package: rules pages, results, networks.

In a source tree they are in `docs/` and `agents/`. A wheel has copies in `kschwert_env/data_files`, under the same
relative paths; `setup.py` puts them there.
"""

from pathlib import Path

_INSTALLED = Path(__file__).resolve().parent / "data_files"

DATA_ROOT = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1]
"""Root folder of relative paths such as "docs/krone_schwert_rules.md"."""
