"""The undocumented parts of uvicorn that `web/server/connections.py` relies on are there."""

import asyncio
import inspect
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from kschwert_env.web.server.connections import LimitedHttp, LimitedServer, LimitedWebSocket

BASES = [(LimitedServer, uvicorn.Server), (LimitedHttp, H11Protocol), (LimitedWebSocket, WebSocketsSansIOProtocol)]

ATTRIBUTES = [
    (H11Protocol, {"connections", "transport", "conn", "cycle", "loop"}),
    (H11Protocol, {"client"}),
    (WebSocketsSansIOProtocol, {"transport", "conn", "frames", "curr_msg_data_type", "handle_parser_exception"}),
    (WebSocketsSansIOProtocol, {"client"}),
]


@pytest.mark.parametrize(("limited", "base"), BASES)
def test_overridden_methods_exist_with_the_same_parameters(limited: type[Any], base: type[Any]) -> None:
    overridden = [name for name, value in vars(limited).items() if inspect.isfunction(value) and name[0] != "_"]
    assert overridden
    for name in overridden:
        own, its = (list(inspect.signature(getattr(kind, name)).parameters) for kind in (limited, base))
        assert own == its, name


@pytest.mark.parametrize(("base", "names"), ATTRIBUTES)
def test_a_connection_has_the_attributes(base: type[Any], names: set[str]) -> None:
    loop = asyncio.new_event_loop()
    connection = base(uvicorn.Config(Mock()), ServerState(), {}, loop)
    connection.connection_made(Mock())
    assert names <= {name for name in dir(connection) if hasattr(connection, name)}
    loop.close()


def test_an_answer_can_be_told_that_its_client_has_left() -> None:
    assert {"disconnected", "message_event"} <= set(inspect.getsource(RequestResponseCycle).replace(".", " ").split())
