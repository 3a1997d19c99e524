//! Completions: candidates of lines, and what real shells make of them.

mod index;
mod shells;

use std::fs;
use std::path::{Path, PathBuf};

use super::{folder, folder_with, quiet, run};

/// The candidates for the last of the words.
fn candidates(folder: &Path, words: &[&str]) -> Vec<String> {
    let out = quiet(run(folder, &[&["completions", "elvish", "--"], words].concat()));
    out.lines().map(str::to_owned).collect()
}

fn after(folder: &Path, arguments: &[&str]) -> Vec<String> {
    candidates(folder, &[&["asmx"], arguments].concat())
}

/// The values of the enumeration in the hostile document, the one with a line break left out.
const COMMANDS: [&str; 7] = [
    "d$(touch ran)",
    "b`touch ran`",
    "s;touch ran",
    "a' touch ran '",
    "m\" touch ran \"",
    "t\u{2019}; touch ran",
    "Usual",
];

/// A folder with a document whose values and names are commands.
fn hostile(test: &str) -> PathBuf {
    let folder = folder(&format!("completions_{test}"));
    let spec = asmx_codegen::load("hostile.xml", include_bytes!("hostile.xml")).unwrap();
    let document = asmx_codegen::wsdl_at(&spec, None, "http://127.0.0.1:9/shop.asmx").unwrap();
    let names = [
        ("Dollar", COMMANDS[0]),
        ("Backtick", COMMANDS[1]),
        ("Semicolon", COMMANDS[2]),
        ("Apostrophe", COMMANDS[3]),
        ("Mark", "m&quot; touch ran &quot;"),
        ("LineBreak", "l&#10;touch ran"),
        ("Typographic", COMMANDS[5]),
        ("Command", "C$(touch ran)"),
        ("Second", "Second$(touch>ran)"),
    ];
    let document = names
        .iter()
        .fold(document, |text, (name, command)| text.replace(&format!("\"{name}\""), &format!("\"{command}\"")));
    let document = document.replace("\"tns:Second\"", "\"tns:Second$(touch>ran)\"");
    fs::write(folder.join("hostile.wsdl"), document).unwrap();
    folder
}

#[test]
fn operations_parameters_values_tables_and_profiles_are_completed() {
    let folder = folder_with("completions", &[("profiles.toml", "[shop]\nusername = 'ann'\n['my shop']\nkey = 'k'\n")]);
    assert_eq!(after(&folder, &["ca"]), ["call"]);
    assert_eq!(after(&folder, &["call", "shop.xml", ""]), ["FindOrders", "AddOrder", "Ring"]);
    assert_eq!(after(&folder, &["describe", "shop.xml", "R"]), ["Ring"]);
    assert_eq!(after(&folder, &["gateway", "shop.xml", "--reads", "F"]), ["FindOrders"]);
    let options = after(&folder, &["call", "shop.xml", "FindOrders", "--"]);
    // `timeout` is an option of the command, too.
    assert_eq!(options[..3], ["--Text", "--Max", "--.timeout"]);
    assert!(options.contains(&"--dry-run".to_owned()) && options.contains(&"--timeout".to_owned()), "{options:?}");
    // Also without a dash, since no value can follow.
    assert_eq!(after(&folder, &["call", "shop.xml", "FindOrders", ""])[..1], ["--Text"]);
    // Shells complete files.
    assert_eq!(after(&folder, &["call", "shop.xml", "FindOrders", "--Text", ""]), [""; 0]);
    assert_eq!(after(&folder, &["call", ""]), [""; 0]);
    assert_eq!(after(&folder, &["call", "shop.xml", "FindOrders", "-o", ""]), [""; 0]);
    assert_eq!(after(&folder, &["call", "shop.xml", "FindOrders", "--Text", "a", "--table", ""]), ["FindOrdersResult"]);
    assert_eq!(
        after(&folder, &["call", "shop.xml", "FindOrders", "--profile="]),
        ["--profile=my shop", "--profile=shop"]
    );
    assert_eq!(after(&folder, &["doctor", "--profile", "s"]), ["shop"]);
    assert_eq!(after(&folder, &["call", "shop.xml", "Unknown", "--T"]), [""; 0]);
    assert_eq!(after(&folder, &["call", "missing.xml", "F"]), [""; 0]);
}

/// People type names as examples have them.
#[test]
fn names_in_kebab_case_are_completed_once_they_are_begun() {
    let folder = folder("completions_kebab");
    assert_eq!(after(&folder, &["call", "shop.xml", "FindOrders", "--te"]), ["--text"]);
    assert_eq!(after(&folder, &["call", "shop.xml", "FindOrders", "--Te"]), ["--Text"]);
    let order = |word: &str| after(&folder, &["call", "shop.xml", "AddOrder", word]);
    assert_eq!(order("--or"), ["--order."]);
    assert_eq!(order("--order.customer"), ["--order.customer-id"]);
    assert_eq!(order("--order.items.0.pr"), ["--order.items.0.price"]);
    assert_eq!(order("--order.state=O"), ["--order.state=Open"]);
    assert_eq!(after(&folder, &["call", "shop.xml", "AddOrder", "--order.state", "Cl"]), ["Closed"]);
    assert_eq!(after(&folder, &["explain", "operation-removed"])[0], "operation-removed");
}

#[test]
fn members_of_structures_are_completed_along_their_path() {
    let folder = folder("completions_members");
    let order = |word: &str| after(&folder, &["call", "shop.xml", "AddOrder", word]);
    // A secret is no option.
    assert_eq!(order("--A"), [""; 0]);
    assert_eq!(order("--O"), ["--Order."]);
    let members = ["Id", "CustomerID", "State", "Items.", "Tags", "Scan"].map(|name| format!("--Order.{name}"));
    assert_eq!(order("--Order."), members);
    assert_eq!(order("--Order.Items."), ["--Order.Items.0."]);
    assert_eq!(order("--Order.Items.3."), ["--Order.Items.3.Name", "--Order.Items.3.Price"]);
    assert_eq!(order("--Order.State="), ["--Order.State=Open", "--Order.State=Closed"]);
    assert_eq!(after(&folder, &["call", "shop.xml", "AddOrder", "--Order.Id", "7", "--Order.State", "O"]), ["Open"]);
}

#[test]
fn only_the_names_of_profiles_are_read_and_no_command_runs() {
    let folder = folder("completions_profiles");
    let command = "[shop]\nbase-url = { command = ['touch', 'ran'] }\npassword = { command = ['touch', 'ran'] }\n";
    // Windows' editors write a byte order mark.
    fs::write(folder.join("profiles.toml"), format!("\u{feff}{command}")).unwrap();
    let line = ["call", "http://127.0.0.1:9/shop.asmx", "FindOrders", "--profile", "shop", "--"];
    assert!(after(&folder, &line).contains(&"--dry-run".to_owned()));
    assert_eq!(after(&folder, &["call", "shop.xml", "FindOrders", "--profile", ""]), ["shop"]);
    assert!(!folder.join("ran").exists());
}
