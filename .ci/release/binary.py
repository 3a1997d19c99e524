"""What a program is, by its header: ELF, Mach-O or PE."""

import dataclasses
import struct

MACHINES = {
    "Linux": {62: "x86-64", 183: "arm64"},
    "macOS": {0x0100_0007: "x86-64", 0x0100_000C: "arm64"},
    "Windows": {0x8664: "x86-64", 0xAA64: "arm64"},
}
PT_INTERP = 3


@dataclasses.dataclass(frozen=True)
class Format:
    system: str
    machine: str
    # `static` or `dynamic`: whether it runs without libraries of the machine.
    linkage: str

    def __str__(self):
        return f"a {self.linkage} program for {self.system} on {self.machine}"


def inspect(program):
    """The format of a program of 64 bits, and `None` for other bytes."""
    try:
        system, machine, linkage = _fields(program)
        return Format(system, MACHINES[system][machine], linkage)
    except (struct.error, KeyError, ValueError):
        return None


def _fields(program):
    # 64 bits, little endian.
    if program[:6] == b"\x7fELF\x02\x01":
        (machine,) = struct.unpack_from("<H", program, 18)
        (headers,) = struct.unpack_from("<Q", program, 32)
        size, count = struct.unpack_from("<HH", program, 54)
        kinds = {struct.unpack_from("<I", program, headers + size * index)[0] for index in range(count)}
        return "Linux", machine, "dynamic" if PT_INTERP in kinds else "static"
    if program[:4] == b"\xcf\xfa\xed\xfe":
        return "macOS", struct.unpack_from("<I", program, 4)[0], "dynamic"
    if program[:2] == b"MZ":
        (offset,) = struct.unpack_from("<I", program, 0x3C)
        signature, machine = struct.unpack_from("<4sH", program, offset)
        if signature == b"PE\0\0":
            return "Windows", machine, "dynamic"
    raise ValueError("no program")
