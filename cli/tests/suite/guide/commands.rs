//! Runs the commands of the guide and compares their output with the text below them.
//!
//! The commands of a chapter run in order, in a folder with the guide's specs. The first service's spec is left out, because edits of it would change
//! the output. `curl` gives the WSDL documents of a shop, a newer one each time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use goldens::assert_current;
use goldens::markdown::{Block, blocks};

use super::{WRITING, chapters, guide, workspace};
use crate::cli::folder;

const WRONG: &str = r#"<service name="Library" path="/library.asmx" namespace="http://library.example/">
  <doc>The loans of a library.</doc>
  <area name="loans" title="Loans">
    <operation name="GetLoans" result="dataset" effect="get">
      <doc>The loans of a reader.</doc>
      <param name="ReaderID" type="integr"/>
    </operation>
  </area>
</service>
"#;

struct Session {
    chapter: String,
    /// The working directory of the next command.
    folder: PathBuf,
    downloads: usize,
    /// Commands that compile crates; tests of new crates and CI run those.
    not_run: Vec<String>,
    run: usize,
}

impl Session {
    fn new(chapter: &str) -> Self {
        let name = chapter.replace(['/', '.'], "-");
        let folder = folder(&format!("guide-{name}"));
        fs::create_dir_all(folder.join("spec")).unwrap();
        for (from, to) in [
            ("tests/documents/spec/library.xml", "spec/library.xml"),
            ("tests/documents/spec/library.xml", "library.xml"),
            ("cli/tests/guide/doubtful.xml", "doubtful.xml"),
            ("cli/tests/guide/reports.xml", "reports.xml"),
        ] {
            fs::copy(workspace().join(from), folder.join(to)).unwrap();
        }
        fs::write(folder.join("wrong.xml"), WRONG).unwrap();
        fs::write(folder.join("old.wsdl"), shop(1)).unwrap();
        fs::write(folder.join("new.wsdl"), shop(2)).unwrap();
        commit(&folder);
        Self { chapter: chapter.to_owned(), folder, downloads: 0, not_run: Vec::new(), run: 0 }
    }

    /// Runs a block; returns the output of the last command.
    fn block(&mut self, block: &Block) -> String {
        let mut printed = String::new();
        // Each block starts in the chapter's folder.
        let start = self.folder.clone();
        for line in block.text.replace("\\\n", " ").lines() {
            let mut words: Vec<String> = words(line).iter().flat_map(|word| self.files(word)).collect();
            let output = words.iter().position(|word| word == ">").map(|at| words.split_off(at));
            let input = words.iter().position(|word| word == "<").map(|at| words.split_off(at));
            let input =
                input.map_or_else(Stdio::null, |input| fs::File::open(self.folder.join(&input[1])).unwrap().into());
            let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
            match arguments.as_slice() {
                [] => {}
                ["cd", folder] => self.folder = self.folder.join(folder),
                ["curl", "-o", file, _] => self.download(file),
                ["asmx", arguments @ ..] | ["cargo", "run", "-p", "asmx", "--", arguments @ ..] => {
                    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
                    printed = self.output(command.args(arguments).stdin(input), block, line);
                }
                ["git", arguments @ ..] => printed = self.output(Command::new("git").args(arguments), block, line),
                ["cargo" | "INSTA_UPDATE=always", ..] => self.not_run.push(line.to_owned()),
                _ => panic!("{}, line {}: `{line}` is no command that the tests know", self.chapter, block.line),
            }
            if let Some(output) = output {
                fs::write(self.folder.join(&output[1]), std::mem::take(&mut printed)).unwrap();
            }
        }
        self.folder = start;
        printed
    }

    /// Expands a word with `*` to the matching files of one folder.
    fn files(&self, word: &str) -> Vec<String> {
        let Some((folder, end)) = word.split_once('*').filter(|(folder, _)| folder.ends_with('/')) else {
            return vec![word.to_owned()];
        };
        let entries = fs::read_dir(self.folder.join(folder)).unwrap();
        let names = entries.map(|entry| format!("{folder}{}", entry.unwrap().file_name().to_string_lossy()));
        let mut files: Vec<String> = names.filter(|name| name.ends_with(end)).collect();
        files.sort();
        files
    }

