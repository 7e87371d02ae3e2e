"""Checks of host and origin, security headers, and confidentiality of tokens."""

import json

import pytest
from websockets.exceptions import InvalidStatus

from kschwert_env.web.server.middleware import HEADERS, RequestGuard
from tests.web.client import LINK, ME, Client, Seat


def test_every_answer_has_the_headers(client: Client) -> None:
    for method, path in (
        ("GET", "/"),
        ("GET", "/api/games"),
        ("GET", "/nowhere"),
        ("POST", "/api/tables"),
        ("PUT", "/"),
    ):
        _, headers, _ = client.ask(method, path)
        assert HEADERS.items() <= headers.items(), path
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://[::1",
        "https://HOST",
        "ftp://HOST",
        "HOST",
        "http://user@HOST",
        "http://HOST/",
    ],
)
def test_other_sites_are_refused(client: Client, origin: str | None) -> None:
    origin = origin and origin.replace("HOST", client.address)
    headers = {} if origin is None else {"origin": origin}
    body = json.dumps({"game": "two_crowns", "options": {}, "seats": [ME, LINK]}).encode()
    assert client.ask("POST", "/api/tables", body, content_type="application/json", **headers)[0] == 403
    assert client.ask("POST", "/api/analyses", body, content_type="application/json", **headers)[0] == 403
    with pytest.raises(InvalidStatus, match="403"):
        Seat(client.address, origin=origin)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "[::1", "10.0.0.1", "127.0.0.1.evil.example"])
def test_other_names_are_refused(client: Client, host: str) -> None:
    assert client.ask("GET", "/api/games", host=host)[0] in (400, 403)


@pytest.mark.parametrize(
    ("host", "any_address", "is_own"),
    [
        ("127.0.0.1:80", False, True),
        ("LOCALHOST", False, True),
        ("[::1]:80", False, True),
        ("10.0.0.1:80", False, False),
        ("10.0.0.1:80", True, True),
        ("[fe80::1]", True, True),
        ("evil.example", True, False),
        ("table.example:1", True, True),
    ],
)
def test_names_and_addresses_of_the_server(host: str, any_address: bool, is_own: bool) -> None:
    guard = RequestGuard(None, ["127.0.0.1", "localhost", "::1", "Table.example"], any_address)  # type: ignore[arg-type]
    scope = {"type": "http", "method": "GET", "headers": [(b"host", host.encode())]}
    assert (guard._error(scope) is None) == is_own


@pytest.mark.parametrize(
    ("host", "origin", "is_own"),
    [
        ("127.0.0.1:80", "http://127.0.0.1:80", True),
        ("127.0.0.1:80", "https://127.0.0.1:80", False),
        ("table.example", "https://table.example", True),
        ("table.example", "http://table.example", True),
        ("table.example", "https://table.example:1", False),
    ],
)
def test_a_name_may_belong_to_a_server_that_speaks_https(host: str, origin: str, is_own: bool) -> None:
    guard = RequestGuard(None, ["127.0.0.1", "localhost", "::1", "Table.example"])  # type: ignore[arg-type]
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    assert (guard._error({"type": "http", "method": "POST", "headers": headers}) is None) == is_own


def test_bodies_of_other_types_and_long_ones_are_refused(client: Client) -> None:
    origin = f"http://{client.address}"
    status, _, body = client.ask("POST", "/api/tables", b"{}", origin=origin, content_type="text/plain")
    assert (status, b"application/json" in body) == (400, True)
    long = json.dumps({"game": "x" * 70_000}).encode()
    status, _, body = client.ask("POST", "/api/tables", long, origin=origin, content_type="application/json")
    assert (status, b"longer than 65,536 bytes" in body) == (400, True)
    status, _, body = client.ask("POST", "/api/tables", b"[" * 60_000, origin=origin, content_type="application/json")
    assert (status, b"must be JSON" in body) == (400, True)


def test_tokens_are_long_and_lead_nowhere_when_guessed(client: Client) -> None:
    links = client.table("two_crowns", [ME, LINK])["links"]
    assert all(len(link["token"]) == 32 for link in links)
    assert links[0]["token"] != links[1]["token"]
    with Seat(client.address) as stranger:
        token = links[0]["token"]
        stranger.say("join", token=token[:-1] + ("x" if token[-1] != "x" else "y"))
        assert "unknown link" in stranger.next()["words"]
        assert stranger.closed() == 4404
