"""Virtual environments in which the package is installed, as a wheel or as an editable checkout.

The libraries that it needs are lent by the environment that runs the tests, so what an extra lacks is not noticed here.
"""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "demo", "runs", "results", "site")


class Installed(NamedTuple):
    """An environment, and a folder outside the checkout to work in, with `mine.py`."""

    bin: Path
    packages: Path
    folder: Path

    def run(self, *command: str) -> str:
        """What a command of the environment prints; fails with all of it where the command does."""
        done = subprocess.run([self.bin / command[0], *command[1:]], cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def pip(python: Path, *arguments: str | Path) -> None:
    """Run the pip that the tests have, for another environment. What is installed needs nothing from elsewhere."""
    command = [sys.executable, "-m", "pip", "--python", python, *arguments, "--no-deps", "--no-build-isolation", "-q"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def install(place: Path, editable: bool) -> Installed:
    """The package as a wheel, or as an editable checkout, from a copy of this one."""
    checkout, folder = place / "checkout", place / "elsewhere"
    shutil.copytree(ROOT, checkout, symlinks=True, ignore=LEFT_OUT)
    folder.mkdir()
    shutil.copy(Path(__file__).with_name("mine.py"), folder)
    venv.create(place / "venv", symlinks=True)
    names = {"base": str(place / "venv"), "platbase": str(place / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", names))
    libraries = packages / "libraries.pth"  # lines of a .pth file name folders, whose own .pth files are not read
    libraries.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    found = Installed(Path(sysconfig.get_path("scripts", "venv", names)), packages, folder)
    if editable:
        pip(found.bin / "python", "install", "--ignore-installed", "--editable", checkout)
    else:
        pip(found.bin / "python", "wheel", checkout, "--wheel-dir", place)
        (wheel,) = place.glob("*.whl")
        pip(found.bin / "python", "install", "--ignore-installed", wheel)
        shutil.rmtree(checkout)
    return found
