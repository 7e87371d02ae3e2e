"""Commands that build PufferLib's environments in C from its source distribution.

An ordinary installation fails: the build downloads libraries for web pages and for physics, which these environments
don't use. The distribution contains all that they need: C files, headers, and the static library that draws them. So
the distribution is fetched and unpacked into the virtual environment, and each environment's unchanged `binding.c` is
compiled with the optimization flags of the distribution's `setup.py`. That library is for x86-64 Linux.

`pip download` runs `setup.py` for metadata, which needs PyTorch. So it runs in the current interpreter, with the same
correction as in `docs/libraries.md`.
"""

import sys
import sysconfig
from pathlib import Path

from benchmarks.peers.catalogue import ROOT

VERSION = "3.0.0"
GAMES = ("tripletriad", "snake", "checkers", "nmmo3")
RAYLIB = "raylib-5.5_linux_amd64"
FLAGS = ("-O2", "-flto", "-fPIC", "-shared", "-fwrapv", "-w", "-DNDEBUG", "-DPLATFORM_DESKTOP")


def build_commands(folder: Path) -> list[list[str]]:
    """Return the commands that build PufferLib in the virtual environment `folder`."""
    packages = Path(sysconfig.get_path("platlib", "venv", {"base": str(folder), "platbase": str(folder)}))
    parts = [f"pufferlib-{VERSION}/{part}" for part in ("pufferlib", "pufferlib.egg-info", RAYLIB)]
    sources = ["tar", "-xzf", str(folder / f"pufferlib-{VERSION}.tar.gz"), "-C", str(packages)]
    return [
        _download(folder),
        [*sources, "--strip-components=1", *parts],
        *(_compile(packages, game) for game in GAMES),
    ]


def _download(folder: Path) -> list[str]:
    """Return the command that fetches the source distribution."""
    correction = ROOT / "tests" / "libraries" / "pufferlib_setup"
    variables = ["env", "NO_OCEAN=1", "NO_TRAIN=1", f"PYTHONPATH={correction}"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-build-isolation"]
    source = ["--no-deps", "--no-binary", "pufferlib", "--dest", str(folder), f"pufferlib=={VERSION}"]
    return [*variables, *pip, *source]


def _compile(packages: Path, game: str) -> list[str]:
    """Return the command that compiles an environment's module."""
    source = packages / "pufferlib" / "ocean" / game
    raylib = packages / RAYLIB
    headers = (Path(sysconfig.get_path("include")), packages / "numpy" / "core" / "include", raylib / "include")
    return [
        "gcc",
        *FLAGS,
        *(f"-I{folder}" for folder in headers),
        str(source / "binding.c"),
        str(raylib / "lib" / "libraylib.a"),
        "-lm",
        "-o",
        str(source / f"binding{sysconfig.get_config_var('EXT_SUFFIX')}"),
    ]
