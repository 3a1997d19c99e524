"""Tables, streams and plans."""

from __future__ import annotations

import datetime
import importlib.util
import unittest
from decimal import Decimal
from typing import Any

import asmx_cli

from .service import Case, blocks, fault, report, result, texts

HAS_PYARROW = importlib.util.find_spec("pyarrow") is not None
DAYS: dict[str, Any] = {"begin_date": datetime.datetime(2026, 3, 1), "end_date": datetime.datetime(2026, 3, 2)}


@unittest.skipUnless(HAS_PYARROW, "pyarrow is not installed")
class Rows(Case):
    def test_a_table_has_the_types_of_the_document(self) -> None:
        import pyarrow

        self.service.pieces = [*report(2)]
        table = self.open().table("Report", **DAYS)
        self.assertEqual([pyarrow.int64(), pyarrow.decimal128(38, 9)], table.schema.types)
        self.assertEqual([{"Id": 0, "Price": Decimal("12.5")}, {"Id": 1, "Price": Decimal("12.5")}], table.to_pylist())
        self.assertIn("<BeginDate>2026-03-01T00:00:00</BeginDate>", self.service.requests[0])
        self.assert_ended()

    def test_options_choose_rows_and_forms(self) -> None:
        self.service.pieces = [*report(1)]
        service = self.open()
        table = service.table("Report", DAYS_BY_NAME, rows_=asmx_cli.Rows("Orders", forms={"Price": 2, "Id": "text"}))
        self.assertEqual(["string", "decimal128(38, 2)"], [str(kind) for kind in table.schema.types])
        with self.assertRaises(asmx_cli.CallError) as raised:
            service.table("Report", DAYS_BY_NAME, rows_=asmx_cli.Rows("Nope"))
        self.assertEqual(("result", "done"), (raised.exception.kind, raised.exception.outcome))

    def test_notes_are_logged(self) -> None:
        pieces = [piece.replace("<Price>", "<New>7</New><Price>") for piece in report(2)]
        self.service.pieces = pieces
        with self.assertLogs("asmx_cli", "WARNING") as logged:
            table = self.open().table("Report", **DAYS)
        self.assertEqual(["Id", "Price"], table.column_names)
        self.assertIn("New", "".join(logged.output))

    def test_what_comes_to_light_behind_the_first_rows_is_logged(self) -> None:
        rows = [*report(20_000)]
        rows[-2] = rows[-2].replace("<Price>", "<New>7</New><Price>")
        self.service.pieces = rows
        with self.assertLogs("asmx_cli", "WARNING") as logged:
            self.assertEqual(20_000, self.open().table("Report", **DAYS).num_rows)
        self.assertIn("New", "".join(logged.output))

    def test_a_fault_before_the_first_row_has_its_parts(self) -> None:
        self.service.status, self.service.pieces = 500, [fault("sold out")]
        with self.assertRaises(asmx_cli.CallError) as raised:
            self.open().table("Report", **DAYS)
        self.assertEqual(("fault", "refused"), (raised.exception.kind, raised.exception.outcome))
        self.assertIsNotNone(raised.exception.fault)
        self.assert_ended()

    def test_a_stream_needs_the_memory_of_a_batch(self) -> None:
        import pyarrow

        self.service.pieces = report(300_000)
        rows = most = 0
        with self.open().stream("Report", **DAYS) as stream:
            for batch in stream:
                rows += batch.num_rows
                most = max(most, pyarrow.total_allocated_bytes())
        self.assertEqual(300_000, rows)
        self.assertLess(most, 4_000_000)
        self.assert_ended()

    def test_a_stream_is_what_other_libraries_take(self) -> None:
        import pyarrow

        self.service.pieces = report(20_000)
        with self.open().stream("Report", **DAYS) as stream:
            self.assertEqual(20_000, pyarrow.table(stream).num_rows)
        self.assert_ended()

    def test_leaving_a_stream_ends_the_call(self) -> None:
        self.service.pieces = report(2_000_000)
        with self.open().stream("Report", **DAYS) as stream:
            next(stream)
        self.assert_ended()
        self.assertTrue(self.service.left.wait(30))
        self.assertRaises(StopIteration, next, stream)

    def test_a_stream_that_nobody_holds_ends(self) -> None:
        self.service.pieces = report(2_000_000)
        self.open().stream("Report", **DAYS)
        import gc

        gc.collect()
        self.assert_ended()

    def test_a_stream_that_breaks_off_is_an_error(self) -> None:
        import pyarrow

        self.service.pieces, self.service.breaks_off = [*report(20_000)][:-2], True
        for keep in (False, True):
            service = self.open(keep)
            with self.assertRaises(asmx_cli.CallError) as raised, service.stream("Report", **DAYS) as stream:
                for _ in stream:
                    pass
            self.assertRaisesRegex(pyarrow.ArrowInvalid, "Report: the response broke off", pyarrow.table, service.stream("Report", **DAYS))
            self.assertEqual(("response", "unknown", "Report"), (raised.exception.kind, raised.exception.outcome, raised.exception.operation))
            self.assertRegex(str(raised.exception), "the response broke off: .*connection")

    def test_a_value_that_does_not_fit_its_column_is_an_error(self) -> None:
        for keep in (False, True):
            self.service.pieces = report(20_000, "0.12345678901234567890")
            with self.assertRaises(asmx_cli.CallError) as raised:
                self.open(keep).table("Report", **DAYS)
            self.assertEqual(("result", "done"), (raised.exception.kind, raised.exception.outcome))
            self.assertIn("Price", str(raised.exception))
            self.assertNotIn("status", str(raised.exception))

    def test_a_process_that_ends_under_a_stream_leaves_the_outcome_unknown(self) -> None:
        self.service.pieces, self.service.breaks_off = [*report(20_000)][:-1], True
        with self.open(keep=True) as service, self.assertRaises(asmx_cli.CallError) as first, service.stream("Report", **DAYS) as stream:
            for _ in stream:
                self.children[0].kill()
        self.assertEqual(("response", "unknown"), (first.exception.kind, first.exception.outcome))

    def test_an_empty_text_is_a_table_without_rows(self) -> None:
        self.service.pieces = texts
        with self.assertLogs("asmx_cli", "WARNING") as logged:
            empty = self.open().table("Texts", {"BeginDate": "2026-03-02T00:00:00", "EndDate": "2026-03-02T23:59:59"})
        self.assertEqual(([], 0), (empty.column_names, empty.num_rows))
        self.assertIn("the response has no table", "".join(logged.output))
        self.assert_ended()
        names = self.open().table("Texts", {"BeginDate": "2026-03-03T00:00:00", "EndDate": "2026-03-03T23:59:59"})
        self.assertEqual([{"Column1": "Ann", "Column2": "3"}, {"Column1": "Bob", "Column2": "103"}], names.to_pylist())

    def test_columns_are_known_before_a_call(self) -> None:
        import pyarrow

        service = self.open()
        schema = service.schema("Blocks")
        self.assertEqual([("Id", pyarrow.int64()), ("At", pyarrow.timestamp("us")), ("Price", pyarrow.decimal128(38, 2))], [*zip(schema.names, schema.types)])
        chosen = service.schema("Blocks", rows_=asmx_cli.Rows("Blocks", forms={"Price": 4, "Id": "text"}))
        self.assertEqual([pyarrow.string(), pyarrow.timestamp("us"), pyarrow.decimal128(38, 4)], chosen.types)
        self.assertEqual(["Id", "Price", "Weight"], service.schema("FindOrders").names)
        self.assertEqual((100_000, None), (service.record_limit("Blocks"), service.record_limit("Report")))
        with self.assertRaisesRegex(asmx_cli.CallError, "nothing declares the columns of Report") as raised:
            service.schema("Report")
        self.assert_error("request", "not sent", raised.exception)
        self.assertEqual([], self.service.requests)
        self.service.pieces = blocks
        self.assertEqual(schema, service.table("Blocks", DAYS_BY_NAME).schema)


