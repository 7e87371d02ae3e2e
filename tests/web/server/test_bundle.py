"""The page's bundle: one script with all that modules export, one style, both cached by content and compressed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kschwert_env.web.server.app import make_app
from kschwert_env.web.server.bundle import STATIC, bundle, bundled_script
from kschwert_env.web.sessions.store import Store

MOST_LOADED = 110_000  # bytes of page, script and style, compressed


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A client of a server without tables."""
    with TestClient(make_app(Store(tmp_path / "tables.sqlite")), base_url="http://127.0.0.1") as client:
        yield client


def test_everything_that_is_imported_is_exported() -> None:
    script = bundled_script(STATIC / "js" / "main.js")
    exported = {
        number: set(names.split(", "))
        for number, names in re.findall(
            r"^const module(\d+) = .*?^return \{ ([^}]*) \};\n\}\)\(\);$", script, re.M | re.S
        )
    }
    imported = re.findall(r"^const \{ (.*) \} = module(\d+);$", script, re.M)
    assert len(imported) > 50
    for names, number in imported:
        assert {name.partition(":")[0] for name in names.split(", ")} <= exported[number]


def test_the_page_is_small_and_kept_by_browsers(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    loaded = int(page.headers.get("content-length", 0))
    for name in bundle().files:
        assert f"static/{name}" in page.text
        answer = client.get(f"/static/{name}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        loaded += int(answer.headers["content-length"])
    assert loaded < MOST_LOADED
    assert client.get("/static/app-0.js").status_code == 404
