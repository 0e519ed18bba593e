"""The ``statewright`` command. What agents call takes a road without typer and pydantic."""

import sys


def main() -> None:
    """Run one command line; leaves with its exit status."""
    argv = sys.argv[1:]
    if argv and argv[0] in ("transition", "status", "statusline"):
        from statewright import agent

        sys.exit(agent.main(argv))
    from statewright.cli.app import main as full

    full()


if __name__ == "__main__":
    main()
