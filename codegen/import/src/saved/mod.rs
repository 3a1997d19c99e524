//! Documents as files: their names, the notes of `asmx fetch`, and the maps of Visual Studio.

mod maps;
mod names;
mod notes;

pub(crate) use maps::{MAPS, Maps};
pub use names::{Extension, FileNames};
pub use notes::{MOST_NOTES, NOTES_FILE, Note, Notes};
