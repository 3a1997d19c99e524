//! The platforms of the release, each with a program that has nothing but the header of its format.

pub fn elf(machine: u8, is_dynamic: bool) -> Vec<u8> {
    let mut header = vec![0; 120];
    header[..6].copy_from_slice(b"\x7fELF\x02\x01");
    header[18] = machine;
    // One program header, behind the first.
    header[32] = 64;
    header[54] = 56;
    header[56] = 1;
    header[64] = if is_dynamic { 3 } else { 1 };
    header
}

pub fn mach_o(machine: u8) -> Vec<u8> {
    [b"\xcf\xfa\xed\xfe".as_slice(), &[machine, 0, 0, 1]].concat()
}

fn windows() -> Vec<u8> {
    let mut header = vec![0; 0x46];
    header[..2].copy_from_slice(b"MZ");
    header[0x3c] = 0x40;
    header[0x40..].copy_from_slice(b"PE\0\0\x64\x86");
    header
}

pub struct Platform {
    pub target: &'static str,
    pub program: Vec<u8>,
    pub wheel_tag: &'static str,
    pub runtime_identifiers: &'static [&'static str],
    /// System and processor of npm.
    pub npm: [&'static str; 2],
}

pub fn platforms() -> Vec<Platform> {
    let row = |target, program, wheel_tag, runtime_identifiers, npm| Platform {
        target,
        program,
        wheel_tag,
        runtime_identifiers,
        npm,
    };
    let linux: [&[&str]; 2] = [&["linux-x64", "linux-musl-x64"], &["linux-arm64", "linux-musl-arm64"]];
    vec![
        row(
            "x86_64-unknown-linux-musl",
            elf(62, false),
            "manylinux_2_17_x86_64.musllinux_1_2_x86_64",
            linux[0],
            ["linux", "x64"],
        ),
        row(
            "aarch64-unknown-linux-musl",
            elf(183, false),
            "manylinux_2_17_aarch64.musllinux_1_2_aarch64",
            linux[1],
            ["linux", "arm64"],
        ),
        row("x86_64-apple-darwin", mach_o(7), "macosx_10_12_x86_64", &["osx-x64"], ["darwin", "x64"]),
        row("aarch64-apple-darwin", mach_o(12), "macosx_11_0_arm64", &["osx-arm64"], ["darwin", "arm64"]),
        row("x86_64-pc-windows-msvc", windows(), "win_amd64", &["win-x64"], ["win32", "x64"]),
    ]
}
