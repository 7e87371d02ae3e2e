"""Damaged network files: they are read or refused, with a message and at once."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.lib import format as npy

from kschwert_env.agents.base import make_decision_batch
from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.engine.io.arrays import open_arrays
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, Shape
from kschwert_env.two_crowns import Rules

Entries = dict[str, Any]


@pytest.fixture
def path(tmp_path: Path, rules: Rules, network: Network) -> Path:
    serialization.save(tmp_path / "agent.npz", network, rules, {})
    return tmp_path / "agent.npz"


def entries_of(path: Path) -> Entries:
    with np.load(path) as file:
        return dict(file)


def changed(path: Path, change: Callable[[Entries], object]) -> Path:
    entries = entries_of(path)
    change(entries)
    np.savez(path, **entries)
    return path


def told(**values: Any) -> Callable[[Entries], object]:
    """Return a change of the metadata; None removes a key."""

    def change(entries: Entries) -> None:
        about = {**json.loads(str(entries["about"])), **values}
        entries["about"] = np.array(json.dumps({name: value for name, value in about.items() if value is not ...}))

    return change


def put(name: str, array: Any) -> Callable[[Entries], object]:
    return lambda entries: entries.__setitem__(name, array)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_weights_that_are_not_finite_are_refused(value: float, path: Path, rules: Rules) -> None:
    """A network with such weights would play illegal actions."""
    with pytest.raises(FileError, match=r"is not a valid trained network: policy\.weight are not finite"):
        serialization.load(changed(path, lambda entries: entries["policy.weight"].__setitem__((0, 0), value)), rules)


def test_weights_that_are_not_finite_are_not_written(path: Path, network: Network, rules: Rules) -> None:
    before = path.read_bytes()
    with torch.no_grad():
        network.state_dict()["value.bias"][0] = 1e6  # too great for half precision
    with pytest.raises(FileError, match=r"agent\.npz can't be written: value\.bias of the network are not finite"):
        serialization.save(path, network, rules, {})
    assert path.read_bytes() == before


@pytest.mark.parametrize("sample", [0, 1])
def test_great_weights_play_no_illegal_actions(sample: int, path: Path, rules: Rules) -> None:
    """Logits far below `ILLEGAL`."""
    batch = Batch(rules, 32, seed=2)
    batch.rollout(40)
    decisions = make_decision_batch(rules, batch.states, np.arange(32))
    size, actions = rules.observation.size, rules.num_actions
    shape = {"kind": "mlp", "width": 16, "layers": 3, "field_width": 1}
    great: Entries = {name: np.full((16, 16), 6e4, np.float16) for name in ("hidden.1.weight", "hidden.2.weight")}
    great |= {"hidden.0.weight": np.full((16, size), 6e4, np.float16), "scale": np.full(size, 6e4, np.float16)}
    great |= {f"hidden.{i}.bias": np.full(16, 6e4, np.float16) for i in range(3)}
    great |= {"policy.weight": np.full((actions, 16), -6e4, np.float16)}

    def change(entries: Entries) -> None:
        entries |= great
        told(network=shape)(entries)

    taken = PolicyAgent(rules, str(changed(path, change)), sample).act(decisions)
    assert (decisions.masks[np.arange(32), taken] == 1).all()


def test_a_network_that_runs_over_says_so(rules: Rules, network: Network) -> None:
    with torch.no_grad():
        network.state_dict()["policy.bias"][:] = np.inf
    agent = PolicyAgent.from_network(network)
    decisions = make_decision_batch(rules, Batch(rules, 2).states, np.arange(2))
    with pytest.raises(ValueError, match="logits of the network are not finite"):
        agent.act(decisions)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (told(fingerprint=5), "invalid metadata"),
        (told(rules=[1]), "invalid metadata"),
        (told(game={}), "invalid metadata"),
        (told(layout=None), "invalid metadata"),
        (told(layout=...), "'layout'"),
        (told(network={}), "kind"),
        (told(network={"kind": "mlp", "colour": 1}), "colour"),
        (told(network={"kind": ["mlp"]}), "network must be mlp or graph"),
        (told(network={"kind": "mlp", "layers": 200_000}), "layers must be at most 16, not 200000"),
        (told(network={"kind": "mlp", "width": 10**12}), "width must be at most 2048, not 1000000000000"),
        (told(network={"kind": "mlp", "width": True}), "width must be at least 1, not True"),
        (
            told(network={"kind": "mlp", "width": 2048, "layers": 16}),
            "weights do not match the metadata of the network",
        ),
        (told(network={"kind": "graph"}), "has no map for a graph network"),
        (told(format=["v"] * 1000), "has format ['v'"),
        (told(format="kschwert_env.network.v1"), "has format 'kschwert_env.network.v1'; expected 'kschwert_env.n"),
        (told(layout={"observation": 7, "actions": 8}), "observations or actions: their sizes were 7 and 8, and are "),
        (put("about", np.array("[" * 100_000)), "is not a valid trained network"),
        (put("about", np.array('"text"')), "is not a valid trained network"),
        (put("about", np.array("x" * 2**21)), "missing metadata"),
        (put("about", np.zeros(3)), "missing metadata"),
        (put("about", np.frombuffer(b"\xff" * 8, "<U2").reshape(())), "is not a valid trained network"),
        (put("extra", np.zeros(2)), "weights do not match"),
        (put("extra", np.array([None])), "unsupported array; expected plain C-contiguous arrays"),
        (put("policy.bias", np.zeros(3, np.float16)), "weights do not match"),
        (put("value.bias", np.zeros(1)), "weights do not match"),
        (put("value.bias", np.array([{}])), "unsupported array; expected plain C-contiguous arrays"),
        (put("policy.bias", np.array("text")), "weights do not match"),
        (lambda entries: entries.pop("value.bias"), "weights do not match"),
        (lambda entries: entries.pop("about"), "is not a valid trained network: missing key 'about'"),
    ],
)
def test_what_is_wrong_is_told(change: Any, message: str, path: Path, rules: Rules) -> None:
    changed(path, change)
    with pytest.raises(FileError, match=re.escape(message)) as error:
        serialization.load(path, rules)
    assert str(error.value).startswith(str(path))
    assert len(str(error.value).splitlines()) == 1


def test_observations_laid_out_otherwise_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although size and rules are equal."""
    rules = Rules()
    pieces = rules.observation.pieces
    (first, one), (second, other), *rest = pieces.items()
    monkeypatch.setattr(rules.observation, "pieces", {second: one, first: other, **dict(rest)})
    with pytest.raises(FileError, match=r"agent\.npz was trained with another layout of observations or actions"):
        serialization.load(path, rules)


