"""The calls of a service, for those who wait and for those who await."""

from __future__ import annotations

import datetime
import os
import subprocess
import weakref
from typing import TYPE_CHECKING, Any, Literal, Mapping, NamedTuple, Sequence, cast

from ._errors import CallError
from ._process import LOG, NO_WINDOW, Process, environment, program
from ._values import from_json, to_json

if TYPE_CHECKING:
    import pyarrow

    from ._exchange import Exchange
    from ._stream import Stream

Parameters = Mapping[str, object]
NOTHING: Parameters = {}
ARROW = "application/vnd.apache.arrow.stream"


class Rows(NamedTuple):
    """Which rows of a result make a table, as `asmx call` chooses them: one of several tables (`--table`), the path of the members that are rows
    (`--rows`), and the forms of columns (`--as`), such as `{"Price": 2, "Note": "text"}`."""

    table: str | None = None
    path: str | None = None
    forms: Mapping[str, str | int] = {}


class Range(NamedTuple):
    """Days from the first to the last one, as options of `asmx export`. `names` are the parameters that take begin and end, if the spec gives no roles."""

    first: datetime.date | str
    last: datetime.date | str
    each: Literal["day", "week", "month"] = "day"
    end: Literal["inclusive", "exclusive"] | None = None
    resolution: str | None = None
    names: tuple[str, str] | None = None


class Part(NamedTuple):
    """A part of a range. Its parameters are all of its call, without those of the profile."""

    name: str
    first: datetime.date
    last: datetime.date
    parameters: Mapping[str, Any]


