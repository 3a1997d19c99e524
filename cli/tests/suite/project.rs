//! A git repository with a spec, for tests of `diff` and `review`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::cli::folder;

pub const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Ping" result="string" effect="write"><doc>Responds.</doc></operation>
    <operation name="Count" result="integers" effect="read"><doc>Counts.</doc><param name="From" type="int"/></operation>
  </area>
</service>
"#;

pub struct Project {
    pub folder: PathBuf,
}

impl Project {
    /// Makes a repository with one commit of these files.
    pub fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let project = Self { folder: folder(test) };
        project.git(&["init", "--quiet", "--initial-branch=main"]);
        for (name, text) in files {
            project.write(name, text);
        }
        project.commit();
        project
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.folder.join(name)).unwrap();
        assert!(text.contains(from), "{from} is not in {name}:\n{text}");
        self.write(name, &text.replace(from, to));
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgSign=false"]);
        command.args(arguments).current_dir(&self.folder);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        let output = command.output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message=x"]);
    }

    /// Runs the command in a subfolder of the repository.
    pub fn run_in(&self, folder: &str, arguments: &[&str]) -> Done {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.current_dir(self.folder.join(folder)).args(arguments);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        Done::from(command.output().unwrap())
    }

    pub fn run(&self, arguments: &[&str]) -> Done {
        self.run_in("", arguments)
    }
}

/// Output and exit status of a run.
#[derive(Debug)]
pub struct Done {
    pub out: String,
    pub err: String,
    pub status: i32,
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            status: output.status.code().unwrap(),
        }
    }
}

impl Done {
    /// Asserts the status and the last line of standard output.
    pub fn ends(&self, status: i32, last: &str) {
        assert_eq!((self.status, self.out.lines().last().unwrap_or_default()), (status, last), "{self:?}");
    }

    /// Asserts that the message is the only output.
    pub fn refuses(&self, message: &str) {
        assert_eq!((self.status, self.out.as_str(), self.err.trim_end()), (2, "", message));
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
