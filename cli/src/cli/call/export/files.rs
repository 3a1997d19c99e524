//! The files of parts. A file has its name when it is complete, also after a run that was killed.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asmx_gateway::date_ranges::Part;
use asmx_types::display::shown_line;
use serde_json::Value as Json;

use crate::cli::document::cache::{is_own, private_folder};
use crate::cli::failure::Failure;
use crate::cli::fetch::Lock;

const FROM: &str = "{from}";
const TO: &str = "{to}";
const PLAN: &str = "plan.json";

pub(super) struct Files {
    pattern: String,
    /// The folder beside the files with the lock, the plan and files that are being written. Its name begins with a dot, so that readers of all
    /// files leave it alone.
    state: PathBuf,
    lock: OnceCell<Lock>,
}

impl Files {
    pub(super) fn of(pattern: &Path) -> Result<Self, Failure> {
        let pattern_text = pattern.to_string_lossy();
        let refused = |why: &str| Err(Failure::usage(format!("`-o {}`: {why}", shown_line(&pattern_text))));
        let Some(text) = pattern.to_str() else { return refused("a name that is not UTF-8 cannot have `{from}`") };
        if !text.contains(FROM) && !text.contains(TO) {
            return refused("each part has a file of its own: put `{from}`, its first day, into the name");
        }
        if text.replace(FROM, "").replace(TO, "").contains(['{', '}']) {
            return refused("only `{from}` and `{to}` stand for something");
        }
        let fixed: PathBuf = pattern
            .components()
            .take_while(|component| !component.as_os_str().to_string_lossy().contains('{'))
            .collect();
        let varied = pattern.strip_prefix(&fixed).unwrap_or(pattern).to_string_lossy().replace(['/', '\\'], "+");
        Ok(Self { pattern: text.to_owned(), state: fixed.join(format!(".{varied}.export")), lock: OnceCell::new() })
    }

    pub(super) fn path(&self, part: &Part) -> PathBuf {
        PathBuf::from(self.pattern.replace(FROM, &part.first_day()).replace(TO, &part.last_day()))
    }

    /// The folder of the state in words.
    pub(super) fn shown_state(&self) -> String {
        shown_line(&self.state.to_string_lossy()).into_owned()
    }

    /// Whether an export wrote files here before.
    pub(super) fn has_plan(&self) -> bool {
        self.state.join(PLAN).is_file()
    }

    /// Refuses files of parts that have no plan beside them: they may be those of another operation or of other parameters.
    pub(super) fn check_origin(&self, parts: &[Part]) -> Result<(), Failure> {
        match parts.iter().find(|part| self.has(part, false)).filter(|_| !self.has_plan()) {
            None => Ok(()),
            Some(part) => Err(Failure::usage(format!(
                "{} is there, and {}, where an export keeps its plan, is not: it may be the part of another export. Choose other files, or remove \
                 those that are there",
                shown_line(&self.path(part).to_string_lossy()),
                self.shown_state()
            ))),
        }
    }

    /// Whether the part has its file. Whatever left an empty one is no export, unless parts may be empty.
    pub(super) fn has(&self, part: &Part, may_be_empty: bool) -> bool {
        fs::metadata(self.path(part)).is_ok_and(|file| file.is_file() && (may_be_empty || file.len() > 0))
    }

    /// The file of a part while it is written. It has the ending of the complete file.
    pub(super) fn unfinished(&self, part: &Part) -> PathBuf {
        let path = self.path(part);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.unfinished_folder().join(format!("{}+{name}", part.name()))
    }

    fn unfinished_folder(&self) -> PathBuf {
        self.state.join("unfinished")
    }

