"""Calls that are interrupted, and calls for `await`."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

import asmx_cli.aio

from .service import PROGRAM, SHOP, Case, fault, report, result
from .test_rows import DAYS

HAS_PYARROW = importlib.util.find_spec("pyarrow") is not None


class Interrupts(Case):
    @unittest.skipIf(os.name == "nt", "a process of Windows cannot interrupt itself")
    def test_an_interrupt_ends_the_command(self) -> None:
        self.service.waits = True

        def interrupt() -> None:
            self.service.arrived.wait(30)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt).start()
        with self.assertRaises(KeyboardInterrupt):
            self.open().call("FindOrders", text="nails")
        self.assert_ended()


    def test_a_program_that_is_killed_takes_its_command_with_it(self) -> None:
        code = "import sys, asmx_cli; service = asmx_cli.open(sys.argv[1], profile='shop', program=sys.argv[2] or None, keep=True); "
        code += "service.record_limit('Blocks'); print(service._kept._child.pid, flush=True); service.call('FindOrders', text='nails')"
        folder = pathlib.Path(asmx_cli.__file__).parents[1]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        self.service.waits = True
        child = subprocess.Popen([sys.executable, "-c", code, str(SHOP), PROGRAM or ""], env=environment, stdout=subprocess.PIPE, text=True)
        assert child.stdout
        command = int(child.stdout.readline())
        self.assertTrue(self.service.arrived.wait(60))
        self.assertTrue(runs(command))
        child.kill()
        child.wait()
        child.stdout.close()
        for _ in range(300):
            if not runs(command):
                break
            time.sleep(0.1)
        self.assertFalse(runs(command))


def runs(process: int) -> bool:
    """Whether a process runs. One that has ended, and that nobody waits for, does not."""
    if os.name == "nt":
        listed = subprocess.run(["tasklist", "/FI", f"PID eq {process}"], capture_output=True, text=True, check=True).stdout
        return str(process) in listed
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    return state != "" and not state.startswith("Z")


class Awaited(Case, unittest.IsolatedAsyncioTestCase):
    def open_async(self, keep: bool = False) -> asmx_cli.aio.Service:
        service = asmx_cli.aio.open(SHOP, profile="shop", program=PROGRAM, keep=keep)
        self.addAsyncCleanup(service.close)
        return service

    async def test_calls_are_awaited_at_the_same_time(self) -> None:
        self.service.pieces = [result("FindOrders", "")]
        async with self.open_async(keep=True) as service:
            results = await asyncio.gather(*(service.call("FindOrders", text="nails") for _ in range(8)))
        self.assertEqual([{"FindOrdersResult": []}] * 8, results)
        self.assertEqual(8, len(self.service.requests))
        self.assert_ended()

    async def test_errors_are_those_of_other_calls(self) -> None:
        self.service.status, self.service.pieces = 500, [fault("sold out")]
        with self.assertRaises(asmx_cli.CallError) as raised:
            await self.open_async().call("FindOrders", text="nails")
        self.assertEqual("fault", raised.exception.kind)
        self.assert_ended()

    async def test_a_cancelled_call_ends_the_command(self) -> None:
        self.service.waits = True
        call = asyncio.create_task(self.open_async().call("FindOrders", text="nails"))
        await asyncio.to_thread(self.service.arrived.wait, 30)
        call.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await call
        self.assert_ended()

    async def test_a_call_that_is_cancelled_while_the_command_starts_ends_it(self) -> None:
        self.service.waits = True
        for milliseconds in range(30):
            call = asyncio.create_task(self.open_async().call("FindOrders", text="nails"))
            await asyncio.sleep(milliseconds / 1000)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
        self.assertTrue(all(child.returncode is not None for child in self.children))

    async def test_a_cancelled_call_leaves_a_kept_process_to_others(self) -> None:
        service = self.open_async(keep=True)
        self.service.waits = True
        call = asyncio.create_task(service.call("FindOrders", text="nails"))
        await asyncio.to_thread(self.service.arrived.wait, 30)
        call.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await call
        self.service.waits, self.service.pieces = False, [result("FindOrders", "")]
        self.assertEqual({"FindOrdersResult": []}, await service.call("FindOrders", text="nails"))
        self.assertEqual(1, len(self.children))

    @unittest.skipUnless(HAS_PYARROW, "pyarrow is not installed")
    async def test_tables_and_streams_are_awaited(self) -> None:
        service = self.open_async()
        self.service.pieces = [*report(20_000)]
        self.assertEqual(20_000, (await service.table("Report", **DAYS)).num_rows)
        rows = [batch.num_rows async for batch in service.stream("Report", **DAYS)]
        self.assertEqual(20_000, sum(rows))
        self.assert_ended(2)

    @unittest.skipUnless(HAS_PYARROW, "pyarrow is not installed")
    async def test_leaving_a_stream_ends_the_call(self) -> None:
        self.service.pieces = report(2_000_000)
        async with contextlib.aclosing(self.open_async().stream("Report", **DAYS)) as stream:
            async for _ in stream:
                break
        self.assert_ended()

    async def test_plans_are_awaited(self) -> None:
        days = asmx_cli.Range("2026-01-05", "2026-01-18", "week", "inclusive", "1s")
        self.assertEqual(2, len(await self.open_async().plan("Report", days)))


if __name__ == "__main__":
    unittest.main()
