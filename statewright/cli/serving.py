"""The command that serves the Model Context Protocol."""

from __future__ import annotations

import sys

import typer

from statewright.cli.ground import No
from statewright.setup.claude_code_mcp import NEEDED


def add(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command(name="mcp")(mcp)


def missing() -> str:
    """"" when the MCP package is there, else the one line that says how to get it."""
    try:
        import mcp.server.lowlevel  # noqa: F401
        import mcp_types  # noqa: F401
    except ImportError:
        return "the MCP server needs one more package; install it with: %s -m pip install '%s'" % (sys.executable, NEEDED)
    return ""


def mcp() -> None:
    """Serve agents over MCP (stdio): state, transition, approvals' status, workflows, checks; nothing that is a person's.

    The agent program starts it; statewright install claude-code --mcp tells it to.
    """
    lack = missing()
    if lack:
        raise No(lack)
    from statewright.mcp.server import serve

    serve()
