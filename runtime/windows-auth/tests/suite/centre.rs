//! A key distribution centre, in a folder and on a port of its own, and without rights of an administrator.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::servers::{PASSWORD, Running, folder, free_port, run, wait_for};

pub const REALM: &str = "SHOP.TEST";

/// MIT's centre of a realm with the user `ann`, the service `HTTP/localhost`, and the user `robot`, who has a key table.
pub struct Centre {
    pub folder: PathBuf,
    _running: Running,
}

impl Centre {
    pub fn start() -> Self {
        let (folder, port) = (folder("centre"), free_port());
        let at = folder.display();
        let libraries = format!(
            "[libdefaults]\n default_realm = {REALM}\n dns_lookup_kdc = false\n rdns = false\n dns_canonicalize_hostname = false\n\
             [realms]\n {REALM} = {{\n  kdc = 127.0.0.1:{port}\n }}\n[domain_realm]\n localhost = {REALM}\n"
        );
        let centre = format!(
            "[kdcdefaults]\n kdc_listen = 127.0.0.1:{port}\n kdc_tcp_listen = 127.0.0.1:{port}\n[realms]\n {REALM} = {{\n  \
             database_name = {at}/principal\n  key_stash_file = {at}/stash\n  acl_file = {at}/acl\n }}\n"
        );
        std::fs::write(folder.join("krb5.conf"), libraries).unwrap();
        std::fs::write(folder.join("kdc.conf"), centre).unwrap();
        let program = |name: &str| {
            let mut command = Command::new(name);
            command.env("KRB5_CONFIG", folder.join("krb5.conf")).env("KRB5_KDC_PROFILE", folder.join("kdc.conf"));
            command
        };
        run(program("/usr/sbin/kdb5_util").args(["create", "-s", "-P", "master", "-r", REALM]), "");
        for query in [
            format!("addprinc -pw {PASSWORD} ann"),
            "addprinc -randkey HTTP/localhost".to_owned(),
            format!("ktadd -k {at}/http.keytab HTTP/localhost"),
            "addprinc -randkey robot".to_owned(),
            format!("ktadd -k {at}/robot.keytab robot"),
        ] {
            run(program("/usr/sbin/kadmin.local").args(["-q", &query]), "");
        }
        let mut command = program("/usr/sbin/krb5kdc");
        let running = Running(command.arg("-n").stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap());
        wait_for(port);
        Self { folder, _running: running }
    }

    /// Gets a ticket for `ann`, and returns the cache with it.
    pub fn ticket(&self) -> String {
        let cache = format!("FILE:{}", self.folder.join("ticket").display());
        let mut kinit = Command::new("/usr/bin/kinit");
        run(
            kinit.env("KRB5_CONFIG", self.folder.join("krb5.conf")).args(["-c", &cache, "ann"]),
            &format!("{PASSWORD}\n"),
        );
        cache
    }
}
