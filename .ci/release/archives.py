"""Archives whose bytes follow from their contents: names are sorted, owners are 0, and all times are equal."""

import dataclasses
import gzip
import io
import os
import tarfile
import time
import zipfile

# 1980-01-01, the first day of zip files.
FIRST_TIME = 315_532_800
# A zip counts in two seconds.
TIME = max(int(os.environ.get("SOURCE_DATE_EPOCH", FIRST_TIME)), FIRST_TIME) // 2 * 2

# Of zlib. 9 compresses most.
level = 9


@dataclasses.dataclass(frozen=True)
class Member:
    content: bytes
    is_executable: bool = False

    @property
    def mode(self):
        return 0o755 if self.is_executable else 0o644


def write_bytes(path, content):
    """Writes a file, which has its name only when it is complete."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)


def write_tar_gz(path, members):
    packed = io.BytesIO()
    # Names and times of gzip's own are left out.
    with gzip.GzipFile(filename="", mode="wb", compresslevel=level, fileobj=packed, mtime=0) as stream:
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, member in sorted(members.items()):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = len(member.content), member.mode, TIME
                archive.addfile(entry, io.BytesIO(member.content))
    write_bytes(path, packed.getvalue())


def write_zip(path, members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, member in sorted(members.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(TIME)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            # Unix, so that the mode counts, whatever system writes it.
            entry.create_system = 3
            entry.external_attr = (0o100000 | member.mode) << 16
            archive.writestr(entry, member.content, compresslevel=level)
    write_bytes(path, packed.getvalue())