DAYS_BY_NAME = {"BeginDate": "2026-03-01T00:00:00", "EndDate": "2026-03-02T00:00:00"}


class Plans(Case):
    def test_a_range_is_split_and_nothing_is_called(self) -> None:
        days = asmx_cli.Range(datetime.date(2026, 1, 5), "2026-01-18", "week", "inclusive", "1s")
        parts = self.open().plan("Report", days, customer="Ann")
        self.assertEqual([datetime.date(2026, 1, 5), datetime.date(2026, 1, 12)], [part.first for part in parts])
        expected = {"BeginDate": "2026-01-12T00:00:00", "EndDate": "2026-01-18T23:59:59", "Customer": "Ann"}
        self.assertEqual((datetime.date(2026, 1, 18), expected), (parts[1].last, parts[1].parameters))
        self.assertEqual([], self.service.requests)

    def test_the_parameters_of_a_part_are_those_of_its_call(self) -> None:
        self.service.pieces = [result("Report", "")]
        part = self.open().plan("Report", asmx_cli.Range("2026-01-05", "2026-01-05", "day", "exclusive", "1d"))[0]
        self.open().call("Report", part.parameters)
        self.assertIn("<EndDate>2026-01-06T00:00:00</EndDate>", self.service.requests[0])

    def test_a_wrong_plan_is_an_error(self) -> None:
        days = asmx_cli.Range("2026-01-05", "2026-01-18", "week", "inclusive", "1s")
        for operation, range_, parameters in (
            ("Report", days, {"Nope": 1}),
            ("Report", days._replace(first="2026-02-01"), {}),
            ("Report", days._replace(end=None), {}),
            ("AddOrder", days, {}),
        ):
            with self.subTest(operation), self.assertRaises(asmx_cli.CallError) as raised:
                self.open().plan(operation, range_, parameters)
            self.assertEqual(("request", "not sent"), (raised.exception.kind, raised.exception.outcome))


if __name__ == "__main__":
    unittest.main()
