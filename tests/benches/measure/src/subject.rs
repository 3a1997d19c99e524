//! Crates that are compiled to be measured: generated code, and calls of every method of it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::generators::{self, Halves};
use crate::maker::Maker;
use crate::synthetic::{Service, Size};
use crate::{calls, client_half, implementor, proto, spec};

impl Halves {
    pub(crate) const ALL: [Self; 2] = [Self::Client, Self::Both];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Both => "both",
        }
    }
}

/// A crate to be compiled.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) maker: Maker,
    pub(crate) halves: Halves,
    pub(crate) size: Size,
}

impl Subject {
    /// The package's name.
    pub(crate) fn package(self) -> String {
        format!("{}-{}-{}-{}", self.maker.name(), self.halves.name(), self.size.operations, self.size.types)
    }

    /// Writes the crate into the workspace and gives its lines of generated code.
    pub(crate) fn write(self, workspace: &Path, calls_per_function: usize) -> Result<usize> {
        let service = Service::of(self.size);
        let source = self.source_folder(workspace);
        fs::create_dir_all(&source).with_context(|| format!("cannot make {}", source.display()))?;
        let lines = self.generate(&service, &source)?;
        fs::write(source.join("calls.rs"), calls::text(self.maker, &service, calls_per_function))?;
        let mut lib = "//! Compiled to be measured.\npub mod calls;\npub mod service;\n".to_owned();
        if self.halves == Halves::Both {
            fs::write(source.join("implementor.rs"), implementor::text(self.maker, &service))?;
            lib.push_str("pub mod implementor;\n");
        }
        fs::write(source.join("lib.rs"), lib)?;
        fs::write(workspace.join(self.package()).join("Cargo.toml"), self.manifest())?;
        Ok(lines)
    }

    /// The file whose date makes cargo compile the crate anew.
    pub(crate) fn main_file(self, workspace: &Path) -> PathBuf {
        self.source_folder(workspace).join("lib.rs")
    }

    fn source_folder(self, workspace: &Path) -> PathBuf {
        workspace.join(self.package()).join("src")
    }

    /// Writes the module `service` and gives its lines.
    fn generate(self, service: &Service, folder: &Path) -> Result<usize> {
        match self.maker {
            Maker::Asmx => {
                let spec = spec::text(service);
                let generated = generators::asmx(&spec)?;
                fs::write(folder.join(generators::asmx_wsdl_file()), generators::asmx_wsdl(&spec)?)?;
                let mut files = if self.halves == Halves::Client { client_half::keep(generated) } else { generated };
                "service.rs".clone_into(&mut files.first_mut().context("nothing was generated")?.path);
                generators::write(&files, folder)?;
                Ok(generators::lines(&files))
            }
            Maker::Tonic => {
                generators::tonic(proto::descriptor_set(service)?, self.halves, folder)?;
                let file = folder.join(generators::tonic_file());
                let generated = fs::read_to_string(&file)?;
                fs::remove_file(file)?;
                fs::write(folder.join("service.rs"), &generated)?;
                Ok(generated.lines().count())
            }
        }
    }

    fn manifest(self) -> String {
        let dependencies = match self.maker {
            Maker::Asmx => {
                let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime");
                let features = if self.halves == Halves::Both { "\"client\", \"server\"" } else { "\"client\"" };
                format!(
                    "asmx-runtime = {{ path = \"{}\", default-features = false, features = [{features}] }}\n",
                    runtime.display()
                )
            }
            Maker::Tonic => "prost = \"0.14\"\ntonic = \"0.14\"\ntonic-prost = \"0.14\"\n".to_owned(),
        };
        format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n{dependencies}",
            self.package()
        )
    }
}
