//! Generated Rust: the files of `tests/generated`, which compiles them; the same bytes everywhere, plain paths, one piece per operation.

use asmx_codegen::model::Service;

/// A spec with difficult names and types. Its crate compiles the generated code with all lints denied.
const SECOND_SERVICE: &str = include_str!("../../../tests/second-service/spec/library-catalogue.xml");

/// A service with types of every shape.
const ZOO: &str = include_str!("../../../tests/second-service/spec/zoo.xml");

/// A service with messages of every style.
const PARCELS: &str = include_str!("../../../tests/second-service/spec/parcels.xml");

fn load(text: &str) -> Service {
    asmx_codegen::load("library-catalogue.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn generated(text: &str) -> String {
    all_files(&load(text), "library-catalogue.xml")
}

/// All files, one behind the other.
fn all_files(service: &Service, source_name: &str) -> String {
    let files = asmx_codegen::generate(service, source_name);
    let texts: Vec<String> = files.into_iter().map(|file| format!("// {}\n{}", file.path, file.text)).collect();
    texts.join("\n") + "\n"
}

/// Calls `visit` with every token of the file, groups opened.
fn each_token(tokens: proc_macro2::TokenStream, visit: &mut impl FnMut(&proc_macro2::TokenTree)) {
    for token in tokens {
        visit(&token);
        if let proc_macro2::TokenTree::Group(group) = token {
            each_token(group.stream(), visit);
        }
    }
}

#[test]
fn the_same_spec_gives_the_same_bytes() {
    let first = generated(SECOND_SERVICE);
    assert_eq!(first, generated(SECOND_SERVICE));
    let with_crlf = SECOND_SERVICE.replace('\n', "\r\n");
    assert_ne!(with_crlf, SECOND_SERVICE);
    assert_eq!(first, generated(&with_crlf));
    assert!(!first.contains('\r'));
}

#[test]
fn every_file_is_rust_and_names_the_runtime_once() {
    for file in asmx_codegen::generate(&load(SECOND_SERVICE), "library-catalogue.xml") {
        assert!(parsed(&file).attrs.is_empty(), "an included file cannot have inner attributes");
        let expected = usize::from(file.path.ends_with("/mod.rs"));
        assert_eq!(file.text.matches("asmx_runtime::__private").count(), expected, "{}", file.path);
        assert!(!file.text.contains("std::"), "{}", file.path);
    }
}

/// The file and the contents of its macro calls are Rust.
fn parsed(file: &asmx_codegen::RustFile) -> syn::File {
    let parsed = syn::parse_file(&file.text).unwrap_or_else(|error| panic!("{}: {error}", file.path));
    for item in &parsed.items {
        let syn::Item::Macro(call) = item else { continue };
        let content = call.mac.parse_body::<syn::File>();
        assert!(content.is_ok_and(|content| !content.items.is_empty()), "{}\n{}", file.path, file.text);
    }
    parsed
}

#[test]
fn no_name_of_a_service_hides_one_that_generated_code_uses() {
    let service = load(SECOND_SERVICE);
    let types = service.types.iter().map(|named| named.rust_name.as_str());
    let requests = service.operations.iter().map(|operation| operation.names.request.as_str());
    for name in types.chain(requests) {
        assert!(!asmx_codegen::names::PRELUDE.contains(&name), "{name}");
    }
    let is_hidden = service.operations.iter().any(|operation| operation.names.request == "Option_");
    assert!(is_hidden, "there is one to be hidden");
}

#[test]
fn areas_are_modules_whatever_they_are_called() {
    let spec = SMALL.replace("<area name=\"all\"", "<area name=\"service_trait\" title=\"S\"><operation name=\"One\" result=\"none\" effect=\"read\"><doc>D.</doc></operation></area><area name=\"日本\" title=\"N\"><operation name=\"Two\" result=\"none\" effect=\"read\"><doc>D.</doc></operation></area><area name=\"type\"");
    let files = asmx_codegen::generate(&load(&spec), "small.xml");
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let modules = ["mod", "service_trait_1", "area_2", "area_3", "service_trait"];
    let expected = modules.map(|module| format!("small/{module}.rs"));
    assert_eq!((paths[0], &paths[1..]), ("small.rs", &expected.each_ref().map(String::as_str)[..]));
}

#[test]
fn the_trait_of_a_service_repeats_no_word_of_its_name() {
    for (name, client, service_trait) in [
        ("Holidays", "Holidays", "HolidaysService"),
        ("HolidayService", "HolidayService", "HolidayServiceMethods"),
        ("holiday-service", "HolidayService", "HolidayServiceMethods"),
        ("HOLIDAYSERVICE", "Holidayservice", "HolidayserviceMethods"),
        ("Service", "Service", "ServiceMethods"),
        ("Services", "Services", "ServicesService"),
    ] {
        let text = generated(&SMALL.replacen("service name=\"Small\"", &format!("service name=\"{name}\""), 1));
        assert!(text.contains(&format!("pub trait {service_trait} {{")), "{name}: {text}");
        assert!(text.contains(&format!("pub struct {client}")), "{name}: {text}");
        assert!(text.contains(&format!("{client}Dispatch)]")), "{name}: {text}");
    }
}

#[test]
fn an_open_question_of_several_parameters_is_documented_once() {
    let open =
        |name: &str| format!("<param name=\"{name}\" type=\"string\"><undocumented>the format</undocumented></param>");
    let spec = SMALL.replace("<param name=\"From\" type=\"string\"/>", &format!("{}{}", open("From"), open("To")));
    let text = asmx_codegen::generate_operation(&load(&spec), 0);
    assert!(text.contains("    /// - Not documented by the service: `From`, `To`: the format.\n"), "{text}");
    assert_eq!(text.matches("the format").count(), 1, "{text}");
}

#[test]
fn lines_of_an_operation_are_the_lines_of_the_service() {
    let service = load(SECOND_SERVICE);
    let all_files = all_files(&service, "library-catalogue.xml");
    for (index, operation) in service.operations.iter().enumerate() {
        let alone = asmx_codegen::generate_operation(&service, index);
        syn::parse_file(&alone).unwrap();
        for line in alone.lines() {
            assert!(all_files.contains(line), "{}: {line}", operation.name);
        }
    }
    assert_eq!(asmx_codegen::generate_operation(&service, service.operations.len()), "");
}

#[test]
fn editing_one_operation_changes_the_text_of_no_other() {
    let before = load(SECOND_SERVICE);
    let edited = SECOND_SERVICE.replace("<doc>Four flags.</doc>", "<doc>Four flags, edited.</doc>");
    assert_ne!(edited, SECOND_SERVICE);
    let after = load(&edited);
    let changed: Vec<&str> = (0..before.operations.len())
        .filter(|index| {
            asmx_codegen::generate_operation(&before, *index) != asmx_codegen::generate_operation(&after, *index)
        })
        .map(|index| before.operations[index].name.as_str())
        .collect();
    assert_eq!(changed, ["Flags"]);
}

/// Operations of the second service whose names hurt.
const NAMES: [&str; 9] = [
    "type",
    "self",
    "1stEditions",
    "Flags",
    "EnumerationsAndStructures",
    "EveryPairOfRequired",
    "GetLoans_DataSet",
    "GetLoans",
    "GetLoansOld",
];

#[test]
fn specs_generate_what_their_files_show() {
    for (name, spec, operations) in
        [("names", SECOND_SERVICE, &NAMES[..]), ("zoo", ZOO, &[]), ("parcels", PARCELS, &[])]
    {
        let service = asmx_codegen::only(load(spec), operations).unwrap();
        let files = asmx_codegen::generate(&service, &format!("{name}.xml"));
        goldens::assert_generated(name, files.into_iter().map(|file| (file.path, file.text)));
    }
    let service = load(ZOO);
    assert_eq!(asmx_codegen::generate_type(&service, service.types.len()), "");
}

/// Printers leave macro calls alone, so the types are an array, printed one by one.
#[test]
fn each_type_of_an_any_value_stands_on_its_own_line() {
    let text = all_files(&load(ZOO), "zoo.xml");
    let (_, types) = text.split_once(".types(").unwrap();
    let (types, _) = types.split_once("\n    )").unwrap();
    let lines: Vec<&str> = types.lines().map(str::trim).collect();
    for line in ["rt::Type::Structure(&ANIMAL),", "rt::Type::Structure(&CAT),", "rt::Type::Enumeration(&RIGHTS),"] {
        assert_eq!(lines.iter().filter(|other| **other == line).count(), 1, "{line} in {types}");
    }
    let without = all_files(&load(SECOND_SERVICE), "library-catalogue.xml");
    assert!(!without.contains(".types("), "no value of it is of any type");
}

/// The types whose text an edit changes.
fn changed_types(edit: impl Fn(&str) -> String) -> Vec<String> {
    let edited = edit(ZOO);
    assert_ne!(edited, ZOO);
    let (before, after) = (load(ZOO), load(&edited));
    let text = asmx_codegen::generate_type;
    let changed = (0..before.types.len()).filter(|index| text(&before, *index) != text(&after, *index));
    changed.map(|index| before.types[index].rust_name.clone()).collect()
}

#[test]
fn editing_one_type_changes_the_text_of_those_that_are_derived_from_it_and_no_other() {
    let doc = |text: &str| text.replace("<doc>May look.</doc>", "<doc>May look at it.</doc>");
    assert_eq!(changed_types(doc), ["Rights"]);
    let member =
        |text: &str| text.replace("<param name=\"Sort\" type=\"string\"/>", "<param name=\"Sort\" type=\"int\"/>");
    assert_eq!(changed_types(member), ["Item"]);
    let base = |text: &str| text.replace("<param name=\"Born\" type=\"date\"", "<param name=\"Born\" type=\"int\"");
    assert_eq!(changed_types(base), ["Animal", "Cat", "Kitten", "Dog"]);
    // A new derived type adds a variant to the enumeration of its base.
    let derived = |text: &str| {
        text.replace(
            "<array name=\"ArrayOfArrayOfInt2\"",
            "<structure name=\"Lion\" base=\"Cat\"/><array name=\"ArrayOfArrayOfInt2\"",
        )
    };
    assert_eq!(changed_types(derived), ["Animal", "Cat"]);
}

#[test]
fn invented_names_are_unique() {
    let service = load(ZOO);
    let text = all_files(&service, "zoo.xml");
    for name in ["pub enum AnyAnimal2 {", "pub struct AnyAnimal {", "pub enum CatChoice2 {", "pub struct CatChoice {"] {
        assert_eq!(text.matches(name).count(), 1, "{name}");
    }
    let mut other = service.clone();
    for (named, name) in other.types.iter_mut().zip(["ChainChoice", "ChainChoice2", "AnyShape", "EchoThingsOutput"]) {
        named.rust_name = name.to_owned();
    }
    let text = all_files(&other, "zoo.xml");
    assert!(text.contains("pub enum ChainChoice3 {") && text.contains("pub enum AnyShape2 {"), "{text}");
}

#[test]
fn code_states_what_becomes_of_contradictions_where_the_result_does_not_tell() {
    let header = "<header name='H' type='string'/>";
    for (attributes, elements, expected) in [
        ("result='string'", "", None),
        ("result='string' on-contradiction='error'", "", None),
        ("result='string' on-contradiction='note'", "", Some("Note")),
        ("result='string' content='json'", "", Some("Error")),
        ("result='string' content='json' on-contradiction='note'", "", None),
        ("result='string'", header, None),
        ("result='string' on-contradiction='error'", header, Some("Error")),
        ("result='none' on-contradiction='note'", "", Some("Note")),
        ("", "<result type='string'/>", None),
        ("", "<result type='string' content='json'/>", Some("Error")),
        ("on-contradiction='note'", "<result type='string'/>", Some("Note")),
        ("", "<output name='OResult' type='string'/>", None),
        ("", "<result type='string' required='true'/>", Some("Note")),
        ("", "<result type='int'/>", None),
        ("on-contradiction='error'", "<result type='int'/>", Some("Error")),
        ("on-contradiction='note'", "<result kind='dataset'/>", Some("Note")),
    ] {
        let spec = format!(
            "<service name='S' path='/s.asmx'><doc>D.</doc><area name='a' title='A'><operation name='O' {attributes} effect='read'>\
             <doc>D.</doc>{elements}</operation></area></service>"
        );
        let code = asmx_codegen::generate_operation(&load(&spec), 0);
        let is_stated = |word: &&str| code.contains(&format!("on_contradiction(rt::OnContradiction::{word})"));
        let found = ["Error", "Note"].into_iter().find(is_stated);
        assert_eq!(found, expected, "{attributes} {elements}: {code}");
    }
}

#[test]
fn the_name_of_an_output_struct_is_unique() {
    let names = |spec: &str| -> Vec<Option<String>> {
        load(spec).operations.into_iter().map(|operation| operation.names.output).take(3).collect()
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(names(PARCELS), [some("WeighOutput2"), some("MeasureOutput"), some("HandOutput")]);
    let more = PARCELS.replace("structure name=\"Trace\"", "structure name=\"Trace\" rust=\"MeasureOutput\"");
    assert_eq!(names(&more)[1], some("MeasureOutput2"));
    let text = all_files(&load(&more), "parcels.xml");
    assert!(text.contains("pub struct MeasureOutput2 {"));
}

/// Any model becomes Rust: every file, and the contents of its macro calls.
#[test]
fn any_model_is_rust() {
    for seed in 0..60 {
        for file in asmx_codegen::generate(&crate::models::service(seed), "zoo.xml") {
            parsed(&file);
            assert!(!file.text.contains("compile_error!"), "{seed}: {}\n{}", file.path, file.text);
        }
    }
}

#[test]
fn invalid_file_names_stay_on_the_first_line() {
    let service = load(SECOND_SERVICE);
    for file in asmx_codegen::generate(&service, "odd\nname.xml") {
        let first = "// Generated by asmx-codegen from odd\\nname.xml: edit the spec, not this file.\n";
        assert!(file.text.starts_with(first), "{}", file.text);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: cases::of(64), failure_persistence: None, ..Default::default() })]

    /// A spec's texts stay inside comments and literals.
    #[test]
    fn any_text_gives_rust(text in "\\PC*|[ -~\r\n\t]*|[`*_<>\\[\\]#/!\\\\\"{}|&~.-]{0,12}") {
        let mut service = load(SMALL);
        for operation in &mut service.operations {
            operation.deprecated = Some("why".to_owned());
            // A descriptor says that documentation is missing.
            if asmx_codegen::emit::documentation::doc(std::slice::from_ref(&text)).is_empty() {
                operation.doc.clear();
            }
        }
        let expected = shape(&all_files(&service, "small.xml"));
        service.doc = vec![text.clone(), text.clone()];
        for operation in &mut service.operations {
            operation.doc = vec![text.clone()];
            operation.undocumented = vec![text.clone()];
            operation.deprecated = Some(text.clone());
            for parameter in &mut operation.parameters {
                parameter.doc = vec![text.clone(), text.clone()];
            }
        }
        let rust = all_files(&service, "small.xml");
        proptest::prop_assert_eq!(shape(&rust), expected);
        proptest::prop_assert!(!rust.lines().any(|line| line.trim_start().starts_with("/**")), "a doc comment of many lines: {}", rust);
    }
}

