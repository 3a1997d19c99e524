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
        self._said: list[str] = []
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
                    child = self._child = subprocess.Popen(self._command, stdin=_PIPE, stdout=_PIPE, stderr=_PIPE, creationflags=NO_WINDOW)
                except OSError as error:
                    raise CallError(f"the program cannot be started: {error}", "settings", "not sent") from error
                self.port, self._said = 0, []
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
        # The line begins with the address.
        port = urlsplit(child.stdout.readline().split(b" ")[0]).port
        if port is None:
            code = child.wait()
            self._reader.join()
            raise CallError("\n".join(self._said) or f"the program ended with {code}", "connection" if code == 4 else "settings", "not sent")
        self.port = port
        for text in self._said:
            LOG.warning("%s", text)

    def _read(self, lines: IO[bytes]) -> None:
        for line in lines:
            text = line.decode(errors="replace").rstrip()
            try:
                facts = from_json(line)
            except ValueError:
                facts = None
            if isinstance(facts, dict) and "operation" in facts:
                self.ended = facts
            elif self.port == 0:
                self._said.append(text)
            elif not isinstance(facts, dict) or facts.get("renewed") is False:
                LOG.warning("%s", text)

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
