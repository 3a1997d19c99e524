"""Rows of a result as record batches of Arrow, while they arrive."""

from __future__ import annotations

import weakref
from typing import Any

import pyarrow
import pyarrow.ipc

from ._exchange import Exchange, Response


class Stream:
    """Record batches, and what `__arrow_c_stream__` gives to pandas, Polars, DuckDB and the like. It is read once, in the memory of a batch. Whoever
    leaves it early closes it, by `with` or `close`, which ends the call."""

    def __init__(self, exchange: Exchange, response: Response, operation: str) -> None:
        self._response, self._operation, self._whole = response, operation, exchange.whole
        self._end = weakref.finalize(self, exchange.stop)
        with self._whole(operation):
            self._reader = pyarrow.ipc.open_stream(response)
        # The columns follow from the document, and never from the rows.
        self.schema: pyarrow.Schema = self._reader.schema

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> pyarrow.RecordBatch:
        if not self._end.alive:
            raise StopIteration
        batch = None
        try:
            with self._whole(self._operation):
                batch = next(self._reader, None)
                if batch is None:
                    # Arrow stops at its own end. A response that breaks off behind it is an error, too.
                    self._response.finish()
        finally:
            if batch is None:
                self.close()
        if batch is None:
            raise StopIteration
        return batch

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        reader: Any = pyarrow.RecordBatchReader.from_batches(self.schema, self)
        return reader.__arrow_c_stream__(requested_schema)

    def close(self) -> None:
        self._end()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
