"""The command as a .NET tool, for the SDK 10: one package for each runtime identifier, and one that names them."""

from xml.sax.saxutils import escape, quoteattr

import archives
import platforms
import project

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
MANIFEST_RELATION = "http://schemas.microsoft.com/packaging/2010/07/manifest"
CONTENT_TYPES = {"rels": "application/vnd.openxmlformats-package.relationships+xml", "nuspec": "application/octet", "xml": "application/octet",
                 "md": "application/octet", "exe": "application/octet"}


def _content_types(members):
    parts = [f'<Default Extension="{extension}" ContentType="{kind}" />' for extension, kind in sorted(CONTENT_TYPES.items())]
    # Names without an extension, such as that of a program of Unix.
    parts += [f'<Override PartName={quoteattr("/" + path)} ContentType="application/octet" />'
              for path in sorted(members) if "." not in path.rsplit("/", 1)[-1]]
    return DECLARATION + f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{"".join(parts)}</Types>\n'


def _specification(identifier, kind):
    return DECLARATION + (
        '<package xmlns="http://schemas.microsoft.com/packaging/2012/06/nuspec.xsd"><metadata>'
        f"<id>{identifier}</id><version>{project.VERSION}</version><authors>{project.NAME}</authors>"
        f"<description>{escape(project.DESCRIPTION)}</description>"
        f'<license type="expression">{project.LICENSE}</license><readme>README.md</readme>'
        f'<packageTypes><packageType name="{kind}" /></packageTypes></metadata></package>\n')


def _settings(attributes, packages):
    return archives.Member((
        f'<DotNetCliTool Version="2"><Commands><Command Name="{project.COMMAND}"{attributes} /></Commands>{packages}</DotNetCliTool>\n').encode())


def _write(identifier, kind, members, out):
    relation = f'<Relationship Type="{MANIFEST_RELATION}" Target="/{identifier}.nuspec" Id="R0" />'
    members = {**members, **project.documents()}
    members["[Content_Types].xml"] = archives.Member(_content_types(members).encode())
    members["_rels/.rels"] = archives.Member((
        DECLARATION + f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{relation}</Relationships>\n').encode())
    members[f"{identifier}.nuspec"] = archives.Member(_specification(identifier, kind).encode())
    archives.write_zip(out / f"{identifier}.{project.VERSION}.nupkg", members)


def write_platform(platform, program, out):
    for identifier in platform.runtime_identifiers:
        folder = f"tools/any/{identifier}"
        members = {
            f"{folder}/{platform.program}": archives.Member(program, is_executable=True),
            f"{folder}/DotnetToolSettings.xml": _settings(f' EntryPoint="{platform.program}" Runner="executable"', ""),
        }
        _write(f"{project.NAME}.{identifier}", "DotnetToolRidPackage", members, out)


def write_common(out):
    identifiers = [identifier for platform in platforms.RELEASED for identifier in platform.runtime_identifiers]
    packages = "".join(f'<RuntimeIdentifierPackage RuntimeIdentifier="{one}" Id="{project.NAME}.{one}" />' for one in identifiers)
    settings = _settings("", f"<RuntimeIdentifierPackages>{packages}</RuntimeIdentifierPackages>")
    _write(project.NAME, "DotnetTool", {"tools/net8.0/any/DotnetToolSettings.xml": settings}, out)