const SMALL: &str = r#"<service name="Small" path="/small.asmx">
  <doc>A small service.</doc>
  <area name="all" title="All">
    <operation name="Count" result="integers" effect="read"><doc>Counts.</doc><param name="From" type="string"/></operation>
  </area>
</service>
"#;

/// All tokens except documentation and texts.
fn shape(rust: &str) -> Vec<String> {
    let tokens = rust.parse().unwrap_or_else(|error| panic!("{error}: {rust}"));
    let mut shape = Vec::new();
    each_token(tokens, &mut |token| match token {
        proc_macro2::TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Bracket => {}
        proc_macro2::TokenTree::Literal(_) | proc_macro2::TokenTree::Group(_) => {}
        other => shape.push(other.to_string()),
    });
    // A doc comment has one attribute for each line.
    shape.retain(|token| !["doc", "deprecated", "#", "=", "!"].contains(&token.as_str()));
    shape
}

#[test]
fn headers_of_credentials_are_filled_in() {
    let spec = "<service name='S' path='/s.asmx' namespace='urn:s'><doc>D.</doc>\
                <structure name='Auth'><param name='Token' type='string' role='token' secret='true'/></structure>\
                <structure name='Trace'><param name='Number' type='int'/></structure>\
                <area name='a' title='A'><operation name='Op' result='none' effect='read'><doc>D.</doc>\
                <header name='Auth' type='Auth'/></operation><operation name='Other' result='none' effect='read'><doc>D.</doc>\
                <header name='Trace' type='Trace'/></operation></area></service>";
    let text = generated(spec);
    let another = "by [`Prepared::soap_header_of`](rt::Prepared::soap_header_of)";
    let filled_in = "takes `Auth`, filled in from [`Builder::token`](rt::Builder::token); another one";
    let text = text.replace("\n    /// ", " ");
    for part in [format!("{filled_in} {another}"), format!("takes `Trace`, {another}")] {
        assert!(text.contains(&part), "{part}: {text}");
    }
}

