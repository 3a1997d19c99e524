//! The commands of the README, pasted in order into a shell. A mock stands for the sandbox, which another package has.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use goldens::markdown::blocks;

use super::{guide, workspace};
use crate::call::mock::Served;
use crate::call::tools::python_with;
use crate::cli::folder;

/// Runs a block in a home of its own.
fn pasted(folder: &Path, text: &str) -> String {
    let asmx = Path::new(env!("CARGO_BIN_EXE_asmx")).parent().unwrap();
    let path = format!("{}:{}", asmx.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-euc", text]).current_dir(folder).env("HOME", folder).env("PATH", path);
    for variable in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "ASMX_PROFILES"] {
        shell.env_remove(variable);
    }
    let output = shell.output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}: {printed}{}", String::from_utf8_lossy(&output.stderr));
    printed
}

/// Pastes a block into an interactive Python, where a definition ends with a blank line.
fn assert_in_python(text: &str) {
    let Some(mut python) = python_with("mcp.client.client") else { return };
    python.args(["-i", "-q"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut python = python.spawn().unwrap();
    // Its end closes the input.
    python.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!errors.contains("Error") && printed.contains("Groups_GetList_DataSetResult"), "{printed}{errors}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_commands_of_the_readme_work_as_they_are_pasted() {
    if guide().is_none() {
        return;
    }
    let folder = folder("readme");
    let spec = workspace().join("spec/email-campaign.xml");
    let service =
        Served::run(&folder, &["mock", spec.to_str().unwrap(), "--namespace", "http://email-campaign.example/"]);
    let readme = fs::read_to_string(workspace().join("README.md")).unwrap();
    let readme = readme.replace("http://127.0.0.1:8080", &service.1);
    let commands: Vec<String> =
        blocks(&readme).into_iter().filter(|block| block.info == "sh").map(|block| block.text).collect();
    let [install, call, offer, _] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!(install, "cargo install --path cli\ncargo run -p email-campaign-sandbox -- --port 8080\n");
    let printed = pasted(&folder, call);
    let called = call.split("asmx call ").nth(1).and_then(|arguments| arguments.split(' ').nth(1)).unwrap();
    assert!(printed.contains(called), "{printed}");
    assert!(fs::read_to_string(folder.join("lists.csv")).unwrap().lines().count() > 1);
    let offer: Vec<&str> = offer.trim().strip_prefix("asmx ").unwrap().split(' ').collect();
    let offer = offer.iter().map(|word| word.trim_matches('\'')).take_while(|word| *word != "--listen");
    fs::copy(folder.join(".config/asmx/profiles.toml"), folder.join("profiles.toml")).unwrap();
    let gateway = Served::run(&folder, &offer.collect::<Vec<_>>());
    let python = blocks(&readme).into_iter().find(|block| block.info == "python").unwrap().text;
    assert_in_python(&python.replace("http://127.0.0.1:8081", &gateway.1));
    if Command::new("curl").arg("--version").output().is_err() {
        println!("skipped: curl is not installed");
        return;
    }
    let path = readme.split("`curl '127.0.0.1:8081").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
    let printed = pasted(&folder, &format!("curl -sSf '{}{path}'", gateway.1));
    assert!(printed.lines().count() > 1, "{printed}");
}
