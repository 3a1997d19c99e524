//! Imports of documents that import others, and recognition of WSDL documents.

use std::fs;

use asmx_codegen::Code;
use asmx_import::files::open_observed;
use asmx_import::{Documents, Folder, Import, import, import_file, load_any, open};

use super::outline::outline;
use super::{InMemory, tests};

fn text(name: &str) -> String {
    fs::read_to_string(tests().join("fixtures/wsdl").join(name)).unwrap()
}

#[test]
fn a_spec_and_a_document_are_told_by_their_outermost_elements() {
    let spec = "<service name='S' path='/s.asmx'><doc>D.</doc><area name='a' title='A'>\
                <operation name='Op' result='string' effect='read'><doc>D.</doc></operation></area></service>";
    let documents = InMemory::of([("spec.xml", spec), ("doc.xml", &text("simple.wsdl"))]);
    assert_eq!(load_any(&documents, "spec.xml").unwrap().service().name, "S");
    assert_eq!(load_any(&documents, "doc.xml").unwrap().service().name, "Shop");
    let others = InMemory::of([("cut", &text("simple.wsdl")[..900]), ("misspelt", "<servce/>")]);
    for (name, code) in
        [("none.xml", Code::MissingDocument), ("cut", Code::MalformedXml), ("misspelt", Code::WrongRoot)]
    {
        assert_eq!(load_any(&others, name).unwrap_err().iter().next().unwrap().code(), code, "{name}");
    }
}

#[test]
fn files_are_opened_with_those_beside_them() {
    let path = tests().join("fixtures/wsdl/imports.wsdl");
    assert_eq!(outline(open(&path).unwrap().service()), outline(&import_file(&path).unwrap().service));
    assert_eq!(import_file(&path).unwrap().report.documents.len(), 5);
    let missing = open(&tests().join("fixtures/wsdl/none.wsdl")).unwrap_err();
    assert!(missing.to_string().starts_with("error: cannot read"), "{missing}");
}

#[test]
fn a_folder_gives_nothing_from_outside() {
    let folder = Folder::new(tests().join("fixtures/wsdl"));
    assert!(folder.read("simple.wsdl").is_some());
    for name in ["../wsdl/simple.wsdl", "/etc/hostname", "", ".", "./simple.wsdl", "a/../simple.wsdl"] {
        assert!(folder.read(name).is_none(), "{name}");
    }
}

fn imported(text: &str) -> Import {
    import(&InMemory::of([("a.wsdl", text)]), "a.wsdl").unwrap()
}

fn with_include(name: &str) -> String {
    let include = format!("<s:include schemaLocation=\"{name}\"/><s:element name=\"Save\">");
    text("simple.wsdl").replace("<s:element name=\"Save\">", &include)
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read_beside_a_document_and_other_texts_are_not_shown() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(folder.join("pipe.xsd")).status().unwrap();
    assert!(pipe.success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("device.xsd")).unwrap();
    fs::write(folder.join("private"), "token = hunter2\n").unwrap();
    std::os::unix::fs::symlink(folder.join("private"), folder.join("text.xsd")).unwrap();
    for (name, message) in [
        ("pipe.xsd", "the document `pipe.xsd` is missing"),
        ("device.xsd", "the document `device.xsd` is missing"),
        ("text.xsd", "`text.xsd` is not an XML document"),
    ] {
        fs::write(folder.join("main.wsdl"), with_include(name)).unwrap();
        let warnings = import_file(&folder.join("main.wsdl")).unwrap().warnings;
        let messages: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert!(messages.iter().any(|found| found.contains(message)), "{messages:?}");
        assert!(messages.iter().all(|found| !found.contains("hunter2")), "{messages:?}");
    }
}

#[test]
fn typed_data_sets_are_imported_whichever_import_names_their_schema() {
    let by_schema = text("typed.wsdl");
    let link = "<s:import schemaLocation=\"?schema=Shop\" namespace=\"urn:example:Shop.xsd\" />";
    let of_wsdl =
        "<wsdl:import namespace=\"urn:example:Shop.xsd\" location=\"http://localhost/shop.asmx?schema=Shop\" />";
    assert!(by_schema.contains(link));
    let by_wsdl = by_schema.replace(link, "").replacen("<wsdl:types>", &format!("{of_wsdl}<wsdl:types>"), 1);
    let schema = text("typed.Shop.xsd");
    let with_schema = [&by_schema, &by_wsdl]
        .map(|text| import(&InMemory::of([("typed.wsdl", text), ("typed.Shop.xsd", &schema)]), "typed.wsdl").unwrap());
    assert_eq!(with_schema[0].service, with_schema[1].service);
    assert!(with_schema[1].warnings.is_empty(), "{:?}", with_schema[1].warnings);
    let without =
        [&by_schema, &by_wsdl].map(|text| import(&InMemory::of([("typed.wsdl", text)]), "typed.wsdl").unwrap());
    assert_eq!(without[0].service, without[1].service);
    let messages: Vec<String> = without[1].warnings.iter().map(ToString::to_string).collect();
    assert_eq!(without[1].warnings.len(), 2);
    assert!(
        messages[1].contains("ASMX0819") && messages[1].contains("it affects the operation `Save`"),
        "{messages:?}"
    );
}

