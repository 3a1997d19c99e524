"""The bill of materials of a program: the crates that are compiled into it, as CycloneDX, with their licences and checksums.

Crates that run in the compiler only, such as macros, have the scope `excluded`. Crates of build scripts are left out."""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib

import archives
import project


def _tree(platform, features):
    """Edges of the crates, and what is known of each: pairs of name and version lead to lists of pairs, and to licence and kind."""
    command = [os.environ.get("CARGO", "cargo"), "tree", "--locked", "--quiet", "--package", "asmx", "--edges", "normal", "--target", platform.target,
               "--prefix", "depth", "--format", " {p}|{l}", "--features", features]
    ended = subprocess.run(command, cwd=project.ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    if ended.returncode != 0:
        sys.exit(f"packages: `{' '.join(command)}` ended with {ended.returncode}")
    edges, known, ancestors = {}, {}, []
    for line in ended.stdout.splitlines():
        depth, name, version, kind, license = re.fullmatch(r"(\d+) (\S+) v(\S+)(.*)\|(.*)", line).groups()
        # A crate that was printed before ends with a mark, and its own dependencies stand there.
        crate = (name, version)
        known[crate] = (license.removesuffix(" (*)"), "(proc-macro)" in kind)
        edges.setdefault(crate, [])
        del ancestors[int(depth):]
        if ancestors and crate not in edges[ancestors[-1]]:
            edges[ancestors[-1]].append(crate)
        ancestors.append(crate)
    return edges, known


def _compiled_in(root, edges, known):
    """The crates that are reached without a macro between."""
    reached, waiting = set(), [root]
    while waiting:
        crate = waiting.pop()
        if crate not in reached and not known[crate][1]:
            reached.add(crate)
            waiting.extend(edges[crate])
    return reached


def _reference(crate):
    return f"pkg:cargo/{crate[0]}@{crate[1]}"


def of(platform, program, features):
    """The bytes of the bill for the default features and these."""
    edges, known = _tree(platform, features)
    lock = tomllib.loads((project.ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in lock["package"]}
    root = next(iter(edges))
    needed = _compiled_in(root, edges, known)

    def component(crate):
        described = {"type": "library", "bom-ref": _reference(crate), "name": crate[0], "version": crate[1],
                     "scope": "required" if crate in needed else "excluded", "purl": _reference(crate)}
        if checksums[crate]:
            described["hashes"] = [{"alg": "SHA-256", "content": checksums[crate]}]
        if known[crate][0]:
            described["licenses"] = [{"expression": known[crate][0].replace("/", " OR ")}]
        return described

    described = {"type": "application", "bom-ref": _reference(root), "name": project.COMMAND, "version": project.VERSION,
                 "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(program).hexdigest()}],
                 "licenses": [{"expression": project.LICENSE}], "purl": _reference(root)}
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"timestamp": datetime.datetime.fromtimestamp(archives.TIME, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                     "component": described,
                     "properties": [{"name": "target", "value": platform.target}]},
        "components": [component(crate) for crate in sorted(edges) if crate != root],
        "dependencies": [{"ref": _reference(crate), "dependsOn": sorted(map(_reference, edges[crate]))} for crate in sorted(edges)],
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
