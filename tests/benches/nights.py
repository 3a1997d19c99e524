#!/usr/bin/env python3
"""Measures the package of Python beside lxml, zeep and pandas:

    python tests/benches/nights.py PART --asmx target/release/asmx

`table`: a DataSet of 84 MB becomes a frame of pandas, beside lxml. `nights`: 30 responses of 5 MB and of 20 rows, one after the other, beside zeep. `start`: the
import, and the first row with 3, 100 and 1,500 operations. `wheel`: the bytes of a wheel. All need `cargo build --release -p asmx` in the folder of the product; `table`
and `nights` need `pip install pyarrow pandas lxml zeep`.

A server in a process of its own sends the same bytes to both sides, which take turns. A speed is the peer's CPU time over ours, with that of the command, because
others use the machine; beside it stand seconds of a wall clock. Each is the least of some rounds. The frame of the package has exact decimals (`types_mapper=pandas.ArrowDtype`); that of lxml has floats, which are faster to make. zeep makes types by itself."""

import argparse
import http.client
import http.server
import io
import multiprocessing
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cli/python"))
sys.dont_write_bytecode = True

COLUMNS = {"Id": "long", "Customer": "string", "Item": "string", "Price": "decimal", "Count": "int", "Sent": "dateTime", "Paid": "boolean", "Note": "string"}
SPEC = """<service name="Nights" path="/nights.asmx" namespace="urn:nights"><doc>Reports.</doc><area name="all" title="All">
<operation name="Report" effect="read"><doc>A report.</doc><param name="Size" type="string"/><result kind="dataset"/></operation>%s</area></service>"""
MORE = '<operation name="Other%d" effect="read"><doc>Another report.</doc><param name="Size" type="string"/><param name="Day" type="date"/><result kind="dataset"/></operation>'
# The rows of a response of each size.
SIZES = {"large": 344_500, "night": 20_800, "small": 20}
NIGHTS = 30


