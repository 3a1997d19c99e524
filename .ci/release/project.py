"""Names, version and documents of the packages. The name of all packages is that of `cli/pyproject.toml`."""

import pathlib
import re
import sys
import tomllib

import archives

ROOT = pathlib.Path(__file__).resolve().parents[2]
METADATA = tomllib.loads((ROOT / "cli/pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = METADATA["name"]
DESCRIPTION = METADATA["description"]
LICENSE = METADATA["license"]
# The name of the program.
COMMAND = "asmx"
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]
LICENSES = ["LICENSE-APACHE", "LICENSE-MIT"]


def text(path):
    """A file of the repository, with the same line ends on every system."""
    return (ROOT / path).read_bytes().replace(b"\r\n", b"\n")


def licenses():
    return {name: archives.Member(text(name)) for name in LICENSES}


def documents():
    """The files beside the program in every package: the page of the command, and the licences."""
    return {"README.md": archives.Member(text("cli/README.md")), **licenses()}


def python_package():
    """The files of the package of Python, whose name is that of the distribution."""
    folder = ROOT / "cli/python" / NAME.replace("-", "_")
    files = [*folder.glob("*.py"), folder / "py.typed"]
    return {f"{folder.name}/{file.name}": archives.Member(text(file)) for file in files}


def python_version():
    """The version as Python packages write it: `0.2.0-rc.1` is `0.2.0rc1`."""
    parts = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+))?", VERSION)
    if parts is None:
        sys.exit(f"packages: {VERSION} has no form in Python: use 1.2.3 or 1.2.3-rc.1 (alpha, beta, rc)")
    release, stage, number = parts.groups()
    return release + ({"alpha": "a", "beta": "b", "rc": "rc"}[stage] + number if stage else "")
