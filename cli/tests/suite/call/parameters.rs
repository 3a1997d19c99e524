//! Parameters from options, files and standard input.

use std::fs;

use super::{body, element, folder, folder_replaced, folder_with, quiet, refusal, run};

/// A value that is not UTF-8 is named by its parameter.
#[cfg(unix)]
#[test]
fn a_value_that_is_not_utf_8_is_refused_by_name() {
    use std::os::unix::ffi::OsStringExt as _;
    let arguments =
        |parts: &[&[u8]]| parts.iter().map(|part| std::ffi::OsString::from_vec(part.to_vec())).collect::<Vec<_>>();
    for command_line in [arguments(&[b"--text", b"M\xfcller"]), arguments(&[b"--text=M\xfcller"])] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.current_dir(super::folder("not_utf_8")).args(["call", "shop.xml", "FindOrders"]).args(command_line);
        let output = command.args(["--base-url", "http://127.0.0.1:9"]).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        let expected = "error: `--text`: the value is not UTF-8: write it in UTF-8, or put it into a file of JSON and give `--params FILE`\n";
        assert_eq!((output.status.code(), error.as_ref()), (Some(2), expected));
    }
}

#[test]
fn options_reach_members_by_path_in_the_documents_names_or_in_kebab_case() {
    let folder = folder("paths");
    let kebab = ["AddOrder", "--order.customer-id", "c", "--order.items.0.name=--x", "--order.items.1.name", "y"];
    let wire = ["AddOrder", "--Order.CustomerID", "c", "--Order.Items.0.Name=--x", "--Order.Items.1.Name", "y"];
    let expected = "<AddOrder xmlns=\"urn:shop\"><Order><CustomerID>c</CustomerID><Items><Item><Name>--x</Name></Item><Item><Name>y</Name></Item></Items></Order></AddOrder>";
    assert_eq!(body(&folder, &kebab), expected);
    assert_eq!(body(&folder, &wire), expected);
}

