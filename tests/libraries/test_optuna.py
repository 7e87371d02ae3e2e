"""Optuna prunes by win shares during training."""

from optuna.trial import TrialState

from tests.libraries.pages import run_section


def test_trials_are_pruned() -> None:
    trials = run_section("libraries.md", "Optuna")["study"].trials
    assert {trial.state for trial in trials} == {TrialState.COMPLETE, TrialState.PRUNED}
    assert len(trials[0].intermediate_values) == 4
    assert all(len(trial.intermediate_values) < 4 for trial in trials if trial.state == TrialState.PRUNED)