    fn output(&mut self, command: &mut Command, block: &Block, line: &str) -> String {
        self.run += 1;
        let Output { status, stdout, stderr } = command.current_dir(&self.folder).output().unwrap();
        let printed = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
        let fails = block.info == "sh fails";
        assert_ne!(status.success(), fails, "{}, line {}: `{line}` prints {printed}", self.chapter, block.line);
        printed
    }

    /// Saves the next version of the shop's WSDL document.
    fn download(&mut self, file: &str) {
        self.downloads += 1;
        fs::write(self.folder.join(file), shop(self.downloads)).unwrap();
    }
}

fn shop(version: usize) -> String {
    let name = format!("tests/guide/shop-{version}.xml");
    let spec = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name)).unwrap();
    let service = asmx_codegen::load(&name, &spec).unwrap();
    asmx_codegen::wsdl_at(&service, None, "https://shop.example/shop.asmx").unwrap()
}

/// Makes the folder a repository with a release, then edits `spec/shop.xml`: the case of one name.
fn commit(folder: &Path) {
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=guide", "-c", "user.email=guide@localhost", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").args(identity).args(arguments).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let spec = fs::read_to_string(workspace().join("cli/tests/guide/orders.xml")).unwrap();
    fs::write(folder.join("spec/shop.xml"), &spec).unwrap();
    git(&["init", "--quiet", "--initial-branch=main"]);
    git(&["add", "spec/shop.xml"]);
    git(&["commit", "--quiet", "--message", "A release"]);
    git(&["tag", "v1.2.0"]);
    git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    fs::write(folder.join("spec/shop.xml"), spec.replace("CustomerId", "CustomerID")).unwrap();
}

/// The words of a shell line, without its comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut is_word = false;
    for letter in line.chars() {
        match letter {
            '\'' => (is_quoted, is_word) = (!is_quoted, true),
            '#' if !is_quoted && !is_word => break,
            ' ' if !is_quoted => {
                if std::mem::take(&mut is_word) {
                    words.push(std::mem::take(&mut word));
                }
            }
            letter => {
                word.push(letter);
                is_word = true;
            }
        }
    }
    words.extend(is_word.then_some(word));
    words
}

#[test]
fn the_commands_of_the_guide_run_and_print_what_it_shows() {
    let Some(guide) = guide() else { return };
    if Command::new("git").arg("--version").output().is_err() {
        println!("skipped: git is not installed");
        return;
    }
    let _writing = WRITING.lock();
    let (mut run_at_all, mut printed_at_all, mut not_run) = (0, 0, Vec::new());
    for chapter in chapters(&guide) {
        let text = fs::read_to_string(guide.join(&chapter)).unwrap();
        if !text.contains("```sh") {
            continue;
        }
        let (mut run, mut printed, mut updated) = (Session::new(&chapter), String::new(), text.clone());
        for block in blocks(&text) {
            match block.info.as_str() {
                "sh" | "sh fails" => printed = run.block(&block),
                info if info.ends_with(" printed") => {
                    printed_at_all += 1;
                    let old = format!("```{info}\n{}```", block.text);
                    updated = updated.replacen(&old, &format!("```{info}\n{}\n```", printed.trim_end()), 1);
                }
                _ => {}
            }
        }
        assert_current(&guide.join(&chapter), &updated);
        run_at_all += run.run;
        not_run.extend(run.not_run);
    }
    assert!(run_at_all >= 10 && printed_at_all >= 4, "{run_at_all} commands, {printed_at_all} outputs");
    for line in &not_run {
        assert!(NOT_RUN.iter().any(|known| line.contains(known)), "why is this not run: {line}");
    }
}

/// Commands that compile crates. `tests/suite/new_crate.rs` runs those of new crates, CI the others.
const NOT_RUN: &[&str] =
    &["cargo run --example call", "cargo install --path", "INSTA_UPDATE=always cargo test --workspace"];
