"""A resource for dlt, incremental by the parts of a range:

    days = asmx_cli.Range("2026-01-01", "yesterday", end="inclusive", resolution="1s")
    orders = asmx_cli.dlt.resource("reports.xml", "FindOrders", days, profile="shop", again=3)
    dlt.pipeline("shop", destination="duckdb").run(orders)

A run loads the parts that no run has loaded whole, and the last `again` ones anew. A part is one table: a run that stops early, such as by `add_limit`,
stops between parts. Destinations, commits and schema evolution are dlt's."""

from __future__ import annotations

import datetime
import hashlib
from typing import Any, Iterator, cast

import dlt
import pyarrow
from dlt.sources import DltResource

from ._calls import NOTHING, Parameters, Range, Rows
from ._errors import CallError
from ._service import Service
from ._values import to_json

# The first day of the part of a row. A part that is loaded again replaces its rows.
PART = "asmx_part"


def resource(
    document: str,
    operation: str,
    days: Range,
    parameters: Parameters = NOTHING,
    *,
    rows: Rows = Rows(),
    again: int = 0,
    limit: int | None = None,
    ignore_undeclared: bool = False,
    name: str | None = None,
    **settings: Any,
) -> DltResource:
    """The rows of an operation that only reads. `again` is the number of last parts that are loaded anew, for records that came late. `limit` is the number
    of records that the operation returns at most, if not that of the description. With `ignore_undeclared` rows may lack content that nothing declares, which is an error otherwise. `settings` are those of `asmx_cli.open`. A part without rows replaces none, because dlt deletes by the parts of new rows."""

    def parts() -> Iterator[Any]:
        _check_destination(operation)
        # dlt commits the state with the rows, or neither.
        state = dlt.current.resource_state()
        loaded: dict[str, str] = state.setdefault("parts", {})
        whole = _mark({"operation": operation, "days": days._replace(first="", last="")._asdict(), "rows": rows._asdict(), "parameters": dict(parameters)})
        today = datetime.date.today()
        with Service(document, keep=True, read_only=True, **settings) as service:
            plan = [part for part in service.plan(operation, days, parameters) if part.first <= today]
            marks = {part.name: _mark(part.parameters) for part in plan}
            if state.setdefault("plan", whole) != whole or any(marks.get(part, mark) != mark for part, mark in loaded.items()):
                why = "the rows that are loaded are parts of another plan: give the resource another name, or drop its state and table"
                raise CallError(why, "request", "not sent", operation)
            most = service.record_limit(operation) if limit is None else limit
            due = [part for place, part in enumerate(plan) if part.name not in loaded or place >= len(plan) - again]
            for part in due:
                with service.stream(operation, part.parameters, rows_=rows) as stream:
                    table = pyarrow.Table.from_batches(list(stream.complete(most, ignore_undeclared)), stream.schema)
                # A part that is not over gets more rows. The mark comes first, because what follows a table may never run.
                if part.last < today:
                    loaded[part.name] = marks[part.name]
                yield dlt.mark.with_hints(_of_part(part.first, table), _hints(table.schema))

    return cast(DltResource, dlt.resource(parts, name=name or operation, write_disposition="merge", merge_key=PART))


def _check_destination(operation: str) -> None:
    """Refuses a destination that cannot replace the rows of a part: one that is loaded again would be there twice."""
    pipeline: Any = dlt.current.pipeline()
    capabilities = pipeline.destination.capabilities() if getattr(pipeline, "destination", None) else None
    if capabilities is not None and "delete-insert" not in (capabilities.supported_merge_strategies or ()):
        why = "the destination replaces no rows, so that parts that are loaded again would be there twice: take one that merges, or `asmx export` for files"
        raise CallError(why, "request", "not sent", operation)


def _hints(schema: pyarrow.Schema) -> Any:
    """Times of a wall clock stay what they are: dlt takes them for moments."""
    is_wall = {field.name: pyarrow.types.is_timestamp(field.type) and field.type.tz is None for field in schema}
    columns: Any = {name: {"name": name, "data_type": "timestamp", "timezone": False} for name, is_one in is_wall.items() if is_one}
    return dlt.mark.make_hints(columns={**columns, PART: {"name": PART, "data_type": "date", "nullable": False}})


def _mark(facts: Parameters) -> str:
    """Stands for facts that another load must share."""
    return hashlib.sha256(to_json(facts)).hexdigest()[:16]


def _of_part(first: datetime.date, table: pyarrow.Table) -> pyarrow.Table:
    return table.append_column(pyarrow.field(PART, pyarrow.date32(), nullable=False), pyarrow.repeat(pyarrow.scalar(first, pyarrow.date32()), table.num_rows))