#[test]
fn arrays_are_repeated_options_or_json() {
    let folder = folder("arrays");
    let expected = "<Tags><string>a</string><string>-5</string></Tags>";
    assert!(body(&folder, &["AddOrder", "--order.tags", "a", "--order.tags", "-5"]).contains(expected));
    assert!(body(&folder, &["AddOrder", "--order.tags", r#"["a", "-5"]"#]).contains(expected));
    let json = body(&folder, &["AddOrder", "--order", r#"{"Tags": ["a", "-5"]}"#, "--order.id", "7"]);
    assert!(json.contains(expected) && json.contains("<Id>7</Id>"), "{json}");
}

#[test]
fn options_replace_values_of_files() {
    let folder = folder_with("files", &[("p.json", r#"{"Order": {"Id": 1, "CustomerID": "c", "Tags": ["old"]}}"#)]);
    fs::write(folder.join("scan.pdf"), [0, 255, 7]).unwrap();
    fs::write(folder.join("word.txt"), "wörd").unwrap();
    let file_and_tags = ["--params", "p.json", "--order.id", "2", "--order.tags", "@word.txt", "--order.tags", "@@x"];
    let body = body(&folder, &[&["AddOrder"], &file_and_tags[..], &["--order.scan", "@scan.pdf"]].concat());
    let expected =
        "<Id>2</Id><CustomerID>c</CustomerID><Tags><string>wörd</string><string>@x</string></Tags><Scan>AP8H</Scan>";
    assert!(body.contains(expected), "{body}");
}

#[test]
fn a_parameter_may_have_the_name_of_an_option() {
    let folder = folder("dots");
    let call = ["call", "--timeout", "9", "shop.xml", "FindOrders", "--.timeout", "7"];
    let address = ["--endpoint", "https://shop.example/shop.asmx", "--dry-run", "--unchecked"];
    let (code, out, err) = run(&folder, &[call.as_slice(), &address].concat());
    assert!(code == 0 && out.contains("<timeout>7</timeout>"), "{err}");
    // The name as the document writes it is the parameter's where it is not the option's.
    assert!(body(&folder, &["FindOrders", "--Text", "x"]).contains("<Text>x</Text>"));
    // An option may have the same name, and nobody can know which is meant.
    for arguments in [["--timeout", "9"].as_slice(), &["--timeout=9"], &["--text", "x", "--timeout", "9"]] {
        let expected = "error: `--timeout` is an option of `asmx call` and a parameter of FindOrders: write `--.timeout` for the parameter, and \
                        `--timeout` before FindOrders for the option\n";
        assert_eq!(refusal(&folder, &[&["shop.xml", "FindOrders"], arguments].concat()), expected);
    }
    // Values of short options are no positions.
    let before = ["call", "-o", "a.json", "--timeout", "9", "shop.xml", "FindOrders", "--.timeout", "7"];
    quiet(run(&folder, &[before.as_slice(), &address].concat()));
}

/// A value that is given twice is no value that is dropped.
#[test]
fn a_repeated_option_is_an_array_a_set_of_flags_or_refused() {
    let text = "<param name=\"Text\" type=\"string\"/>";
    let days = format!("{text}<param name=\"Days\" type=\"Day\" optional=\"true\"/>");
    let day = "<enum name=\"Day\" flags=\"true\"><value name=\"Mon\"/><value name=\"Tue\"/></enum><area ";
    let folder = folder_replaced("repeated", &[(text, &days), ("<area ", day)]);
    let days = |arguments: &[&str]| element(&body(&folder, &[&["FindOrders"], arguments].concat()), "Days").to_owned();
    for arguments in [
        ["--days", "Mon", "--days", "Tue"].as_slice(),
        &["--days", "Mon Tue"],
        &["--days", r#"["Mon","Tue"]"#],
        &["--days", r#"["Mon"]"#, "--days", "Tue"],
    ] {
        assert_eq!(days(arguments), "Mon Tue", "{arguments:?}");
    }
    for arguments in [
        ["FindOrders", "--text", "a", "--text", "b"].as_slice(),
        &["FindOrders", "--text", "a", "--Text", "a"],
        &["AddOrder", "--order.id", "1", "--order.id", "2"],
        &["AddOrder", "--order", r#"{"Id": 1}"#, "--order.id", "2"],
        &["AddOrder", "--order.id", "1", "--order", r#"{"Tags": []}"#],
        &["AddOrder", "--order.tags", "a", "--order.tags.0", "b"],
    ] {
        let error = refusal(&folder, &[&["shop.xml"], arguments].concat());
        assert!(error.ends_with("` has a value already, and takes one\n"), "{arguments:?}: {error}");
    }
    let error = refusal(&folder, &["shop.xml", "FindOrders", "--format", "csv", "--format", "json"]);
    assert!(error.contains("cannot be used multiple times"), "{error}");
}

#[test]
fn mistakes_in_options_name_the_option() {
    let folder = folder("mistakes");
    let error = |arguments: &[&str]| refusal(&folder, &[&["shop.xml", "AddOrder"], arguments].concat());
    let all = [
        error(&["--oder.id", "7"]),
        error(&["--order.custmer-id", "7"]),
        error(&["--order.id.x", "7"]),
        error(&["--order.items.name", "x"]),
        error(&["--order.items.2.name", "x"]),
        error(&["--order", "x"]),
        error(&["--order.id"]),
        error(&["--order.scan", "@nowhere"]),
        error(&["--bse-url", "x"]),
        error(&["--nothing-like-it", "x"]),
        error(&["--order.nothing-like-it", "x"]),
        error(&["--api-code", "x"]),
    ];
    insta::assert_snapshot!(all.concat());
}

#[test]
fn a_name_that_is_twice_in_an_object_is_a_mistake() {
    let folder = folder_with("twice", &[("p.json", r#"{"Order": {"Id": 1, "Id": 2}}"#)]);
    let expected = "error: p.json: at line 1, column 28: an object has two members of the same name\n";
    assert_eq!(refusal(&folder, &["shop.xml", "AddOrder", "--params", "p.json"]), expected);
    let error = refusal(&folder, &["shop.xml", "AddOrder", "--order", r#"{"Id": 1, "Id": 2}"#]);
    assert!(error.contains("has a name twice in an object (line 1, column 18)"), "{error}");
}

#[test]
fn a_secret_is_never_an_argument() {
    let folder = folder("secret_options");
    for arguments in [["--api-code", "hunter2word"], ["--ApiCode=hunter2word", "--yes"]] {
        let error = refusal(&folder, &[["shop.xml", "AddOrder"], arguments].concat());
        assert!(!error.contains("hunter2word") && error.contains("is a secret"), "{error}");
    }
    // A file of parameters may hold it, and no output shows it.
    fs::write(folder.join("p.json"), r#"{"ApiCode": "hunter2word"}"#).unwrap();
    let body = body(&folder, &["AddOrder", "--params", "p.json"]);
    assert!(body.contains("<ApiCode>[redacted]</ApiCode>"), "{body}");
    // A short one occurs in any text by chance.
    fs::write(folder.join("p.json"), r#"{"ApiCode": "x"}"#).unwrap();
    let fixed = ["call", "shop.xml", "AddOrder", "--params", "p.json", "--endpoint", "https://h/s.asmx", "--dry-run"];
    let (code, out, err) = super::run(&folder, &fixed);
    assert!(code == 0 && !out.contains("ApiCode") && err.starts_with("note: the body is not shown"), "{out} {err}");
}

#[test]
fn a_string_that_holds_json_takes_json_or_a_text_for_it() {
    let json = ("<param name=\"Text\" type=\"string\"/>", "<param name=\"Text\" type=\"string\" content=\"json\"/>");
    let xml = "<param name=\"Max\" type=\"string\" repeated=\"true\" content=\"xml\"/>";
    let folder = folder_replaced("contents", &[json, ("<param name=\"Max\" type=\"int\" optional=\"true\"/>", xml)]);
    let text = |value: &str| element(&body(&folder, &["FindOrders", "--text", value]), "Text").to_owned();
    assert_eq!(text(r#"{"a": [1]}"#), r#"{"a":[1]}"#);
    assert_eq!(text("nails"), r#""nails""#);
    let many = body(&folder, &["FindOrders", "--max", "<a/>", "--max", "b"]);
    assert!(many.contains("<Max>&lt;a/&gt;</Max><Max>b</Max>"), "{many}");
    let (_, described, _) = run(&folder, &["describe", "shop.xml", "FindOrders"]);
    assert!(described.contains("string of JSON") && described.contains("array of string of XML"), "{described}");
}

/// A server refuses a form that lacks a parameter (docs/RULES.md, rule 2).
#[test]
fn absent_texts_are_empty_over_get() {
    let folder = folder_with("absent", &[("get.wsdl", include_str!("get.wsdl"))]);
    for more in [[].as_slice(), &["--unchecked"]] {
        let fixed = ["call", "get.wsdl", "Find", "--yes", "--text", "a", "--dry-run"];
        let out = quiet(run(&folder, &[&fixed, more].concat()));
        assert!(out.starts_with("GET /get.asmx/Find?Text=a&Take= "), "{out}");
    }
}

/// PowerShell and .NET write decimals as numbers.
#[test]
fn numbers_keep_the_digits_of_files_and_options() {
    let folder = folder("digits");
    let price = |number: &str| {
        fs::write(folder.join("p.json"), format!(r#"{{"Order": {{"Items": [{{"Price": {number}}}]}}}}"#)).unwrap();
        let of_file = body(&folder, &["AddOrder", "--params", "p.json"]);
        let of_option = body(&folder, &["AddOrder", "--order", &format!(r#"{{"Items": [{{"Price": {number}}}]}}"#)]);
        assert_eq!(of_file, of_option);
        element(&of_file, "Price").to_owned()
    };
    for number in ["0.1234567890123456789012345678", "12.50", "79228162514264337593543950335"] {
        assert_eq!(price(number), number);
    }
    assert_eq!(price("-1e-10"), "-0.0000000001");
    fs::write(folder.join("p.json"), r#"{"Order": {"Items": [{"Price": 1e64}]}}"#).unwrap();
    let error = refusal(&folder, &["shop.xml", "AddOrder", "--params", "p.json", "--yes"]);
    let expected = "parameter `Order.Items[0].Price`: `1e64` is not a valid decimal of at most 64 digits";
    assert!(error.contains(expected), "{error}");
}

/// `>` and `Set-Content` of Windows PowerShell write them.
#[test]
fn files_may_have_a_byte_order_mark_and_be_utf16() {
    let folder = folder("marks");
    let marked = |text: &str| format!("\u{feff}{text}");
    let wide = |text: &str| marked(text).encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for encoded in [&|text: &str| marked(text).into_bytes(), &wide as &dyn Fn(&str) -> Vec<u8>] {
        fs::write(folder.join("p.json"), encoded(r#"{"Order": {"CustomerID": "Zoë"}}"#)).unwrap();
        fs::write(folder.join("tag.txt"), encoded("Zoë")).unwrap();
        fs::write(folder.join("scan.txt"), encoded("a")).unwrap();
        let arguments = ["--params", "p.json", "--order.tags", "@tag.txt", "--order.scan", "@scan.txt"];
        let body = body(&folder, &[&["AddOrder"], arguments.as_slice()].concat());
        assert!(body.contains("<CustomerID>Zoë</CustomerID><Tags><string>Zoë</string></Tags>"), "{body}");
        // The bytes of a file are the bytes of a binary.
        let scan = if encoded("a")[0] == 0xFF { "<Scan>//5hAA==</Scan>" } else { "<Scan>77u/YQ==</Scan>" };
        assert!(body.contains(scan), "{body}");
    }
    fs::write(folder.join("p.json"), b"{\"Order\": \"Zo\xEB\"}").unwrap();
    let error = refusal(&folder, &["shop.xml", "AddOrder", "--params", "p.json", "--yes"]);
    let expected =
        "error: cannot read p.json: it is not UTF-8: save it as UTF-8, or as UTF-16 with a byte order mark\n";
    assert_eq!(error, expected);
}

#[test]
fn booleans_of_options_may_be_those_of_dotnet() {
    let boolean = "<param name=\"Max\" type=\"boolean\" array=\"true\"/>";
    let pairs = [("<param name=\"Max\" type=\"int\" optional=\"true\"/>", boolean)];
    let folder = folder_replaced("booleans", &pairs);
    let found = body(&folder, &["FindOrders", "--text", "True", "--max", "True", "--max", "False", "--max", "0"]);
    let expected = "<Text>True</Text><Max><boolean>true</boolean><boolean>false</boolean><boolean>0</boolean></Max>";
    assert!(found.contains(expected), "{found}");
}

/// The last digit may have bits that belong to no byte: they would be lost on the way.
#[test]
fn base64_that_would_lose_bits_is_refused() {
    let folder = folder("lost_bits");
    for wrong in ["AAB", "AA B", "AAB=", "AB=="] {
        let error = refusal(&folder, &["shop.xml", "AddOrder", "--order.scan", wrong, "--yes"]);
        assert!(error.contains(&format!("`{wrong}` is not a valid base64Binary")), "{error}");
    }
    assert!(body(&folder, &["AddOrder", "--order.scan", "AAA"]).contains("<Scan>AAA</Scan>"));
}

#[test]
fn a_time_limit_of_nothing_is_refused() {
    let error = refusal(&folder("no_time"), &["--timeout", "0", "shop.xml", "FindOrders"]);
    assert!(error.contains("a time above 0 seconds is needed"), "{error}");
}

#[test]
fn other_mistakes_are_reported_beside_a_missing_address() {
    let (code, _, err) = run(&folder("no_address"), &["call", "shop.xml", "FindOrders", "--txet", "x"]);
    assert!(code == 2 && err.contains("did you mean `text`") && err.contains("states no address"), "{code} {err}");
}
