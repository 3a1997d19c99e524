"""A data source for Spark 4, with a partition for each part of a range:

    spark.dataSource.register(asmx_cli.spark.DataSource)
    orders = spark.read.format("asmx").options(operation="FindOrders", profile="shop", range="2026-01-01..yesterday").load("reports.xml")

Spark calls a part again when its task fails, so that only operations with the effect `read` are called. Each machine needs this package, the document and
the profile."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any, Iterator, Mapping, MutableMapping, NamedTuple, Sequence, cast

import pyarrow
from pyspark.sql import datasource
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_type
from pyspark.sql.types import DateType, StructType, TimestampNTZType, TimestampType

from ._calls import Part, Range, Rows
from ._errors import CallError
from ._service import Service

_DAY = datetime.timedelta(days=1)


class _Settings(NamedTuple):
    """The options, whose names may have `_`, `-` or neither between words."""

    path: str
    operation: str
    profile: str | None = None
    reads: str = ""
    """Patterns of operations that only read, between commas."""
    parameters: str = "{}"
    """JSON by the names of the document."""
    range: str | None = None
    rangein: str | None = None
    each: str = "day"
    end: str | None = None
    resolution: str | None = None
    rangecolumn: str | None = None
    table: str | None = None
    rows: str | None = None
    as_: str = ""
    """Forms of columns between commas: Price=2,Note=text."""
    limit: str | None = None
    """The most records of a response, if not that of the description."""
    ignoreundeclared: str = "false"
    options: str = "[]"
    """JSON: more options of `asmx call` for the connection."""
    program: str | None = None

    @classmethod
    def of(cls, options: Mapping[str, str]) -> _Settings:
        named = {re.sub("[-_]", "", name).lower(): value for name, value in options.items()}
        if "as" in named:
            named["as_"] = named.pop("as")
        unknown = sorted(named.keys() - set(cls._fields))
        missing = sorted({"path", "operation"} - named.keys())
        if unknown or missing:
            known = ", ".join(name.rstrip("_") for name in cls._fields)
            raise ValueError(f"the source asmx: unknown options: {unknown}; missing options: {missing}; there are {known}")
        return cls(**named)

    def service(self) -> Service:
        reads = [pattern for pattern in self.reads.split(",") if pattern]
        options = json.loads(self.options)
        return Service(self.path, profile=self.profile, reads=reads, options=options, keep=True, read_only=True, program=self.program)

    @property
    def chosen(self) -> Rows:
        forms = (form.rpartition("=") for form in self.as_.split(",") if form)
        return Rows(self.table, self.rows, {column: form for column, _, form in forms})

    def schema(self) -> pyarrow.Schema:
        with self.service() as service:
            return service.schema(self.operation, rows_=self.chosen)

    def parts(self) -> list[Part]:
        first, _, last = (self.range or "").partition("..")
        each, end, names = cast(Any, (self.each, self.end, self.rangein and tuple(self.rangein.split(",", 1))))
        with self.service() as service:
            return service.plan(self.operation, Range(first, last, each, end, self.resolution, names), json.loads(self.parameters))

    def step(self) -> datetime.timedelta:
        """The resolution, or a day, which is the longest one."""
        units = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds", "ms": "milliseconds"}
        found = re.fullmatch(r"(\d+)(ms|[dhms])", self.resolution or "1d")
        return datetime.timedelta(**{units[found[2]]: int(found[1])}) if found else _DAY


class DataSource(datasource.DataSource):
    """`format("asmx")`: the document is the path. The options are those of `asmx export` and `asmx call`: operation, profile, reads, parameters (JSON), range,
    range-in, each, end, resolution, limit, table, rows, as, ignore-undeclared, options (JSON). With `range-column`, a filter on that column chooses the parts that
    are called; Spark filters their rows again."""

    def __init__(self, options: MutableMapping[str, str]) -> None:
        super().__init__(options)
        self._settings = _Settings.of(options)

    @classmethod
    def name(cls) -> str:
        return "asmx"

    def schema(self) -> StructType:
        """The columns that the description declares. Where it declares none, `spark.read.schema(…)` does."""
        # The default differs from version to version.
        return from_arrow_schema(self._settings.schema(), prefer_timestamp_ntz=True)

    def reader(self, schema: StructType) -> _Reader:
        # Spark refuses a reader of filters if it is set to push none.
        return (_Reader if self._settings.rangecolumn is None else _FilteredReader)(self._settings, schema)


class _Partition(datasource.InputPartition):
    def __init__(self, name: str, parameters: Mapping[str, Any]) -> None:
        super().__init__(name)
        self.parameters = parameters


class _Reader(datasource.DataSourceReader):
    def __init__(self, settings: _Settings, schema: StructType) -> None:
        self.settings, self._schema, self._ignores_undeclared = settings, schema, settings.ignoreundeclared.lower() == "true"

    def chosen_parts(self) -> list[Part]:
        return self.settings.parts()

    def partitions(self) -> Sequence[datasource.InputPartition]:
        if self.settings.range is None:
            return [_Partition("", json.loads(self.settings.parameters))]
        return [_Partition(part.name, part.parameters) for part in self.chosen_parts()]

    def read(self, partition: datasource.InputPartition) -> Iterator[pyarrow.RecordBatch]:
        # Spark makes a partition of another type if there is none.
        if not isinstance(partition, _Partition):
            return
        fields = [pyarrow.field(field.name, _arrow_type(field.dataType), field.nullable) for field in self._schema.fields]
        settings = self.settings
        with settings.service() as service, service.stream(settings.operation, partition.parameters, rows_=settings.chosen) as stream:
            if not stream.schema.names:
                # An empty result that shows no columns, such as an empty text.
                return
            self._check(stream.schema, fields)
            most = service.record_limit(settings.operation) if settings.limit is None else int(settings.limit)
            for batch in stream.complete(most, self._ignores_undeclared):
                columns = [batch.column(batch.schema.get_field_index(field.name)).cast(field.type) for field in fields]
                yield pyarrow.RecordBatch.from_arrays(columns, schema=pyarrow.schema(fields))

    def _check(self, found: pyarrow.Schema, fields: Sequence[pyarrow.Field]) -> None:
        """Nothing is left out, and no moment becomes a time of a wall clock, because nobody asked for it."""
        names = [field.name for field in fields]
        why = [f"it has no column {name}" for name in names if name not in found.names]
        if not self._ignores_undeclared:
            why += [f"the description has no column {name}: ignore-undeclared leaves it out" for name in found.names if name not in names]
        kinds = {field.name: field.type for field in found}
        for name, kind in [(field.name, field.type) for field in fields if field.name in kinds]:
            if _is_moment(kind) != _is_moment(kinds[name]):
                why.append(f"its column {name} is {kinds[name]} and not {kind}: state wall or utc by as")
        if why:
            raise CallError(f"the response: {'; '.join(why)}", "result", "done", self.settings.operation)


class _FilteredReader(_Reader):
    """A filter is wider by a resolution, because a service may compare other times than it returns."""

    def __init__(self, settings: _Settings, schema: StructType) -> None:
        super().__init__(settings, schema)
        kinds = {field.name: type(field.dataType) for field in schema.fields}
        if settings.range is None or kinds.get(settings.rangecolumn or "") not in (DateType, TimestampNTZType):
            raise ValueError(f"the source asmx: range-column {settings.rangecolumn} needs a range, and is a column of dates or of times of a wall clock")
        self._first, self._last = datetime.date.min, datetime.date.max

    def pushFilters(self, filters: list[datasource.Filter]) -> Iterator[datasource.Filter]:
        for one in filters:
            self._narrow(one)
            yield one

    def _narrow(self, one: Any) -> None:
        if getattr(one, "attribute", None) != (self.settings.rangecolumn,):
            return
        values: list[Any] = list(one.value) if isinstance(one, datasource.In) else [getattr(one, "value", None)]
        if not values or not all(isinstance(value, datetime.date) for value in values):
            return
        equal = isinstance(one, (datasource.EqualTo, datasource.EqualNullSafe, datasource.In))
        if equal or isinstance(one, (datasource.GreaterThan, datasource.GreaterThanOrEqual)):
            self._first = max(self._first, min(self._day(value, -self.settings.step()) for value in values))
        if equal or isinstance(one, (datasource.LessThan, datasource.LessThanOrEqual)):
            self._last = min(self._last, max(self._day(value, self.settings.step()) for value in values))

    @staticmethod
    def _day(value: datetime.date, step: datetime.timedelta) -> datetime.date:
        """The day of a time that is so much later. A day has times up to its end."""
        if not isinstance(value, datetime.datetime):
            value = datetime.datetime.combine(value, datetime.time.max if step > 0 * _DAY else datetime.time.min)
        try:
            return (value + step).date()
        except OverflowError:
            return value.date()

    def chosen_parts(self) -> list[Part]:
        return [part for part in super().chosen_parts() if part.last >= self._first and part.first <= self._last]


def _is_moment(kind: pyarrow.DataType) -> bool:
    return getattr(kind, "tz", None) is not None


def _arrow_type(kind: Any) -> pyarrow.DataType:
    # How Spark says the zone differs from version to version.
    return pyarrow.timestamp("us", "UTC") if isinstance(kind, TimestampType) else to_arrow_type(kind)
