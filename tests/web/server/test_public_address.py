"""The server behind a proxy: its address, and a path before all paths."""

from pathlib import Path

import pytest

from kschwert_env.web.server.middleware import LOCAL, RequestGuard
from kschwert_env.web.server.public_address import PublicAddress
from tests.web.process import process


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://hub.example/user/ada/proxy/8765/", ("https://hub.example", "hub.example", "/user/ada/proxy/8765")),
        ("http://hub.example:8000", ("http://hub.example:8000", "hub.example", "")),
        ("https://HUB.example:443/a", ("https://hub.example", "hub.example", "/a")),
        ("http://[::1]:80/a/", ("http://[::1]", "::1", "/a")),
        ("https://hub.example/user/ada%40lab%C3%BC/", ("https://hub.example", "hub.example", "/user/ada@labü")),
    ],
)
def test_addresses_are_read(url: str, address: tuple[str, str, str]) -> None:
    assert PublicAddress.read(url) == address


@pytest.mark.parametrize(
    "url", ["", "hub.example", "/a/", "ftp://hub.example/", "https://", "https://hub/?a", "https://[x"]
)
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="must look like https://host/some/path/"):
        PublicAddress.read(url)


@pytest.mark.parametrize(
    ("host", "origin", "is_own"),
    [
        ("hub.example", "https://hub.example", True),  # the proxy keeps the name
        ("127.0.0.1:8765", "https://hub.example", True),  # the proxy changes it
        ("127.0.0.1:8765", "https://evil.example", False),
        ("127.0.0.1:8765", "http://hub.example", False),
        ("evil.example", "https://hub.example", False),
    ],
)
def test_origins_behind_a_proxy(host: str, origin: str, is_own: bool) -> None:
    address = PublicAddress.read("https://hub.example/a/")
    guard = RequestGuard(None, LOCAL, public_address=address)  # type: ignore[arg-type]
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    assert (guard._error({"type": "http", "method": "POST", "headers": headers}) is None) == is_own


def test_proxies_may_keep_or_remove_the_path(tmp_path: Path) -> None:
    with process(tmp_path / "tables", "--url", "https://hub.example/ada%40lab/b/", log=tmp_path / "log") as (client, _):
        for path in ("/", "/ada%40lab/b/"):
            status, _, body = client.ask("GET", path, host="hub.example")
            assert (status, b"<main" in body) == (200, True)
            assert b'="/' not in body  # all addresses in the page are relative
        assert client.ask("GET", "/ada%40lab/b/api/games", host="hub.example")[0] == 200
        assert client.ask("GET", "/ada%40lab/bc/api/games", host="hub.example")[0] == 404
        status, headers, _ = client.ask("GET", "/ada%40lab/b", host="hub.example")
        assert (status, headers["location"]) == (307, "/ada%40lab/b/")
        assert client.ask("GET", "/ada%40lab/b/", host="evil.example")[0] == 403