class Calls:
    """A service: an address, a WSDL document or a spec. Nothing is read before the first call.

    Credentials are those of the profile. `reads` are patterns of operations that only read, and are retried. `options` are more options of `asmx call`
    for its connection, such as `["--timeout=30"]`. Each call starts the command `asmx`, and ends it. With `keep` one process serves all calls until
    `close`, also those of several threads. `program` is another command than the one that was installed with this package.

    The methods call the operation that they name, also one that writes or sends, unless the service is `read_only`. A parameter is a keyword: its name in any case, with `_` between
    words, so that `customer_id` is `CustomerID`. A mapping before the keywords has the names of the document."""

    def __init__(
        self,
        document: str | os.PathLike[str],
        *,
        profile: str | None = None,
        reads: Sequence[str] = (),
        options: Sequence[str] = (),
        keep: bool = False,
        read_only: bool = False,
        program: str | None = None,
    ) -> None:
        if isinstance(reads, str) or isinstance(options, str):
            raise TypeError("reads and options are lists of texts")
        self.document, self._program, self._reads, self._read_only = os.fspath(document), program, tuple(reads), read_only
        if any("://" in text and "@" in text.split("://")[1].split("/")[0] for text in (self.document, *options)):
            raise ValueError("an address must not hold a user name or a password, because everybody sees it: put them into a profile")
        self._options = [*options, *([f"--profile={profile}"] if profile is not None else [])]
        self._descriptions: dict[str, dict[str, Any]] = {}
        self._kept = self._process() if keep else None
        # The process ends with this object, or with the program.
        self._end = weakref.finalize(self, self._kept.stop if self._kept else bool)

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__name__} {self.document!r}>"

    def _command(self, name: str, *options: str) -> list[str]:
        return [self._program or program(), name, *options, *self._options, "--", self.document]

    def _process(self) -> Process:
        # A gateway for strangers has small limits. This one serves its own program.
        options = ["--listen=127.0.0.1:0", "--token-file=-", "--end-with-input", "--memory=1048576", "--cells-per-byte=4294967295"]
        options += [] if self._read_only else ["--allow=write", "--allow=send"]
        return Process(self._command("gateway", *options, *(f"--reads={pattern}" for pattern in self._reads)))

    def _exchange(self) -> Exchange:
        from ._exchange import Exchange

        return Exchange(self._kept or self._process(), self._kept is not None, self._read_only)

    def _description(self, exchange: Exchange, operation: str) -> dict[str, Any]:
        if operation not in self._descriptions:
            self._descriptions[operation] = exchange.value(operation, None, room="page/operations")
        return self._descriptions[operation]

    def _record_limit(self, exchange: Exchange, operation: str) -> int | None:
        return cast("int | None", self._description(exchange, operation)["recordLimit"])

    def _value(self, exchange: Exchange, operation: str, parameters: Parameters, named: Parameters) -> Any:
        return exchange.value(operation, self._body(exchange, operation, parameters, named))

    def _stream(self, exchange: Exchange, operation: str, parameters: Parameters, named: Parameters, rows: Rows) -> Stream:
        try:
            from ._stream import Stream

            body = self._body(exchange, operation, parameters, named)
            try:
                response = exchange.send(operation, body, ARROW, _query(rows))
            except CallError as error:
                if error.problem.get("columns") != []:
                    raise
                LOG.warning("%s: %s", operation, error.message)
                response = None
            return Stream(exchange, response, operation)
        except BaseException:
            exchange.stop()
            raise

    def _table(self, exchange: Exchange, operation: str, parameters: Parameters, named: Parameters, rows: Rows) -> pyarrow.Table:
        import pyarrow

        with self._stream(exchange, operation, parameters, named, rows) as stream:
            return pyarrow.Table.from_batches(list(stream), stream.schema)

    def _schema(self, exchange: Exchange, operation: str, rows: Rows) -> pyarrow.Schema:
        from ._stream import Stream

        with Stream(exchange, exchange.send(operation, None, ARROW, _query(rows), "columns"), operation) as stream:
            return stream.schema

    def _plan(self, exchange: Exchange, operation: str, days: Range, parameters: Parameters, named: Parameters) -> list[Part]:
        stated = {"each": days.each, "range": f"{days.first}..{days.last}", "end": days.end, "resolution": days.resolution}
        stated["range-in"] = ",".join(days.names) if days.names else None
        options = [f"--{name}={value}" for name, value in stated.items() if value is not None]
        # No file is written.
        command = self._command("export", "--plan", "--params=-", "--output={from}.arrow", *options)
        body = self._body(exchange, operation, parameters, named)
        ended = subprocess.run([*command, operation], input=body, stdout=subprocess.PIPE, env=environment(), creationflags=NO_WINDOW)
        if ended.returncode != 0:
            said = ended.stdout.decode(errors="replace").strip() or f"the program ended with {ended.returncode}"
            raise CallError(said, "connection" if ended.returncode == 4 else "request", "not sent", operation)
        day, lines = datetime.date.fromisoformat, map(from_json, ended.stdout.splitlines())
        return [Part(line["name"], day(line["from"]), day(line["to"]), line["parameters"]) for line in lines]

    def _body(self, exchange: Exchange, operation: str, parameters: Parameters, named: Parameters) -> bytes:
        """All parameters in JSON, by the names of the document. The command refuses unknown ones."""
        names = [one["name"] for one in self._description(exchange, operation)["parameters"]] if named else []
        found = dict(parameters)
        for keyword, value in named.items():
            candidates = [keyword] if keyword in names else [name for name in names if _letters(name) == _letters(keyword)]
            if len(candidates) > 1:
                raise TypeError(f"{operation}: the keyword {keyword} may be {' or '.join(candidates)}: give it by its name in a mapping")
            name = candidates[0] if candidates else keyword
            if name in found:
                raise TypeError(f"{operation}: the parameter {name} is there twice")
            found[name] = value
        return to_json(found)


def _query(rows: Rows) -> list[tuple[str, str]]:
    query = [(name, value) for name, value in (("$table", rows.table), ("$rows", rows.path)) if value is not None]
    return [*query, *(("$as", f"{column}={form}") for column, form in rows.forms.items())]


def _letters(name: str) -> str:
    return "".join(letter for letter in name if letter not in "_-.").casefold()
