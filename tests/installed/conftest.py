"""Build and install the package in each way that people use, in virtual environments of its own.

The libraries that it needs are lent by the environment that runs the tests, so what an extra lacks is not noticed here.
"""

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so")
LEFT_OUT_BELOW = {
    ROOT: {".git", ".venv", ".hypothesis", "build", "demo", "dist", "runs", "results", "site"},
    ROOT / "kschwert_env/engine/jit/native": {"libraries"},
}
"""What is made in a checkout, by folder."""


class Installed(NamedTuple):
    """An environment, and a folder outside the checkout to work in, with `mine.py`."""

    bin: Path
    packages: Path
    folder: Path

    def run(self, *command: str) -> str:
        """Return what a command of the environment prints; fail with all of it where the command fails."""
        done = subprocess.run([self.bin / command[0], *command[1:]], cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def call(*command: str | Path, cwd: Path | None = None) -> None:
    """Run a command that must succeed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def pip(python: Path, *arguments: str | Path) -> None:
    """Run the pip of the tests for another environment. Nothing is downloaded."""
    call(sys.executable, "-m", "pip", "--python", python, *arguments, "--no-deps", "--no-build-isolation", "-q")


# -- sources ----------------------------------------------------------------------------------------------------


def folder(target: Path) -> Path:
    """Copy the source tree without what is made in it, such as libraries."""
    tree = target / "kschwert_env-tree"

    def left_out(folder: str, names: list[str]) -> set[str]:
        caches = {name for name in names if name.endswith("_cache")}
        return LEFT_OUT(folder, names) | caches | LEFT_OUT_BELOW.get(Path(folder), set())

    shutil.copytree(ROOT, tree, symlinks=True, ignore=left_out)
    return tree


def sdist(target: Path) -> Path:
    """Build a source distribution from a copy of the tree."""
    code = f"from setuptools import build_meta; build_meta.build_sdist({str(target)!r})"
    call(sys.executable, "-c", code, cwd=folder(target))
    (found,) = target.glob("*.tar.gz")
    return found


def zip_archive(target: Path) -> Path:
    """Pack the tree as a hosting site does for a download, without the means to store links."""
    tree = folder(target)
    archive = target / "tree.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(tree.rglob("*")):
            packed.write(path, path.relative_to(target))
    return archive


def tar_archive(target: Path) -> Path:
    """Pack the tree as .tar.gz."""
    tree = folder(target)
    archive = target / "tree.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(tree, tree.name)
    return archive


def clone_without_links(target: Path) -> Path:
    """Clone as Git does on Windows by default, where a symbolic link becomes a small text file."""
    tree = folder(target)
    commit = ("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "tree")
    for command in (("init", "-q"), ("add", "--all"), commit):
        call("git", *command, cwd=tree)
    call("git", "clone", "-q", "-c", "core.symlinks=false", tree, target / "clone")
    return target / "clone"


SOURCES: dict[str, Callable[[Path], Path]] = {
    source.__name__: source for source in (folder, sdist, zip_archive, tar_archive, clone_without_links)
}
"""Sources to build from, by name: each function writes one to a folder and returns its path."""


# -- environments -----------------------------------------------------------------------------------------------


def build_wheel(source: Path, target: Path) -> Path:
    """Build a wheel from a folder or an archive."""
    pip(Path(sys.executable), "wheel", source, "--wheel-dir", target / "wheel")
    (wheel,) = (target / "wheel").glob("*.whl")
    return wheel


def install(target: Path, source: Path, editable: bool = False) -> Installed:
    """Install a wheel, or an editable checkout, in a new environment."""
    working = target / "elsewhere"
    working.mkdir()
    shutil.copy(Path(__file__).with_name("mine.py"), working)
    venv.create(target / "venv", symlinks=True)
    names = {"base": str(target / "venv"), "platbase": str(target / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", names))
    libraries = packages / "libraries.pth"  # lines of a .pth file name folders, whose own .pth files are not read
    libraries.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    found = Installed(Path(sysconfig.get_path("scripts", "venv", names)), packages, working)
    pip(found.bin / "python", "install", "--ignore-installed", *(["--editable"] if editable else []), source)
    return found
