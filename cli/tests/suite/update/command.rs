//! `asmx import --update`, as a person runs it.

use std::fs;
use std::path::Path;

use crate::as_document::loaded;
use crate::cli::{ends, err, exits, folder_with, out, run};

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
    let next = SPEC.replace("result=\"none\"", "result=\"string\"");
    let (same_wsdl, next_wsdl) = (document(SPEC), document(&next));
    let files_of_test = [("bell.xml", SPEC), ("same.wsdl", &same_wsdl), ("next.wsdl", &next_wsdl)];
    let folder = folder_with("update", &files_of_test);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();

    let unchanged = "Bell: nothing changed\n\nunchanged: bell.xml\n";
    ends(0, &folder, "import --update bell.xml same.wsdl", (unchanged, ""));

    // `--check` changes nothing.
    let report = "Bell: operations: 1 changed\n\nOperations\n  changed: Hush\n    result=\"string\", was \"none\"\n";
    assert_eq!(out(&exits(1, &folder, "import --check --update bell.xml next.wsdl")), report);
    assert_eq!(read("bell.xml"), SPEC);
    exits(0, &folder, "import --check --update bell.xml same.wsdl");

    let to_other_file = exits(0, &folder, "import --update bell.xml next.wsdl -o other.xml");
    assert_eq!(out(&to_other_file), format!("{report}\nwrote other.xml\n"));
    assert_eq!((read("other.xml").as_str(), read("bell.xml").as_str()), (next.as_str(), SPEC));

    let update = exits(0, &folder, "import --update bell.xml next.wsdl");
    assert_eq!(out(&update), format!("{report}\nwrote bell.xml\n"));
    assert_eq!(read("bell.xml"), next);
    assert_eq!(files(&folder), ["bell.xml", "next.wsdl", "other.xml", "same.wsdl"]);
}

#[test]
fn what_cannot_be_updated_stays_as_it_is() {
    let bad = SPEC.replace("effect=\"send\"", "effect=\"sned\"");
    let other = document(&SPEC.replace("\"Ring\"", "\"Knock\"").replace("\"Hush\"", "\"Wait\""));
    let bell = document(SPEC);
    let specs = [("bad.xml", bad.as_str()), ("bell.xml", SPEC), ("bell.wsdl", &bell), ("other.wsdl", &other)];
    let folder = folder_with("update_refused", &specs);
    for (code, files, message) in [
        (1, "bad.xml bell.wsdl", "did you mean `send`?"),
        (1, "bell.xml other.wsdl", "error: the document has none of the operations of Bell"),
        (2, "missing.xml bell.wsdl", "error: cannot read missing.xml"),
        (2, "bell.xml missing.wsdl", "missing.wsdl"),
    ] {
        let output = exits(code, &folder, &format!("import --update {files}"));
        assert!(out(&output).is_empty() && err(&output).contains(message), "{files}: {}", err(&output));
    }
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), bad);
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), SPEC);
    for wrong in ["import bell.wsdl --check", "import bell.wsdl --keep-removed"] {
        exits(2, &folder, wrong);
    }
}

#[test]
fn operations_that_are_gone_stay_if_they_shall() {
    let line = SPEC.split_inclusive('\n').find(|line| line.contains("Hush")).unwrap();
    let shorter = SPEC.replace(line, "");
    let folder = folder_with("update_keep", &[("bell.xml", SPEC), ("next.wsdl", &document(&shorter))]);
    let retained = run(&folder, &["import", "--update", "bell.xml", "next.wsdl", "--keep-removed"]);
    assert!(out(&retained).contains("Hush is unchanged: the document does not have it"), "{}", out(&retained));
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), SPEC);
    let removed = run(&folder, &["import", "--update", "bell.xml", "next.wsdl"]);
    let removed = out(&removed);
    assert!(removed.contains("removed: Hush") && removed.contains("<doc>Is silent.</doc>"), "{removed}");
    assert_eq!(fs::read_to_string(folder.join("bell.xml")).unwrap(), shorter);
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
    let real = fs::read_to_string(folder.join("real.xml")).unwrap();
    assert!(real.contains("<operation name=\"Hush\" result=\"string\""), "{real}");
}

/// A spec of chosen operations keeps that choice.
#[test]
fn only_the_chosen_operations_of_the_document_are_taken() {
    let hush = SPEC.split_inclusive('\n').find(|line| line.contains("Hush")).unwrap();
    let spec = SPEC.replace(hush, "");
    let folder = folder_with("update_only", &[("bell.xml", &spec), ("bell.wsdl", &document(SPEC))]);
    let update = exits(0, &folder, "import --update bell.xml bell.wsdl --only R*");
    assert_eq!(out(&update), "Bell: nothing changed\n\nunchanged: bell.xml\n");
    let wrong = exits(1, &folder, "import --update bell.xml bell.wsdl --only Rang");
    assert!(out(&wrong).is_empty() && err(&wrong).contains("has no operation `Rang`"), "{}", err(&wrong));
    // New operations get the effect that a person states; the others keep that of the spec.
    let all = run(&folder, &["import", "--update", "bell.xml", "bell.wsdl", "--reads", "*"]);
    assert!(out(&all).contains("added: Hush"), "{}", out(&all));
    let updated = fs::read_to_string(folder.join("bell.xml")).unwrap();
    let hush = updated.lines().find(|line| line.contains("\"Hush\"")).unwrap();
    assert!(hush.contains("effect=\"read\""), "{hush}");
    let effects = |spec: &str, effect: &str| spec.matches(&format!("effect=\"{effect}\"")).count();
    assert_eq!(effects(&updated, "read"), effects(&spec, "read") + 1);
}
