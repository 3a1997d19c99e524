"""The command as a wheel, whose script is the program, and whose package calls it: `pip install`, `uv tool install`."""

import base64
import csv
import hashlib
import io

import archives
import project


def _metadata():
    lines = ["Metadata-Version: 2.4", f"Name: {project.NAME}", f"Version: {project.python_version()}", f"Summary: {project.DESCRIPTION}"]
    lines += [f"License-Expression: {project.LICENSE}"]
    lines += [f"License-File: {name}" for name in project.LICENSES]
    lines += [f"Classifier: {name}" for name in project.METADATA["classifiers"]]
    lines += [f"Requires-Python: {project.METADATA['requires-python']}"]
    for extra, requirements in project.METADATA["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"]
        lines += [f'Requires-Dist: {requirement} ; extra == "{extra}"' for requirement in requirements]
    lines += ["Description-Content-Type: text/markdown; charset=UTF-8"]
    return "\n".join(lines).encode() + b"\n\n" + project.text("cli/README.md")


def _record(name, members):
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    for path, member in sorted(members.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(member.content).digest()).rstrip(b"=").decode()
        writer.writerow([path, f"sha256={digest}", len(member.content)])
    writer.writerow([name, "", ""])
    return rows.getvalue().encode()


def write(platform, program, materials, out):
    base = f"{project.NAME.replace('-', '_')}-{project.python_version()}"
    tags = [f"Tag: py3-none-{tag}" for tag in platform.wheel_tag.split(".")]
    described = "\n".join(["Wheel-Version: 1.0", f"Generator: {project.NAME} {project.VERSION}", "Root-Is-Purelib: false", *tags, ""])
    info = f"{base}.dist-info"
    members = {
        **project.python_package(),
        f"{base}.data/scripts/{platform.program}": archives.Member(program, is_executable=True),
        f"{info}/METADATA": archives.Member(_metadata()),
        f"{info}/WHEEL": archives.Member(described.encode()),
        f"{info}/sboms/{project.COMMAND}.cdx.json": archives.Member(materials),
        **{f"{info}/licenses/{name}": member for name, member in project.licenses().items()},
    }
    record = f"{info}/RECORD"
    members[record] = archives.Member(_record(record, members))
    archives.write_zip(out / f"{base}-py3-none-{platform.wheel_tag}.whl", members)
