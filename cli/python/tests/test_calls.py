"""Calls, their values and their errors."""

from __future__ import annotations

import datetime
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import uuid
from decimal import Decimal

import asmx_cli
from asmx_cli._values import from_json, to_json

from .service import PASSWORD, PROGRAM, Case, fault, result

ORDERS = "<Order><Id>7</Id><Price>79228162514264337593543950335</Price><Weight>0.1</Weight></Order>"


class Values(unittest.TestCase):
    def test_parameters_keep_their_digits(self) -> None:
        values = {
            "Price": Decimal("12.50"),
            "Tiny": Decimal("1e-10"),
            "Day": datetime.date(2026, 3, 1),
            "Time": datetime.datetime(2026, 3, 1, 12, 30, 0, 5),
            "Scan": b"\x00\xff",
            "Id": uuid.UUID(int=7),
            "None": None,
            "Items": ({"Name": "é"},),
        }
        expected = (
            '{"Price": "12.50", "Tiny": "0.0000000001", "Day": "2026-03-01", "Time": "2026-03-01T12:30:00.000005", "Scan": "AP8=", '
            '"Id": "00000000-0000-0000-0000-000000000007", "None": null, "Items": [{"Name": "é"}]}'
        )
        self.assertEqual(expected, to_json(values).decode())

    def test_unknown_types_are_refused(self) -> None:
        for value in (object(), {1}, datetime.timedelta(1), Decimal("NaN")):
            self.assertRaises(TypeError, to_json, {"A": value})
        self.assertRaises(ValueError, to_json, {"A": float("inf")})

    def test_numbers_that_a_float_would_round_are_decimals(self) -> None:
        values = from_json(b"[1, 123456789012345678901, 0.1, 12.50, 0.12345678901234567890, 1e400]")
        expected = [1, 123456789012345678901, 0.1, 12.5, Decimal("0.12345678901234567890"), Decimal("1e400")]
        self.assertEqual(expected, values)
        self.assertEqual([int, int, float, float, Decimal, Decimal], [type(value) for value in values])


class Calls(Case):
    def test_a_call_returns_plain_values(self) -> None:
        self.service.pieces = [result("FindOrders", ORDERS)]
        orders = self.open().call("FindOrders", text="nails", customer_id=5, LEAST=Decimal("0.1234567890123456789"))
        expected = {"FindOrdersResult": [{"Id": 7, "Price": "79228162514264337593543950335", "Weight": 0.1}]}
        self.assertEqual(expected, orders)
        request = self.service.requests[0]
        for part in ("<Text>nails</Text>", "<CustomerID>5</CustomerID>", "<Least>0.1234567890123456789</Least>"):
            self.assertIn(part, request)
        self.assert_ended()

    def test_a_mapping_has_the_names_of_the_document(self) -> None:
        self.service.pieces = [result("FindOrders", "")]
        self.open().call("FindOrders", {"Text": "nails"}, customer_id=5)
        self.assertIn("<CustomerID>5</CustomerID>", self.service.requests[0])

    def test_a_keyword_that_may_be_two_parameters_is_refused(self) -> None:
        self.service.pieces = [result("Twins", "1")]
        service = self.open()
        self.assertEqual({"TwinsResult": 1}, service.call("Twins", a_b=1, ab=2))
        with self.assertRaisesRegex(TypeError, "AB may be a_b or ab"):
            service.call("Twins", AB=1)
        with self.assertRaisesRegex(TypeError, "Text is there twice"):
            service.call("FindOrders", {"Text": "a"}, text="b")
        self.assertEqual(1, len(self.service.requests))

    def test_secrets_and_parameters_are_in_no_argument_and_no_message(self) -> None:
        self.service.status, self.service.pieces = 500, [fault(f"wrong password {PASSWORD}")]
        service = self.open()
        with self.assertRaises(asmx_cli.CallError) as raised:
            service.call("FindOrders", text="a private text")
        self.assertIn(PASSWORD, self.service.requests[0])
        arguments = [str(argument) for child in self.children for argument in child.args]  # type: ignore[union-attr]
        seen = [*arguments, repr(service), str(raised.exception), repr(raised.exception)]
        self.assertFalse([text for text in seen if PASSWORD in text or "a private text" in text])
        with self.assertRaises(asmx_cli.CallError) as raised:
            service.call("FindOrders", text="nails", password="a private text")
        self.assert_error("request", "not sent", raised.exception)
        self.assertNotIn("a private text", repr(raised.exception))
        with self.assertRaisesRegex(ValueError, "put them into a profile"):
            asmx_cli.open("https://ann:secret@shop.example/shop.asmx")

    def test_what_a_command_of_the_profile_writes_is_for_the_terminal_only(self) -> None:
        profiles = pathlib.Path(os.environ["ASMX_PROFILES"])
        days = asmx_cli.Range("2026-01-05", "2026-01-05", end="inclusive", resolution="1s")
        for ending, why in (("exit 3", "`password`: its command failed (exit status: 3)"), (f"echo {PASSWORD}", "Nope")):
            profiles.write_text(f"[shop]\nbase-url = '{self.service.address}'\npassword = {{ command = 'echo a private text >&2; {ending}' }}\n")
            for call in (lambda: self.open().call("FindOrders", {"Nope": 1}), lambda: self.open().plan("Report", days, {"Nope": 1})):
                with tempfile.TemporaryFile() as terminal, self.assertNoLogs("asmx_cli"):
                    before = os.dup(2)
                    os.dup2(terminal.fileno(), 2)
                    try:
                        with self.assertRaises(asmx_cli.CallError) as raised:
                            call()
                    finally:
                        os.dup2(before, 2)
                        os.close(before)
                    terminal.seek(0)
                    self.assertIn(b"a private text", terminal.read())
                self.assertIn(why, str(raised.exception))
                self.assertNotIn("a private text", repr(raised.exception))
        self.assertEqual([], self.service.requests)

    def test_a_kept_process_serves_many_calls(self) -> None:
        self.service.pieces = [result("FindOrders", "")]
        with self.open(keep=True) as service:
            for _ in range(3):
                service.call("FindOrders", text="nails")
            self.assertEqual(1, len(self.children))
            self.children[0].kill()
            self.children[0].wait()
            service.call("FindOrders", text="nails")
        self.assert_ended(2)
        with self.assertRaises(asmx_cli.CallError) as raised:
            service.call("FindOrders", text="nails")
        self.assertEqual(("connection", "not sent"), (raised.exception.kind, raised.exception.outcome))


