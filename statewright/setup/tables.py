"""The large tables about programs, put into the linked file so that a row is unpacked alone (``statewright/shell/rows.py``)."""

import ast
import marshal
from dataclasses import replace
from typing import Any

from statewright.setup.source import Source, Statement

# By module its one table. They are asked for rows by ``get``; whatever else uses them is never linked code's business (printing).
TABLES = {
    "statewright.shell.programs_read": "READERS", "statewright.shell.programs_sub": "TOOLS", "statewright.shell.programs_write": "OTHERS",
    "statewright.shell.options_checks": "OPTIONS", "statewright.shell.options_tools": "OPTIONS",
}  # fmt: skip
MAKER = "statewright.shell.rows"


def tabled(source: Source) -> Source:
    """The module with its table packed; any other module as it is."""
    name = TABLES.get(source.name)
    if name is None:
        return source
    there: dict[str, dict[str, Any]] = {}
    exec(compile(source.path.read_text(encoding="utf-8"), str(source.path), "exec", dont_inherit=True), there)  # noqa: S102 - our own source
    lines, packed = "\n", b""
    for key, value in there[name].items():
        raw = marshal.dumps(value)
        lines += "%s\t%d\t%d\n" % (key, len(packed), len(packed) + len(raw))
        packed += raw
    made = ast.parse("from %s import table\n%s = table(%r, %r)" % (MAKER, name, lines, packed)).body
    return replace(source, statements=[Statement(made[0], {"table"}, (MAKER, "table")), Statement(made[1], {name}, None)], bound={})
