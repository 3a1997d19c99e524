"""The platforms of the command, and their names for Rust, Python, .NET and npm."""

import dataclasses

import binary
import project


@dataclasses.dataclass(frozen=True)
class Platform:
    target: str
    format: binary.Format
    # The platform part of a wheel's tag; several are separated by dots.
    wheel_tag: str
    runtime_identifiers: tuple
    npm_os: str
    npm_cpu: str
    # Whether `release.yml` builds it. The others are for binaries of one's own, such as one with Kerberos.
    is_released: bool = True

    @property
    def program(self):
        return project.COMMAND + (".exe" if self.format.system == "Windows" else "")

    @property
    def npm_name(self):
        return f"{project.NAME}-{self.npm_os}-{self.npm_cpu}"


def _linux(machine, rust, dotnet):
    # A static program runs beside every C library. Alpine's .NET does not fall back to `linux-x64`.
    yield Platform(
        f"{rust}-unknown-linux-musl", binary.Format("Linux", machine, "static"), f"manylinux_2_17_{rust}.musllinux_1_2_{rust}",
        (f"linux-{dotnet}", f"linux-musl-{dotnet}"), "linux", dotnet)
    yield Platform(
        f"{rust}-unknown-linux-gnu", binary.Format("Linux", machine, "dynamic"), f"linux_{rust}",
        (f"linux-{dotnet}",), "linux", dotnet, is_released=False)


ALL = (
    *_linux("x86-64", "x86_64", "x64"),
    *_linux("arm64", "aarch64", "arm64"),
    Platform("x86_64-apple-darwin", binary.Format("macOS", "x86-64", "dynamic"), "macosx_10_12_x86_64", ("osx-x64",), "darwin", "x64"),
    Platform("aarch64-apple-darwin", binary.Format("macOS", "arm64", "dynamic"), "macosx_11_0_arm64", ("osx-arm64",), "darwin", "arm64"),
    Platform("x86_64-pc-windows-msvc", binary.Format("Windows", "x86-64", "dynamic"), "win_amd64", ("win-x64",), "win32", "x64"),
)
BY_TARGET = {platform.target: platform for platform in ALL}
RELEASED = [platform for platform in ALL if platform.is_released]
