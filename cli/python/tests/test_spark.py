"""Parts of a range as partitions of Spark."""

from __future__ import annotations

import datetime
import importlib.util
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any, Iterator
from unittest import mock

from .service import PASSWORD, PROGRAM, SHOP, START, Case, blocks, ids, texts

HAS_SPARK = importlib.util.find_spec("pyspark") is not None and importlib.util.find_spec("pyarrow") is not None and shutil.which("java") is not None
FIRST, LAST = datetime.date(2026, 1, 1), datetime.date(2026, 1, 31)
JANUARY = f"{FIRST}..{LAST}"
FOLDER = pathlib.Path(__file__).parents[1]


def workers() -> list[int]:
    """The processes in which this program's Spark runs Python: children of its daemon, which is a child of Java."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    parents = {int(line.split()[0]): int(line.split()[1]) for line in listed}
    own = {process for process, parent in parents.items() if parents.get(parent) == os.getpid()}
    daemons = {int(line.split()[0]) for line in listed if "pyspark.daemon" in line and " -m " in line}
    return [process for process, parent in parents.items() if process in daemons and parent in daemons & own]


@unittest.skipUnless(HAS_SPARK, "pyspark, pyarrow or Java is not installed")
class Spark(Case):
    session: Any
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls) -> None:
        import pyspark.sql

        import asmx_cli.spark

        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        # Spark's processes have the variables of its start.
        path = os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))
        variables = {"ASMX_PROFILES": f"{cls.folder.name}/profiles.toml", "PYTHONPATH": path, "PYSPARK_PYTHON": sys.executable, "TZ": "America/New_York"}
        started = mock.patch.dict(os.environ, variables)
        started.start()
        cls.addClassCleanup(started.stop)
        # A task may fail ten times.
        builder = pyspark.sql.SparkSession.builder.master("local[2,10]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.sql.python.filterPushdown.enabled", "true").config("spark.ui.showConsoleProgress", "false")
        cls.session = builder.config("spark.sql.warehouse.dir", cls.folder.name).getOrCreate()
        cls.addClassCleanup(cls.session.stop)
        cls.session.sparkContext.setLogLevel("OFF")
        cls.session.dataSource.register(asmx_cli.spark.DataSource)

    def setUp(self) -> None:
        super().setUp()
        shutil.copy(os.environ["ASMX_PROFILES"], f"{self.folder.name}/profiles.toml")
        self.service.pieces = blocks

    def read(self, schema: str | None = None, **options: str) -> Any:
        program = {} if PROGRAM is None else {"program": PROGRAM}
        reader = self.session.read.format("asmx").options(**{"operation": "Blocks", "profile": "shop", "range": JANUARY, **program, **options})
        return (reader if schema is None else reader.schema(schema)).load(str(SHOP))

    def test_types_are_known_before_a_call(self) -> None:
        expected = [("Id", "bigint"), ("At", "timestamp_ntz"), ("Price", "decimal(38,2)")]
        self.assertEqual(expected, self.read().dtypes)
        self.assertEqual("decimal(38,4)", dict(self.read(as_="Price=4").dtypes)["Price"])
        self.assertEqual([], self.service.requests)

    def test_a_part_is_a_partition_and_every_row_is_there_once(self) -> None:
        frame = self.read()
        self.assertEqual(31, frame.rdd.getNumPartitions())
        rows = sorted(tuple(row) for row in frame.collect())
        self.assertEqual(ids(FIRST, LAST), [row[0] for row in rows])
        self.assertEqual([START + datetime.timedelta(seconds=row[0]) for row in rows], [row[1] for row in rows])
        self.assertEqual(["399.25"], [str(row[2]) for row in rows if row[0] == 86_399])
        weeks = self.read(each="week", range="2026-01-05..2026-01-18")
        self.assertEqual((2, 14 * 9), (weeks.rdd.getNumPartitions(), weeks.count()))

    def test_every_row_is_there_once_although_workers_are_killed(self) -> None:
        source, killed = random.Random(46), 0

        def killing(request: str) -> Iterator[str]:
            """Kills a worker in the middle of some responses."""
            nonlocal killed
            is_killing = len(self.service.requests) in (2, 3, 7, 12, 20, 21, 35)
            for place, piece in enumerate(blocks(request)):
                yield piece
                if place == 5 and is_killing:
                    os.kill(source.choice(workers()), signal.SIGKILL)
                    killed += 1
                    time.sleep(0.5)

        self.service.pieces = killing
        rows = self.read().collect()
        self.assertEqual(ids(FIRST, LAST), sorted(row["Id"] for row in rows))
        self.assertGreater(killed, 5)
        self.assertGreater(len(self.service.requests), 31)

    def test_a_filter_chooses_parts_only_if_the_column_is_stated(self) -> None:
        condition = "At >= timestamp_ntz'2026-01-10 00:00:00' and At < timestamp_ntz'2026-01-12 00:00:00'"
        expected = ids(datetime.date(2026, 1, 10), datetime.date(2026, 1, 11))
        # One second wider, or a day where no option states the resolution.
        for options, days in (({"range-column": "At", "resolution": "1s"}, 4), ({"range-column": "At"}, 5), ({}, 31)):
            self.service.requests.clear()
            found = sorted(row["Id"] for row in self.read(**options).where(condition).collect())
            self.assertEqual((expected, days), (found, len(self.service.requests)), options)
        noon, night = 9 * 86_400 + 12 * 3_600, 20 * 86_400 - 1
        for condition, expected, days in (
            ("At = timestamp_ntz'2026-01-10 12:00:00'", [noon], 1),
            ("At in (timestamp_ntz'2026-01-10 12:00:00', timestamp_ntz'2026-01-20 23:59:59')", [noon, night], 12),
            ("At > timestamp_ntz'2027-01-01 00:00:00'", [], 0),
            ("At <= timestamp_ntz'2026-01-01 03:00:00' or Id = 86399", [0, 10_800, 86_399], 31),
            ("not At > timestamp_ntz'2026-01-02 00:00:00'", [*ids(FIRST, FIRST), 86_400], 2),
            ("Id = 86399", [86_399], 31),
        ):
            self.service.requests.clear()
            frame = self.read(range_column="At", resolution="1s").where(condition)
            self.assertEqual((expected, days), (sorted(row["Id"] for row in frame.collect()), len(self.service.requests)), condition)

    def error(self, **options: Any) -> str:
        with self.assertRaises(Exception) as raised:
            self.read(**options).collect()
        self.assertNotIn(PASSWORD, str(raised.exception))
        return str(raised.exception)

    def test_what_does_not_fit_is_an_error(self) -> None:
        self.assertIn("AddOrder: it may change something, and the service is opened to read", self.error(operation="AddOrder"))
        self.assertIn("unknown options: ['nope']", self.error(nope="1"))
        self.assertIn("range-column Price needs a range, and is a column of dates", self.error(range_column="Price"))
        self.assertIn("nothing declares the columns of Report", self.error(operation="Report", end="inclusive", resolution="1s"))
        self.assertEqual([], self.service.requests)
        self.assertIn("it has no column Other", self.error(schema="Id long, At timestamp_ntz, Price decimal(38,2), Other string"))
        self.assertIn("the description has no column At: ignore-undeclared", self.error(schema="Id long, Price decimal(38,2)"))
        self.assertIn("state wall or utc", self.error(schema="Id long, At timestamp, Price decimal(38,2)"))
        self.assertIn("9 records came, and the operation returns 9 at most", self.error(limit="9"))
        self.assertEqual(31 * 9, self.read(limit="10").count())
        found = self.read("Id decimal(20,0), Price decimal(10,2)", ignore_undeclared="true", range="2026-01-01..2026-01-01").collect()
        self.assertEqual(9, len(found))

    def test_content_that_nothing_declares_is_an_error_unless_it_is_accepted(self) -> None:
        self.service.pieces = lambda request: blocks(request, "<New>7</New>")
        error = self.error(range="2026-01-01..2026-01-01")
        self.assertIn("Blocks: the rows are without content that nothing declares: `New`; ignore-undeclared accepts it", error)
        self.assertIn("(kind: result, outcome: done)", error)
        self.assertEqual(31 * 9, self.read(ignore_undeclared="true").count())

    def test_an_empty_text_is_a_partition_without_rows(self) -> None:
        self.service.pieces = texts
        rows = self.read("Column1 string, Column2 string", operation="Texts", range="2026-01-01..2026-01-04").collect()
        self.assertEqual([("Ann", "1"), ("Ann", "3"), ("Bob", "101"), ("Bob", "103")], sorted(tuple(row) for row in rows))
        self.assertEqual(4, len(self.service.requests))

    def test_an_operation_without_a_range_is_a_partition(self) -> None:
        parameters = '{"BeginDate": "2026-01-05T00:00:00", "EndDate": "2026-01-05T23:59:59"}'
        program = {} if PROGRAM is None else {"program": PROGRAM}
        reader = self.session.read.format("asmx").options(operation="Blocks", profile="shop", parameters=parameters, **program)
        self.assertEqual(9, reader.load(str(SHOP)).count())
        self.assertEqual(1, len(self.service.requests))


if __name__ == "__main__":
    unittest.main()
