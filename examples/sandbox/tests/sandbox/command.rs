//! Running the command as another process.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use email_campaign_client::EmailCampaign;
use email_campaign_sandbox::NAMESPACE;

/// The command on a free port.
pub fn command<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_email-campaign-sandbox"));
    command.args(["--port", "0", "--empty"]).args(arguments);
    command
}

/// The command at work.
pub struct Running {
    child: Child,
    pub url: String,
    /// Kept open for later output.
    _output: BufReader<ChildStdout>,
}

impl Running {
    /// Starts the command and waits until it is ready.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let url = loop {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "the command prints no URL");
            if let Some(url) = line.trim().strip_prefix("URL") {
                break url.trim().to_owned();
            }
        };
        Self { child, url, _output: output }
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Its exit status, if it has ended.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    pub fn client(&self, password: &str) -> EmailCampaign {
        let client = EmailCampaign::builder().base_url(&*self.url).namespace(NAMESPACE);
        client.credentials("sandbox", password).build().unwrap()
    }

    /// Kills it; it must not have ended by itself.
    pub fn kill(mut self) {
        assert!(self.child.try_wait().unwrap().is_none(), "it ended by itself");
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A failed test must not leave a process behind; a killed one is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