    /// The names of parts whose files were fetched before the part was over.
    pub(super) fn early(&self) -> Result<BTreeSet<String>, Failure> {
        let name = |mark: io::Result<fs::DirEntry>| Ok(mark?.file_name().to_string_lossy().into_owned());
        match fs::read_dir(self.early_folder()).and_then(|entries| entries.map(name).collect()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeSet::new()),
            read => read.map_err(|error| {
                let folder = self.early_folder().to_string_lossy().into_owned();
                Failure::usage(format!("cannot read {}: {error}", shown_line(&folder)))
            }),
        }
    }

    fn early_folder(&self) -> PathBuf {
        self.state.join("early")
    }

    /// Takes the lock, and removes what a killed run left. Refuses a folder with the parts of another export.
    pub(super) fn begin(&self, identity: &Json) -> Result<(), Failure> {
        let path = self.shown_state();
        let cannot = |error: io::Error| Failure::usage(format!("cannot write {path}: {error}"));
        if let Some(above) = self.state.parent() {
            fs::create_dir_all(above).map_err(cannot)?;
        }
        match private_folder().create(&self.state) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(cannot(error)),
            // Its links and marks would lead to files of this person, and its plan be believed.
            _ if !is_own(&self.state) => {
                let why = "is a link, or belongs to somebody else: remove it, or write the files elsewhere";
                return Err(Failure::usage(format!("{path} {why}")));
            }
            _ => {}
        }
        let Some(lock) = Lock::take(&self.state.join("lock")).map_err(cannot)? else {
            return Err(Failure::usage(format!("another export writes these files now: {path} is locked")));
        };
        let _ = self.lock.set(lock);
        let plan = self.state.join(PLAN);
        match fs::read(&plan) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.keep_state(PLAN, identity).map_err(cannot)?;
            }
            Err(error) => return Err(cannot(error)),
            Ok(bytes) => {
                let earlier: Json = serde_json::from_slice(&bytes).unwrap_or(Json::Null);
                let different = differences(&earlier, identity);
                if !different.is_empty() {
                    return Err(Failure::usage(format!(
                        "the files are parts of another export: {}. Choose other files, or remove these and {path}",
                        different.join(", ")
                    )));
                }
            }
        }
        self.end();
        fs::create_dir_all(self.unfinished_folder()).map_err(cannot)
    }

    /// A file of the state.
    pub(super) fn state(&self, name: &str) -> Option<Json> {
        serde_json::from_slice(&fs::read(self.state.join(name)).ok()?).ok()
    }

    /// Writes a file of the state. A run that is killed meanwhile leaves one that is not complete, as of a part.
    pub(super) fn keep_state(&self, name: &str, json: &Json) -> io::Result<()> {
        fs::create_dir_all(self.unfinished_folder())?;
        let unfinished = self.unfinished_folder().join(name);
        let mut file = File::create(&unfinished)?;
        writeln!(file, "{json:#}")?;
        file.sync_all()?;
        fs::rename(unfinished, self.state.join(name))
    }

    /// Removes files that are not complete.
    pub(super) fn end(&self) {
        // A file that stays is removed by the next run.
        let _ = fs::remove_dir_all(self.unfinished_folder());
    }

    /// Gives the file of a part its name, once its content is on the disk. The mark of a part that is not over is there before its file, and
    /// leaves after the file of the whole part came: a run that is killed between fetches it once more.
    pub(super) fn complete(&self, part: &Part, is_over: bool) -> io::Result<()> {
        let (unfinished, path) = (self.unfinished(part), self.path(part));
        OpenOptions::new().write(true).open(&unfinished)?.sync_all()?;
        let mark = self.early_folder().join(part.name());
        if !is_over {
            fs::create_dir_all(self.early_folder())?;
            File::create(&mark)?.sync_all()?;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::rename(unfinished, path)?;
        match is_over.then(|| fs::remove_file(mark)) {
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// How the files that are there differ from those that are wanted. A fact that a plan lacks is null.
fn differences(earlier: &Json, identity: &Json) -> Vec<String> {
    let objects = [earlier, identity].into_iter().filter_map(Json::as_object);
    let keys: BTreeSet<&String> = objects.flat_map(|object| object.keys()).collect();
    let fact = |plan: &Json, key: &str| plan.get(key).cloned().unwrap_or_default();
    let facts = keys.into_iter().map(|key| (key, fact(earlier, key), fact(identity, key)));
    let different = facts.filter(|(_, earlier, now)| earlier != now).map(|(key, earlier, now)| {
        let [earlier, now] = [earlier, now].map(|json| shown_line(&json.to_string()).into_owned());
        format!("`{key}` was {earlier} and is {now}")
    });
    different.collect()
}
