"""The command line. main() is the entry; its exit status: 0 fine, 1 the answer is no, 2 wrong use, 3 a fault of ours."""

from __future__ import annotations

import errno
import sys
import traceback
from typing import NoReturn

import typer

from statewright import agent, fast
from statewright.cli import answers, ogr, people, programs, project, report, runs, serving, setup, traces, workflows
from statewright.cli.ground import No
from statewright.senders import APART
from statewright.store import layout
from statewright.store.compiled import Damaged
from statewright.workflow.problems import LoadError

HELP_WORDS = {"help_option_names": ["--help", "-h"]}
HELP = "Keeps an AI coding agent inside a workflow: a state machine per project decides what it may do."


def build() -> typer.Typer:
    """The whole application."""
    app = typer.Typer(name="statewright", help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None, context_settings=HELP_WORDS)
    for room in (project, runs, answers, people, workflows, programs, serving, report):
        room.add(app)
    app.add_typer(traces.build(), name="trace")
    app.add_typer(ogr.build(), name="ogr")
    setup.add(app)
    return app


def main() -> NoReturn:
    """Run this process's command line and leave with its exit status."""
    sys.exit(run(sys.argv[1:]))


def run(argv: list[str]) -> int:
    """Run one command line; gives the exit status and never lets a traceback out."""
    words = list(argv)
    if words == ["--version"]:
        words = ["version"]
    elif words == ["help"]:
        words = ["--help"]
    try:
        result = build()(args=words, prog_name="statewright", standalone_mode=False, obj=words)
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _told("stopped", 1)
    except agent.WrongUse as error:
        return _told(str(error), 2)
    except LoadError as error:
        for problem in error.problems:
            sys.stderr.write("%s\n" % problem)
        return 1
    except No as error:
        return _told(str(error), 1)
    except Damaged as error:
        return _told("%s%s" % (error, "" if "a person " in str(error) else "; try: statewright doctor --repair"), 1)
    except fast.Busy:
        return _told("the run is locked by another process; try again", 1)
    except BrokenPipeError:
        sys.stdout = open("/dev/null", "w")  # noqa: SIM115 - the reader went away; nothing may be flushed to it
        return 1
    except OSError as error:
        if error.errno == errno.EROFS and str(error.filename).startswith(layout.data_home()):
            # The client's sandbox lets a shell write in the project alone.
            return _told(APART, 1)
        return _told("%s: %s" % (error.filename, error.strerror) if error.filename and error.strerror else error.strerror or str(error), 1)
    except Exception as error:
        if hasattr(error, "format_message") and hasattr(error, "exit_code"):  # typer's own, whichever click it is made of
            if error.format_message().startswith("Usage:"):  # nothing was given where a command was wanted
                sys.stderr.write(error.format_message() + "\n")
                return 2
            hint = "" if not getattr(error, "ctx", None) else "; see: %s --help" % error.ctx.command_path  # type: ignore[attr-defined]
            return _told(error.format_message().rstrip(".") + hint, 2)
        return _crashed(error)
    return result if isinstance(result, int) else 0


def _told(text: str, code: int) -> int:
    sys.stderr.write("statewright: %s\n" % text)
    return code


def _crashed(error: Exception) -> int:
    """One line for the person, the rest in a note beside the runs or in the data folder."""
    note = ""
    try:
        project_dir = layout.find_project(fast.real(fast.getcwd()))
        folder = layout.runs_dir(project_dir) if project_dir else layout.data_home()
        fast.make_dirs(folder)
        note = folder + "/crash.txt"
        text = "%s\n%s" % (fast.iso(fast.now()), "".join(traceback.format_exception(error)))
        fast.replace(note, text.encode("utf-8", "replace"))
    except Exception:  # noqa: BLE001, RUF100 - the note is a courtesy
        note = ""
    return _told("a fault of ours (%s)%s" % (type(error).__name__, "; the note for a bug report is %s" % note if note else ""), 3)


if __name__ == "__main__":
    main()
