"""Values as bytes: JSON, digests, UTF-8. It touches nothing."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def _constant(name: str) -> "NoReturn":
    raise ValueError("%s is not JSON" % name)


def _refuse(value: object) -> "NoReturn":
    raise TypeError("%s is not JSON" % type(value).__name__)


_JSON: "list[Any]" = []  # the two below, made at the first use: where no project is, nothing is read or written


def _json() -> "list[Any]":
    """(text -> value, value -> text), out of the C parts of the json module."""
    try:
        from _json import encode_basestring_ascii, make_encoder, make_scanner
    except ImportError:
        import json

        def parse(text: str) -> "Any":
            return json.loads(text, parse_constant=_constant)

        def write(value: "Any") -> str:
            return json.dumps(value, separators=(",", ":"), allow_nan=False)
    else:
        plain: Any = type(sys.implementation)  # what types.SimpleNamespace is; a class of our own costs as much as five files read
        scan = make_scanner(plain(  # what json.decoder.JSONDecoder tells the scanner
            strict=True, object_hook=None, object_pairs_hook=None, parse_float=float, parse_int=int, parse_constant=_constant,
        ))
        encode = make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", False, False, False)

        def parse(text: str) -> "Any":
            text = text.strip(" \t\n\r")
            value, end = scan(text, 0)
            if end != len(text):
                raise ValueError("more than one JSON value")
            return value

        def write(value: "Any") -> str:
            return "".join(encode(value, 0))

    _JSON.extend((parse, write))
    return _JSON


def dumps(value: "Any") -> bytes:
    """Compact ASCII JSON; NaN and foreign types raise ValueError or TypeError."""
    return bytes((_JSON or _json())[1](value), "ascii")


def loads(data: bytes) -> "Any":
    """The JSON value in UTF-8 bytes; ValueError for anything else, whatever was wrong with it."""
    try:
        text = data.decode("utf-8")
        return (_JSON or _json())[0](text[1:] if text[:1] == "\ufeff" else text)
    except ValueError as error:
        raise ValueError("not JSON: %s" % error) from None
    except Exception:  # malformed text is SystemError or StopIteration up to 3.11, RecursionError when nested
        raise ValueError("not JSON") from None


_HASH: "list[Any]" = []  # filled at the first use: most calls hash nothing, and some Pythons have it in a file of its own


def sha256(data: bytes) -> str:
    """SHA-256 in lower-case hex."""
    if not _HASH:
        try:
            if sys.version_info >= (3, 12):
                from _sha2 import sha256 as made
            else:
                from _sha256 import sha256 as made
        except ImportError:
            from hashlib import sha256 as made
        _HASH.append(made)
    return str(_HASH[0](data).hexdigest())


def encoded(text: str) -> bytes:
    """UTF-8 of any text whatever; lone surrogates, which JSON can smuggle in, show as escapes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace")
