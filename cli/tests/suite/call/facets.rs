//! Every facet of a member is carried to everything that reads, writes or shows a description. A facet that a later version adds does not compile
//! here until it is among [`all`], and fails until every output has it, or [`LACKING`] says why it has not.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;

use asmx_codegen::model::{Facets, Member, NamedTypeKind, Service};
use asmx_types::{Content, EndDate, Facet, Presence, Resolution, Role, Type};

use super::mock::Served;
use super::{folder, run};

const fn all() -> Facets<&'static str> {
    Facets {
        presence: Presence::Optional,
        repeated: true,
        default: Some("seven"),
        part: Some("Sent"),
        content: Some(Content::Json),
        scale: Some(4),
        end: Some(EndDate::Included),
        resolution: Resolution::of_milliseconds(3),
        secret: true,
        role: Some(Role::Token),
    }
}

/// Outputs that do not have a facet, and why.
const LACKING: [(&str, &str, &str); 2] = [
    ("part", "describe", "it describes calls in JSON, which have the name of the element"),
    ("part", "openapi", "parameters of REST have the name of the element"),
];

/// The type of members that can have a facet.
fn type_with(word: &str) -> &'static str {
    if word == "scale" { "decimal" } else { "string" }
}

/// A spec with the attributes at a parameter and at a member of a structure, which have this type.
fn spec(kind: &str, parameter: &str, member: &str) -> String {
    format!(
        r#"<service name="Facets" path="/f.asmx" namespace="urn:f">
  <doc>Facets.</doc>
  <structure name="Held">
    <param name="M" type="{kind}"{member}/>
  </structure>
  <area name="a" title="A">
    <operation name="Take" effect="read">
      <doc>Takes both.</doc>
      <param name="P" type="{kind}"{parameter}/>
      <result type="Held"/>
    </operation>
  </area>
</service>
"#
    )
}

/// The attributes that state a facet; a token has to be secret as well.
fn attributes(facet: Facet<'_>) -> String {
    let secret = if facet.word == "role" { " secret=\"true\"" } else { "" };
    format!("{secret} {}=\"{}\"", facet.word, facet.value.text())
}

fn members(service: &Service) -> Vec<&Member> {
    let of_types = service.types.iter().filter_map(|named| match &named.kind {
        NamedTypeKind::Structure(structure) => Some(&structure.members),
        _ => None,
    });
    service.operations.iter().map(|operation| &operation.parameters).chain(of_types).flatten().collect()
}

fn page(folder: &Path, file: &str) -> String {
    let mock = Served::run(folder, &["mock", file]);
    let address = mock.1.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /f.asmx?op=Take HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let (_, page) = page.split_once("\r\n\r\n").unwrap();
    page.replace(address, "host")
}

/// The outputs that show a description, by name.
fn outputs(folder: &Path, file: &str) -> BTreeMap<&'static str, String> {
    let print = |arguments: &[&str]| {
        let (code, out, err) = run(folder, arguments);
        assert_eq!(code, 0, "{arguments:?}: {err}");
        out
    };
    BTreeMap::from([
        ("describe", print(&["describe", file, "Take", "--format", "json"])),
        ("describe as text", print(&["describe", file, "Take"])),
        ("openapi", print(&["openapi", file])),
        ("page", page(folder, file)),
    ])
}

/// The type that a descriptor of a document has, for the members of a structure.
fn descriptor_members(kind: Type) -> &'static [asmx_types::Member] {
    match kind {
        Type::Structure(structure) => structure.members(),
        _ => &[],
    }
}

#[test]
fn every_facet_is_carried_everywhere() {
    let folder = folder("facets");
    let without = ["string", "decimal"].map(|kind| {
        let file = format!("{kind}.xml");
        fs::write(folder.join(&file), spec(kind, "", "")).unwrap();
        (kind, outputs(&folder, &file))
    });
    let without = BTreeMap::from(without);
    let mut problems = Vec::new();
    for facet in all().stated() {
        let word = facet.word;
        // A member of a structure is no part of a message.
        let member = if word == "part" { String::new() } else { attributes(facet) };
        let kind = type_with(word);
        let text = spec(kind, &attributes(facet), &member);
        let file = format!("{word}.xml");
        fs::write(folder.join(&file), &text).unwrap();

        let service = asmx_codegen::load(&file, text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        for member in members(&service).into_iter().filter(|member| word != "part" || member.name == "P") {
            assert!(member.facets.stated().any(|known| known == facet), "{word} of {}", member.name);
        }
        let written = asmx_import::spec_text(&service);
        let attribute = format!(" {word}=\"{}\"", facet.value.text());
        assert_eq!(written.matches(&attribute).count(), text.matches(&attribute).count(), "{word}: {written}");

        let document = asmx_gateway::Document::read(&file, text.as_bytes()).unwrap();
        let take = document.service().operations[0];
        let described = take.parameters.iter().chain(descriptor_members(take.outputs[0].kind));
        let facets: Vec<_> = members(&service).iter().map(|member| member.facets.clone()).collect();
        let described = described.map(|member| member.facets.with_texts(|text| (*text).to_owned()));
        assert_eq!(described.collect::<Vec<_>>(), facets);

        let files = asmx_codegen::generate(&service, &file).into_iter().map(|file| file.text);
        let rust = files.collect::<Vec<_>>().join("\n");
        let spellings = [format!("{word}("), format!(", {word})"), format!(", {word},")];
        let fields =
            rust.lines().filter(|line| line.contains("#[wire(") && spellings.iter().any(|text| line.contains(text)));
        let expected = if word == "part" { 1 } else { 2 };
        if fields.clone().count() != expected {
            problems.push(format!("Rust has `{word}` in {:?}", fields.collect::<Vec<_>>()));
        }

        let (code, diff, err) = run(&folder, &["diff", &format!("{kind}.xml"), &file]);
        if !diff.contains("`P`") {
            problems.push(format!("the difference lacks `{word}`: {code} {diff}{err}"));
        }

        let with = outputs(&folder, &file);
        for (output, without_facet) in &without[kind] {
            let is_lacking = LACKING.iter().any(|(known, of, _)| *known == word && output.starts_with(of));
            if (with[output] == *without_facet) != is_lacking {
                let how = if is_lacking { "has" } else { "lacks" };
                problems.push(format!("{output} {how} `{word}`"));
            }
        }
    }
    assert_eq!(problems, Vec::<String>::new());
}
