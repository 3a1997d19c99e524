//! Whether version and changelog fit what changed.

use std::path::Path;

use semver::Version;

use super::ReviewError;
use super::changelog::Changelog;
use super::check::Check;
use super::configuration::Configuration;
use super::git::{Commit, Repository};
use super::manifest::Manifest;
use super::released::{fits, needed};
use super::tree::{Tree, folder, from_root};
use crate::diff::Step;

const CHANGELOG: &str = "CHANGELOG.md";

/// What a change is compared with.
#[derive(Clone, Copy)]
pub(super) struct Base<'a> {
    pub(super) repository: &'a Repository,
    pub(super) commit: &'a Commit,
    /// The version that was released last, or a commit of it, if the caller says so.
    pub(super) released: Option<&'a str>,
    pub(super) configuration: &'a Configuration,
}

/// A changelog as it is and as it was.
struct Changelogs {
    path: String,
    now: Changelog,
    before: Option<Changelog>,
}

/// The last release, and how it is known.
struct Released {
    version: Version,
    by: String,
}

impl Base<'_> {
    const fn now(&self) -> Tree<'_> {
        Tree::Working(self.repository)
    }

    const fn before(&self) -> Tree<'_> {
        Tree::Commit(self.repository, self.commit)
    }

    fn inside(&self, path: &Path) -> Result<String, ReviewError> {
        let path = self.configuration.path(path);
        let no_file = || ReviewError::NoFile { name: path.to_string_lossy().into_owned() };
        from_root(self.repository, &path).ok_or_else(no_file)
    }

    /// The manifest of the package that a spec in a folder belongs to.
    pub(super) fn manifest(&self, folder: &str) -> Result<Option<Manifest>, ReviewError> {
        match &self.configuration.review.manifest {
            None => Manifest::nearest(self.now(), folder),
            Some(path) => {
                let path = self.inside(path)?;
                let no_file = || ReviewError::NoFile { name: path.clone() };
                Manifest::read(self.now(), &path)?.ok_or_else(no_file).map(Some)
            }
        }
    }

    /// Whether version and changelog of a package fit changes that need such a step.
    pub(super) fn check(&self, manifest: Option<&Manifest>, step: Step) -> Result<[Check; 2], ReviewError> {
        let changelogs = self.changelogs(manifest)?;
        let before = changelogs.as_ref().and_then(|changelogs| changelogs.before.as_ref());
        Ok([self.version(manifest, before, step)?, changelog(manifest, changelogs.as_ref(), step)])
    }

    fn changelogs(&self, manifest: Option<&Manifest>) -> Result<Option<Changelogs>, ReviewError> {
        let read = |bytes: Vec<u8>| Changelog::read(&String::from_utf8_lossy(&bytes));
        let path = if let Some(path) = &self.configuration.review.changelog {
            Some(self.inside(path)?)
        } else {
            let folder = manifest.map_or("", |manifest| folder(&manifest.path));
            self.now().nearest(folder, CHANGELOG)?.map(|(path, _)| path)
        };
        let Some(path) = path else { return Ok(None) };
        let before = self.before().read(&path)?.map(read);
        let now = self.now().read(&path)?.map(read).unwrap_or_default();
        Ok(Some(Changelogs { path, now, before }))
    }

    /// The version that was released last. Who asks may say it. Otherwise a changelog with headings of versions does, as it was before the
    /// change: the newest one that is not called unreleased. Without a changelog, every version that was merged counts as released.
    fn released(&self, manifest: &Manifest, changelog: Option<&Changelog>) -> Result<Option<Released>, ReviewError> {
        if let Some(said) = self.released {
            if let Ok(version) = Version::parse(said.trim_start_matches('v')) {
                return Ok(Some(Released { version, by: "as was said".to_owned() }));
            }
            let commit = self.repository.commit(said)?;
            let then = Manifest::read(Tree::Commit(self.repository, &commit), &manifest.path)?;
            let by = format!("by {} at {said}", manifest.path);
            return Ok(then.map(|then| Released { version: then.version, by }));
        }
        if let Some(changelog) = changelog {
            let by = "by the changelog".to_owned();
            return Ok(changelog.released().cloned().map(|version| Released { version, by }));
        }
        let then = Manifest::read(self.before(), &manifest.path)?;
        let by = format!("by {} before this change", manifest.path);
        Ok(then.map(|then| Released { version: then.version, by }))
    }

    fn version(
        &self,
        manifest: Option<&Manifest>,
        changelog: Option<&Changelog>,
        step: Step,
    ) -> Result<Check, ReviewError> {
        const NAME: &str = "version";
        if step == Step::None {
            return Ok(Check::not_checked(NAME, "nothing changed that needs another version"));
        }
        let Some(manifest) = manifest else {
            return Ok(Check::not_checked(NAME, "there is no Cargo.toml with a version above the spec"));
        };
        let Manifest { stated_in, version, .. } = manifest;
        let Some(Released { version: released, by }) = self.released(manifest, changelog)? else {
            return Ok(Check::fits(NAME, format!("no version is released yet: {version} may have any change")));
        };
        let needed = needed(&released, step);
        let step = step.as_str();
        if fits(version, &needed) {
            return Ok(Check::fits(
                NAME,
                format!("{version} is at least {needed}, a {step} step from {released} (released {by})"),
            ));
        }
        Ok(Check::fails(
            NAME,
            format!("{version} in {stated_in} is less than {needed}, a {step} step from {released} (released {by})"),
            format!("set the version in {stated_in} to {needed}: several changes between two releases share it"),
        ))
    }
}

fn changelog(manifest: Option<&Manifest>, changelogs: Option<&Changelogs>, step: Step) -> Check {
    const NAME: &str = "changelog";
    if step == Step::None {
        return Check::not_checked(NAME, "nothing changed that people should read of");
    }
    let Some(Changelogs { path, now, before }) = changelogs else {
        return Check::not_checked(NAME, format!("there is no {CHANGELOG} beside the manifest or above it"));
    };
    let version = manifest.map(|manifest| &manifest.version);
    if now.has_new_line(version, before.as_ref()) {
        return Check::fits(NAME, format!("{path} has a new line for what is not released yet"));
    }
    let heading = version.map(|version| format!(" or {version}")).unwrap_or_default();
    Check::fails(
        NAME,
        format!("{path} has no new line under a heading Unreleased{heading}"),
        "add a line to CHANGELOG.md: what changes for users of the client",
    )
}