/// Rustdoc of an operation without documentation repeats its name, and its descriptor does not.
#[test]
fn descriptors_lack_documentation_that_the_spec_lacks() {
    let operation = |doc: &str| {
        let spec = format!(
            "<service name='S' path='/s.asmx' namespace='urn:s' imported='true'><area name='a' title='A'>\
             <operation name='Op' result='none' effect='read'>{doc}</operation></area></service>"
        );
        generated(&spec)
    };
    let text = operation("");
    assert!(text.contains("/// The operation `Op`.") && text.contains("Read, undocumented())]"), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("\"/s.asmx\", \"\","), "{text}");
    assert!(!operation("<doc>The operation Op.</doc>").contains("undocumented"), "{text}");
}

#[test]
fn types_derived_from_a_recursive_type_take_linear_time() {
    let growth = crate::growth::growth(|types| {
        let derived =
            |number| format!(r#"<structure name="D{number}" base="B"><param name="X" type="int"/></structure>"#);
        let derived = (0..types).map(derived).collect::<Vec<_>>().concat();
        let spec = format!(
            r#"<service name="S" path="/s.asmx" namespace="urn:s"><doc>S.</doc><structure name="B"><param name="Next" type="B"/></structure>{derived}<area name="a" title="A"><doc>A.</doc><operation name="Get" effect="read"><doc>Gets.</doc><result type="B"/></operation></area></service>"#
        );
        let service = asmx_codegen::load("s.xml", spec.as_bytes()).unwrap();
        assert!(!asmx_codegen::generate_type(&service, 0).is_empty());
    });
    assert!(growth < 9.0, "{growth}");
}
