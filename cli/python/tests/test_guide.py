"""The programs of the guide, each page as one program. They run in a checkout."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import Iterator

import asmx_cli

from .service import PROGRAM, Case, blocks, report, result

ROOT = pathlib.Path(__file__).parents[3]
GUIDE = ROOT / "docs/guide"


def respond(request: str) -> Iterator[str]:
    """The shop of the page about Python."""
    operation = re.findall(r"<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)", request)[0]
    order = "<Item>nails</Item><Count>100</Count>"
    content = {"FindOrders": f"<Order>{order}</Order>", "GetOrder": order, "AddOrder": "7"}.get(operation)
    return iter([result(operation, content)]) if content else report(5)


@unittest.skipUnless(GUIDE.is_dir(), "the guide is not here")
class Pages(Case):
    def run_page(self, page: str, spec: pathlib.Path, name: str, *modules: str) -> pathlib.Path:
        """Runs the programs of a page in a folder with the spec, and with the command in the path."""
        missing = [module for module in modules if importlib.util.find_spec(module) is None]
        if missing:
            self.skipTest(f"{page}: {', '.join(missing)} is not installed")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        shutil.copy(spec, f"{folder.name}/{name}")
        environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(asmx_cli.__file__).parents[1]), "RUNTIME__DLTHUB_TELEMETRY": "false"}
        # These services take no password.
        profiles = pathlib.Path(folder.name, "profiles.toml")
        profiles.write_text(f'[shop]\nbase-url = "{self.service.address}"\n')
        profiles.chmod(0o600)
        environment |= {"ASMX_PROFILES": str(profiles), "DLT_DATA_DIR": folder.name, "PYSPARK_PYTHON": sys.executable}
        if PROGRAM is not None:
            environment["PATH"] = os.path.dirname(PROGRAM) + os.pathsep + environment["PATH"]
        program = "\n".join(re.findall(r"^```python\n(.*?)^```", (GUIDE / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE))
        ended = subprocess.run([sys.executable, "-c", program], cwd=folder.name, env=environment, capture_output=True, text=True)
        self.assertEqual(0, ended.returncode, ended.stderr)
        self.printed = ended.stdout.split("\n")
        return pathlib.Path(folder.name)

    def test_the_page_about_python(self) -> None:
        self.service.pieces = respond
        self.run_page("python.md", pathlib.Path(__file__).with_name("guide.xml"), "shop.xml", "pyarrow", "polars")
        self.assertIn("2026-01-12 1", self.printed)

    @unittest.skipIf(shutil.which("java") is None, "Java is not installed")
    def test_the_page_about_lakes(self) -> None:
        self.service.pieces = orders
        folder = self.run_page("lake.md", ROOT / "cli/tests/guide/reports.xml", "reports.xml", "pyspark", "dlt", "duckdb", "pyarrow", "polars")
        # All rows of January, and those of a week.
        self.assertEqual([str(31 * 9), str(7 * 9)], [line for line in self.printed if line.isdigit()])
        self.assertTrue((folder / "shop.duckdb").is_file())


def orders(request: str) -> Iterator[str]:
    """The orders of the page about lakes: the blocks, by other names."""
    names = (("BlocksRes", "FindOrdersRes"), ("Blocks", "Orders"), ("<At>", "<Sent>"), ("</At>", "</Sent>"), ('"At"', '"Sent"'))
    for piece in blocks(request):
        for name, other in names:
            piece = piece.replace(name, other)
        yield piece


if __name__ == "__main__":
    unittest.main()
