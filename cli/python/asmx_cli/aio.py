"""The calls of `asmx_cli` for `await`. A call that is cancelled is stopped, and its process ended, before the cancellation goes on."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, AsyncGenerator, Callable, TypeVar

from ._calls import NOTHING, Calls, Parameters, Part, Range, Rows

if TYPE_CHECKING:
    import pyarrow

    from ._exchange import Exchange

_T = TypeVar("_T")


class Service(Calls, contextlib.AbstractAsyncContextManager["Service"]):
    __doc__ = Calls.__doc__

    async def call(self, operation: str, parameters: Parameters = NOTHING, /, **named: object) -> Any:
        """As `asmx_cli.Service.call`, and so the other methods."""
        return await _run(self._exchange(), lambda exchange: self._value(exchange, operation, parameters, named))

    async def table(self, operation: str, parameters: Parameters = NOTHING, /, *, rows_: Rows = Rows(), **named: object) -> pyarrow.Table:
        return await _run(self._exchange(), lambda exchange: self._table(exchange, operation, parameters, named, rows_))

    async def stream(
        self, operation: str, parameters: Parameters = NOTHING, /, *, rows_: Rows = Rows(), **named: object
    ) -> AsyncGenerator[pyarrow.RecordBatch, None]:
        """Whoever leaves the loop early closes the iterator, by `contextlib.aclosing`."""
        with self._exchange() as exchange:
            stream = await _waited(exchange, lambda exchange: self._stream(exchange, operation, parameters, named, rows_))
            while (batch := await _waited(exchange, lambda _: next(stream, None))) is not None:
                yield batch

    async def schema(self, operation: str, /, *, rows_: Rows = Rows()) -> pyarrow.Schema:
        return await _run(self._exchange(), lambda exchange: self._schema(exchange, operation, rows_))

    async def record_limit(self, operation: str, /) -> int | None:
        return await _run(self._exchange(), lambda exchange: self._record_limit(exchange, operation))

    async def plan(self, operation: str, days: Range, parameters: Parameters = NOTHING, /, **named: object) -> list[Part]:
        return await _run(self._exchange(), lambda exchange: self._plan(exchange, operation, days, parameters, named))

    async def close(self) -> None:
        await asyncio.to_thread(self._end)

    async def __aexit__(self, *_: object) -> None:
        await self.close()


open = Service


async def _run(exchange: Exchange, work: Callable[[Exchange], _T]) -> _T:
    with exchange:
        return await _waited(exchange, work)


async def _waited(exchange: Exchange, work: Callable[[Exchange], _T]) -> _T:
    """Waits for a thread, and never leaves it behind."""
    future = asyncio.get_running_loop().run_in_executor(None, work, exchange)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        exchange.stop()
        await asyncio.wait([future])
        # The error of a call that was stopped says nothing more.
        future.exception()
        raise
