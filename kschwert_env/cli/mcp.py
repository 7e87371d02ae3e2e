"""`kschwert mcp`: a server with which language models play, over the Model Context Protocol."""

from typing import Annotated, Literal

import typer

from kschwert_env import terminal
from kschwert_env.cli.baselines import add_current_folder

EXPOSED_WARNING = (
    "Warning: the server listens on {host}. Anyone who can reach this address can start games with searching agents on "
    "this machine. Traffic is not encrypted: anyone who can read it can copy tokens, and see hidden cards with them."
)
"""Warning if the server is reachable from other machines."""


def mcp(
    transport: Annotated[
        Literal["stdio", "http"], typer.Option(help="Talk to the program that started this, or listen for HTTP.")
    ] = "stdio",
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on, with --transport http.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(metavar="NUMBER", min=1, max=65535, help="Port, with --transport http.")] = 8767,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Maximum number of games.")] = 100,
    agent: terminal.AddedAgents = None,
    edition: terminal.AddedEditions = None,
    game: terminal.AddedGames = None,
) -> None:
    """Let language models play: a server of the Model Context Protocol.

    Its tools start games, show rules and positions, and act. Each seat has a secret token.
    """
    try:
        from kschwert_env.language_models.mcp_server import MAX_BODY_BYTES, make_server
    except ImportError as error:
        terminal.fail(str(error))
    from kschwert_env.language_models.registry import MatchRegistry
    from kschwert_env.requests.server_config import ServerConfig

    add_current_folder()
    try:
        config = ServerConfig.read(agent or [], edition or [], [terminal.check_game(each) for each in game or []])
    except ValueError as error:
        raise terminal.usage_error(error) from None
    server = make_server(MatchRegistry(config, games))
    if transport == "stdio":
        server.run()
        return
    if host not in ("127.0.0.1", "localhost", "::1"):
        typer.echo(EXPOSED_WARNING.format(host=host), err=True)
    typer.echo(f"Clients connect to http://{host}:{port}/mcp. Ctrl-C stops the server.", err=True)
    server.run("streamable-http", host=host, port=port, max_request_body_size=MAX_BODY_BYTES)
