use super::*;

const fn certificates() -> [(&'static str, &'static [u8]); 8] {
    macro_rules! file {
        ($name:literal) => {
            ($name, include_bytes!(concat!("../../tests/certificates/", $name, ".der")))
        };
    }
    [
        file!("rsa-sha256"),
        file!("rsa-md5"),
        file!("rsa-sha1"),
        file!("rsa-sha512"),
        file!("ecdsa-sha384"),
        file!("pss-sha384"),
        file!("pss-sha1"),
        file!("ed25519"),
    ]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn bind(name: &str) -> Result<ChannelBinding, BindingError> {
    let (_, certificate) = certificates().into_iter().find(|(known, _)| *known == name).unwrap();
    ChannelBinding::tls_server_end_point(certificate)
}

/// Hashes as `openssl dgst` prints them, of the algorithm that RFC 5929 states for the signature.
#[test]
fn the_hash_is_that_of_the_signature_and_sha_256_for_md5_and_sha_1() {
    for (name, hash) in [
        ("rsa-sha256", "9864d79b16704a1f429bf382fd0fbdee17fb7b269dbf911a65710e4800746d0e"),
        ("rsa-md5", "23af1f7d16c798aa9ed418d0d20c58ee0188dc502010a5898afeea41df7e525a"),
        ("rsa-sha1", "6d3230139113c11542f94edd4990809b91a29a2ccc839d8d532bbf915ddfb6a0"),
        (
            "rsa-sha512",
            "5767177265adbd32bb77a6599989b32cd61d8973083afede250a034b2c4adf963089809fed8b9d499f1f3c9afd1b86fcc67236eb46056e8636aa8aff939ad8de",
        ),
        (
            "ecdsa-sha384",
            "70d75c533f325aebbbd84045fa7a5a1409e6cc0740246d98647877c29ee12c6e0c6c566a1d2b3b7ac44cf084777ed5d4",
        ),
        (
            "pss-sha384",
            "471c2ab7d626c0ab377956d902f1bb364a77b83f4269c069f484518abb8ac53c06a8fa3dce65203831ad10eaf04a87e6",
        ),
        ("pss-sha1", "738e2b86c4f225e9a6e60f93394b61162cd68b7e70dbc73be000e6e598e6a000"),
    ] {
        let binding = bind(name).unwrap();
        let found = binding.application_data().strip_prefix(b"tls-server-end-point:").map(hex);
        assert_eq!(found.as_deref(), Some(hash), "{name}");
    }
}

#[test]
fn ed25519_has_no_binding() {
    assert_eq!(bind("ed25519"), Err(BindingError::Undefined));
}

/// The value that other implementations of NTLM test with this hash of a certificate.
#[test]
fn ntlm_hashes_the_structure_of_gss_api() {
    let hash = "e3ca49271e5089cc48ce82109f1324f41dbeddc29a777410c738f7868c4ff405";
    let hash: Vec<u8> =
        (0..hash.len()).step_by(2).map(|at| u8::from_str_radix(&hash[at..at + 2], 16).unwrap()).collect();
    let binding = ChannelBinding { application_data: [b"tls-server-end-point:".as_slice(), &hash].concat() };
    assert_eq!(hex(&binding.ntlm_hash()), "6ea19df066da4622051f9c4f92c6df74");
}

#[test]
fn truncated_and_changed_input_never_panics() {
    for (name, certificate) in certificates() {
        for end in 0..certificate.len() {
            let cut = ChannelBinding::tls_server_end_point(&certificate[..end]);
            assert_eq!(cut, Err(BindingError::Malformed), "{name}, {end} bytes");
        }
        let mut changed = certificate.to_vec();
        for at in 0..certificate.len() {
            for byte in [0, 1, 0x30, 0x7f, 0x80, 0x84, 0xff, certificate[at] ^ 1, certificate[at] ^ 0x80] {
                changed[at] = byte;
                // Without the hash, which is the same for any bytes.
                let _ = signature_hash(&changed);
            }
            changed[at] = certificate[at];
        }
        let longer = [certificate, &[0]].concat();
        assert_eq!(ChannelBinding::tls_server_end_point(&longer), Err(BindingError::Malformed), "{name}");
    }
}
