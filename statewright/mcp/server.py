"""The MCP server over standard input and output, with the official SDK. It offers agents what the plain command offers them."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from statewright import __version__, agent, fast
from statewright.cli.ground import No
from statewright.mcp import tools
from statewright.store.compiled import Damaged

CALL = "claudecode/toolUseId"  # where Claude Code tells its own name for a call, the one its hooks were told
INSTRUCTIONS = "This project's work follows a state machine. get_state tells what is allowed now, transition moves on."
DATA = {"type": "object", "description": "Context fields to set, as the guards ask for them.", "additionalProperties": True}
OFFERED: tuple[tuple[str, str, dict[str, Any], list[str]], ...] = (
    ("get_state", "Where the run stands: state, allowed tools and commands, limits used, events that lead on.", {}, []),
    ("transition", "Move on by an event of the current state; where the event needs a person's approval, this asks for it.", {
        "event": {"type": "string", "description": "The event's exact name."}, "data": DATA,
        "reason": {"type": "string", "description": "Why, for the person."}}, ["event"]),
    ("approval_status", "Whether a transition waits for a person's approval. Only a person can give or refuse it.", {}, []),
    ("list_workflows", "The state machines of this project with their states.", {}, []),
    ("check", "Run a declared check, or all of them, and record the result as a measured fact.", {
        "name": {"type": "string", "description": "The check's name."}, "all": {"type": "boolean", "description": "Run all of them."}}, []),
)
READING = ("get_state", "approval_status", "list_workflows")


def offered() -> list[types.Tool]:
    """The tools as the protocol lists them."""
    found = []
    for name, text, properties, required in OFFERED:
        schema: dict[str, Any] = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
        found.append(types.Tool(name=name, description=text, input_schema=schema,
                                annotations=types.ToolAnnotations(read_only_hint=name in READING, open_world_hint=False)))
    return found


async def _list(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=offered())


async def _call(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    meta: dict[str, Any] = dict(params.meta or {})
    ident = meta.get(CALL)
    text, failed = await asyncio.to_thread(_answer, params.name, params.arguments or {}, ident if isinstance(ident, str) else "")
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=failed)


def _answer(name: str, given: dict[str, Any], ident: str) -> tuple[str, bool]:
    """The result's text, and whether it is a no. Nobody's traceback reaches the model."""
    try:
        return tools.call(name, given, ident), False
    except (tools.Refused, agent.WrongUse, No) as error:
        return "statewright: %s" % error, True
    except Damaged as error:
        return "statewright: %s%s" % (error, "" if "a person " in str(error) else "; a person can try: statewright doctor --repair"), True
    except fast.Busy:
        return "statewright: the run is locked by another process; try again", True
    except Exception as error:
        return "statewright: an error of its own (%s: %s)" % (type(error).__name__, str(error)[:200]), True


async def _serve() -> None:
    server: Server[Any] = Server("statewright", version=__version__, instructions=INSTRUCTIONS, on_list_tools=_list, on_call_tool=_call)
    async with stdio_server() as (source, sink):
        await server.run(source, sink, server.create_initialization_options())


def serve() -> None:
    """Serve until the client closes its end."""
    asyncio.run(_serve())
