"""Errors of calls, made of the facts that the command states."""

from __future__ import annotations

from typing import Any, Literal, Mapping, NamedTuple

Kind = Literal["request", "settings", "connection", "fault", "refused", "response", "result"]
Outcome = Literal["not sent", "refused", "unknown", "done"]


class Fault(NamedTuple):
    """The fault of a service. `detail` is XML."""

    code: str | None
    message: str
    subcode: str | None = None
    actor: str | None = None
    detail: str | None = None


class CallError(Exception):
    """A call without a result.

    `outcome` says whether the operation was carried out: after `not sent` every call may be repeated, after any other outcome only a read. `kind` is

    * `request`: the call does not fit the document;
    * `settings`: the document, the profile or an option is wrong, or the program cannot be started;
    * `connection`: nothing was sent, because there is no connection, credentials are missing, or a limit is reached;
    * `fault`: the service responded with the fault in `fault`;
    * `refused`: the service responded with an error, and without a fault;
    * `response`: no usable response came;
    * `result`: the operation was carried out, and its result is not as promised or not as asked for.

    `problem` has the other facts, as `asmx gateway` states them: `errors`, the places of the request that do not fit; `service-status`, the HTTP status
    of the service; `result`, that of a write or a send which has not the form that was asked for; `retry-after`, in seconds."""

    def __init__(self, message: str, kind: Kind, outcome: Outcome, operation: str = "", problem: Mapping[str, Any] = {}) -> None:
        # Pickling calls this method with these arguments.
        super().__init__(message, kind, outcome, operation, problem)
        self.message, self.operation, self.problem = message, operation, problem
        self.kind: Kind = kind
        self.outcome: Outcome = outcome
        self.fault = Fault(**problem["fault"]) if "fault" in problem else None

    def __str__(self) -> str:
        # Engines show the text alone.
        return f"{self.operation}{': ' if self.operation else ''}{self.message} (kind: {self.kind}, outcome: {self.outcome})"


def of_problem(problem: Mapping[str, Any]) -> CallError:
    """The error of a problem in JSON, which has `detail`, `status`, `outcome` and `operation`."""
    status, outcome = problem["status"], problem["outcome"]
    unsent: Kind = "connection" if status == 503 else "settings" if status in (401, 403, 500) else "request"
    kinds: dict[str, Kind] = {"not sent": unsent, "refused": "refused", "done": "result"}
    kind = "fault" if status == 422 else kinds.get(outcome, "response")
    return CallError(problem["detail"], kind, outcome, problem["operation"], problem)
