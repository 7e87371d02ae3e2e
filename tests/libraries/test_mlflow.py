"""MLflow with a local database."""

from tests.libraries.pages import run_section


def test_the_run_is_stored() -> None:
    names = run_section("libraries.md", "MLflow")
    client, run = names["mlflow"].MlflowClient(), names["tracked"].info.run_id
    assert len(client.get_metric_history(run, "wins/random")) >= 3
    assert client.get_run(run).data.params["game"] == "two_crowns"
    assert [file.path for file in client.list_artifacts(run)] == ["agent.npz"]
