//! Reads archives of packages, and demands what makes their bytes reproducible: sorted names, fixed owners and times.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

/// 1980-01-01, in seconds since 1970.
const TIME: u64 = 315_532_800;

/// A file of an archive.
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    pub is_executable: bool,
    pub content: Vec<u8>,
}

impl Member {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.content).unwrap()
    }
}

fn is_executable(mode: u32) -> bool {
    assert!([0o755, 0o644].contains(&(mode & 0o777)), "{mode:o}");
    mode & 0o777 == 0o755
}

/// The files of an archive by their names, which must be sorted.
pub fn members(path: &Path) -> BTreeMap<String, Member> {
    let bytes = fs::read(path).unwrap();
    let files = if bytes.starts_with(b"PK") { zip_members(&bytes) } else { tar_members(&bytes) };
    assert!(files.is_sorted_by(|file, other| file.0 < other.0), "{}", path.display());
    files.into_iter().collect()
}

fn zip_members(bytes: &[u8]) -> Vec<(String, Member)> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let time = file.last_modified().unwrap();
        assert_eq!((time.year(), time.month(), time.day(), time.hour(), time.second()), (1980, 1, 1, 0, 0));
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        files.push((
            file.name().unwrap().into_owned(),
            Member { is_executable: is_executable(file.unix_mode().unwrap()), content },
        ));
    }
    files
}

/// Reads the form `ustar`: a header of 512 bytes, and the content in blocks of 512.
fn tar_members(bytes: &[u8]) -> Vec<(String, Member)> {
    assert_eq!(bytes[3..8], [0; 5], "neither a name nor a time of gzip's own");
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut unpacked).unwrap();
    let (mut rest, mut files) = (unpacked.as_slice(), Vec::new());
    while rest[0] != 0 {
        let text = |from: usize, length: usize| {
            let field = rest[from..from + length].split(|byte| *byte == 0).next().unwrap();
            String::from_utf8(field.to_owned()).unwrap()
        };
        let number = |from, length| u64::from_str_radix(&text(from, length), 8).unwrap();
        assert_eq!((number(108, 8), number(116, 8), number(136, 12)), (0, 0, TIME), "owner, group and time");
        let length = usize::try_from(number(124, 12)).unwrap();
        let is_executable = is_executable(u32::try_from(number(100, 8)).unwrap());
        let name =
            [text(345, 155), text(0, 100)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
        files.push((name, Member { is_executable, content: rest[512..512 + length].to_vec() }));
        rest = &rest[512 + length.next_multiple_of(512)..];
    }
    files
}
