"""Machine code in libraries: built, found and called, or not used where anything differs."""

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from kschwert_env.engine.jit.code_folders import compiling
from kschwert_env.engine.jit.compiling import binder, compiled, entry_point, list_binder, machine_code
from kschwert_env.engine.jit.functions import JIT
from kschwert_env.engine.jit.native import libraries

pytestmark = [
    pytest.mark.needs_jit,
    pytest.mark.skipif(not JIT, reason="there is no code"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
]

FOLDERS = ("toy-0123456789abcdef", "other-0123456789abcdef")
"""Two code folders with the same entry points."""

ROW = np.dtype([("values", np.int64, (3,)), ("flag", np.int8)])


class Weights(NamedTuple):
    """Two arrays, as networks have them."""

    factors: np.ndarray
    offset: np.ndarray


def toys(folder: str = "toy-0123456789abcdef") -> tuple[Any, Any, Any]:
    """Return new entry points: a sum over records, a product with weights, and a list of numbers."""

    @compiled
    def scaled(value, factor):  # type: ignore[no-untyped-def]
        return value * factor

    @entry_point(folder)
    def total(rows, extra, number):  # type: ignore[no-untyped-def]
        found = number
        for i in range(rows.shape[0]):
            rows[i].flag = 1
            for value in rows[i].values:
                found += value
        if extra is not None:
            found += 1000
        return found

    @entry_point(folder)
    def weigh(weights, x, scale, negative):  # type: ignore[no-untyped-def]
        found = 0.0
        for i in range(x.shape[0]):
            found += weights.factors[i] * x[i] + weights.offset[0]
        return -found * scale if negative else found * scale

    @entry_point(folder)
    def evens(given, numbers):  # type: ignore[no-untyped-def]
        count = 0
        for i in range(given.shape[0]):
            if given[i] % 2 == 0:
                numbers[count] = given[i]
                count += 1
        return count

    return total, weigh, evens


def rows(count: int = 2) -> np.ndarray:
    """Return records that sum to a known number."""
    found = np.zeros(count, ROW)
    found["values"] = np.arange(3 * count).reshape(count, 3)
    return found


WEIGHTS = Weights(np.array([1.0, 2.0], np.float32), np.array([0.5], np.float32))
X = np.array([3.0, 4.0], np.float32)
GIVEN, NUMBERS = np.array([4, 5, 6, 8]), np.zeros(4, np.int64)


def play() -> None:
    """Call everything once, as for a build."""
    for folder in FOLDERS:
        total, weigh, evens = toys(folder)
        with compiling(folder, "kind", "toys"):
            assert total(rows(), None, 5) == 20
            assert weigh(WEIGHTS, X, 2.0, True) == -24.0
            machine_code(evens, GIVEN, NUMBERS)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a caller, and one with the library of the toys, built twice."""
    from kschwert_env.engine.jit.native import build

    folder = tmp_path_factory.mktemp("native")
    build.build_caller(folder / "caller.abi3.so")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("libraries", "again"):
            (folder / name).mkdir()
            use(patch, folder, name)
            patch.setenv("KSCHWERT_CACHE", str(folder / name / "cache"))
            build.build_libraries(play)
    libraries.is_usable.cache_clear()
    return folder


def use(patch: pytest.MonkeyPatch, folder: Path, name: str = "libraries") -> None:
    """Use the caller and the libraries of a folder."""
    spec = spec_from_file_location("caller", folder / "caller.abi3.so", loader=None)
    assert spec is not None
    loader = ExtensionFileLoader("caller", str(folder / "caller.abi3.so"))
    spec.loader = loader
    caller = module_from_spec(spec)
    loader.exec_module(caller)
    for attribute, value in (("_caller", caller), ("bind", caller.bind), ("bind_list", caller.bind_list)):
        patch.setattr(libraries, attribute, value)
    patch.setattr(libraries, "_is_stale", False)
    patch.setattr(libraries, "FOLDER", folder / name)
    patch.setattr(libraries, "source", libraries.Libraries())
    patch.delenv("KSCHWERT_LIBRARIES", raising=False)
    clear_caches()


def clear_caches() -> None:
    for cached in (libraries.is_usable, libraries._open, libraries._report_other_sources):
        cached.cache_clear()


@pytest.fixture
def native(built: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use the libraries, and let Numba compile nothing."""
    use(monkeypatch, built)

    def refuse() -> None:
        raise AssertionError("Numba compiles")

    monkeypatch.setattr("kschwert_env.engine.jit.functions.numba_tools", refuse)
    monkeypatch.setattr("kschwert_env.engine.jit.compiling.numba_tools", refuse)
    yield built
    clear_caches()  # other tests have no libraries


def test_two_builds_have_the_same_bytes(built: Path) -> None:
    first, second = (
        {path.name: path.read_bytes() for path in (built / name).iterdir() if path.is_file()}
        for name in ("libraries", "again")
    )
    assert first == second
    assert {path.partition(".")[2] for path in first} >= {"base.so", "base.json"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_calls_give_what_the_functions_say(native: Path, folder: str) -> None:
    total, weigh, evens = toys(folder)
    records = rows()
    assert total(records, None, 5) == 20
    assert records["flag"].tolist() == [1, 1]
    assert total(records, None, np.int64(5)) == 20
    assert weigh(WEIGHTS, X, 2.0, False) == weigh(WEIGHTS, X, np.float64(2), False) == 24.0
    assert binder(machine_code(total, records, None, 0))(records, None)(7) == 22
    assert list_binder(machine_code(evens, GIVEN, NUMBERS))(GIVEN, NUMBERS)() == [4, 6, 8]


def read_only() -> np.ndarray:
    found = rows()
    found.flags.writeable = False
    return found


@pytest.mark.parametrize(
    "arguments",
    [
        (rows().astype([("values", np.int64, (3,)), ("other", np.int8)]), None, 5),
        (rows(4)[::2], None, 5),
        (read_only(), None, 5),
        (rows().reshape(1, 2), None, 5),
        (rows(), rows(), 5),
        (rows(), None, 5.0),
        (rows(), None),
        (rows(), None, 1 << 70),
    ],
)
def test_code_never_gets_arguments_of_other_types(native: Path, arguments: tuple[Any, ...]) -> None:
    total, _, _ = toys()
    code = machine_code(total, rows(), None, 0)
    with pytest.raises(TypeError, match="no machine code for arguments of these types"):
        code(*arguments)
    with pytest.raises(AssertionError, match="Numba compiles"):
        total(*arguments)


@pytest.mark.parametrize("number", [1 << 70, 2.5, None, "3"])
def test_bound_code_takes_integers_only(native: Path, number: Any) -> None:
    total, _, _ = toys()
    call = binder(machine_code(total, rows(), None, 0))(rows(), None)
    with pytest.raises((OverflowError, TypeError)):
        call(number)


def test_a_kind_in_a_library_is_not_announced(native: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with compiling("toy-0123456789abcdef", "kind", "toys") as needed:
        assert not needed
    assert capsys.readouterr().err == ""


def edit_engine(folder: Path, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(libraries, "ENGINE", "0" * 16)
    return "toy-0123456789abcdef"


def edit_sources(folder: Path, patch: pytest.MonkeyPatch) -> str:
    return "toy-0000000000000000"


@pytest.mark.parametrize("edit", [edit_engine, edit_sources])
def test_edited_sources_are_compiled_and_that_is_said_once(
    native: Path,
    edit: Callable[[Path, pytest.MonkeyPatch], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for entry in toys(edit(native, monkeypatch))[:2]:
        with pytest.raises(AssertionError, match="Numba compiles"):
            entry(rows(), None, 5)
    assert capsys.readouterr().err.count("the sources have changed since the machine code was built") == 1


def test_libraries_can_be_switched_off(native: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSCHWERT_LIBRARIES", "0")
    libraries.is_usable.cache_clear()
    with pytest.raises(AssertionError, match="Numba compiles"):
        toys()[0](rows(), None, 5)
    libraries.is_usable.cache_clear()


def flip(path: Path, *bits: int) -> None:
    contents = bytearray(path.read_bytes())
    for bit in bits:
        contents[bit // 8 % len(contents)] ^= 1 << bit % 8
    path.write_bytes(contents)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def exchange(old: str, new: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return change


def become_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def become_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "cut library": (".so", cut),
    "one bit": (".so", lambda path: flip(path, 40_000)),
    "forty bits": (".so", lambda path: flip(path, *(40_000 + 977 * i for i in range(40)))),
    "no library": (".so", Path.unlink),
    "empty library": (".so", lambda path: path.write_bytes(b"")),
    "library is a pipe": (".so", become_pipe),
    "cut manifest": (".json", cut),
    "empty manifest": (".json", lambda path: path.write_bytes(b"")),
    "manifest is a list": (".json", lambda path: path.write_text("[]")),
    "deep manifest": (".json", lambda path: path.write_text("[" * 100_000)),
    "manifest without keys": (".json", lambda path: path.write_text("{}")),
    "manifest is a pipe": (".json", become_pipe),
    "manifest is a folder": (".json", become_folder),
    "manifest names another entry": (".json", exchange("entry_0", "entry_1")),
}


@pytest.mark.parametrize(("suffix", "damage"), DAMAGES.values(), ids=DAMAGES)
def test_damaged_libraries_are_reported_once_and_not_used(
    suffix: str,
    damage: Callable[[Path], object],
    native: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(native / "libraries", tmp_path / "libraries", ignore=shutil.ignore_patterns("cache"))
    monkeypatch.setattr(libraries, "FOLDER", tmp_path / "libraries")
    libraries._open.cache_clear()
    for path in (tmp_path / "libraries").glob(f"toy-*{suffix}"):
        damage(path)
    for entry in toys()[:2]:
        with pytest.raises(AssertionError, match="Numba compiles"):
            entry(rows(), None, 5)
    assert capsys.readouterr().err.count("is damaged; Numba compiles it instead\n") == 1
    assert toys("other-0123456789abcdef")[0](rows(), None, 5) == 20


@pytest.mark.parametrize(("suffix", "damage"), [each for name, each in DAMAGES.items() if "entry" not in name])
def test_a_damaged_caller_is_reported_and_not_imported(
    suffix: str,
    damage: Callable[[Path], object],
    built: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("caller.abi3.so", "caller.abi3.json"):
        shutil.copy(built / name, tmp_path)
    monkeypatch.setattr(libraries, "CALLER", tmp_path / "caller.abi3.so")
    monkeypatch.setattr(libraries, "import_module", lambda name: name)
    assert libraries._load_caller() == "kschwert_env.engine.jit.native.caller"
    damage((tmp_path / "caller.abi3").with_suffix(f".abi3{suffix}"))
    assert libraries._load_caller() is None
    assert capsys.readouterr().err.endswith("is damaged; Numba compiles it instead\n")