def damaged(path: Path, name: str, content: bytes, kind: int = zipfile.ZIP_DEFLATED) -> Path:
    """Return the file with one entry replaced by crafted bytes."""
    entries = entries_of(path)
    entries.pop(name, None)
    np.savez(path, **entries)
    with zipfile.ZipFile(path, "a", kind) as file:
        file.writestr(f"{name}.npy", content)
    return path


def array(shape: tuple[int, ...], content: bytes, dtype: str = "<f2") -> bytes:
    """Return an `.npy` entry with any header."""
    file = io.BytesIO()
    npy.write_array_header_1_0(file, {"descr": dtype, "fortran_order": False, "shape": shape})
    return file.getvalue() + content


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (array((10**12,), b""), "weights do not match"),
        (array((2,), b"\0"), "the size of value.bias contradicts its header"),
        (array((2,), b"\0" * 10**8), "the size of value.bias contradicts its header"),
        (array((1,), b"\0" * 16, "<f8"), "weights do not match"),
        (b"\x93NUMPY\x01\x00v\x00" + b"(" * 118, "is not a valid trained network"),
        (b"\x93NUMPY\x09\x00", "is not a valid trained network"),
        (b"", "is not a valid trained network"),
    ],
)
def test_an_array_is_judged_before_memory_is_taken(content: bytes, message: str, path: Path, rules: Rules) -> None:
    with pytest.raises(FileError, match=re.escape(message)):
        serialization.load(damaged(path, "value.bias", content), rules)


def test_two_arrays_of_one_name_are_refused(path: Path, rules: Rules) -> None:
    with zipfile.ZipFile(path, "a") as file:
        file.writestr("value.bias", array((2,), b"\0\0\0\0"))
    with pytest.raises(FileError, match="duplicate array names"):
        serialization.load(path, rules)


def test_a_compression_that_takes_memory_as_it_pleases_is_refused(path: Path, rules: Rules) -> None:
    with pytest.raises(FileError, match="unsupported compression"):
        serialization.load(damaged(path, "value.bias", array((2,), b"\0\0\0\0"), zipfile.ZIP_LZMA), rules)


def test_any_cut_and_any_bit_is_noticed_or_harmless(path: Path, rules: Rules, tmp_path: Path) -> None:
    """If it loads, the network equals the saved one: ZIP files contain unused bytes."""
    whole, rng = path.read_bytes(), np.random.default_rng(0)
    network = serialization.load(path, rules)[0].state_dict()
    for length in rng.integers(0, len(whole), 20):
        path.write_bytes(whole[:length])
        with pytest.raises(FileError, match="is not a valid trained network"):
            serialization.load(path, rules)
    for place in rng.integers(0, len(whole), 100):
        spoiled = bytearray(whole)
        spoiled[place] ^= 1 << rng.integers(8)
        path.write_bytes(spoiled)
        try:
            found = serialization.load(path, rules)[0].state_dict()
        except FileError:
            continue
        assert all(torch.equal(found[name], weight) for name, weight in network.items())


def test_what_is_no_file_is_refused(tmp_path: Path, rules: Rules) -> None:
    with pytest.raises(FileError, match="can't be read: not a regular file"):
        serialization.load(tmp_path, rules)
    with pytest.raises(FileError, match=r"is not a valid trained network: .*too long"):
        serialization.load(tmp_path / ("x" * 300), rules)
    (tmp_path / "empty.npz").touch()
    with pytest.raises(FileError, match=r"empty\.npz is not a valid trained network: File is not a zip file"):
        serialization.load(tmp_path / "empty.npz", rules)


def test_arrays_are_read_as_they_were_written(tmp_path: Path) -> None:
    arrays: Entries = {
        "a": np.arange(6, dtype=np.int16).reshape(2, 3),
        "b": np.array(2.5),
        "c": np.zeros((0, 4), np.int8),
    }
    np.savez_compressed(tmp_path / "arrays.npz", **arrays)
    with open_arrays(tmp_path / "arrays.npz", "archive") as found:
        for name, array in arrays.items():
            assert found.headers[name] == (array.shape, array.dtype)
            np.testing.assert_array_equal(found.read(name), array)


def test_the_greatest_network_is_one(rules: Rules) -> None:
    assert Shape("mlp", 2048, 16, 512).layers == 16
