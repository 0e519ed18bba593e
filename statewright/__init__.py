"""Keep an AI coding agent inside a workflow. The hot path imports this package: keep it empty."""

__version__ = "0.1.0"