class Errors(Case):
    def error(self, operation: str, **parameters: object) -> asmx_cli.CallError:
        with self.assertRaises(asmx_cli.CallError) as raised:
            self.open().call(operation, **parameters)
        self.assert_ended()
        return raised.exception

    def test_a_fault_has_its_parts(self) -> None:
        self.service.status, self.service.pieces = 500, [fault("sold out")]
        error = self.error("AddOrder", order={"Id": 1, "Price": 1, "Weight": 1})
        self.assert_error("fault", "refused", error)
        self.assertEqual(asmx_cli.Fault("Server", "sold out", detail="<why>stock</why>"), error.fault)
        self.assertEqual((500, "AddOrder", "AddOrder: sold out (kind: fault, outcome: refused)"), (error.problem["service-status"], error.operation, str(error)))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual(error.__dict__, again.__dict__)

    def test_a_request_that_does_not_fit_is_not_sent(self) -> None:
        error = self.error("FindOrders", text="nails", customer_id="x", nope=1)
        self.assert_error("request", "not sent", error)
        self.assertEqual({"CustomerID", "nope"}, {misfit["place"] for misfit in error.problem["errors"]})
        self.assertEqual([], self.service.requests)

    def test_an_unknown_operation_is_not_sent(self) -> None:
        self.assert_error("request", "not sent", self.error("Nope"))

    def test_a_service_that_nobody_reaches_is_not_called(self) -> None:
        self.service.close()
        self.assert_error("connection", "not sent", self.error("AddOrder", order={"Id": 1, "Price": 1, "Weight": 1}))

    def test_the_outcome_of_a_write_without_a_response_is_unknown(self) -> None:
        self.service.breaks_off = True
        self.assert_error("response", "unknown", self.error("AddOrder", order={"Id": 1, "Price": 1, "Weight": 1}))
        self.assertEqual(1, len(self.service.requests))

    def test_an_error_status_is_a_refusal(self) -> None:
        self.service.status, self.service.pieces = 403, ["no"]
        error = self.error("AddOrder", order={"Id": 1, "Price": 1, "Weight": 1})
        self.assert_error("refused", "refused", error)
        self.assertEqual(403, error.problem["service-status"])

    def test_a_document_that_cannot_be_read_is_a_setting(self) -> None:
        for document, program in (("missing.xml", PROGRAM), ("missing.xml", "/missing/asmx")):
            with self.assertRaisesRegex(asmx_cli.CallError, "No such file|cannot be started") as raised:
                asmx_cli.open(document, program=program).call("FindOrders")
            self.assert_error("settings", "not sent", raised.exception)

    def test_a_process_that_is_killed_leaves_the_outcome_unknown(self) -> None:
        def kill() -> None:
            self.service.arrived.wait(30)
            self.children[-1].kill()

        self.service.waits = True
        for keep in (False, True):
            service = self.open(keep)
            # Its outcome is not that of the next call.
            with self.assertRaises(asmx_cli.CallError):
                service.call("AddOrder", order={"Id": "x"})
            self.service.arrived.clear()
            threading.Thread(target=kill).start()
            with self.assertRaises(asmx_cli.CallError) as raised:
                service.call("AddOrder", order={"Id": 1, "Price": 1, "Weight": 1})
            self.assert_error("response", "unknown", raised.exception)
        self.assertEqual(2, len(self.service.requests))


class Imports(unittest.TestCase):
    def test_nothing_is_imported_before_it_is_needed(self) -> None:
        code = "import sys, asmx_cli; asmx_cli.open('shop.xml'); print([m for m in ('pyarrow', 'http.client', 'asyncio') if m in sys.modules])"
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual("[]", told.stdout.strip())


if __name__ == "__main__":
    unittest.main()
