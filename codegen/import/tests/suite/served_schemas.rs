//! Other schema compilers accept the schemas of served WSDL documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use asmx_codegen::model::{PartMut, Service, Walk as _};
use asmx_import::Loaded;
use roxmltree::Document;

const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// Members in every order in which a wildcard could be ambiguous.
const AMBIGUOUS: &str = r#"<service name="Ambiguous" path="/a.asmx">
  <doc>Wildcards.</doc>
  <structure name="Behind"><param name="A" type="string"/><any repeated="true"/></structure>
  <structure name="BehindRequired"><param name="A" type="int" required="true"/><any repeated="true"/></structure>
  <structure name="Before"><any repeated="true"/><param name="A" type="string"/></structure>
  <structure name="Derived" base="Behind"><param name="B" type="string"/></structure>
  <structure name="Mixed"><mixed/></structure>
  <structure name="Again" base="Derived"><any/></structure>
  <structure name="Alone"><any repeated="true"/></structure>
  <structure name="Added" base="Alone"><param name="C" type="string"/></structure>
  <structure name="Chosen"><choice><param name="A" type="string"/><any/></choice></structure>
  <area name="all" title="All">
    <operation name="Open" result="string" effect="read" open="true"><doc>D.</doc><param name="P" type="string"/></operation>
    <operation name="Closed" result="string" effect="read" open="true"><doc>D.</doc><param name="P" type="int"/></operation>
    <operation name="All" effect="read" transports="soap11 soap12"><doc>D.</doc>
      <param name="Behind" type="Behind"/><param name="BehindRequired" type="BehindRequired"/><param name="Before" type="Before"/>
      <param name="Mixed" type="Mixed"/><param name="Alone" type="Alone"/><param name="Chosen" type="Chosen"/>
      <result type="Derived"/></operation>
  </area>
</service>"#;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every service of this package's tests and of the workspace.
fn services() -> Vec<(String, Service)> {
    let mut services = vec![(
        "ambiguous".to_owned(),
        asmx_codegen::load("ambiguous.xml", AMBIGUOUS.as_bytes()).unwrap_or_else(|error| panic!("{error}")),
    )];
    let folders = [
        "codegen/import/tests/fixtures/wsdl",
        "codegen/import/tests/fixtures/types",
        "tests/fixtures/mono/wsdl",
        "tests/every-type/wsdl",
        "spec",
        "tests/second-service/spec",
        "tests/documents/spec",
    ];
    for folder in folders {
        let Ok(entries) = fs::read_dir(workspace().join(folder)) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|extension| extension == "wsdl" || extension == "xml")
                && let Ok(mut service) = asmx_import::open(&path).map(Loaded::into_service)
            {
                without_ambiguous_wildcards(&mut service);
                services.push((path.display().to_string(), service));
            }
        }
    }
    services
}

/// Leaves out `##any` where a document states it beside elements that it accepts, too, as .NET does: compilers refuse the document itself.
fn without_ambiguous_wildcards(service: &mut Service) {
    let is_ambiguous = |namespaces: &String| namespaces == "##any";
    for operation in &mut service.operations {
        operation.open_namespaces.take_if(|namespaces| is_ambiguous(namespaces));
    }
    service.walk_mut(&mut |part| {
        if let PartMut::Member(member) = part {
            member.wildcard.namespaces.take_if(|namespaces| is_ambiguous(namespaces));
        }
    });
}

fn has_no_schema(output: &Output) -> bool {
    let words = String::from_utf8_lossy(&output.stderr);
    words.contains("Schemas parser error") || words.contains("failed to compile")
}

