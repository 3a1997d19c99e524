"""Rows of a result as record batches of Arrow, while they arrive."""

from __future__ import annotations

import contextlib
import weakref
from typing import Any, Iterator

import pyarrow
import pyarrow.ipc

from ._errors import CallError
from ._exchange import Exchange, Response


class Stream(contextlib.AbstractContextManager["Stream"]):
    """Record batches, and what `__arrow_c_stream__` gives to pandas, Polars, DuckDB and the like. It is read once, in the memory of a batch. Whoever
    leaves it early closes it, by `with` or `close`, which ends the call."""

    def __init__(self, exchange: Exchange, response: Response | None, operation: str) -> None:
        """Without a response, the result has neither a row nor a column."""
        self._response, self._operation, self._whole = response, operation, exchange.whole
        self._end = weakref.finalize(self, exchange.stop)
        with self._whole(operation):
            self._reader: Any = pyarrow.ipc.open_stream(response) if response else pyarrow.RecordBatchReader.from_batches(pyarrow.schema([]), [])
        # The columns follow from the document, and never from the rows.
        self.schema: pyarrow.Schema = self._reader.schema

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> pyarrow.RecordBatch:
        if not self._end.alive:
            raise StopIteration
        try:
            with self._whole(self._operation):
                if (batch := next(self._reader, None)) is not None:
                    return batch
                if self._response is not None:
                    # Arrow stops at its own end. A response that breaks off behind it is an error, too.
                    self._response.finish()
        except BaseException:
            self.close()
            raise
        self.close()
        raise StopIteration

    def complete(self, most: int | None, ignore_undeclared: bool) -> Iterator[pyarrow.RecordBatch]:
        """The batches of a part of a range, all of them or an error. `most` is the number of records that the operation returns at most. The rows may
        lack content that nothing declares only if that is to be ignored."""
        rows = 0
        for batch in self:
            rows += batch.num_rows
            if most is not None and rows >= most:
                why = f"{rows} records came, and the operation returns {most} at most: others may be missing; shorter parts have them"
                raise CallError(why, "result", "done", self._operation)
            yield batch
        if self._response and self._response.left_out and not ignore_undeclared:
            why = f"the rows are without content that nothing declares: {self._response.left_out}; ignore-undeclared accepts it"
            raise CallError(why, "result", "done", self._operation)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        reader: Any = pyarrow.RecordBatchReader.from_batches(self.schema, self)
        return reader.__arrow_c_stream__(requested_schema)

    def close(self) -> None:
        self._end()

    def __exit__(self, *_: object) -> None:
        self.close()
