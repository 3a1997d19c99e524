"""One call: its request, its response, and its end. It is imported at the first call, because HTTP takes longer than everything else."""

from __future__ import annotations

import contextlib
import os
import socket
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, parse_headers
from typing import Any, Iterator, Sequence
from urllib.parse import quote, urlencode

from ._errors import CallError, of_problem
from ._process import LOG, Process
from ._values import from_json


class Response(HTTPResponse):
    """A response with the trailers that the library leaves out."""

    trailers: HTTPMessage | None = None
    left_out: str | None = None

    def _read_and_discard_trailer(self) -> None:
        self.trailers = parse_headers(self.fp)

    def finish(self) -> None:
        """Reads to the end, and reports what came to light behind the first row."""
        self.read()
        if self.chunked:
            # A later version of the library may have another name for the method above.
            assert self.trailers is not None, "this version of Python hides the trailers of responses"
            self.report(self.trailers)

    def report(self, facts: HTTPMessage) -> None:
        """Reports the notes and deviations of a result, in its head or behind its rows."""
        for note in facts.get_all("asmx-note", []):
            LOG.warning("%s", note)
        if "asmx-deviations" in facts:
            LOG.warning("places where the response deviates from the document: %s", facts["asmx-deviations"])
        self.left_out = facts.get("asmx-left-out", self.left_out)


class _Connection(HTTPConnection):
    response_class = Response


class Exchange(contextlib.AbstractContextManager["Exchange"]):
    """A call at a process. `stop` ends it from any thread, with its process unless that is kept."""

    def __init__(self, process: Process, is_kept: bool, read_only: bool) -> None:
        self.process, self._is_kept, self._read_only, self._is_stopped = process, is_kept, read_only, False
        self._authorization = {"Authorization": f"Bearer {process.token}"}
        self._connection: HTTPConnection | None = None
        self._socket: socket.socket | None = None
        # By it the process knows the call whose rows broke off.
        self._key = os.urandom(16).hex()

    def _connected(self, operation: str) -> HTTPConnection:
        connection = self._connection = _Connection("127.0.0.1", self.process.port)
        connection.connect()
        self._socket = connection.sock
        if self._is_stopped:
            self.stop()
            raise CallError("the call was stopped", "connection", "not sent", operation)
        return connection

    def send(self, operation: str, body: bytes | None, accept: str, query: Sequence[tuple[str, str]] = (), room: str = "operations") -> Response:
        """The response with a result. Any other one is raised as its error."""
        self.process.start()
        headers = {**self._authorization, "Accept": accept, "TE": "trailers", "Content-Type": "application/json", "asmx-call": self._key}
        address = f"/{room}/{quote(operation, safe='')}?{urlencode(query)}"
        with self.whole(operation):
            connection = self._connection or self._connected(operation)
            connection.request("GET" if body is None else "POST", address, body, headers)
            response = connection.getresponse()
            if response.status == 200 and isinstance(response, Response):
                response.report(response.headers)
                return response
            problem = from_json(response.read())
        if response.status == 403 and self._read_only:
            problem["detail"] = "it may change something, and the service is opened to read: `reads` names operations that only read"
        retry_after = response.headers["Retry-After"]
        # Where a description was asked for, the problem names its path.
        problem["operation"] = operation
        raise of_problem({**problem, "retry-after": int(retry_after)} if retry_after else problem)

    def value(self, operation: str, body: bytes | None, room: str = "operations") -> Any:
        """The result in JSON."""
        response = self.send(operation, body, "application/json", room=room)
        with self.whole(operation):
            return from_json(response.read())

    @contextlib.contextmanager
    def whole(self, operation: str) -> Iterator[None]:
        """What ends too early is an error of the call. The process knows its facts; if it ended, too, the outcome is unknown."""
        try:
            yield
        except (OSError, HTTPException, ValueError) as error:
            facts = {"status": 504, "outcome": "unknown", **self._problem()}
            if not self._is_kept:
                # Its log is complete then, and about this call. It has addresses that the problem lacks.
                self.process.stop()
                facts.update({name: fact for name, fact in self.process.ended.items() if name == "reason"})
            why = facts.get("reason") or facts.get("detail")
            raise of_problem({**facts, "operation": operation, "detail": f"the response broke off{f': {why}' if why else ''}"}) from error

    def _problem(self) -> dict[str, Any]:
        """The problem of rows that broke off behind the first ones; empty if the process has none."""
        with contextlib.suppress(OSError, HTTPException, ValueError), contextlib.closing(HTTPConnection("127.0.0.1", self.process.port, timeout=5)) as connection:
            connection.request("GET", f"/broken-off/{self._key}", headers=self._authorization)
            response = connection.getresponse()
            problem = from_json(response.read())
            return dict(problem) if response.status == 200 else {}
        return {}

    def stop(self) -> None:
        self._is_stopped = True
        if self._socket is not None:
            # A thread that waits for the response gets its end. The connection may have ended before.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
        if not self._is_kept:
            self.process.stop()

    def __exit__(self, *_: object) -> None:
        self.stop()
