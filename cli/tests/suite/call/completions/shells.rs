//! Completions in real shells: what a document has is never a command.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::super::{quiet, run};
use super::{COMMANDS, hostile};

const PATIENCE: Duration = Duration::from_secs(40);

/// A shell at a terminal, whose lines a test types.
struct Shell {
    process: Child,
    folder: PathBuf,
    lines: usize,
}

impl Shell {
    /// Starts a shell with the completions of `asmx`; `None` if the shell is missing, and that is said.
    fn start(name: &str, folder: &Path, start: &str) -> Option<Self> {
        // `script` makes the terminal.
        for program in [name, "script"] {
            let path = std::env::var_os("PATH").unwrap_or_default();
            if !std::env::split_paths(&path).any(|folder| folder.join(program).is_file()) {
                println!("skipped: {program} is not installed");
                return None;
            }
        }
        let programs = folder.join("bin");
        fs::create_dir_all(&programs).unwrap();
        let program = programs.join("asmx");
        let _ = fs::remove_file(&program);
        #[cfg(unix)]
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_asmx"), &program).unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new("script");
        command.args(["-qfec", start, "/dev/null"]).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null());
        command.env("PATH", format!("{}:{path}", programs.display())).env("TERM", "dumb").env("HOME", folder);
        command.env("ZDOTDIR", folder).env("XDG_CONFIG_HOME", folder.join("config"));
        command.env("XDG_CACHE_HOME", folder.join("cache")).env("ASMX_PROFILES", folder.join("profiles.toml"));
        let shell =
            Self { process: command.stderr(Stdio::null()).spawn().unwrap(), folder: folder.to_owned(), lines: 0 };
        shell.wait_for("ready");
        Some(shell)
    }

    /// Types a line, in which `\t` completes, and returns what it printed.
    fn line(&mut self, text: &str) -> String {
        self.lines += 1;
        let (out, done) = (format!("out{}", self.lines), format!("done{}", self.lines));
        let input = self.process.stdin.as_mut().unwrap();
        input.write_all(format!("{text} > {out}; echo > {done}\r").as_bytes()).unwrap();
        input.flush().unwrap();
        self.wait_for(&done);
        fs::read_to_string(self.folder.join(out)).unwrap()
    }

    fn wait_for(&self, file: &str) {
        let start = Instant::now();
        while !self.folder.join(file).exists() {
            assert!(start.elapsed() < PATIENCE, "{file} in {}", self.folder.display());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Completes each value by its first letter, and runs the line: the request has the value, and no command of the document ran.
fn values_are_sent_and_not_run(mut shell: Shell) {
    for value in COMMANDS {
        let first = value.chars().next().unwrap();
        for option in ["--Kind ", "--Kind="] {
            let sent = shell.line(&format!("asmx call hostile.wsdl Find {option}{first}\t--dry-run"));
            let expected = format!("<Kind>{value}</Kind>").replace('"', "&quot;");
            assert!(sent.replace('"', "&quot;").contains(&expected), "{value}: {sent}");
        }
    }
    let sent = shell.line("asmx call hostile.wsdl Fi\t--Ki\tUsual --dry-run");
    assert!(sent.contains("<Kind>Usual</Kind>"), "{sent}");
    let sent = shell.line("asmx call hostile.wsdl Sec\t--Kind Us\t--dry-run");
    assert!(sent.contains("touch") && sent.contains("<Kind>Usual</Kind>"), "{sent}");
    assert!(!shell.folder.join("ran").exists());
}

#[test]
fn bash_completes_commands_of_a_document_as_texts() {
    let folder = hostile("bash");
    fs::write(folder.join("start.bash"), "source <(asmx completions bash)\necho > ready\n").unwrap();
    if let Some(shell) = Shell::start("bash", &folder, "bash --noprofile --rcfile start.bash -i") {
        values_are_sent_and_not_run(shell);
    }
}

#[test]
fn zsh_completes_commands_of_a_document_as_texts() {
    let folder = hostile("zsh");
    let start = "autoload -Uz compinit\ncompinit -u -D\nsource <(asmx completions zsh)\necho > ready\n";
    fs::write(folder.join(".zshrc"), start).unwrap();
    if let Some(shell) = Shell::start("zsh", &folder, "zsh -d -i") {
        values_are_sent_and_not_run(shell);
    }
}

#[test]
fn fish_completes_commands_of_a_document_as_texts() {
    let folder = hostile("fish");
    fs::create_dir_all(folder.join("config/fish")).unwrap();
    fs::write(folder.join("config/fish/config.fish"), "asmx completions fish | source\necho > ready\n").unwrap();
    if let Some(shell) = Shell::start("fish", &folder, "fish -i") {
        values_are_sent_and_not_run(shell);
    }
}

/// The script passes words and reads candidates in percent encoding.
#[test]
fn powershell_gets_commands_of_a_document_in_quotes() {
    let folder = hostile("powershell");
    let words =
        ["asmx", "call", "hostile.wsdl", "Find", "--Kind", ""].map(|word| format!("+{}", word.replace('=', "%3D")));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = quiet(run(&folder, &[&["completions", "powershell", "--"], &words[..]].concat()));
    let inserted: Vec<String> = out.lines().map(|line| decoded(line.split('\t').next().unwrap())).collect();
    // Some versions pass `"` on to no program, and `’` ends a text as `'` does: these are left out.
    assert_eq!(inserted, ["'d$(touch ran)'", "'b`touch ran`'", "'s;touch ran'", "'a'' touch ran '''", "Usual"]);
    assert!(out.lines().all(|line| line.split('\t').count() == 3 && line.is_ascii()), "{out}");
    let (_, script, _) = run(&folder, &["completions", "powershell"]);
    assert!(!script.contains("Invoke-Expression"));
}

fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).unwrap()
}

/// A value that a terminal obeys, or that a shell would split, is no candidate.
#[test]
fn a_value_with_a_line_break_is_left_out() {
    let folder = hostile("line_break");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let words: &[&str] = match shell {
            "bash" => &["=:", "asmx call hostile.wsdl Find --Kind l"],
            "powershell" => &["+asmx", "+call", "+hostile.wsdl", "+Find", "+--Kind", "+l"],
            _ => &["asmx", "call", "hostile.wsdl", "Find", "--Kind", "l"],
        };
        let (_, out, _) = run(&folder, &[&["completions", shell, "--"], words].concat());
        assert_eq!(out, "", "{shell}");
    }
}
