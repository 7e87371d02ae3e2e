"""Worlds that a belief network finds likely."""

from pathlib import Path

import numpy as np
import pytest

from kschwert_env.agents import policy
from kschwert_env.agents.base import make_decision_batch
from kschwert_env.agents.search import belief
from kschwert_env.agents.search.belief import WORLDS, BeliefWeights, likely_worlds, load_belief
from kschwert_env.agents.search.puct import PuctAgent
from kschwert_env.engine.io.files import FileError
from kschwert_env.two_crowns import Rules

pytestmark = pytest.mark.needs_jit

KNIGHT = 0  # in a hand


def weights_for(rules: Rules, seat: int, weight: float) -> BeliefWeights:
    """Return weights whose logit is `weight` for each card of kind `KNIGHT` in the hand of a seat, from the decider."""
    size, names = rules.observation.size, list(rules.observation.pieces)
    before = sum(int(np.prod(rules.observation.pieces[name].shape)) for name in names[: names.index("hand")])
    hidden = np.zeros((2, size, 16), np.float32)
    hidden[seat, before + KNIGHT, 0] = 1
    output = np.zeros(16, np.float32)
    output[0] = weight
    return BeliefWeights(np.arange(size), hidden, np.zeros(16, np.float32), output)


def mean_knights(worlds: np.ndarray, seat: int) -> float:
    return float(worlds["hands"][:, seat, KNIGHT].mean())


def hidden_positions(rules: Rules, states: np.ndarray) -> list[np.ndarray]:
    """Return positions in which the deciding seat does not know whether the other has a knight."""
    flat = weights_for(rules, 1, 0.0)
    roots = [states[i : i + 1] for i in range(len(states))]
    return [root for root in roots if mean_knights(likely_worlds(rules, flat, root, 0), 1 - root["player"][0])]


def test_worlds_are_chosen_by_weight(rules: Rules, states: np.ndarray) -> None:
    found = hidden_positions(rules, states)
    assert len(found) > 5
    for root in found:
        other = 1 - root["player"][0]
        means = []
        for weight in (-8.0, 0.0, 8.0):
            worlds = likely_worlds(rules, weights_for(rules, 1, weight), root, 7)
            assert worlds.shape == (WORLDS,)
            means.append(mean_knights(worlds, other))
        assert means == sorted(means)
        assert means[0] < means[2]


def test_what_all_worlds_share_changes_nothing(rules: Rules, states: np.ndarray) -> None:
    """The deciding seat knows its own hand."""
    for root in hidden_positions(rules, states)[:4]:
        flat, own = (likely_worlds(rules, weights_for(rules, 0, weight), root, 3) for weight in (0.0, 8.0))
        assert (flat == own).all()


def test_nothing_depends_on_what_is_hidden(rules: Rules, states: np.ndarray) -> None:
    for i in range(6):
        root = states[i : i + 1]
        other = make_decision_batch(rules, root, np.ones(1, np.int64)).worlds(1)[0]
        found = [likely_worlds(rules, weights_for(rules, 1, 2.0), each, 5) for each in (root, other)]
        assert (found[0] == found[1]).all()


def test_a_search_uses_the_bundled_network(
    rules: Rules, states: np.ndarray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An enemy who surely has all knights, or surely has none, is not the same."""
    asked = [belief.load_belief(rules)]
    assert asked == [None]
    masks = make_decision_batch(rules, states, np.zeros(len(states), np.int64)).masks
    row = next(i for i in np.flatnonzero(masks.sum(axis=1) > 1) if len(hidden_positions(rules, states[i : i + 1])))
    root = states[row : row + 1]
    totals = set()
    for weight in (-8.0, 8.0):
        monkeypatch.setattr(
            "kschwert_env.agents.search.puct.load_belief", lambda rules, w=weight: weights_for(rules, 1, w)
        )
        totals.add(tuple(PuctAgent(rules, sims=200).search(root, 1).values))
    assert len(totals) == 2
    uniform = PuctAgent(rules, sims=200, belief=0).search(root, 1)
    monkeypatch.undo()
    assert (PuctAgent(rules, sims=200).search(root, 1).values == uniform.values).all()


def test_files_of_other_rules_are_not_used_and_damaged_ones_are_refused(
    rules: Rules, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(policy, "TRAINED", tmp_path)
    path = belief.belief_path(rules)
    path.parent.mkdir()
    hidden = np.ones((2, rules.observation.size, 3), np.float16)
    np.savez(path, fingerprint="another", hidden=hidden, bias=np.ones(3), output=np.ones(3))
    assert load_belief(rules) is None
    np.savez(path, fingerprint=rules.fingerprint, hidden=hidden, bias=np.ones(3), output=np.ones(3))
    loaded = load_belief(rules)
    assert loaded is not None
    assert loaded.hidden.shape == (2, rules.observation.size, 16)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(FileError, match="belief network"):
        load_belief(rules)


def test_belief_is_0_or_1(rules: Rules) -> None:
    with pytest.raises(ValueError, match="belief must be 0 or 1, not 2"):
        PuctAgent(rules, belief=2)
