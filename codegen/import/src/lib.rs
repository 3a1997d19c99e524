//! Imports WSDL documents of ASP.NET `.asmx` web services, and of similar services, as models and specs for `asmx-codegen`.
//!
//! [`import()`] makes the model of a service from [`Documents`]; [`import_file`] reads a file and the documents beside it. [`spec_text`] writes the
//! spec of a model. [`open`] and [`load_any`] take specs as well as documents. [`build`] serves build scripts of crates that keep a WSDL document
//! instead of a spec; [`files`] generates from file to file.
//!
//! The crate uses neither network nor clock. Modules that this page does not list serve other crates of this workspace and change without notice.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod build;
mod effects;
pub mod files;
pub mod import;
mod loaded;
#[doc(hidden)]
pub mod name_hints;
#[doc(hidden)]
pub mod saved;
#[doc(hidden)]
pub mod write;

pub use effects::{Contested, EffectPatterns};
pub use files::{Folder, import_file, open};
pub use import::{Documents, Import, Report, import};
pub use loaded::{Loaded, load_any};
pub use write::spec_text;
