//! Apache, in a folder and on a port of its own, and without rights of an administrator.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

pub const PASSWORD: &str = "pa55-of-ann";

/// Whether the programs are there; says so if they are not.
pub fn are_there(programs: &[&str]) -> bool {
    let missing: Vec<_> = programs.iter().filter(|program| !Path::new(program).exists()).collect();
    if !missing.is_empty() {
        eprintln!("skipped: {missing:?} are missing (.ci/install)");
    }
    missing.is_empty()
}

pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // SIGTERM lets Apache end its children.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("asmx-{name}-{}", std::process::id()));
    // An earlier process may have had this number.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Free now, not chosen before, and not one that connections out of this machine take.
pub fn free_port() -> u16 {
    static CHOSEN: AtomicU32 = AtomicU32::new(0);
    let next = || 20_000 + (std::process::id().wrapping_mul(31) + CHOSEN.fetch_add(1, Ordering::Relaxed)) % 12_000;
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    std::iter::repeat_with(|| u16::try_from(next()).unwrap()).find(free).unwrap()
}

pub fn run(command: &mut Command, input: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

pub fn wait_for(port: u16) {
    let end = Instant::now() + Duration::from_secs(20);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < end, "nothing listens on {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Apache with `mod_auth_gssapi`: `/kerberos` for each request, `/kerberos-connection` for a connection, `/ntlm`. What passes goes to the backend.
pub struct Apache {
    pub port: u16,
    _running: Running,
}

impl Apache {
    /// `centre` is the folder of MIT's centre.
    pub fn start(centre: Option<&Path>, backend: u16) -> Self {
        let port = free_port();
        let folder = folder(&format!("apache-{port}"));
        let at = folder.display();
        let modules =
            ["mpm_event", "authn_core", "authz_core", "authz_user", "auth_gssapi", "headers", "proxy", "proxy_http"];
        let load = |name| format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so");
        let modules = modules.map(load).join("\n");
        let keys = centre.map_or(String::new(), |centre| {
            format!("GssapiCredStore keytab:{}/http.keytab\nGssapiAcceptorName HTTP@localhost\n", centre.display())
        });
        let place = |path: &str, mechanism: &str, bound: &str, keys: &str| {
            format!(
                "<Location /{path}>\nAuthType GSSAPI\nAuthName shop\nGssapiAllowedMech {mechanism}\nGssapiConnectionBound {bound}\n{keys}\
                 Require valid-user\nRequestHeader set X-User expr=%{{REMOTE_USER}}\nProxyPass http://127.0.0.1:{backend}/\n</Location>\n"
            )
        };
        let settings = format!(
            "ServerName localhost\nListen 127.0.0.1:{port}\nPidFile {at}/pid\nErrorLog {at}/errors\nLogLevel warn\nDefaultRuntimeDir {at}\n\
             {modules}\nUser www-data\nGroup www-data\n{}{}{}",
            place("kerberos/", "krb5", "Off", &keys),
            place("kerberos-connection/", "krb5", "On", &keys),
            place("ntlm/", "ntlmssp", "On", ""),
        );
        std::fs::write(folder.join("conf"), settings).unwrap();
        std::fs::write(folder.join("users"), format!("SHOP:ann:{PASSWORD}\n")).unwrap();
        let mut command = Command::new("/usr/sbin/apache2");
        command.arg("-f").arg(folder.join("conf")).arg("-DFOREGROUND").env("NTLM_USER_FILE", folder.join("users"));
        if let Some(centre) = centre {
            command.env("KRB5_CONFIG", centre.join("krb5.conf"));
            for file in ["http.keytab", "krb5.conf"] {
                readable(&centre.join(file));
            }
        }
        readable(&folder.join("users"));
        let running = Running(command.stderr(Stdio::inherit()).spawn().unwrap());
        wait_for(port);
        Self { port, _running: running }
    }
}

fn readable(file: &Path) {
    run(Command::new("chmod").args(["a+r"]).arg(file), "");
}
