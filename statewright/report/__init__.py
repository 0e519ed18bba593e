"""One self-contained HTML page about a run, made from its journal alone."""
