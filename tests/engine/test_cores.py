"""The number of cores that a process may use."""

import math
import os
from pathlib import Path

import pytest

from kschwert_env.engine.simulation import cores

QUOTAS = {
    "max 100000": math.inf,
    "50000 100000": 0.5,
    "150000 100000": 1.5,
    "800000 100000": 8.0,
    "": math.inf,
    "nonsense": math.inf,
}


@pytest.mark.parametrize("text", QUOTAS)
def test_the_quota_of_a_container_is_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "own").write_text("0::/\n")
    (tmp_path / "cpu.max").write_text(text)
    assert cores.container_quota(tmp_path, tmp_path / "own") == QUOTAS[text]


def test_the_quota_of_a_parent_holds(tmp_path: Path) -> None:
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "own").write_text("12:cpu:/else\n0::/outer/inner\n")
    (inner / "cpu.max").write_text("max 100000\n")
    (inner.parent / "cpu.max").write_text("200000 100000\n")
    assert cores.container_quota(tmp_path, tmp_path / "own") == 2


def test_quotas_of_the_first_version_are_read(tmp_path: Path) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("300000\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert cores.container_quota(tmp_path, tmp_path / "missing") == 3
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("-1\n")
    cores.container_quota.cache_clear()
    assert cores.container_quota(tmp_path, tmp_path / "missing") == math.inf


@pytest.mark.parametrize(("allowed", "quota", "found"), [(64, 1.5, 2), (1, 8.0, 1), (4, math.inf, 4), (4, 0.25, 1)])
def test_affinity_and_quota_both_hold(allowed: int, quota: float, found: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(allowed)), raising=False)
    monkeypatch.setattr(cores, "container_quota", lambda: quota)
    assert cores.available_cores() == found


def test_nothing_else_counts_processors() -> None:
    """Otherwise it would ignore affinity and quota."""
    package = Path(cores.__file__).parents[2]
    counting = [path.name for path in package.rglob("*.py") if "cpu_count" in path.read_text(encoding="utf-8")]
    assert counting == ["cores.py"]
