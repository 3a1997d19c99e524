"""Values of Python as JSON, and back, without losing a digit."""

from __future__ import annotations

import base64
import datetime
import json
import uuid
from decimal import Decimal
from typing import Any, Mapping


def to_json(parameters: Mapping[str, object]) -> bytes:
    """Parameters as an object of JSON. A value of another type is a `TypeError`, and an endless float a `ValueError`: its text is `INF`."""
    return json.dumps(parameters, allow_nan=False, ensure_ascii=False, default=_plain).encode()


def _plain(value: object) -> object:
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    raise TypeError(f"a parameter cannot be {value}" if isinstance(value, Decimal) else f"a parameter cannot be of the type {type(value).__name__}")


def from_json(text: bytes) -> Any:
    """Plain values. A number is an `int` or a `float`, and a `Decimal` where a `float` would be another number."""
    return json.loads(text, parse_float=_number)


def _number(digits: str) -> float | Decimal:
    number, exact = float(digits), Decimal(digits)
    return number if Decimal(repr(number)) == exact else exact
