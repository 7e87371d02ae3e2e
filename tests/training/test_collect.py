"""Tests of rollout collection: stored decisions, seatings, and the updates that use them."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
import torch

from kschwert_env import krone_schwert
from kschwert_env.agents.base import DecisionBatch
from kschwert_env.agents.registry import make_agent, make_agents
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, Shape, divide_logits, new_network
from kschwert_env.training.algorithms.update import update
from kschwert_env.training.rollout.collector import Collector, Rollout, is_network, leads
from kschwert_env.training.rollout.matchmaking import FIXED, HISTORICAL, LEARNER, OpponentMix
from kschwert_env.training.runs.ppo_settings import OpponentSettings, PpoSettings, RolloutSettings
from kschwert_env.two_crowns import Rules
from tests.training.conftest import SMALL


def untimed(part: str) -> AbstractContextManager[Any]:
    return nullcontext()


class First:
    """Policy that takes the first legal action and counts the decisions it is asked for."""

    games_at_once: ClassVar[int] = 1

    def __init__(self) -> None:
        self.asked = 0

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        self.asked += len(decisions)
        assert (decisions.worlds(1)["player"][:, 0] >= 0).all()
        return decisions.masks.argmax(axis=1)


CPU = torch.device("cpu")


def mix_of(historical: float, fixed: float, **more: float) -> OpponentSettings:
    return OpponentSettings(historical_fraction=historical, fixed_opponent_fraction=fixed, **more)  # type: ignore[arg-type]


def new_collector(
    rules: Any, games: int, steps: int, mix: OpponentSettings, opponents: dict[str, Any], seed: int = 0, **more: Any
) -> Collector:
    """Return a collector with new games; `more` are options of the collector, and `score_coef`."""
    rollout = RolloutSettings(rollout_steps=steps, score_coef=more.pop("score_coef", 0.0))
    settings = PpoSettings(opponents=mix, rollout=rollout)
    return Collector(rules, settings, games, opponents, CPU, np.random.default_rng(seed), **more)


@pytest.fixture
def collected(rules: Rules, network: Network) -> Collector:
    collector = new_collector(rules, 32, 200, mix_of(0.3, 0.3), {"first": First()})
    figures = collector.collect(network, new_network(rules, SMALL, seed=2), untimed).figures()
    assert figures["games/finished"] == collector.ended.sum() > 0
    assert 0 <= figures["shares/first"] <= 2
    return collector


def test_learner_decisions_are_stored(collected: Collector, network: Network) -> None:
    learns = torch.from_numpy(collected.learns)
    masks, actions = collected.masks[learns], torch.from_numpy(collected.actions)[learns]
    with torch.inference_mode():
        logits, values = network(collected.observations[learns], masks)
    chances = torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)
    assert torch.allclose(chances, collected.log_probs[learns], atol=1e-5)
    assert np.allclose(values.numpy(), collected.values[collected.learns], atol=1e-5)
    assert (masks.sum(dim=1) > 1).all()  # where there is a choice
    assert ((chances > -0.01).float().mean() < 0.1).item()


def test_every_decision_is_legal_and_of_the_seat_that_observes(collected: Collector, rules: Rules) -> None:
    legal = collected.masks.gather(2, torch.from_numpy(collected.actions)[..., None])
    assert (legal == 1).all()
    player = rules.observation.pieces["player"].slice
    assert (collected.observations[..., player][..., 0] == 1).all()  # seats count from the observer
    assert collected.ended.sum() > 0
    assert (np.abs(collected.rewards).sum(axis=2)[~collected.ended] == 0).all()


def test_opponents_play_their_seats(collected: Collector) -> None:
    """Every choice belongs to the learner, a past version, or a fixed opponent, which is asked for nothing else."""
    opponent: Any = collected.opponents["first"]
    choice = collected.masks.sum(dim=2).numpy() > 1
    others = choice & ~collected.learns
    first = collected.actions == collected.masks.numpy().argmax(axis=2)
    assert 0 < opponent.asked < others.sum()
    assert first[others].sum() >= opponent.asked
    assert not first[others].all()


class Last(First):
    """Policy that takes the last legal action."""

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        self.asked += len(decisions)
        return np.asarray(decisions.masks.shape[1] - 1 - decisions.masks[:, ::-1].argmax(axis=1))


def player_kinds(collector: Collector, drawn: list[np.ndarray]) -> np.ndarray:
    """Return the kind of player that made each decision, given the seatings in the order in which they were drawn."""
    seatings, *later = drawn
    kinds_by_decision = np.zeros_like(collector.seats)
    for t, ended in enumerate(collector.ended):
        kinds_by_decision[t] = seatings[np.arange(len(seatings)), collector.seats[t]]
        if ended.any():
            seatings[ended] = later.pop(0)
    return kinds_by_decision


def nearly_deterministic(network: Network) -> Network:
    """Scale the policy head so that the network chooses almost deterministically; return the network."""
    with torch.no_grad():
        network.policy.weight.mul_(1e4)  # type: ignore[operator, union-attr]
    return network


def record_draws(monkeypatch: pytest.MonkeyPatch) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Record all seatings drawn from now on, and the win shares passed to all draws except the first."""
    draw, drawn, win_shares = OpponentMix.draw, list[np.ndarray](), list[np.ndarray]()

    def recording_draw(self: OpponentMix, *arguments: Any) -> np.ndarray:
        drawn.append(draw(self, *arguments))
        win_shares.extend(arguments[3:])
        return drawn[-1].copy()

    monkeypatch.setattr(OpponentMix, "draw", recording_draw)
    return drawn, win_shares


