"""Copy the data files that lie outside the package into a wheel. Everything else is in `pyproject.toml`."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent


def data_files() -> list[Path]:
    """Return the rules pages, the league results, and the newest network of each table."""
    newest: dict[Path, Path] = {}
    for network in sorted((ROOT / "agents/trained").glob("*/v[0-9]*.npz"), key=version):
        newest[network.parent] = network
    return [*(ROOT / "docs").glob("*_rules.md"), *(ROOT / "docs/league").glob("*.json"), *newest.values()]


def version(network: Path) -> int:
    """Return the number in a file name such as "v7.npz"."""
    return int(network.stem.removeprefix("v"))


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


setup(cmdclass={"build_py": BuildWithData})
