//! Without code: see `Cargo.toml`.
