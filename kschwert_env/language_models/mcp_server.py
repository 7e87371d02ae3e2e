"""`kschwert mcp`: a server of the Model Context Protocol with tools that play games. Needs the extra `mcp`."""

from collections.abc import Callable
from typing import Annotated, Any

from kschwert_env.importing import needing
from kschwert_env.language_models.registry import MatchRegistry

with needing("mcp", "servers of the Model Context Protocol"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import Field

MAX_BODY_BYTES = 1 << 18
"""Maximum size of an HTTP request in bytes; answers are shorter."""

_FORMS = {"anyOf": [{"type": "integer"}, {"type": "string"}]}

Answer = Annotated[Any, Field(description="Number, words or name of an action", json_schema_extra=_FORMS)]
"""An answer to a prompt, as `TextGame.parse` reads it. It refuses other values with a reason, so all are passed on."""

INSTRUCTIONS = (
    "Board and card games with hidden cards. new_game returns a secret token for each open seat. Read the rules once, "
    "then repeat look and act until the game is over. A prompt is complete: earlier ones are not needed."
)
"""Instructions of the server for a model."""

_NEW_GAME = (
    "Start a game: {games}.\n\n"
    'players has "open" or an agent for each seat, such as ["open", "heuristic"]. Agents: random, heuristic, greedy, '
    'ismcts. rules has options of the game, such as {"max_turns": 60}. The result has a token for each open seat.'
)


def make_server(registry: MatchRegistry) -> MCPServer[Any]:
    """Return a server with the tools `new_game`, `rules`, `look`, `act` and `why_not` over the games of a registry."""
    server: MCPServer[Any] = MCPServer("kschwert_env", instructions=INSTRUCTIONS, log_level="WARNING")
    text_tool = server.tool(structured_output=False)  # clients would show a text twice

    @server.tool(description=_NEW_GAME.replace("{games}", ", ".join(registry.games)))
    def new_game(
        game: str, players: list[str], rules: dict[str, int | str | bool | None] | None = None
    ) -> dict[str, dict[str, str]]:
        """Start a game; `_NEW_GAME` describes it to clients."""
        return {"tokens": {str(seat): token for seat, token in _refusing(registry.create, game, rules, players)}}

    @text_tool
    def rules(token: str) -> str:
        """Return the rules of the game."""
        return _refusing(registry.rules, token)

    @text_tool
    def look(token: str) -> str:
        """Return what the seat sees: events, position, and the legal actions if it decides now."""
        return _refusing(registry.look, token)

    @text_tool
    def act(token: str, answer: Answer) -> str:
        """Act: the number or the words of a legal action. Return what the seat sees next; refused with the reason."""
        return _refusing(registry.act, token, answer)

    @text_tool
    def why_not(token: str, answer: Answer) -> str:
        """Return why an action is illegal now, given by number or name such as attack(field=3). Changes nothing."""
        return _refusing(registry.why_not, token, answer)

    return server


def _refusing(method: Callable[..., Any], *arguments: object) -> Any:
    """Return the result of a method; its ValueErrors reach the client."""
    try:
        return method(*arguments)
    except (ValueError, ImportError) as error:
        raise ToolError(str(error)) from None
