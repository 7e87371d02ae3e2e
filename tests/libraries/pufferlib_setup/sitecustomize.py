"""Lets PufferLib 3.0.0 be built without its own games: `setup.py` then uses a name that it does not define."""

import builtins

builtins.c_extension_paths = []  # type: ignore[attr-defined]