def test_each_seat_is_played_according_to_the_seating(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """All kinds of players play in every seat; only the learner's decisions are learned from."""
    drawn, _ = record_draws(monkeypatch)
    last = Last()
    current, past = (nearly_deterministic(new_network(rules, SMALL, seed)) for seed in (1, 2))
    collector = new_collector(rules, 16, 60, mix_of(0.4, 0.4), {"last": last})
    collector.collect(current, past, untimed)
    kinds_by_decision = player_kinds(collector, drawn)
    actions, masks = collector.actions, collector.masks.numpy()
    choice = masks.sum(axis=2) > 1
    assert (collector.learns == (choice & (kinds_by_decision == LEARNER))).all()
    assert (masks.argmax(axis=2) == actions)[~choice].all()
    assert last.asked == (choice & (kinds_by_decision == FIXED)).sum()
    latest = masks.shape[2] - 1 - masks[:, :, ::-1].argmax(axis=2)
    assert (latest == actions)[kinds_by_decision == FIXED].all()
    for kind, its, other in ((LEARNER, current, past), (HISTORICAL, past, current)):
        chances = [chances_of(collector, network, choice & (kinds_by_decision == kind)) for network in (its, other)]
        assert chances[0].min() > 1e-4
        assert chances[1].min() < 1e-4
    for kind in (LEARNER, HISTORICAL, FIXED):
        assert set(collector.seats[choice & (kinds_by_decision == kind)]) == {0, 1}


def test_the_latest_game_at_each_index_gives_the_win_share_of_an_opponent(
    rules: Rules, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, win_shares = record_draws(monkeypatch)
    opponents = {"first": First(), "last": Last()}
    collector = new_collector(rules, 16, 150, mix_of(0.2, 0.6, opponent_priority=1.0), opponents)
    for _ in range(2):
        before = collector.latest.copy()
        win_shares.clear()
        collector.collect(network, network, untimed)
        assert all((given == before.mean(axis=0)).all() for given in win_shares)
        latest = latest_shares(collector, before, drawn)
        assert (collector.latest == latest).all()
    assert (latest != 1).any(axis=0).all()


def latest_shares(collector: Collector, latest: np.ndarray, drawn: list[np.ndarray]) -> np.ndarray:
    """Return the win shares after the latest rollout; `drawn` are all seatings, of which those before are removed."""
    seatings = drawn[0]
    for t, ended in enumerate(collector.ended):
        for game in np.flatnonzero(ended):
            if (opponent := seatings[game].max()) >= FIXED:
                ours = int(np.argmin(seatings[game]))
                latest[game, opponent - FIXED] = 1 + np.sign(collector.rewards[t, game, ours])
        if ended.any():
            seatings[ended] = drawn.pop(1)
    return latest


def chances_of(collector: Collector, network: Network, which: np.ndarray) -> torch.Tensor:
    """Return the probabilities of the actions of these decisions under a network."""
    places = torch.from_numpy(which)
    with torch.inference_mode():
        logits, _ = network(collector.observations[places], collector.masks[places])
    return logits.softmax(dim=1).gather(1, torch.from_numpy(collector.actions)[places][:, None]).squeeze(1)


def test_games_that_are_truncated_have_ended() -> None:
    """Compare with the same actions replayed in a batch with the same seed."""
    rules = Rules(max_turns=4)
    collector = new_collector(rules, 8, 60, mix_of(0.0, 0.0), {}, 3)
    network = new_network(rules, SMALL, seed=1)
    figures = collector.collect(network, network, untimed).figures()
    batch = Batch(rules, 8, int(np.random.default_rng(3).integers(2**63)))
    lengths, since, truncations = list[int](), np.zeros(8, np.int64), 0
    for t, actions in enumerate(collector.actions):
        rewards, terminated, truncated = batch.step(actions)
        ended = terminated | truncated
        assert (collector.rewards[t] == rewards).all()
        assert (collector.ended[t] == ended).all()
        since += 1
        lengths += since[ended].tolist()
        since[ended] = 0
        truncations += int(truncated.sum())
    assert truncations > 8
    learned = collector.learns.sum()
    expected = {"games/finished": len(lengths), "games/decisions": np.mean(lengths), "games/learned": learned}
    assert figures == expected


@pytest.mark.parametrize("num_groups", [1, 2, 3])
def test_groups_of_games_are_stored_side_by_side(rules: Rules, network: Network, num_groups: int) -> None:
    """Replayed in batches with the same seeds, each group has the same observations, masks, rewards and ends."""
    collector = new_collector(rules, 10, 150, mix_of(0.3, 0.3), {"first": First()}, 3, num_groups=num_groups)
    seeds = np.random.default_rng(3)
    batches = [Batch(rules, group.batch.size, int(seeds.integers(2**63))) for group in collector.groups]
    assert [batch.size for batch in batches] == {1: [10], 2: [5, 5], 3: [3, 3, 4]}[num_groups]
    collector.collect(network, network, untimed)
    for t in range(150):
        for group, batch in zip(collector.groups, batches, strict=True):
            at = t, group.place
            assert np.array_equal(collector.observations[at], batch.observations)
            assert np.array_equal(collector.masks[at], batch.masks)
            assert np.array_equal(collector.seats[at], batch.player)
            rewards, terminated, truncated = batch.step(collector.actions[at])
            assert np.array_equal(collector.rewards[at], rewards)
            assert np.array_equal(collector.ended[at], terminated | truncated)
    assert all(collector.ended[:, group.place].any() for group in collector.groups)


def test_a_collector_continues_with_another_number_of_groups(rules: Rules, network: Network) -> None:
    """So a run can move from a CPU to a GPU and back."""
    one, two = (new_collector(rules, 9, 40, mix_of(0.3, 0.3), {"first": First()}, num_groups=n) for n in (1, 2))
    one.collect(network, network, untimed)
    two.restore(one.state())
    state, again = one.state(), two.state()
    assert state.keys() == again.keys()
    assert all(np.array_equal(state[name], again[name]) for name in state)
    before = one.groups[0].batch.observations.copy()
    two.collect(network, network, untimed)
    assert np.array_equal(two.observations[0], before)


@pytest.mark.parametrize("players", [2, 4])
def test_opponents_that_are_networks_play_where_the_learner_does(tmp_path: Path, players: int) -> None:
    """Their decisions are those of their network, as often as of the agent; only sampling agents are taken."""
    rules: Any = krone_schwert.Rules(num_players=players)
    shape = Shape("graph", 8, 1, 4)
    ours, theirs = (new_network(rules, shape, seed) for seed in (1, 2))
    divide_logits(theirs, 1e-4)  # it is almost deterministic
    serialization.save(tmp_path / "theirs.npz", theirs, rules, {})
    opponents = make_agents([f"policy:{tmp_path}/theirs.npz", "random"], rules)
    collector = new_collector(rules, 16, 60, mix_of(0.0, 1.0), opponents)
    monitored = opponents[f"policy:{tmp_path}/theirs.npz"]
    assert is_network(monitored)
    assert not is_network(opponents["random"])
    for option in ("sample=0", "temperature=2"):
        assert not is_network(make_agent(f"policy:{tmp_path}/theirs.npz,{option}", rules))
    collector.collect(ours, ours, untimed)
    who = np.take_along_axis(collector.played_by, collector.seats[..., None], axis=2)[..., 0]
    decided = (collector.masks.sum(dim=2).numpy() > 1) & (who == FIXED)
    assert decided.sum() > 50
    assert chances_of(collector, theirs, decided).min() > 1e-3
    assert chances_of(collector, ours, decided).min() < 0.2


def test_points_of_lead_are_rewarded_on_request() -> None:
    """The rewards of a whole game add up to its return and the coefficient times the lead at its end."""
    rules = Rules()
    played = [
        new_collector(rules, 8, 300, mix_of(0.0, 0.0), {}, 3, score_coef=coefficient) for coefficient in (0.0, 0.25)
    ]
    network = new_network(rules, SMALL, seed=1)
    for collector in played:
        collector.collect(network, network, untimed)
    plain, shaped = (collector.rewards for collector in played)
    assert (plain.any(axis=2) <= played[0].ended).all()
    for game in range(8):
        end = int(played[0].ended[:, game].argmax())
        returns, points = plain[: end + 1, game].sum(axis=0), (shaped - plain)[: end + 1, game].sum(axis=0) / 0.25
        assert returns.tolist() in ([1, -1], [-1, 1], [0, 0])
        assert points[0] == pytest.approx(-points[1], abs=1e-4)
        assert np.sign(points).tolist() == returns.tolist()  # who leads by points wins
    assert leads(np.array([[10, 4, 1]])).tolist() == [[7.5, -1.5, -6.0]]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_seatings_have_the_requested_mix(players: int) -> None:
    seatings = OpponentMix(mix_of(0.25, 0.5), 2).draw(8000, players, np.random.default_rng(0))
    assert seatings.shape == (8000, players)
    assert (seatings == LEARNER).any(axis=1).all()  # at least one seat learns
    kinds = seatings.max(axis=1)
    shares = np.bincount(kinds, minlength=4) / 8000
    np.testing.assert_allclose(shares, [0.25, 0.25, 0.25, 0.25], atol=0.02)
    for seating, kind in zip(seatings, kinds, strict=True):
        assert set(seating) <= {LEARNER, kind}  # only one kind of opponent per table
    mixed = seatings[kinds != LEARNER]
    np.testing.assert_allclose((mixed == LEARNER).mean(axis=0), 0.5, atol=0.03)  # in every seat


def test_mixed_tables() -> None:
    """With independently drawn seats, the kinds of opponents at a table are independent."""
    mixture = OpponentMix(mix_of(0.25, 0.5, opponent_seat_fraction=1.0, mixed_table_fraction=1.0), 2)
    seatings = mixture.draw(9000, 4, np.random.default_rng(0))
    tables = seatings[(seatings != LEARNER).any(axis=1)]
    assert len(tables) == pytest.approx(0.75 * 9000, rel=0.03)
    assert ((tables == LEARNER).sum(axis=1) == 1).all()
    others = tables[tables != LEARNER].reshape(-1, 3)
    for seat in range(3):
        for left in range(HISTORICAL, FIXED + 2):
            among = others[others[:, 0] == left, seat] if seat else others[:, seat]
            shares = np.bincount(among, minlength=FIXED + 2)[HISTORICAL:] / len(among)
            np.testing.assert_allclose(shares, 1 / 3, atol=0.03)
    half = OpponentMix(mix_of(0.25, 0.5, opponent_seat_fraction=1.0, mixed_table_fraction=0.5), 2).draw(
        9000, 4, np.random.default_rng(0)
    )
    kinds = np.array([len(set(seating)) for seating in half[(half != LEARNER).any(axis=1)]])
    assert (kinds == 2).mean() == pytest.approx(0.5 + 0.5 / 9, abs=0.02)


def test_stronger_opponents_play_more_often() -> None:
    """Opponents are drawn in proportion to a power of their win share; none has probability 0."""
    shares = np.array([1.0, 0.75, 0.5, 0.0])  # they win 0, 25, 50 and 100 %
    for priority, wanted in ((0.0, [1, 1, 1, 1]), (1.0, [0.05, 0.25, 0.5, 1]), (2.0, [0.0025, 0.0625, 0.25, 1])):
        mixture = OpponentMix(mix_of(0.0, 1.0, opponent_seat_fraction=1.0, opponent_priority=priority), 4)
        for players in (2, 4):
            seatings = mixture.draw(20_000, players, np.random.default_rng(0), players * shares)
            found = np.bincount(seatings.max(axis=1), minlength=FIXED + 4)[FIXED:] / 20_000
            np.testing.assert_allclose(found, np.array(wanted) / sum(wanted), atol=0.01)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_learner_can_have_exactly_one_seat(players: int) -> None:
    """Every seat is the learner's equally often, and exactly one seat per game."""
    seatings = OpponentMix(mix_of(0.0, 1.0, opponent_seat_fraction=1.0), 1).draw(
        3000, players, np.random.default_rng(0)
    )
    alone = seatings == LEARNER
    assert (alone.sum(axis=1) == 1).all()
    assert (seatings[~alone] == FIXED).all()
    np.testing.assert_allclose(alone.mean(axis=0), 1 / players, atol=0.03)


def test_without_opponents_the_learner_plays_all_seats() -> None:
    seatings = OpponentMix(mix_of(0.0, 1.0), 0).draw(50, 2, np.random.default_rng(0))
    assert (seatings == LEARNER).all()
    assert (OpponentMix(mix_of(1.0, 0.0), 0).draw(50, 2, np.random.default_rng(0)).max(axis=1) == HISTORICAL).all()


# -- learning -------------------------------------------------------------------------------------------------


def sampled(collected: Collector, count: int) -> Rollout:
    """Return the first decisions of the learner, with returns equal to the predicted values."""
    places = torch.from_numpy(np.flatnonzero(collected.learns)[:count])
    actions = torch.from_numpy(collected.actions)
    arrays = collected.observations, collected.masks, actions, collected.log_probs
    observations, masks, actions, log_probs = (array.flatten(0, 1)[places] for array in arrays)
    line_ups = torch.zeros(count, 2, dtype=torch.int64)
    return Rollout(observations, masks, actions, log_probs, torch.ones(count), torch.zeros(count, 2), line_ups)


def test_better_actions_become_likelier_and_values_closer(collected: Collector, network: Network) -> None:
    sample = sampled(collected, 500)
    good = (sample.actions % 2 == 0).float()  # even actions are better than expected
    sample = replace(sample, advantages=2 * good - 1, returns=torch.stack([good, -good], dim=1))
    with torch.inference_mode():
        before = torch.softmax(network(sample.observations, sample.masks)[0], dim=1)[:, ::2].sum(dim=1).mean()
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    settings = PpoSettings.of(epochs=1, minibatch_size=64, entropy_coef=0.0, max_grad_norm=1.0, target_kl=10.0)
    losses = [
        update(network, optimizer, sample, settings.loss, settings.optimizer, np.random.default_rng(i))
        for i in range(4)
    ]
    with torch.inference_mode():
        after = torch.softmax(network(sample.observations, sample.masks)[0], dim=1)[:, ::2].sum(dim=1).mean()
    assert after > before + 0.02
    assert losses[-1]["losses/value"] < losses[0]["losses/value"]


def test_epochs_stop_when_the_policy_has_moved_too_far(collected: Collector, network: Network) -> None:
    sample = sampled(collected, 200)
    sample = replace(sample, log_probs=sample.log_probs - 1)  # as if the policy had moved
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    settings = PpoSettings.of(epochs=5, minibatch_size=64, entropy_coef=0.0, max_grad_norm=1.0, target_kl=0.1)
    assert (
        update(network, optimizer, sample, settings.loss, settings.optimizer, np.random.default_rng(0))["policy/epochs"]
        == 1
    )


def test_schedules_depend_on_decisions_alone() -> None:
    settings = PpoSettings.of(learning_rate=0.8, entropy_coef=0.4, final_lr_fraction=0.25)
    assert [settings.optimizer.rate(left) for left in (1.0, 0.5, 0.0)] == pytest.approx([0.8, 0.5, 0.2])
    assert settings.loss_at(0.0).entropy_coef == pytest.approx(0.1)
    apart = PpoSettings.of(learning_rate=0.8, entropy_coef=0.4, final_lr_fraction=0.25, final_entropy_fraction=0.5)
    assert apart.optimizer.rate(0.0) == pytest.approx(0.2)
    assert [apart.loss_at(left).entropy_coef for left in (1.0, 0.5, 0.0)] == pytest.approx([0.4, 0.3, 0.2])
