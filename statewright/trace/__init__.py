"""Traces. For other programs: ``AETPTracer`` writes AETP 1.0 traces, ``validate_trace`` checks anybody's.

    from statewright.trace import AETPTracer, validate_trace

The names are looked up when they are asked for: the hook's path imports this package and none of them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.trace.tracer import AETPTracer as AETPTracer
    from statewright.trace.tracer import InvalidTrace as InvalidTrace
    from statewright.trace.validate import Issue as Issue
    from statewright.trace.validate import valid as valid
    from statewright.trace.validate import validate_trace as validate_trace

PUBLIC = {"AETPTracer": "tracer", "InvalidTrace": "tracer", "Issue": "validate", "validate_trace": "validate", "valid": "validate"}


def __getattr__(name: str) -> object:
    if name not in PUBLIC:
        raise AttributeError("module %r has no attribute %r" % (__name__, name))
    from importlib import import_module

    return getattr(import_module("%s.%s" % (__name__, PUBLIC[name])), name)
