//! The command's password comes from a file, not from its arguments, and is not printed.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use email_campaign_client::*;
use email_campaign_sandbox::NAMESPACE;

#[tokio::test(flavor = "multi_thread")]
async fn the_password_is_the_first_line_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, "open <sesame> & more\nsecond line\n").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_email-campaign-sandbox"))
        .args(["--port", "0", "--empty", "--password-file"])
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    while !printed.contains("asmx call ") {
        assert!(output.read_line(&mut printed).unwrap() > 0, "the command ended after {printed}");
    }
    let url = printed.lines().find_map(|line| line.trim().strip_prefix("URL")).unwrap().trim().to_owned();
    let call = async |password: &str| {
        let client = EmailCampaign::builder()
            .base_url(&*url)
            .namespace(NAMESPACE)
            .credentials("sandbox", password)
            .build()
            .unwrap();
        client.groups_get_list_data_set(GroupsGetListDataSet::new()).await
    };
    assert!(call("open <sesame> & more").await.is_ok());
    assert!(call("sandbox").await.unwrap_err().to_string().contains("Username or Password is wrong"));
    child.kill().unwrap();
    child.wait().unwrap();
    output.read_to_string(&mut printed).unwrap();
    let profile = format!("\n  username = \"sandbox\"\n  password = {{ file = {:?} }}\n", file.to_str().unwrap());
    assert!(printed.contains(&profile), "{printed}");
    assert!(printed.contains(&format!("  asmx call {url}/api.asmx Groups_GetList_DataSet ")), "{printed}");
    assert!(printed.contains("Password   ...") && !printed.contains("sesame"), "{printed}");
}

#[test]
fn a_file_without_a_password_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    for content in [None, Some(""), Some("\npassword")] {
        if let Some(content) = content {
            std::fs::write(&file, content).unwrap();
        }
        let output = Command::new(env!("CARGO_BIN_EXE_email-campaign-sandbox"))
            .args(["--port", "0", "--password-file"])
            .arg(&file)
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.starts_with("email-campaign-sandbox: cannot read the password from "), "{message}");
    }
}
