"""The rows of a part of a range, all of them or an error."""

from __future__ import annotations

from typing import Iterator

import pyarrow

from ._errors import CallError
from ._stream import Stream


def complete(stream: Stream, most: int | None, operation: str) -> Iterator[pyarrow.RecordBatch]:
    """The batches of a stream. `most` is the number of records that the operation returns at most."""
    rows = 0
    for batch in stream:
        rows += batch.num_rows
        if most is not None and rows >= most:
            why = f"{rows} records came, and the operation returns {most} at most: others may be missing; shorter parts have them"
            raise CallError(why, "result", "done", operation)
        yield batch