#[test]
fn encodings_that_tools_save_are_read() {
    let utf8 = text("simple.wsdl");
    let expected = outline(&imported(&utf8).service);
    let mut documents = InMemory::default();
    let little: Vec<u8> = [0xFF, 0xFE].into_iter().chain(utf8.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let big: Vec<u8> = [0xFE, 0xFF].into_iter().chain(utf8.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let latin = utf8.replace("utf-8", "iso-8859-1").replace("Saves a product.", "Saves a pröduct.");
    documents.0.insert("little".into(), little);
    documents.0.insert("big".into(), big);
    documents.0.insert("mark".into(), format!("\u{feff}{utf8}").into_bytes());
    documents
        .0
        .insert("latin".into(), latin.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect());
    assert_eq!(outline(load_any(&documents, "little").unwrap().service()), expected);
    for name in ["little", "big", "mark"] {
        assert_eq!(outline(&import(&documents, name).unwrap().service), expected, "{name}");
    }
    let service = import(&documents, "latin").unwrap().service;
    assert_eq!(service.operations[0].doc, ["Saves a pröduct."]);
}

#[test]
fn blanks_before_the_declaration_do_no_harm() {
    let late = format!("\n  {}", text("simple.wsdl").replace("tns:Color", "tns:Colour"));
    let (import, trimmed) = (imported(&late), imported(late.trim_start()));
    assert_eq!(import.service, trimmed.service);
    assert_eq!(import.warnings[0].line(), trimmed.warnings[0].line() + 1);
}

/// The operations of a document with their Rust names.
/// Tools of Java write the transport that the W3C defined for SOAP 1.2.
#[test]
fn the_transport_of_either_version_is_http() {
    let document = text("versions.wsdl");
    let of_w3c = document.replacen(
        "soap12:binding transport=\"http://schemas.xmlsoap.org/soap/http\"",
        "soap12:binding transport=\"http://www.w3.org/2003/05/soap/bindings/HTTP/\"",
        1,
    );
    assert_ne!(document, of_w3c);
    assert!(imported(&of_w3c).warnings.is_empty());
    assert_eq!(imported(&of_w3c).service, imported(&document).service);
}

fn names(text: &str) -> Vec<(String, String)> {
    imported(text).service.operations.into_iter().map(|operation| (operation.name, operation.names.request)).collect()
}

#[test]
fn an_operation_is_called_as_the_document_calls_it_unless_others_are() {
    let document = text("overloads.wsdl");
    assert_eq!(names(&document), ["Add", "AddTwo", "Original"].map(|name| (name.to_owned(), name.to_owned())));
    // All inputs have one name.
    let document = text("headers.wsdl");
    let shared = document.replace("<wsdl:input message=", "<wsdl:input name=\"LongReqM\" message=");
    assert_ne!(document, shared);
    assert_eq!(names(&shared), names(&document));
}

#[test]
fn a_name_that_operations_share_is_told_with_their_own() {
    let named = text("overloads.wsdl").replace("operation name=\"Add\"", "operation name=\"Sum\"");
    let named = ["AddSoapIn", "AddHttpGetIn"].iter().fold(named, |text, message| {
        let input = format!("input message=\"tns:{message}\"");
        text.replace(&input, &input.replace("input", "input name=\"AddOne\""))
    });
    let error = imported(&named).only(["Sum"]).unwrap_err().to_string();
    assert_eq!(error, "`Shop` has no operation `Sum`; did you mean `AddOne` or `AddTwo`?");
}

#[test]
fn overloads_of_a_binding_without_names_are_told_by_their_order() {
    let document = text("overloads.wsdl");
    let (before, bindings) = document.split_once("<wsdl:binding").unwrap();
    let nameless = ["AddTwo", "Renamed"].iter().fold(bindings.to_owned(), |text, name| {
        text.replace(&format!("<wsdl:input name=\"{name}\">"), "<wsdl:input>")
            .replace(&format!("<wsdl:output name=\"{name}\">"), "<wsdl:output>")
    });
    let nameless = format!("{before}<wsdl:binding{nameless}");
    assert_ne!(document, nameless);
    assert_eq!(outline(&imported(&document).service), outline(&imported(&nameless).service));
}

#[test]
fn documents_may_lead_to_one_another_in_a_circle() {
    let schema = |namespace: &str, other: &str, name: &str, kind: &str| {
        format!(
            "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:a='urn:a' xmlns:b='urn:b' targetNamespace='{namespace}'>\
             <s:import namespace='{other}' schemaLocation='{name}'/><s:complexType name='T'><s:sequence>\
             <s:element name='Next' minOccurs='0' type='{kind}'/></s:sequence></s:complexType></s:schema>"
        )
    };
    let main = text("simple.wsdl").replace(
        "<s:element name=\"Save\">",
        "<s:import namespace=\"urn:a\" schemaLocation=\"a.xsd\"/><s:element name=\"Save\">",
    );
    let documents = InMemory::of([
        ("main.wsdl", &main),
        ("a.xsd", &schema("urn:a", "urn:b", "b.xsd", "b:T")),
        ("b.xsd", &schema("urn:b", "urn:a", "a.xsd", "a:T")),
    ]);
    let import = import(&documents, "main.wsdl").unwrap();
    assert!(import.warnings.is_empty(), "{:?}", import.warnings);
    let names: Vec<&str> = import.service.types.iter().map(|named| named.rust_name.as_str()).collect();
    assert_eq!(names[names.len() - 2..], ["T", "TType"]);
}

#[test]
fn of_many_documents_that_are_not_there_the_first_are_looked_for_and_the_rest_is_counted() {
    let import_of = |at| format!("<wsdl:import namespace='urn:n' location='t{at}.wsdl'/>");
    let imports = (0..3_000).map(import_of).collect::<Vec<_>>().concat();
    let main = text("simple.wsdl").replacen("<wsdl:types>", &format!("{imports}<wsdl:types>"), 1);
    let import = imported(&main);
    let warnings = import.warnings.iter().filter(|warning| warning.code() == Code::MissingDocument);
    let missing: Vec<&str> = warnings.map(asmx_codegen::Diagnostic::message).collect();
    assert_eq!((missing.len(), missing[200]), (201, "2800 more documents were not looked for"));
}

const PART: &str = "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema' targetNamespace='http://example.com/shop'/>";

/// The imported documents of `simple.wsdl` with an include of this location, beside these files.
fn found(location: &str, beside: &[(&str, &str)]) -> Vec<String> {
    let main = with_include(location);
    let namespace = main.split("targetNamespace=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let part = PART.replace("http://example.com/shop", &namespace);
    let files = beside.iter().map(|(name, text)| ((*name).to_owned(), text.replace("PART", &part).into_bytes()));
    let documents = InMemory(files.chain([("simple.wsdl".to_owned(), main.into_bytes())]).collect());
    let imported = import(&documents, "simple.wsdl").unwrap();
    assert!(imported.warnings.iter().all(|warning| warning.code() == Code::MissingDocument), "{:?}", imported.warnings);
    imported.report.documents.into_iter().filter(|name| name != "simple.wsdl").collect()
}

#[test]
fn the_maps_of_visual_studio_and_of_a_fetch_name_the_files() {
    let map = "<DiscoveryClientResultsFile xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><Results>\
        <DiscoveryClientResult referenceType='System.Web.Services.Discovery.ContractReference' url='http://localhost/Orders.asmx?wsdl' filename='simple.wsdl'/>\
        <DiscoveryClientResult url='http://localhost/Orders.asmx?schema=OrderSet' filename='Set1.xsd'/></Results></DiscoveryClientResultsFile>";
    let svcmap = "<ReferenceGroup xmlns='urn:schemas-microsoft-com:xml-wcfservicemap'><Metadata>\
        <MetadataFile FileName='simple.wsdl' MetadataType='Wsdl' SourceUrl='http://localhost/Orders.asmx?wsdl'/>\
        <MetadataFile FileName='Set1.xsd' MetadataType='Schema' SourceUrl='http://localhost/Orders.asmx?schema=OrderSet'/></Metadata></ReferenceGroup>";
    let notes = r#"{"documents":[{"file":"simple.wsdl","url":"http://localhost/Orders.asmx?wsdl","sha256":""},
        {"file":"Set1.xsd","url":"http://localhost/Orders.asmx?schema=OrderSet","sha256":""}]}"#;
    for (name, text) in
        [("Reference.map", map), ("Reference.svcmap", svcmap), ("results.discomap", map), ("fetched.json", notes)]
    {
        for location in
            ["http://LOCALHOST/Orders.asmx?schema=OrderSet", "?schema=OrderSet", "Orders.asmx?schema=OrderSet"]
        {
            assert_eq!(found(location, &[(name, text), ("Set1.xsd", "PART")]), ["Set1.xsd"], "{name} {location}");
        }
        // A file that is gone, or a map of something else: then the guesses.
        let location = "http://localhost/Orders.asmx?schema=OrderSet";
        assert_eq!(found(location, &[(name, text), ("OrderSet.xsd", "PART")]), ["OrderSet.xsd"]);
        assert_eq!(found(location, &[(name, "no map"), ("OrderSet.xsd", "PART")]), ["OrderSet.xsd"]);
        assert!(found(location, &[(name, text)]).is_empty());
    }
    let with_imports =
        r#"{"documents":[{"file":"simple.wsdl","url":"","sha256":"","imports":{"types/all.xsd":"types-all.xsd"}}]}"#;
    let beside = [("fetched.json", with_imports), ("types-all.xsd", "PART"), ("types/all.xsd", "PART")];
    assert_eq!(found("types/all.xsd", &beside), ["types-all.xsd"]);
}

fn files_of(path: &std::path::Path) -> Vec<std::path::PathBuf> {
    let files = std::cell::RefCell::new(Vec::new());
    open_observed(path, &|file| files.borrow_mut().push(file.to_owned())).unwrap();
    files.into_inner()
}

/// Documents that note how often each was read.
struct Counted {
    documents: InMemory,
    reads: std::cell::RefCell<std::collections::BTreeMap<String, usize>>,
}

impl Documents for Counted {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let found = self.documents.read(name);
        if found.is_some() {
            *self.reads.borrow_mut().entry(name.to_owned()).or_default() += 1;
        }
        found
    }
}

