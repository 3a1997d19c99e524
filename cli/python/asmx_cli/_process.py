"""A process of `asmx gateway` that only this program can call. The gateway states an error as facts; `asmx call` writes it as sentences for people."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import subprocess
import sysconfig
import threading
from typing import IO, Any
from urllib.parse import urlsplit

from ._errors import CallError
from ._values import from_json

# Prints warnings, unless the program says otherwise.
LOG = logging.getLogger("asmx_cli")
# On Windows a program without a console gets none for the command.
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_PIPE = subprocess.PIPE


def environment() -> dict[str, str]:
    """Lets the command say on standard output why it fails. Standard error is also that of the profile's commands, whose words may be secret."""
    return {**os.environ, "ASMX_ERRORS": "output"}


def program() -> str:
    """The program that was installed with this package, or the first one of `PATH`."""
    name = "asmx.exe" if os.name == "nt" else "asmx"
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))]
    found = shutil.which(name, path=os.pathsep.join(folders)) or shutil.which(name)
    if found is None:
        raise CallError(f"{name} is in none of {', '.join(folders)}, PATH", "settings", "not sent")
    return found


class Process:
    """A process that starts at its first call, and again if it ended by itself. `stop` ends it for good, from any thread."""

    def __init__(self, command: list[str]) -> None:
        self._command, self.token, self.port = command, os.urandom(32).hex(), 0
        self._child: subprocess.Popen[bytes] | None = None
        self._reader = threading.Thread()
        # The line of the log about the last call.
        self.ended: dict[str, Any] = {}
        self._is_stopped = False
        # Whoever stops does not wait for a start.
        self._starting, self._changing = threading.Lock(), threading.Lock()

    def start(self) -> None:
        with self._starting:
            if self._child is not None and self._child.poll() is None:
                return
            self._end()
            with self._changing:
                if self._is_stopped:
                    raise CallError("the call or its service was closed", "connection", "not sent")
                try:
                    child = self._child = subprocess.Popen(self._command, stdin=_PIPE, stdout=_PIPE, stderr=_PIPE, env=environment(), creationflags=NO_WINDOW)
                except OSError as error:
                    raise CallError(f"the program cannot be started: {error}", "settings", "not sent") from error
                self._reader = threading.Thread(target=self._read, args=(child.stderr,), daemon=True)
                self._reader.start()
            try:
                self._listen(child)
            except BaseException:
                self._end()
                raise

    def _listen(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdin and child.stdout
        with contextlib.suppress(BrokenPipeError):
            # A process that has ended says why by its exit code.
            child.stdin.write(self.token.encode() + b"\n")
            # It stays open: its end, however this program ends, is that of the process.
            child.stdin.flush()
        line = child.stdout.readline()
        # It begins with the address, or says why there is none.
        port = urlsplit(line.split(b" ")[0]).port
        if port is None:
            said, code = (line + child.stdout.read()).decode(errors="replace").strip(), child.wait()
            raise CallError(said or f"the program ended with {code}", "connection" if code == 4 else "settings", "not sent")
        self.port = port

    def _read(self, lines: IO[bytes]) -> None:
        for line in lines:
            facts: Any = None
            with contextlib.suppress(ValueError):
                facts = from_json(line)
            if isinstance(facts, dict) and "operation" in facts:
                self.ended = facts
            elif isinstance(facts, dict) and facts.keys() & {"request", "renewed"}:
                if facts.get("renewed") is False:
                    LOG.warning("%s", facts["reason"])
            else:
                # Words of a command of the profile are for the terminal only.
                with contextlib.suppress(OSError):
                    os.write(2, line)

    def stop(self) -> None:
        with self._changing:
            self._is_stopped = True
        self._end()

    def _end(self) -> None:
        child = self._child
        if child is not None:
            child.terminate()
            child.wait()
            # Whatever thread collects garbage may stop a process that nobody holds.
            if self._reader.is_alive() and self._reader is not threading.current_thread():
                self._reader.join()
            for stream in filter(None, (child.stdin, child.stdout, child.stderr)):
                # What the process did not read is lost with it.
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
