"""A service whose calls are waited for."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from ._calls import NOTHING, Calls, Parameters, Part, Range, Rows

if TYPE_CHECKING:
    import pyarrow

    from ._stream import Stream


class Service(Calls, contextlib.AbstractContextManager["Service"]):
    __doc__ = Calls.__doc__

    def call(self, operation: str, parameters: Parameters = NOTHING, /, **named: object) -> Any:
        """Calls an operation. Returns its result as plain values, in the form of `asmx call --format json`."""
        with self._exchange() as exchange:
            return self._value(exchange, operation, parameters, named)

    def table(self, operation: str, parameters: Parameters = NOTHING, /, *, rows_: Rows = Rows(), **named: object) -> pyarrow.Table:
        """Calls an operation. Returns the rows of its result as a table of Arrow."""
        with self._exchange() as exchange:
            return self._table(exchange, operation, parameters, named, rows_)

    def stream(self, operation: str, parameters: Parameters = NOTHING, /, *, rows_: Rows = Rows(), **named: object) -> Stream:
        """Calls an operation. Returns the rows of its result as record batches, while they arrive."""
        return self._stream(self._exchange(), operation, parameters, named, rows_)

    def schema(self, operation: str, /, *, rows_: Rows = Rows()) -> pyarrow.Schema:
        """The columns of a table or stream, as the description declares them, without a call."""
        with self._exchange() as exchange:
            return self._schema(exchange, operation, rows_)

    def record_limit(self, operation: str, /) -> int | None:
        """The most records of a response, if the description states it. A response with so many may lack some."""
        with self._exchange() as exchange:
            return self._record_limit(exchange, operation)

    def plan(self, operation: str, days: Range, parameters: Parameters = NOTHING, /, **named: object) -> list[Part]:
        """Splits a range into days, weeks or months, as `asmx export --plan`, and calls nothing. `table(operation, part.parameters)` calls."""
        with self._exchange() as exchange:
            return self._plan(exchange, operation, days, parameters, named)

    def close(self) -> None:
        """Ends the process that is kept, and with it the calls under way."""
        self._end()

    def __exit__(self, *_: object) -> None:
        self.close()


open = Service
