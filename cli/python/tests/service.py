"""A service of SOAP for the tests, and a profile for it."""

from __future__ import annotations

import datetime
import html
import http.server
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import unittest
from typing import Any, Iterator, Optional
from unittest import mock

import asmx_cli

SHOP = pathlib.Path(__file__).with_name("shop.xml")
PASSWORD = "correct horse battery"
# The program of an installed package is found by the package.
PROGRAM = os.environ.get("ASMX_PROGRAM")

_HEAD = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
_END = "</s:Body></s:Envelope>"
_SCHEMA = (
    '<xs:schema id="D" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element '
    'name="D" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Orders"><xs:complexType>'
    '<xs:sequence><xs:element name="Id" type="xs:long"/><xs:element name="Price" type="xs:decimal"/></xs:sequence></xs:complexType></xs:element>'
    "</xs:choice></xs:complexType></xs:element></xs:schema>"
)


def result(operation: str, content: str) -> str:
    """A response with the result of an operation."""
    text = f'<{operation}Response xmlns="http://shop.example/"><{operation}Result>{content}</{operation}Result></{operation}Response>'
    return _HEAD + text + _END


def fault(message: str) -> str:
    return f"{_HEAD}<s:Fault><faultcode>s:Server</faultcode><faultstring>{message}</faultstring><detail><why>stock</why></detail></s:Fault>{_END}"


def report(rows: int, last_price: str = "12.50") -> Iterator[str]:
    """A DataSet, in pieces; the last but one is the last row."""
    start, end = result("Report", "|").split("|")
    diffgram = '<diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><D xmlns="">'
    yield start + _SCHEMA + diffgram
    for begin in range(0, rows, 100):
        numbers = range(begin, min(begin + 100, rows))
        yield "".join(f'<Orders diffgr:id="Orders{row + 1}" msdata:rowOrder="{row}"><Id>{row}</Id><Price>12.50</Price></Orders>' for row in numbers[:-1])
        row, price = numbers[-1], last_price if numbers[-1] == rows - 1 else "12.50"
        yield f'<Orders diffgr:id="Orders{row + 1}" msdata:rowOrder="{row}"><Id>{row}</Id><Price>{price}</Price></Orders>'
    yield "</D></diffgr:diffgram>" + end


START = datetime.datetime(2026, 1, 1)


def ids(first: datetime.date, last: datetime.date) -> list[int]:
    """The blocks of these days: one each third hour, and one in the last second of a day. An id is the number of seconds since `START`."""
    days = range((first - START.date()).days, (last - START.date()).days + 1)
    return [day * 86_400 + second for day in days for second in (*range(0, 86_400, 3 * 3_600), 86_399)]


def blocks(request: str, more: str = "") -> Iterator[str]:
    """A DataSet with the blocks of the time frame in a request, each with the content `more`, too."""
    begin, end = (datetime.datetime.fromisoformat(text) for text in re.findall(r"<(?:Begin|End)Date>([^<]*)<", request))
    start, rest = result("Blocks", "|").split("|")
    columns = "".join(f'<xs:element name="{name}" type="xs:{kind}" minOccurs="0"/>' for name, kind in (("Id", "long"), ("At", "dateTime"), ("Price", "decimal")))
    schema = re.sub("<xs:sequence>.*</xs:sequence>", f"<xs:sequence>{columns}</xs:sequence>", _SCHEMA).replace("Orders", "Blocks")
    yield start + schema + '<diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><D xmlns="">'
    for number in ids(begin.date(), end.date()):
        at = START + datetime.timedelta(seconds=number)
        if begin <= at <= end:
            yield f"<Blocks><Id>{number}</Id><At>{at.isoformat()}</At><Price>{number % 1000}.25</Price>{more}</Blocks>"
    yield "</D></diffgr:diffgram>" + rest


def texts(request: str) -> Iterator[str]:
    """Two names of each odd day as delimited text, and the empty text of each even one."""
    day = int(re.findall(r"<BeginDate>\d+-\d+-(\d+)T", request)[0])
    row, column = (html.unescape(re.findall(f"<{name}Delimiter>([^<]*)<", request)[0]) for name in ("Row", "Column"))
    names = [f"Ann{column}{day}", f"Bob{column}{day + 100}"] if day % 2 else []
    yield result("Texts", html.escape(row.join(names)))


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        service = self.server.service
        request = self.rfile.read(int(self.headers["Content-Length"])).decode()
        service.requests.append(request)
        if service.waits:
            service.arrived.set()
            service.over.wait(30)
        if service.breaks_off and service.pieces is None:
            self.close_connection = True
            return
        self.send_response(service.status)
        self.send_header("Content-Type", "text/xml; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            pieces = service.pieces(request) if callable(service.pieces) else service.pieces
            for piece in filter(None, pieces or ()):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece.encode()), piece.encode()))
            if not service.breaks_off:
                self.wfile.write(b"0\r\n\r\n")
        except OSError:
            service.left.set()
        self.close_connection = True

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    service: TestService


class TestService:
    """Responds with `pieces`, or what they are of a request, waits before if it `waits`, and breaks off behind them if it `breaks_off`."""

    def __init__(self) -> None:
        self.pieces: Optional[Any] = None
        self.status, self.waits, self.breaks_off = 200, False, False
        self.requests: list[str] = []
        self.arrived, self.over, self.left = threading.Event(), threading.Event(), threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.service = self
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()


class Case(unittest.TestCase):
    """A test with a service, a profile of it, and all processes that the package starts."""

    def setUp(self) -> None:
        self.service = TestService()
        self.addCleanup(self.service.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        profiles = pathlib.Path(folder.name, "profiles.toml")
        profiles.write_text(f'[shop]\nbase-url = "{self.service.address}"\npassword = "{PASSWORD}"\n')
        profiles.chmod(0o600)
        variables = mock.patch.dict(os.environ, {"ASMX_PROFILES": str(profiles)})
        variables.start()
        self.addCleanup(variables.stop)
        self.children: list[subprocess.Popen[bytes]] = []
        start = subprocess.Popen

        def started(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
            child = start(*arguments, **options)
            self.children.append(child)
            return child

        starts = mock.patch("subprocess.Popen", started)
        starts.start()
        self.addCleanup(starts.stop)

    def open(self, keep: bool = False) -> asmx_cli.Service:
        service = asmx_cli.open(SHOP, profile="shop", program=PROGRAM, keep=keep)
        self.addCleanup(service.close)
        return service

    def assert_ended(self, processes: int = 1) -> None:
        """All processes have ended, and were waited for."""
        self.assertEqual(processes, len(self.children))
        self.assertTrue(all(child.returncode is not None for child in self.children))

    def assert_error(self, kind: str, outcome: str, error: asmx_cli.CallError) -> None:
        self.assertEqual((kind, outcome), (error.kind, error.outcome))
