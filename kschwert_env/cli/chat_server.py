"""`kschwert chat-server`: scripted players behind the protocol of language models."""

from typing import Annotated

import typer

from kschwert_env import terminal


def chat_server(
    port: Annotated[int, typer.Option(metavar="NUMBER", min=0, max=65535, help="Port; 0 = any free port.")] = 8766,
) -> None:
    """Start a server with scripted players as models, to try the agent `chat`.

    It speaks the OpenAI-compatible protocol on this machine only. Ctrl-C stops it.
    """
    from kschwert_env.agents.text.scripted_server import MODELS, ScriptedServer

    try:
        server = ScriptedServer(port=port)
    except OSError as error:
        terminal.fail(f"can't listen on port {port}: {error.strerror or error}; choose another with --port")
    console = terminal.new_console()
    for name in MODELS:
        console.print(f"chat:model={name},url={server.url}", soft_wrap=True)
    console.print("Ctrl-C stops the server.")
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            console.print("Stopped.")
