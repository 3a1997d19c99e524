//! `asmx import --update`, as a person runs it.

use std::fs;
use std::path::Path;

use crate::as_document::loaded;
use crate::cli::{err, exits, folder, folder_with, out, run};

const SPEC: &str = "<service name=\"Bell\" path=\"/bell.asmx\" namespace=\"urn:bell\">
  <doc>A bell.</doc>
  <!-- By the door. -->
  <area name=\"all\" title=\"All\">
    <operation name=\"Ring\" result=\"string\" effect=\"send\"><doc>Rings.</doc></operation>
    <operation name=\"Hush\" result=\"none\" effect=\"write\"><doc>Is silent.</doc></operation>
  </area>
</service>
";

fn document(spec: &str) -> String {
    asmx_codegen::wsdl_at(&loaded(spec), None, "http://h/bell.asmx").unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_spec_is_updated_in_place_and_only_if_something_changed() {
    let folder = folder_with("update", &[("bell.xml", SPEC), ("same.wsdl", &document(SPEC))]);
    let next = SPEC.replace("result=\"none\"", "result=\"string\"");
    fs::write(folder.join("next.wsdl"), document(&next)).unwrap();

    let same = run(&folder, &["import", "--update", "bell.xml", "same.wsdl"]);
    assert_eq!(out(&same), "Bell: nothing changed\n\nunchanged: bell.xml\n");
    assert_eq!((err(&same).as_str(), same.status.code()), ("", Some(0)));

    // `--check` changes nothing.
    let check = run(&folder, &["import", "--check", "--update", "bell.xml", "next.wsdl"]);
    let report = "Bell: operations: 1 changed\n\nOperations\n  changed: Hush\n    result=\"string\", was \"none\"\n";
    assert_eq!((out(&check).as_str(), check.status.code()), (report, Some(1)));
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), SPEC);
    exits(0, &folder, "import --check --update bell.xml same.wsdl");

    let to_other_file = run(&folder, &["import", "--update", "bell.xml", "next.wsdl", "-o", "other.xml"]);
    assert_eq!((out(&to_other_file), to_other_file.status.code()), (format!("{report}\nwrote other.xml\n"), Some(0)));
    assert_eq!(fs::read_to_string(folder.join("other.xml")).unwrap(), next);
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), SPEC);

    let update = run(&folder, &["import", "--update", "bell.xml", "next.wsdl"]);
    assert_eq!((out(&update), update.status.code()), (format!("{report}\nwrote bell.xml\n"), Some(0)));
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), next);
    assert_eq!(files(&folder), ["bell.xml", "next.wsdl", "other.xml", "same.wsdl"]);
}

#[test]
fn what_cannot_be_updated_stays_as_it_is() {
    let folder = folder("update_refused");
    let bad = SPEC.replace("effect=\"send\"", "effect=\"sned\"");
    fs::write(folder.join("bad.xml"), &bad).unwrap();
    fs::write(folder.join("bell.xml"), SPEC).unwrap();
    fs::write(folder.join("bell.wsdl"), document(SPEC)).unwrap();
    let other = SPEC.replace("\"Ring\"", "\"Knock\"").replace("\"Hush\"", "\"Wait\"");
    fs::write(folder.join("other.wsdl"), document(&other)).unwrap();
    for (arguments, message) in [
        (["bad.xml", "bell.wsdl"], "did you mean `send`?"),
        (["bell.xml", "other.wsdl"], "error: the document has none of the operations of Bell"),
        (["missing.xml", "bell.wsdl"], "error: cannot read missing.xml"),
        (["bell.xml", "missing.wsdl"], "missing.wsdl"),
    ] {
        let output = run(&folder, &["import", "--update", arguments[0], arguments[1]]);
        let code = if arguments.iter().any(|file| file.starts_with("missing")) { 2 } else { 1 };
        assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(code)), "{arguments:?}");
        assert!(err(&output).contains(message), "{}", err(&output));
    }
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), bad);
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), SPEC);
    for wrong in [&["import", "bell.wsdl", "--check"][..], &["import", "bell.wsdl", "--keep-removed"]] {
        assert_eq!(run(&folder, wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn operations_that_are_gone_stay_if_they_shall() {
    let folder = folder_with("update_keep", &[("bell.xml", SPEC)]);
    let line = SPEC.lines().find(|line| line.contains("Hush")).unwrap();
    fs::write(folder.join("next.wsdl"), document(&SPEC.replace(&format!("{line}\n"), ""))).unwrap();
    let retained = run(&folder, &["import", "--update", "bell.xml", "next.wsdl", "--keep-removed"]);
    assert!(out(&retained).contains("Hush is unchanged: the document does not have it"), "{}", out(&retained));
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), SPEC);
    let removed = run(&folder, &["import", "--update", "bell.xml", "next.wsdl"]);
    assert!(
        out(&removed).contains("removed: Hush") && out(&removed).contains("<doc>Is silent.</doc>"),
        "{}",
        out(&removed)
    );
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), SPEC.replace(&format!("{line}\n"), ""));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder_with("update_link", &[("real.xml", SPEC)]);
    fs::set_permissions(folder.join("real.xml"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.xml", folder.join("bell.xml")).unwrap();
    fs::write(folder.join("next.wsdl"), document(&SPEC.replace("result=\"none\"", "result=\"string\""))).unwrap();
    exits(0, &folder, "import --update bell.xml next.wsdl");
    assert!(fs::symlink_metadata(folder.join("bell.xml")).unwrap().file_type().is_symlink());
    let mode = fs::metadata(folder.join("real.xml")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(
        fs::read_to_string(folder.join("real.xml")).unwrap().contains("<operation name=\"Hush\" result=\"string\"")
    );
}

/// A spec of chosen operations keeps that choice.
#[test]
fn only_the_chosen_operations_of_the_document_are_taken() {
    let folder = folder("update_only");
    let spec = SPEC.replace(
        "    <operation name=\"Hush\" result=\"none\" effect=\"write\"><doc>Is silent.</doc></operation>\n",
        "",
    );
    fs::write(folder.join("bell.xml"), &spec).unwrap();
    fs::write(folder.join("bell.wsdl"), document(SPEC)).unwrap();
    let update = run(&folder, &["import", "--update", "bell.xml", "bell.wsdl", "--only", "R*"]);
    assert_eq!(
        (out(&update).as_str(), update.status.code()),
        ("Bell: nothing changed\n\nunchanged: bell.xml\n", Some(0))
    );
    let wrong = run(&folder, &["import", "--update", "bell.xml", "bell.wsdl", "--only", "Rang"]);
    assert_eq!((out(&wrong).as_str(), wrong.status.code()), ("", Some(1)));
    assert!(err(&wrong).contains("has no operation `Rang`"), "{}", err(&wrong));
    // New operations get the effect that a person states; the others keep that of the spec.
    let all = run(&folder, &["import", "--update", "bell.xml", "bell.wsdl", "--reads", "*"]);
    assert!(out(&all).contains("added: Hush"), "{}", out(&all));
    let updated = fs::read_to_string(folder.join("bell.xml")).unwrap();
    let hush = updated.lines().find(|line| line.contains("\"Hush\"")).unwrap();
    assert!(hush.contains("effect=\"read\""), "{hush}");
    let effects = |spec: &str, effect: &str| spec.matches(&format!("effect=\"{effect}\"")).count();
    assert_eq!(effects(&updated, "read"), effects(&spec, "read") + 1);
}
