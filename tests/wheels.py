"""Tests wheels in fresh environments: `python -m tests.wheels WHEEL` (`make wheels`).

One environment for each Python from 3.11 on that is found on the PATH or managed by pyenv, if NumPy and the other
libraries have wheels for it. They are installed from the package index; the tests then run without network, without a
compiler, without Numba, and in a home folder that cannot be written.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

INSTALLED = Path(__file__).parent / "installed"
PROGRAMS = ("first_game.py", "first_table.py")
MINOR_VERSIONS = range(11, 15)
EXTRAS = "agents,web"


def interpreters() -> dict[str, Path]:
    """Return the path of the newest interpreter of each version that exists here."""
    found: dict[str, Path] = {}
    for minor in MINOR_VERSIONS:
        name = f"python3.{minor}"
        managed = sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/{name}"))
        on_path = shutil.which(name)
        if managed or on_path:
            found[f"3.{minor}"] = managed[-1] if managed else Path(str(on_path))
    return found


def isolated() -> list[str]:
    """Return the start of a command that runs without network, where the system can do that."""
    unshare = shutil.which("unshare")
    start = 'PATH=/usr/sbin:/sbin ip link set lo up && exec "$@"'  # this machine's own address stays reachable
    return [unshare, "--net", "--map-root-user", "/bin/sh", "-c", start, "sh"] if unshare else []


def check(wheel: Path, python: Path, folder: Path) -> str:
    """Install a wheel with an interpreter, and run the programs; return what they print."""
    environment, working = folder / "venv", folder / "work"
    working.mkdir()
    for program in (*(INSTALLED / name for name in PROGRAMS), INSTALLED.parent / "web" / "client.py"):
        shutil.copy(program, working)
    subprocess.run([python, "-m", "venv", environment], check=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--only-binary=:all:", f"{wheel.resolve()}[{EXTRAS}]"], check=True)
    return "".join(run([str(environment / "bin" / "python"), name], working) for name in PROGRAMS)


def run(command: list[str], working: Path) -> str:
    """Run a command without network and compiler, with a home folder that does not exist and cannot be made."""
    kept = {"PATH": "/nowhere", "HOME": "/proc/nowhere", "TMPDIR": str(working), "LANG": "C.UTF-8"}
    whole = [*isolated(), *command]
    done = subprocess.run(whole, cwd=working, env=kept, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(whole)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Test all wheels with all interpreters, and print what was tested."""
    for wheel in map(Path, sys.argv[1:]):
        for version, python in interpreters().items():
            with tempfile.TemporaryDirectory() as folder:
                print(f"{wheel.name}, Python {version}:\n{check(wheel, python, Path(folder))}", flush=True)


if __name__ == "__main__":
    main()
