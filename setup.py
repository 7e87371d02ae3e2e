"""Copy the data files that lie outside the package into a wheel, and name the requirements and platform of a wheel.

These depend on whether it has machine code. Everything else is in `pyproject.toml`.
"""

import shutil
import tomllib
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
HAS_LIBRARIES = any((ROOT / "kschwert_env/engine/jit/native/libraries").glob("*.so"))
"""Whether `python -m kschwert_env.precompile --libraries` has been run; without it, a wheel fits every platform."""

DEPENDENCIES = [
    "numpy>=2.0",  # game states are structured arrays
    "filelock>=3.20.1",  # locks: one process compiles; an output folder has one writer
    "gymnasium>=1.1",  # spaces; environments with one learning seat
    "pettingzoo>=1.27",  # environments with an agent for each seat; the first version with a registry
    "rich>=13",  # tables and progress bars of the command `kschwert`
    "typer>=0.12",  # command line
]


def dependencies() -> list[str]:
    """Return the requirements: without machine code those of the extra `jit`, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return DEPENDENCIES + ([] if HAS_LIBRARIES else project["optional-dependencies"]["jit"])


def data_files() -> list[Path]:
    """Return the rules pages, the results of leagues and table protocols, and the bundled networks."""
    patterns = "docs/*_rules.md", "docs/league/*.json", "docs/tables/*.json", "agents/trained/**/*.npz"
    return [file for pattern in patterns for file in ROOT.glob(pattern)]


class BuildWithData(build_py):  # type: ignore[misc]  # setuptools has no types
    """Copy `data_files()` to `kschwert_env/data_files` (see `kschwert_env/data.py`)."""

    def run(self) -> None:
        """Build, then copy; an editable install reads the files where they are."""
        super().run()
        for source, target in self._data_copies().items():
            Path(target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Name the copies, too, so that they are recorded and installed."""
        return [*super().get_outputs(include_bytecode), *self._data_copies().values()]

    def _data_copies(self) -> dict[str, str]:
        if self.editable_mode:
            return {}
        target = Path(self.build_lib) / "kschwert_env" / "data_files"
        return {str(path): str(target / path.relative_to(ROOT)) for path in data_files()}


class DistributionWithLibraries(Distribution):  # type: ignore[misc]
    """A distribution for one platform, if it has libraries."""

    def has_ext_modules(self) -> bool:
        """Return whether there is machine code."""
        return HAS_LIBRARIES


OPTIONS = {"bdist_wheel": {"py_limited_api": "cp311"}} if HAS_LIBRARIES else {}  # the caller uses the stable ABI
setup(
    cmdclass={"build_py": BuildWithData},
    distclass=DistributionWithLibraries,
    install_requires=dependencies(),
    options=OPTIONS,
)
