//! The index of a document: where it is, and when it is made anew.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::addresses::{documents, shop};
use super::super::profiles::write as profile;
use super::super::{ended, folder, run};
use super::after;

fn indexes(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(documents(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "index")).collect()
}

fn operations(folder: &Path) -> Vec<String> {
    after(folder, &["call", "shop.xml", ""])
}

#[test]
fn documents_of_addresses_are_completed_without_a_connection() {
    let folder = folder("completions_address");
    profile(&folder, "[shop]\nbasic = { username = 'ann', password = 'hunter2word' }\n");
    let (url, requests, _) = shop("http://127.0.0.1:9/shop.asmx");
    let address = format!("{url}/shop.asmx");
    assert_eq!(after(&folder, &["call", &address, "F"]), [""; 0]);
    assert_eq!(requests.try_iter().count(), 0);
    ended(0, run(&folder, &["operations", &address, "--profile", "shop"]));
    assert!(requests.try_iter().count() > 0);
    // The profile is named behind the operation, or not yet.
    assert_eq!(after(&folder, &["call", &address, "--profile", "shop", "F"]), ["FindOrders"]);
    assert_eq!(after(&folder, &["call", &address, "F"]), ["FindOrders"]);
    assert_eq!(after(&folder, &["call", &address, "FindOrders", "--T"]), ["--Text"]);
    // bash replaces what stands behind the last colon or equals sign.
    let line = format!("asmx call {address} AddOrder --Order.State=O");
    let (_, out, _) = run(&folder, &["completions", "bash", "--", "=:", &line]);
    assert_eq!(out, "Open \n");
    assert_eq!(after(&folder, &["call", &address, "--profile", "other", "F"]), [""; 0]);
    assert_eq!(requests.try_iter().count(), 0);
}

#[test]
fn a_second_completion_reads_the_index_which_only_the_person_may_read() {
    let folder = folder("completions_index");
    assert_eq!(operations(&folder), ["FindOrders", "AddOrder", "Ring"]);
    let [index] = indexes(&folder).try_into().unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&index).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(documents(&folder)).unwrap().permissions().mode() & 0o777, 0o700);
    }
    let before = fs::metadata(&index).unwrap().modified().unwrap();
    assert_eq!(operations(&folder), ["FindOrders", "AddOrder", "Ring"]);
    assert_eq!(fs::metadata(&index).unwrap().modified().unwrap(), before);
}

#[test]
fn a_broken_index_is_made_anew() {
    let folder = folder("completions_broken");
    let expected = operations(&folder);
    let [index] = indexes(&folder).try_into().unwrap();
    let good = fs::read_to_string(&index).unwrap();
    for broken in [
        "",
        "asmx completions 2 ",
        &good.replace("completions 2", "completions 1"),
        &good[..good.len() / 2],
        &good.replace("FindOrders", "FindOthers"),
    ] {
        fs::write(&index, broken).unwrap();
        assert_eq!(operations(&folder), expected);
        assert_eq!(fs::read_to_string(&index).unwrap(), good);
    }
    // A link in its place is not followed.
    #[cfg(unix)]
    {
        let other = folder.join("other");
        fs::write(&other, &good).unwrap();
        fs::remove_file(&index).unwrap();
        std::os::unix::fs::symlink(&other, &index).unwrap();
        assert_eq!(operations(&folder), expected);
    }
    // Without a cache, too.
    fs::remove_dir_all(folder.join("cache")).unwrap();
    fs::write(folder.join("cache"), "").unwrap();
    assert_eq!(operations(&folder), expected);
}

#[test]
fn an_edit_of_the_document_or_of_an_import_is_seen() {
    let folder = folder("completions_edit");
    let spec = asmx_codegen::load("shop.xml", include_bytes!("../shop.xml")).unwrap();
    let document = asmx_codegen::wsdl_at(&spec, None, "http://127.0.0.1:9/shop.asmx").unwrap();
    let (start, end) = (document.find("<s:schema").unwrap(), document.find("</s:schema>").unwrap() + 11);
    let schema = document[start..end].replacen(
        "<s:schema",
        "<s:schema xmlns:s=\"http://www.w3.org/2001/XMLSchema\" xmlns:tns=\"urn:shop\"",
        1,
    );
    let import = "<s:schema><s:import namespace=\"urn:shop\" schemaLocation=\"shop.xsd\"/></s:schema>";
    fs::write(folder.join("shop.wsdl"), format!("{}{import}{}", &document[..start], &document[end..])).unwrap();
    fs::write(folder.join("shop.xsd"), &schema).unwrap();
    let state = || after(&folder, &["call", "shop.wsdl", "AddOrder", "--Order.State=O"]);
    assert_eq!(state(), ["--Order.State=Open"]);
    fs::write(folder.join("shop.xsd"), schema.replace("\"Open\"", "\"Opened\"")).unwrap();
    assert_eq!(state(), ["--Order.State=Opened"]);
    fs::write(folder.join("shop.xml"), include_str!("../shop.xml").replace("Ring", "Call")).unwrap();
    assert_eq!(operations(&folder), ["FindOrders", "AddOrder", "Call"]);
}

#[test]
fn the_oldest_indexes_give_way() {
    let folder = folder("completions_many");
    operations(&folder);
    let [first] = indexes(&folder).try_into().unwrap();
    for number in 0..70 {
        let other = documents(&folder).join(format!("{number}.index"));
        fs::write(&other, "").unwrap();
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(1000 - number);
        fs::File::options().write(true).open(other).unwrap().set_modified(old).unwrap();
    }
    fs::write(folder.join("shop.xml"), include_str!("../shop.xml").replace("Ring", "Call")).unwrap();
    operations(&folder);
    let remaining = indexes(&folder);
    assert_eq!(remaining.len(), 64);
    assert!(remaining.contains(&first) && !remaining.contains(&documents(&folder).join("0.index")));
}

/// The bound is 50 ms for the optimized program; this one is not, and its machine may be busy.
#[test]
fn fifteen_hundred_operations_are_completed_at_once() {
    let folder = folder("completions_large");
    let operation = |number: usize| {
        format!(
            "<operation name=\"Area{}_Operation{number}\" effect=\"read\"><doc>Reads the records with this number.</doc><param name=\"Id\" \
             type=\"int\"/><param name=\"Text\" type=\"string\"/><result type=\"int\"/></operation>",
            number % 30
        )
    };
    let all: String = (0..1500).map(operation).collect();
    let spec = format!(
        "<service name=\"Large\" path=\"/large.asmx\" namespace=\"urn:large\"><doc>Large.</doc><area name=\"all\" title=\"All\">{all}</area></service>"
    );
    fs::write(folder.join("large.xml"), spec).unwrap();
    let complete = || after(&folder, &["call", "large.xml", "Area1_"]);
    assert_eq!(complete().len(), 50);
    let start = std::time::Instant::now();
    assert_eq!(complete().len(), 50);
    let time = start.elapsed();
    assert!(time.as_secs() < 5, "{time:?}");
    let [index] = indexes(&folder).try_into().unwrap();
    assert!(fs::metadata(index).unwrap().len() < 1 << 20);
}