#[test]
fn each_document_is_read_once() {
    let (main, part) = (with_include("part.xsd"), text("simple.wsdl"));
    let spec = asmx_import::spec_text(&imported(&part).service);
    let documents = InMemory::of([("main.wsdl", &main), ("part.xsd", "<schema/>"), ("spec.xml", &spec)]);
    for (name, expected) in [("main.wsdl", ["main.wsdl", "part.xsd"].as_slice()), ("spec.xml", &["spec.xml"])] {
        let counted = Counted { documents: InMemory(documents.0.clone()), reads: std::cell::RefCell::default() };
        load_any(&counted, name).unwrap();
        let reads: Vec<_> = counted.reads.into_inner().into_iter().collect();
        let expected: Vec<_> = expected.iter().map(|name| ((*name).to_owned(), 1)).collect();
        assert_eq!(reads, expected, "{name}");
    }
}

#[test]
fn a_map_leads_to_no_file_outside_of_the_folder_and_a_build_depends_on_no_missing_map() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("maps");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("docs")).unwrap();
    fs::write(folder.join("secret.xsd"), "<secret/>").unwrap();
    fs::write(folder.join("docs/simple.wsdl"), with_include("http://localhost/a.xsd")).unwrap();
    let map = "<Results><DiscoveryClientResult url='http://localhost/a.xsd' filename='../secret.xsd'/></Results>";
    let files = |folder: &std::path::Path| {
        let files = files_of(&folder.join("docs/simple.wsdl"));
        files.iter().filter_map(|file| file.file_name()?.to_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(files(&folder), ["simple.wsdl", "a.xsd"]);
    fs::write(folder.join("docs/Reference.map"), map).unwrap();
    assert!(files(&folder).contains(&"Reference.map".to_owned()));
    let imported = import_file(&folder.join("docs/simple.wsdl")).unwrap();
    assert_eq!(imported.report.documents, ["simple.wsdl"]);
    assert!(imported.warnings.iter().any(|warning| warning.code() == Code::MissingDocument));
}

fn messages(text: &str) -> Vec<String> {
    match import(&InMemory::of([("shop.wsdl", text)]), "shop.wsdl") {
        Ok(imported) => imported.warnings.iter().map(|warning| warning.message().to_owned()).collect(),
        Err(mistakes) => mistakes.iter().map(|mistake| mistake.message().to_owned()).collect(),
    }
}

#[test]
fn a_document_of_which_nothing_is_imported_says_what_it_lacks_once() {
    let empty = "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>";
    let lacks =
        "no operation of this document can be imported: it has no `<portType>`, no `<binding>` and no `<service>`";
    assert_eq!(messages(empty).last().unwrap(), lacks);
    let document = text("simple.wsdl");
    // `<soap:binding transport=… />` in front of the operations.
    let at = document.find("<soap:binding").unwrap();
    let end = at + document[at..].find('>').unwrap() + 1;
    let without = format!("{}{}", &document[..at], &document[end..]);
    let found = messages(&without);
    assert!(
        found.iter().any(|message| message.ends_with("it has operations of SOAP, but no `<soap:binding>`")),
        "{found:?}"
    );
    // Each operation for itself would say the same.
    let of_operations: Vec<_> = found.iter().filter(|message| message.starts_with("no port offers the ")).collect();
    assert!(of_operations.len() == 1 && of_operations[0].contains(" operations of the port type "), "{found:?}");
}