/// Writes the schemas of a document into a folder, and one that imports them all; returns its path.
fn written(wsdl: &str, folder: &Path) -> PathBuf {
    let document = Document::parse(wsdl).unwrap();
    let schemas: Vec<_> = document.descendants().filter(|node| node.has_tag_name((XSD, "schema"))).collect();
    let mut main = format!("<s:schema xmlns:s='{XSD}' targetNamespace='urn:main'>");
    let target = |node: &roxmltree::Node<'_, '_>| node.attribute("targetNamespace").map(str::to_owned);
    for (number, schema) in schemas.iter().enumerate() {
        let (mut head, rest) =
            wsdl[schema.range()].split_once(' ').map(|(head, rest)| (head.to_owned(), rest)).unwrap();
        let (attributes, _) = wsdl[schema.range()].split_once('>').unwrap();
        for namespace in schema.namespaces() {
            let prefix = namespace.name().map_or_else(|| "xmlns".to_owned(), |prefix| format!("xmlns:{prefix}"));
            if prefix != "xmlns:xml" && !attributes.contains(&format!(" {prefix}=")) {
                head.extend([" ", &prefix, "=\"", namespace.uri(), "\""]);
            }
        }
        let mut text = format!("{head} {rest}");
        for (other, uri) in schemas.iter().enumerate().filter_map(|(other, schema)| Some((other, target(schema)?))) {
            let import = format!("<s:import namespace=\"{uri}\"");
            text = text.replace(&import, &format!("{import} schemaLocation=\"{other}.xsd\""));
        }
        let xml = "<s:import namespace=\"http://www.w3.org/XML/1998/namespace\"";
        text = text.replace(xml, &format!("{xml} schemaLocation=\"xml.xsd\""));
        let of_schemas = format!("<s:import namespace=\"{XSD}\"");
        text = text.replace(&of_schemas, &format!("{of_schemas} schemaLocation=\"xsd.xsd\""));
        fs::write(folder.join(format!("{number}.xsd")), text).unwrap();
        let namespace = target(schema).map_or_else(String::new, |uri| format!(" namespace=\"{uri}\""));
        main.extend(["<s:import", &namespace, " schemaLocation=\"", &format!("{number}.xsd"), "\"/>"]);
    }
    fs::write(
        folder.join("xml.xsd"),
        format!("<s:schema xmlns:s='{XSD}' targetNamespace='http://www.w3.org/XML/1998/namespace'><s:attribute name='lang' type='s:language'/><s:attribute name='space' type='s:NCName'/></s:schema>"),
    )
    .unwrap();
    fs::write(
        folder.join("xsd.xsd"),
        format!("<s:schema xmlns:s='{XSD}' targetNamespace='{XSD}'><s:element name='schema'/></s:schema>"),
    )
    .unwrap();
    fs::write(folder.join("main.xsd"), main + "</s:schema>").unwrap();
    folder.join("main.xsd")
}

#[test]
fn libxml2_and_mono_compile_the_schemas_of_every_service() {
    let services = services();
    assert!(services.len() > 20, "{}", services.len());
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("served-schemas");
    let _ = fs::remove_dir_all(&root);
    let schemas = services.iter().enumerate().map(|(number, (name, service))| {
        let folder = root.join(number.to_string());
        fs::create_dir_all(&folder).unwrap();
        let wsdl = asmx_codegen::wsdl_at(service, Some("urn:example:served"), "http://localhost/s.asmx").unwrap();
        (name.as_str(), written(&wsdl, &folder))
    });
    let schemas: Vec<_> = schemas.collect();
    libxml2_compiles(&root, &schemas);
    mono_compiles(&root, &schemas);
}

fn run(command: &mut Command) -> Option<Output> {
    command.stdin(Stdio::null()).output().ok()
}

fn libxml2_compiles(root: &Path, schemas: &[(&str, PathBuf)]) {
    let file = root.join("none.xml");
    fs::write(&file, "<none/>").unwrap();
    for (name, schema) in schemas {
        let Some(output) = run(Command::new("xmllint").args(["--nonet", "--noout", "--schema"]).args([schema, &file]))
        else {
            return println!("skipped: xmllint is not installed (package libxml2-utils)");
        };
        assert!(!has_no_schema(&output), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Compiles each schema with .NET's own classes, and prints the errors.
const MONO: &str = r#"using System;
using System.Xml.Schema;

class Compile {
    static void Main(string[] paths) {
        foreach (string path in paths) {
            var schemas = new XmlSchemaSet();
            schemas.ValidationEventHandler += (sender, problem) => {
                if (problem.Severity == XmlSeverityType.Error) Console.WriteLine(path + ": " + problem.Message);
            };
            try {
                schemas.Add(null, path);
                schemas.Compile();
            } catch (Exception problem) {
                Console.WriteLine(path + ": " + problem.Message);
            }
        }
        Console.WriteLine("compiled " + paths.Length);
    }
}
"#;

fn mono_compiles(root: &Path, schemas: &[(&str, PathBuf)]) {
    let (source, program) = (root.join("compile.cs"), root.join("compile.exe"));
    fs::write(&source, MONO).unwrap();
    let out = format!("-out:{}", program.display());
    let Some(compiled) = run(Command::new("mcs").arg(out).arg(source)) else {
        return println!("skipped: mcs is not installed (package mono-mcs)");
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = run(Command::new("mono").arg(program).args(schemas.iter().map(|(_, schema)| schema))).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("compiled {}\n", schemas.len()));
}