def response(rows):
    schema = "".join(f'<xs:element name="{name}" type="xs:{kind}" minOccurs="0"/>' for name, kind in COLUMNS.items())
    text = io.StringIO()
    text.write(
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ReportResponse xmlns="urn:nights"><ReportResult><xs:schema id="D" xmlns="" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="D" msdata:IsDataSet="true"><xs:complexType>'
        f'<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Row"><xs:complexType><xs:sequence>{schema}</xs:sequence></xs:complexType></xs:element></xs:choice>'
        '</xs:complexType></xs:element></xs:schema><d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1" xmlns:m="urn:schemas-microsoft-com:xml-msdata"><D xmlns="">'
    )
    for row in range(rows):
        text.write(
            f'<Row d:id="Row{row + 1}" m:rowOrder="{row}"><Id>{row}</Id><Customer>Customer {row % 9973}</Customer><Item>nails, {row % 89} mm &amp; more</Item>'
            f"<Price>{row % 1000}.{row % 100:02}</Price><Count>{row % 7}</Count><Sent>2026-01-{row % 28 + 1:02}T{row % 24:02}:{row % 60:02}:07</Sent>"
            f"<Paid>{'true' if row % 3 else 'false'}</Paid><Note>{'delivered late' if row % 5 else 'no remark'}</Note></Row>"
        )
    text.write("</D></d:diffgram></ReportResult></ReportResponse></s:Body></s:Envelope>")
    return text.getvalue().encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave at once: a caller who keeps its connection would wait for the second of two small pieces.
    wbufsize = -1
    bodies = {}

    def do_POST(self):
        request = self.rfile.read(int(self.headers["Content-Length"]))
        body = self.bodies[re.search(rb"<(?:\w+:)?Size>(\w+)<", request)[1].decode()]
        self.send_response(200)
        self.send_header("Content-Type", "text/xml; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(sender):
    Handler.bodies = {name: response(rows) for name, rows in SIZES.items()}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    sender.send((server.server_port, {name: len(body) for name, body in Handler.bodies.items()}))
    server.serve_forever()


def typed(rows):
    """The frame of rows of texts. Most values are made at once by pandas."""
    import pandas

    frame = pandas.DataFrame(rows, columns=list(COLUMNS))
    for name in ("Id", "Count", "Price"):
        frame[name] = pandas.to_numeric(frame[name])
    frame["Sent"] = pandas.to_datetime(frame["Sent"], format="ISO8601")
    frame["Paid"] = frame["Paid"] == "true"
    return frame


def of_elements(elements):
    return typed([{cell.tag: cell.text for cell in row} for row in elements])


class Sides:
    """The same report by each side."""

    def __init__(self, asmx, folder, port):
        self.asmx, self.port, self.folder = asmx, port, folder
        self.spec = folder / "nights.xml"
        self.spec.write_text(SPEC % "")

    def service(self, **options):
        import asmx_cli

        return asmx_cli.open(self.spec, program=self.asmx, options=[f"--base-url=http://127.0.0.1:{self.port}"], **options)

    def frame(self, service, size):
        import pandas

        return service.table("Report", size=size).to_pandas(types_mapper=pandas.ArrowDtype)

    def by_lxml(self, size):
        import lxml.etree

        body = f'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Report xmlns="urn:nights"><Size>{size}</Size></Report></s:Body></s:Envelope>'
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("POST", "/nights.asmx", body, {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '"urn:nights/Report"'})
        tree = lxml.etree.fromstring(connection.getresponse().read(), lxml.etree.XMLParser(huge_tree=True))
        return of_elements(tree.iter("Row"))

    def zeep(self):
        import zeep

        subprocess.run([self.asmx, "wsdl", "--out-dir", self.folder, "--base-url", f"http://127.0.0.1:{self.port}", self.spec], check=True, capture_output=True)
        client = zeep.Client(str(self.folder / "nights.wsdl"), settings=zeep.Settings(strict=False, xml_huge_tree=True))
        return client.service

    def by_zeep(self, client, size):
        import pandas

        # It reads the rows by their schema, with types.
        return pandas.DataFrame([one["Row"].__values__ for one in client.Report(Size=size)["_value_1"]["_value_1"]])


def cpu():
    """The CPU seconds of this process and of those that it has waited for."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(used.ru_utime + used.ru_stime for used in both)


def least(rounds, *sides):
    """The least seconds of each side, of a wall clock and of the CPU. The sides take turns."""
    seconds = [(float("inf"), float("inf"))] * len(sides)
    for _ in range(rounds):
        for place, side in enumerate(sides):
            begin, cpu_begin = time.perf_counter(), cpu()
            side()
            wall, used = seconds[place]
            seconds[place] = min(wall, time.perf_counter() - begin), min(used, cpu() - cpu_begin)
    return seconds


def compared(about, peer, ours, other):
    times = f"{ours[0]:.2f} s, CPU {ours[1]:.2f} s; {peer}: {other[0]:.2f} s, CPU {other[1]:.2f} s"
    print(f"{about}: {times}; {other[1] / ours[1]:.1f} times faster", flush=True)


def peak():
    """The most bytes of memory that this process has had. That of `getrusage` begins with those of the program that started it."""
    return int(re.search(r"VmHWM:\s+(\d+) kB", pathlib.Path("/proc/self/status").read_text())[1]) * 1024


def memory(sides):
    """The bytes that a process takes for the frame beside those before, over the bytes of the table; in a process of its own."""
    import pandas, pyarrow  # noqa: E401

    with sides.service() as service:
        sides.frame(service, "small")
        before = peak()
        table = service.table("Report", size="large")
        frame = table.to_pandas(types_mapper=pandas.ArrowDtype)
        print(f"memory beside the table of {table.nbytes / 1e6:.1f} MB: {(peak() - before) / table.nbytes:.2f} ({len(frame)} rows)")


def table(sides, lengths):
    with sides.service() as service:
        ours, peers = sides.frame(service, "large"), sides.by_lxml("large")
        assert len(ours) == len(peers) and ours["Price"].astype(float).sum().round(2) == peers["Price"].sum().round(2)
        del ours, peers
        seconds = least(3, lambda: sides.frame(service, "large"), lambda: sides.by_lxml("large"))
        compared(f"table of {lengths['large'] / 1e6:.1f} MB", "lxml and pandas", *seconds)
    child = multiprocessing.get_context("spawn").Process(target=memory, args=(sides,))
    child.start()
    child.join()


def nights(sides, lengths):
    client = sides.zeep()

    def ours(size):
        # The end of the command is waited for, and its CPU time counted.
        with sides.service(keep=True) as service:
            assert {len(sides.frame(service, size)) for _ in range(NIGHTS)} == {SIZES[size]}

    def peers(size):
        assert {len(sides.by_zeep(client, size)) for _ in range(NIGHTS)} == {SIZES[size]}

    for size, rounds in (("small", 3), ("night", 1)):
        ours(size)
        seconds = least(rounds, lambda: ours(size), lambda: peers(size))
        compared(f"{NIGHTS} nights of {lengths[size] / 1e6:.3f} MB, {SIZES[size]} rows", "zeep and pandas", *seconds)


def start(sides, _):
    python = [sys.executable, "-c"]
    # As an installed one, it is compiled once.
    shutil.copytree(ROOT / "cli/python/asmx_cli", sides.folder / "site/asmx_cli", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(sides.folder / "site")}
    run = lambda code: subprocess.run([*python, code], env=environment, check=True)  # noqa: E731
    (_, bare), (_, imported) = least(40, lambda: run("pass"), lambda: run("import asmx_cli"))
    print(f"import: {(imported - bare) * 1000:.1f} ms of the CPU")
    import pyarrow  # noqa: F401

    for count in (3, 100, 1500):
        sides.spec.write_text(SPEC % "".join(MORE % number for number in range(count - 1)))
        service = sides.service()

        def first_row():
            with service.stream("Report", {"Size": "small"}) as stream:
                next(stream)

        ((seconds, _),) = least(10, first_row)
        print(f"start and first row, {count} operations: {seconds * 1000:.0f} ms")


def wheel(sides, _):
    sys.path.insert(0, str(ROOT / ".ci/release"))
    import platforms
    import wheel as package

    # That of a release has a static program, which is as large but for the C library.
    package.write(platforms.BY_TARGET["x86_64-unknown-linux-musl"], pathlib.Path(sides.asmx).read_bytes(), b"{}", sides.folder)
    (file,) = sides.folder.glob("*.whl")
    print(f"wheel: {file.stat().st_size / 1e6:.1f} MB")


PARTS = {"table": table, "nights": nights, "start": start, "wheel": wheel}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("part", choices=PARTS, nargs="*", default=list(PARTS))
    arguments.add_argument("--asmx", default=str(ROOT / "target/release/asmx"))
    chosen = arguments.parse_args()
    receiver, sender = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(sender,), daemon=True)
    server.start()
    port, lengths = receiver.recv()
    try:
        for part in chosen.part:
            with tempfile.TemporaryDirectory() as folder:
                PARTS[part](Sides(str(pathlib.Path(chosen.asmx).resolve()), pathlib.Path(folder), port), lengths)
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
