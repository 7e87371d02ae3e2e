"""Types of the page's JavaScript, checked by TypeScript: `python -m tests.web.javascript`. It needs npm."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from kschwert_env.web.server.bundle import STATIC

VERSION = "5.6.3"
FOLDER = Path(__file__).resolve().parents[2] / ".venv" / f"typescript-{VERSION}"
_CLASS = re.compile(r"^(?:export )?class (\w+).*?\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_METHOD = re.compile(r"^  (?:async |get )?(\w+)\(", re.MULTILINE)
_SET = re.compile(r"this\.(\w+) = ")
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "es2022",
    "moduleResolution": "bundler",
    "noEmit": True,
    "strict": False,
    "target": "es2022",
    "types": [],
}


def has_npm() -> bool:
    """Return whether npm can install TypeScript."""
    return shutil.which("npm") is not None


def install() -> Path:
    """Return the compiler, after an installation if necessary."""
    compiler = FOLDER / "node_modules" / ".bin" / "tsc"
    if not compiler.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "install", "--silent", "--no-save", f"typescript@{VERSION}"], cwd=FOLDER, check=True, text=True
        )
    return compiler


def check(folder: Path) -> list[str]:
    """Return the errors in all files of a folder."""
    project = FOLDER / f"{abs(hash(folder))}.json"
    compiler = install()
    project.write_text(json.dumps({"compilerOptions": OPTIONS, "include": [f"{folder}/**/*.js"]}), encoding="utf-8")
    try:
        done = subprocess.run([compiler, "-p", project], capture_output=True, text=True, check=False)
    finally:
        project.unlink()
    errors = [line for line in done.stdout.splitlines() if "error TS" in line]
    return [*errors, *(error for file in sorted(folder.rglob("*.js")) for error in overwritten(file))]


def overwritten(file: Path) -> list[str]:
    """Return the methods that their class overwrites; TypeScript lets values of unknown type do so."""
    found = []
    for name, body in _CLASS.findall(file.read_text(encoding="utf-8")):
        methods = set(_METHOD.findall(body))
        found += [f"{file}: {name} overwrites its method {each}" for each in methods & set(_SET.findall(body))]
    return found


def main() -> None:
    """Print the errors of the page."""
    if not has_npm():
        print("npm is not installed, so the types of the JavaScript are not checked")
        return
    errors = check(STATIC / "js")
    print("\n".join(errors) or "No type errors in the JavaScript")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
