"""`kschwert mcp`; tests/libraries/test_mcp.py runs the server."""

import sys

import pytest

from tests.cli.test_cli import fails


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "kschwert_env.language_models.mcp_server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert 'need the extra "mcp": pip install "kschwert_env[mcp]"' in fails(1, "mcp")
