"""Parts of a range as loads of dlt."""

from __future__ import annotations

import datetime
import importlib.util
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any, Iterator
from unittest import mock

import asmx_cli

from .service import PROGRAM, SHOP, START, Case, blocks, ids, result, texts

HAS_DLT = all(importlib.util.find_spec(name) is not None for name in ("dlt", "duckdb", "pyarrow"))
FIRST, LAST = datetime.date(2026, 1, 1), datetime.date(2026, 1, 31)
JANUARY = asmx_cli.Range(FIRST, LAST)
CHILD = "import sys; from tests.test_dlt import JANUARY, load; load(sys.argv[1], JANUARY)"


def load(folder: str, days: asmx_cli.Range, operation: str = "Blocks", **options: Any) -> None:
    """Loads the blocks into a file of DuckDB."""
    import dlt

    import asmx_cli.dlt

    resource = asmx_cli.dlt.resource(str(SHOP), operation, days, profile="shop", program=PROGRAM, **options)
    destination = dlt.destinations.duckdb(f"{folder}/shop.duckdb")
    pipeline = dlt.pipeline("shop", pipelines_dir=f"{folder}/pipelines", destination=destination, dataset_name="lake")
    pipeline.run(resource)


@unittest.skipUnless(HAS_DLT, "dlt, duckdb or pyarrow is not installed")
class Dlt(Case):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # dlt looks for settings there, and reports its use to nobody.
        variables = {"DLT_PROJECT_DIR": self.folder, "DLT_DATA_DIR": self.folder, "RUNTIME__DLTHUB_TELEMETRY": "false"}
        started = mock.patch.dict(os.environ, variables)
        started.start()
        self.addCleanup(started.stop)
        self.service.pieces = blocks

    def rows(self, query: str = 'select id, "at", price, asmx_part from lake.blocks order by id') -> list[tuple[Any, ...]]:
        import duckdb

        with duckdb.connect(f"{self.folder}/shop.duckdb", read_only=True) as lake:
            return lake.sql(query).fetchall()

    def assert_once(self, first: datetime.date, last: datetime.date) -> None:
        self.assertEqual(ids(first, last), [row[0] for row in self.rows()])

    def test_a_run_loads_what_is_new_and_the_last_parts_again(self) -> None:
        load(self.folder, JANUARY._replace(last="2026-01-05"))
        self.assertEqual(5, len(self.service.requests))
        self.assert_once(FIRST, datetime.date(2026, 1, 5))
        number, at, price, part = self.rows()[9]
        self.assertEqual((START + datetime.timedelta(seconds=number), "400.25", datetime.date(2026, 1, 2)), (at, str(price), part))
        kinds = self.rows("select column_name, data_type from information_schema.columns where (table_schema, table_name) = ('lake', 'blocks') order by ordinal_position")
        self.assertEqual([("id", "BIGINT"), ("at", "TIMESTAMP"), ("price", "DECIMAL(38,2)"), ("asmx_part", "DATE")], kinds)
        load(self.folder, JANUARY._replace(last="2026-01-05"))
        self.assertEqual(5, len(self.service.requests))
        # A block of the fifth came late.
        self.service.pieces = lambda request: [piece.replace("<Id>345600<", "<Id>345601<") for piece in blocks(request)]
        load(self.folder, JANUARY._replace(last="2026-01-07"), again=3)
        self.assertEqual(8, len(self.service.requests))
        self.assertEqual([345601, 356400], [row[0] for row in self.rows() if 345600 <= row[0] <= 356400])
        self.assertEqual(7 * 9, len(self.rows()))

    def test_an_earlier_range_is_filled_in_and_a_part_without_rows_is_loaded(self) -> None:
        load(self.folder, JANUARY._replace(first="2026-01-05", last="2026-01-06"))
        self.service.pieces = lambda request: blocks(request) if "2026-01-03" not in request else [*blocks(request)][:1] + [[*blocks(request)][-1]]
        for _ in range(2):
            load(self.folder, JANUARY._replace(first="2026-01-03", last="2026-01-06"))
        self.assertEqual(4, len(self.service.requests))
        self.assert_once(datetime.date(2026, 1, 4), datetime.date(2026, 1, 6))

    def test_parts_of_another_plan_are_refused(self) -> None:
        load(self.folder, JANUARY._replace(first="2026-01-05", last="2026-01-18", each="week"))
        for days, options in (
            (JANUARY._replace(last="2026-01-07"), {}),
            (JANUARY._replace(first="2026-01-05", last="2026-01-18", each="week", end="exclusive"), {}),
            (JANUARY._replace(first="2026-01-05", last="2026-01-18", each="week"), {"parameters": {"Customer": "Ann"}}),
            # Also where all parts are new.
            (JANUARY._replace(first="2026-01-19", last="2026-01-25", each="week", end="exclusive"), {}),
            (JANUARY._replace(first="2026-01-19", last="2026-01-25", each="week"), {"parameters": {"Customer": "Ann"}}),
            (JANUARY._replace(first="2026-01-19", last="2026-01-25", each="week"), {"rows": asmx_cli.Rows(forms={"Price": 2})}),
        ):
            with self.assertRaisesRegex(Exception, "parts of another plan"):
                load(self.folder, days, **options)
        self.assertEqual(2, len(self.service.requests))

    def test_an_interrupted_run_is_run_again(self) -> None:
        source, killed = random.Random(46), 0
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(pathlib.Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])}
        # In the middle of a part, and while the rows are written into the file.
        for place, wait in ((3, 0.0), (20, 0.0), *((31, source.uniform(0.0, 0.4)) for _ in range(5)), (99, 0.0)):
            self.service.requests.clear()
            child = subprocess.Popen([sys.executable, "-c", CHILD, self.folder], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

            def pieces(request: str) -> Iterator[str]:
                for number, piece in enumerate(blocks(request)):
                    if number == 5 and place < 31 and len(self.service.requests) == place:
                        child.send_signal(signal.SIGKILL)
                    yield piece

            self.service.pieces = pieces
            while child.poll() is None:
                time.sleep(0.01)
                if place == 31 and len(self.service.requests) == 31:
                    time.sleep(wait)
                    child.send_signal(signal.SIGKILL)
            killed += child.returncode != 0
        self.assertEqual(0, child.returncode)
        self.assertGreater(killed, 2)
        self.assert_once(FIRST, LAST)

    def test_runs_with_a_limit_load_a_range_one_after_the_other(self) -> None:
        import dlt

        import asmx_cli.dlt

        for days in (3, 6, 8):
            resource = asmx_cli.dlt.resource(str(SHOP), "Blocks", JANUARY._replace(last="2026-01-08"), profile="shop", program=PROGRAM)
            destination = dlt.destinations.duckdb(f"{self.folder}/shop.duckdb")
            pipeline = dlt.pipeline("shop", pipelines_dir=f"{self.folder}/pipelines", destination=destination, dataset_name="lake")
            pipeline.run(resource.add_limit(3))
            # Whole parts.
            self.assert_once(FIRST, datetime.date(2026, 1, days))
            self.assertEqual(days, len(self.service.requests))

    def test_a_part_that_is_not_over_is_loaded_again_and_one_to_come_is_not(self) -> None:
        day = datetime.timedelta(days=1)
        today = datetime.date.today()
        days = asmx_cli.Range(today - day, today + day)
        load(self.folder, days)
        self.assertEqual(2, len(self.service.requests))
        load(self.folder, days)
        self.assertEqual(3, len(self.service.requests))
        self.assert_once(today - day, today)

    def test_a_destination_that_only_appends_is_refused(self) -> None:
        import dlt

        import asmx_cli.dlt

        resource = asmx_cli.dlt.resource(str(SHOP), "Blocks", JANUARY, profile="shop", program=PROGRAM)
        destination = dlt.destinations.filesystem(bucket_url=f"file://{self.folder}/lake")
        pipeline = dlt.pipeline("files", pipelines_dir=f"{self.folder}/pipelines", destination=destination, dataset_name="lake")
        with self.assertRaisesRegex(Exception, "the destination replaces no rows"):
            pipeline.run(resource)
        self.assertEqual([], self.service.requests)

    def test_a_part_that_may_lack_records_is_not_loaded(self) -> None:
        with self.assertRaisesRegex(Exception, "9 records came, and the operation returns 9 at most"):
            load(self.folder, JANUARY._replace(last="2026-01-02"), limit=9)
        load(self.folder, JANUARY._replace(last="2026-01-02"), limit=10)
        self.assert_once(FIRST, datetime.date(2026, 1, 2))

    def test_content_that_nothing_declares_is_an_error_unless_it_is_accepted(self) -> None:
        self.service.pieces = lambda request: blocks(request, "<New>7</New>")
        with self.assertRaisesRegex(Exception, r"nothing declares: `New`; ignore-undeclared accepts it \(kind: result, outcome: done\)") as raised:
            load(self.folder, JANUARY._replace(last="2026-01-02"))
        error: BaseException | None = raised.exception
        while not isinstance(error, asmx_cli.CallError):
            assert error is not None, "no cause is a CallError"
            error = error.__cause__
        self.assert_error("result", "done", error)
        load(self.folder, JANUARY._replace(last="2026-01-02"), ignore_undeclared=True)
        self.assert_once(FIRST, datetime.date(2026, 1, 2))

    def test_an_empty_text_is_a_part_without_rows(self) -> None:
        self.service.pieces = texts
        # The first part, a later one, and the last one are empty.
        load(self.folder, JANUARY._replace(first="2026-01-02", last="2026-01-06"), "Texts")
        rows = self.rows("select column1, column2, asmx_part from lake.texts order by column2")
        days = [datetime.date(2026, 1, day) for day in (3, 5)]
        self.assertEqual([("Ann", "3", days[0]), ("Ann", "5", days[1])], [row for row in rows if row[0] == "Ann"])
        self.assertEqual(4, len(rows))
        load(self.folder, JANUARY._replace(first="2026-01-02", last="2026-01-06"), "Texts")
        self.assertEqual(5, len(self.service.requests))

    def test_only_reads_are_loaded(self) -> None:
        import asmx_cli.dlt

        self.service.pieces = [result("AddOrder", "1")]
        resource = asmx_cli.dlt.resource(str(SHOP), "AddOrder", JANUARY, profile="shop", program=PROGRAM)
        with self.assertRaisesRegex(Exception, "AddOrder"):
            list(resource)
        self.assertEqual([], self.service.requests)


if __name__ == "__main__":
    unittest.main()
