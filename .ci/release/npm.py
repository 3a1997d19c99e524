"""The command as npm packages: one for each platform, and one with a launcher, whose optional dependencies they are."""

import json

import archives
import platforms
import project

LAUNCHER = """\
#!/usr/bin/env node
// Runs the program of the package for this platform.
const { spawn } = require("node:child_process");
const platform = `${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`NAME-${platform}/bin/COMMAND${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`COMMAND: the package NAME-${platform} is not installed: install NAME with optional dependencies, on a platform that it has`);
  process.exit(1);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) process.on(signal, () => child.kill(signal));
child.on("error", (error) => { console.error(`COMMAND: ${error.message}`); process.exit(1); });
child.on("exit", (code, signal) => {
  for (const name of signals) process.removeAllListeners(name);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code);
});
"""


def _write(name, described, members, out):
    manifest = {"name": name, "version": project.VERSION, "description": project.DESCRIPTION, "license": project.LICENSE, **described}
    files = {"package.json": archives.Member((json.dumps(manifest, indent=2) + "\n").encode()), **project.documents(), **members}
    archives.write_tar_gz(out / f"{name}-{project.VERSION}.tgz", {f"package/{path}": member for path, member in files.items()})


def write_platform(platform, program, out):
    described = {"os": [platform.npm_os], "cpu": [platform.npm_cpu]}
    if platform.format.system == "Linux" and platform.format.linkage == "dynamic":
        described["libc"] = ["glibc"]
    # Yarn runs a program only from a folder.
    described["preferUnplugged"] = True
    _write(platform.npm_name, described, {f"bin/{platform.program}": archives.Member(program, is_executable=True)}, out)


def write_common(out):
    launcher = LAUNCHER.replace("NAME", project.NAME).replace("COMMAND", project.COMMAND)
    described = {
        "bin": {project.COMMAND: f"bin/{project.COMMAND}.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {platform.npm_name: project.VERSION for platform in platforms.RELEASED},
    }
    _write(project.NAME, described, {f"bin/{project.COMMAND}.js": archives.Member(launcher.encode(), is_executable=True)}, out)
