"""JSON without the cost of importing `json`: the C scanner and encoder behind it, used directly."""
from __future__ import annotations

try:
    import _json
except ImportError:  # another Python than CPython
    _json = None  # type: ignore[assignment]

BOM = b"\xef\xbb\xbf"  # the codec that reads it away is a module of its own

class _Scan:
    """What the C scanner asks of its decoder (CPython, Modules/_json.c)."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_constant = float

    @staticmethod
    def parse_int(digits: str) -> object:
        # int() refuses more than 4,300 digits; such a number is text to us
        return int(digits) if len(digits) <= 4000 else digits


def loads(content: bytes | str) -> object:
    """The value of a JSON text; bytes are read as UTF-8, with replacement. Raises ValueError, and nothing else."""
    text = content if isinstance(content, str) else content.removeprefix(BOM).decode("utf-8", "replace")
    text = text.strip(" \t\r\n")
    try:
        if _json is None:
            import json

            return json.loads(text, strict=False)
        value, end = _json.make_scanner(_Scan)(text, 0)  # type: ignore[arg-type]
    except (StopIteration, SystemError):  # 3.13's scanner forgets to set the exception
        raise ValueError("not JSON") from None
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None
    if end != len(text):
        raise ValueError(f"JSON ends at character {end} of {len(text)}")
    return value


def dumps(value: object) -> str:
    """One line of ASCII JSON, compact. Lone surrogates survive as escapes."""
    if _json is None:
        import json

        return json.dumps(value, separators=(",", ":"))
    encode = _json.make_encoder(
        {}, _refuse, _json.encode_basestring_ascii, None, ":", ",", False, False, True
    )
    return "".join(encode(value, 0))


def _refuse(value: object) -> object:
    raise TypeError(f"{type(value).__name__} is not a JSON value")
