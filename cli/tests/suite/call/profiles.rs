//! Profiles: addresses, credentials, parameters and headers that are no arguments.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::agents::Session;
use super::server::{ORDERS, fault, http, serve, serve_by, soap};
use super::{ended, ends, fails, folder, folder_replaced, folder_with, quiet, run};

pub fn write(folder: &Path, profiles: &str) {
    let file = folder.join("profiles.toml");
    fs::write(&file, profiles).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    }
}

/// A call with the profile `shop`.
fn find(folder: &Path, more: &[&str]) -> (i32, String, String) {
    run(folder, &[&["call", "shop.xml", "FindOrders", "--profile", "shop"], more].concat())
}

/// A call with these settings of the profile `shop`.
fn with(folder: &Path, settings: &str, more: &[&str]) -> (i32, String, String) {
    write(folder, &format!("[shop]\n{settings}\n"));
    find(folder, more)
}

#[cfg(unix)]
#[test]
fn credentials_come_from_texts_the_environment_files_and_commands() {
    let folder = folder("profile");
    let (url, requests) = serve(soap(ORDERS));
    fs::write(folder.join("word"), "hunter2word\n").unwrap();
    for password in ["\"hunter2word\"", "{ file = \"word\" }", "{ command = \"cat word\" }"] {
        let settings = format!(
            "base-url = \"{url}\"\nusername = \"ann\"\npassword = {password}\n\
             parameters = {{ Text = \"${{SHOP_WORD}}\", Nothing = \"x\" }}\nhttp-headers = {{ X-Key = \"k3y-of-mine\" }}"
        );
        let (_, err) = ended(0, with(&folder, &settings, &["-vv"]));
        let request = requests.recv().unwrap();
        for sent in [
            "<User>ann</User><Password>hunter2word</Password>",
            "<Text>from the environment</Text>",
            "x-key: k3y-of-mine",
        ] {
            assert!(request.contains(sent), "{sent}: {request}");
        }
        for secret in ["hunter2word", "k3y-of-mine", "from the environment"] {
            assert!(!err.contains(secret), "{err}");
        }
        for form in ["--dry-run", "--dry-run=curl"] {
            let (out, err) = ended(0, find(&folder, &["--max", "3", form]));
            assert_eq!(err.contains("note: `[redacted]` stands for"), form.ends_with("curl"), "{err}");
            assert!(out.contains("<Password>[redacted]</Password>") && out.contains("x-key: [redacted]"), "{out}");
            assert!(!out.contains("hunter2word") && !out.contains("from the environment"), "{out}");
        }
    }
    // Windows PowerShell writes such files.
    let wide = "\u{feff}hunter2word\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for bytes in ["\u{feff}hunter2word\n".as_bytes(), &wide] {
        fs::write(folder.join("word"), bytes).unwrap();
        ended(0, with(&folder, &format!("base-url = \"{url}\"\npassword = {{ file = \"word\" }}"), &[]));
        assert!(requests.recv().unwrap().contains("<Password>hunter2word</Password>"));
    }
    fs::write(folder.join("word"), "\u{feff}\r\n").unwrap();
    fails(4, find(&folder, &[]), "`password`: word is empty");
    for (command, why) in [
        ("true", "its command printed no value in its first line"),
        ("echo; echo hunter2word", "its command printed no value in its first line"),
        ("yes hunter2word", "its command printed more than 65536 bytes"),
    ] {
        let settings = format!("base-url = \"{url}\"\npassword = {{ command = \"{command}\" }}");
        let (code, _, err) = with(&folder, &settings, &[]);
        assert!(code == 4 && err.contains(&format!("`password`: {why}")) && !err.contains("hunter2"), "{code} {err}");
    }
    assert!(requests.try_recv().is_err(), "nothing is sent");
    // Options replace values of the profile.
    let parameters = format!("base-url = \"{url}\"\nparameters = {{ Text = \"${{SHOP_WORD}}\", Nothing = \"x\" }}");
    let (_, out, _) = with(&folder, &parameters, &["--text", "mine", "--dry-run"]);
    assert!(out.contains("<Text>mine</Text>"), "{out}");
}

#[test]
fn mistakes_in_profiles_show_no_values() {
    let folder = folder("profile_mistakes");
    let call = |profile: &str| {
        let fixed = ["call", "shop.xml", "FindOrders", "--base-url", "https://shop.example", "--profile", profile];
        let (code, out, err) = run(&folder, &fixed);
        assert_eq!(out, "");
        (code, err.replace(&folder.display().to_string(), "FOLDER"))
    };
    let (code, err) = call("shop");
    assert!(code == 2 && err.starts_with("error: cannot read the profiles in FOLDER"), "{err}");
    for (profile, text, expected) in [
        (
            "shop",
            "[shop]\nusername = \"ann\"\npassword = \"hunter2word\n",
            (2, "error: FOLDER/profiles.toml, line 3: "),
        ),
        ("shp", "[shop]\nusername = \"ann\"\n", (2, "has no profile `shp`; did you mean `shop`?")),
        ("shop", "[shop]\npasword = \"hunter2word\"\n", (2, "there is no setting `pasword`; did you mean `password`?")),
        ("shop", "[shop]\npassword = { fil = \"hunter2word\" }\n", (2, "`password` is a text, or one of { file")),
        ("shop", "[shop]\npassword = \"${NO_SUCH_NAME}\"\n", (4, "`NO_SUCH_NAME`, which is not set")),
        ("shop", "[shop]\npassword = { prompt = true }\n", (4, "there is no terminal")),
    ] {
        write(&folder, text);
        let (code, err) = call(profile);
        assert!(code == expected.0 && err.contains(expected.1) && !err.contains("hunter2"), "{code} {err}");
    }
}

/// A setting of another form is named with the form and an example.
#[test]
fn a_setting_of_another_form_is_named_without_its_value() {
    let folder = folder("profile_forms");
    let account = "a table, such as `basic = { username = \"ann\", password = { prompt = true } }`";
    for (settings, expected) in [
        ("basic = \"ann:hunter2\"", format!("`basic` is {account}")),
        ("ntlm = \"hunter2\"", "`ntlm` is a table, such as `ntlm = { username".to_owned()),
        ("kerberos = \"hunter2\"", "`kerberos` is a table, such as `kerberos = {}`".to_owned()),
        ("http-headers = \"hunter2\"", "`http-headers` is a table, such as `http-headers = { X-Api-Key".to_owned()),
        ("http-headers = { X-Key = [\"hunter2\"] }", "`http-headers.X-Key` is a text, or one of { value".to_owned()),
        ("soap-headers = \"hunter2\"", "`soap-headers` is a table".to_owned()),
        ("parameters = \"hunter2\"", "`parameters` is a table, such as".to_owned()),
        (
            "insecure = \"hunter2\"",
            "`insecure` is `true` or `false`, without quotes, such as `insecure = true`".to_owned(),
        ),
        ("allow-plain-http = \"hunter2\"", "`allow-plain-http` is `true` or `false`".to_owned()),
        (
            "base-url = 5",
            "`base-url` is a text, or one of { file = \"…\" }, { command = \"…\" }, { prompt = true }, such as `base-url = \"https://…\"`"
                .to_owned(),
        ),
        ("ca = [\"hunter2\"]", "`ca` is a text, such as `ca = \"authorities.pem\"`".to_owned()),
        ("basic = { username = \"hunter2\" }", "`basic` needs `password`, such as `basic = {".to_owned()),
        ("basic = { user = \"hunter2\" }", "there is no setting `basic.user`; ".to_owned()),
    ] {
        let (code, _, err) = with(&folder, settings, &[]);
        let start = format!("error: {}/profiles.toml, profile `shop`: {expected}", folder.display());
        assert!(code == 2 && err.starts_with(&start) && !err.contains("hunter2"), "{settings}: {err}");
    }
    write(&folder, "shop = \"hunter2\"\n");
    let (code, _, err) = find(&folder, &[]);
    assert!(
        code == 2 && err.contains("a profile is a table: write a line `[shop]`") && !err.contains("hunter2"),
        "{err}"
    );
}

#[test]
fn headers_of_a_profile_are_secret_unless_they_say_otherwise() {
    let folder = folder("profile_headers");
    let (url, requests) = serve_by(|request| {
        let head = request.split("\r\n\r\n").next().unwrap_or_default();
        http("500 No", "text/plain", &format!("of the shop: {}", head.replace("\r\n", " ")))
    });
    let headers = "[shop.http-headers]\nX-Region = \"north-of-here\"\nX-Tenant = \"shop\"\nX-Trace = { value = \"trace-of-mine\", plain = true }\n\
                   Accept-Language = \"de-AT,de;q=0.9\"\nX-Key = { file = \"key\" }\n";
    fs::write(folder.join("key"), "k3y1\n").unwrap();
    write(&folder, &format!("[shop]\nbase-url = \"{url}\"\n{headers}"));
    let (code, _, err) = find(&folder, &["-vv"]);
    let request = requests.recv().unwrap();
    for sent in ["x-region: north-of-here", "x-tenant: shop", "x-trace: trace-of-mine", "x-key: k3y1"] {
        assert!(request.contains(sent), "{request}");
    }
    assert!(code == 3 && !err.contains("north-of-here") && !err.contains("k3y1"), "{code} {err}");
    for expected in
        ["of the shop:", "x-tenant: [redacted]", "x-trace: trace-of-mine", "accept-language: de-AT,de;q=0.9"]
    {
        assert!(err.contains(expected), "{expected}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_others_read_is_warned_of() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("profile_open");
    write(&folder, "[shop]\nbase-url = \"https://shop.example\"\n");
    fs::set_permissions(folder.join("profiles.toml"), fs::Permissions::from_mode(0o644)).unwrap();
    let (code, _, err) = find(&folder, &["--dry-run"]);
    assert!(code == 0 && err.starts_with("warning: others on this machine may read "), "{err}");
}

#[test]
fn certificates_and_the_proxy_come_from_the_profile_and_insecure_is_told() {
    let folder = folder("profile_connections");
    let (url, _) = serve(soap(ORDERS));
    let call = |settings: &str, more: &[&str]| with(&folder, settings, &[&["--base-url", &url], more].concat());
    let (_, err) = ended(2, call("ca = \"missing.pem\"", &[]));
    assert!(err.starts_with("error: cannot read missing.pem"), "{err}");
    fs::write(folder.join("key.pem"), "no key").unwrap();
    for (settings, expected) in [
        ("ca = \"key.pem\"", "error: key.pem: there are no certificates in PEM\n"),
        ("certificate = \"key.pem\"", "error: key.pem: there is no certificate with its private key in PEM\n"),
        ("proxy = \"not an address\"", "error: the address of the proxy is malformed\n"),
    ] {
        ends(call(settings, &[]), (2, "", expected));
    }
    let warning = "warning: certificates are not checked: anyone on the network path can read and change everything\n";
    for (settings, more) in [("insecure = true", &[][..]), ("", &["--insecure"])] {
        let (_, err) = ended(0, call(settings, more));
        assert_eq!(err, warning);
    }
}

#[test]
fn basic_and_cookies_sign_in_from_call_to_call() {
    let folder = folder("profile_sign_in");
    let set = soap(ORDERS).replace("\r\nConnection", "\r\nSet-Cookie: session=s3cret; path=/\r\nConnection");
    let (url, requests) = serve(set);
    let basic = "basic = { username = \"ann\", password = \"hunter2word\" }";
    write(&folder, &format!("[shop]\nbase-url = \"{url}\"\n{basic}\ncookies = \"jar.json\"\n"));
    let call = || {
        let (_, err) = ended(0, find(&folder, &["-vv"]));
        assert!(!err.contains("s3cret") && !err.contains("YW5uOmh1bnRlcjJ3b3Jk"), "{err}");
        requests.recv().unwrap()
    };
    // printf 'ann:hunter2word' | base64
    assert!(call().contains("authorization: Basic YW5uOmh1bnRlcjJ3b3Jk\r\n"));
    assert!(call().contains("cookie: session=s3cret\r\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(folder.join("jar.json")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let (url, _) = serve(http("401 Unauthorized\r\nWWW-Authenticate: Basic", "text/plain", ""));
    let (code, _, err) = run(&folder, &["call", "shop.xml", "FindOrders", "--base-url", &url]);
    assert!(code == 3 && err.contains("it offers Basic; give Basic with `basic` in a profile"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_jar_that_others_may_read_is_warned_of_and_becomes_the_persons_own() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("profile_jar");
    let set = soap(ORDERS).replace("\r\nConnection", "\r\nSet-Cookie: session=s3cret; path=/\r\nConnection");
    let (url, _) = serve(set);
    write(&folder, &format!("[shop]\nbase-url = \"{url}\"\ncookies = \"jar.json\"\n"));
    fs::create_dir(folder.join("elsewhere")).unwrap();
    let (jar, link) = (folder.join("elsewhere/jar.json"), folder.join("jar.json"));
    fs::write(&jar, "[]").unwrap();
    fs::set_permissions(&jar, fs::Permissions::from_mode(0o644)).unwrap();
    std::os::unix::fs::symlink(&jar, &link).unwrap();
    let call = || find(&folder, &[]);
    let (code, _, err) = call();
    assert!(code == 0 && err.starts_with("warning: others on this machine may read jar.json: run `chmod 600"), "{err}");
    assert!(fs::read_to_string(&jar).unwrap().contains("s3cret"));
    assert_eq!(fs::metadata(&jar).unwrap().permissions().mode() & 0o777, 0o600);
    // The whole file was replaced where it is, and nothing else is left.
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_dir(folder.join("elsewhere")).unwrap().count(), 1);
    quiet(call());
    fs::write(folder.join("token"), "t0ken-of-callers\n").unwrap();
    fs::set_permissions(folder.join("token"), fs::Permissions::from_mode(0o604)).unwrap();
    let gateway = ["gateway", "shop.xml", "--profile", "shop", "--token-file", "token", "--listen", "203.0.113.1:1"];
    let (code, _, err) = run(&folder, &gateway);
    let warning = "warning: others on this machine may read token: run `chmod 600 token`";
    assert!(code != 0 && err.contains(warning) && !err.contains("t0ken"), "{err}");
}

#[test]
fn two_ways_to_sign_in_or_half_of_one_are_refused() {
    let folder = folder("profile_contradictions");
    let basic = "basic = { username = 'ann', password = 'hunter2word' }";
    let ntlm = "ntlm = { username = 'ann', password = 'hunter2word' }";
    let (bearer, header) = ("bearer = 'hunter2word'", "http-headers = { authorization = 'Key hunter2word' }");
    let one_way = "a request signs in one way, so leave one of them out";
    for (settings, expected) in [
        (format!("{basic}\n{bearer}"), format!("`basic` and `bearer`: {one_way}")),
        (format!("{ntlm}\n{basic}"), format!("`basic` and `ntlm`: {one_way}")),
        (format!("{ntlm}\nkerberos = {{}}"), format!("`ntlm` and `kerberos`: {one_way}")),
        (format!("{bearer}\n{header}"), format!("`bearer` and `http-headers.Authorization`: {one_way}")),
        ("kerberos = { username = 'ann' }".to_owned(), "`kerberos` has a user name without a password".to_owned()),
        (
            "kerberos = { password = 'hunter2word' }".to_owned(),
            "`kerberos` has a password without a user name".to_owned(),
        ),
        ("basic = { username = 'ann' }".to_owned(), "`basic` needs `password`".to_owned()),
        ("ntlm = { password = 'hunter2word' }".to_owned(), "`ntlm` needs `username`".to_owned()),
        ("certificate-password = 'hunter2word'".to_owned(), "`certificate-password` without `certificate`".to_owned()),
    ] {
        write(&folder, &format!("[shop]\n{settings}\n"));
        for command in
            [&["call", "shop.xml", "FindOrders"][..], &["fetch", "http://127.0.0.1:1/", "docs"], &["mcp", "shop.xml"]]
        {
            let (code, _, err) = run(&folder, &[command, &["--profile", "shop"]].concat());
            assert!(code == 2 && err.contains(&expected) && !err.contains("hunter2"), "{settings}: {err}");
        }
    }
    // Roles in messages, cookies and certificates go beside any.
    let (url, requests) = serve(soap(ORDERS));
    let beside = "username = 'bob'\npassword = 'another1word'\ncookies = 'jar.json'";
    quiet(with(&folder, &format!("base-url = '{url}'\n{basic}\n{beside}"), &[]));
    let request = requests.recv().unwrap();
    assert!(request.contains("authorization: Basic ") && request.contains("<User>bob</User>"), "{request}");
}

#[test]
fn who_gets_the_credentials_is_said_if_only_the_document_states_the_address() {
    let folder = folder("profile_address");
    let (url, requests) = serve(soap(ORDERS));
    quiet(run(&folder, &["wsdl", "shop.xml", "--out-dir", "."]));
    let wsdl = fs::read_to_string(folder.join("shop.wsdl")).unwrap();
    fs::write(folder.join("shop.wsdl"), wsdl.replace("http://localhost", &url)).unwrap();
    let call = |more: &[&str]| {
        let fixed = ["call", "shop.wsdl", "FindOrders", "--profile", "shop", "--yes"];
        let (_, _, err) = run(&folder, &[&fixed, more].concat());
        // The document does not describe all of what this server returns.
        err.split_inclusive('\n').filter(|line| line.contains("credentials")).collect::<String>()
    };
    let note = format!(
        "note: the credentials of the profile `shop` go to {url}, the address in the document; `base-url = \"{url}\"` in the profile confirms it\n"
    );
    for settings in [
        "bearer = 'hunter2word'\n",
        "username = 'ann'\npassword = 'hunter2word'\n",
        "http-headers = { X-Key = 'k3y' }\n",
    ] {
        write(&folder, &format!("[shop]\n{settings}"));
        assert_eq!(call(&[]), note);
        requests.recv().unwrap();
        assert_eq!(call(&["--dry-run"]), "");
        assert_eq!(call(&["--base-url", &url]), "");
        assert_eq!(call(&["--endpoint", &format!("{url}/shop.asmx")]), "");
        write(&folder, &format!("[shop]\nbase-url = '{url}'\n{settings}"));
        assert_eq!(call(&[]), "");
    }
    write(&folder, "[shop]\nnamespace = 'urn:shop'\n");
    assert_eq!(call(&[]), "");
}

const CHALLENGE: &[u8] = include_bytes!("../../../../runtime/windows-auth/tests/challenges/with-time.bin");

#[test]
fn ntlm_signs_calls_in_and_documents_that_are_fetched() {
    use base64::Engine as _;
    let folder = folder("profile_ntlm");
    let token = base64::prelude::BASE64_STANDARD.encode(CHALLENGE);
    let wsdl = fs::read_to_string(folder.join("shop.wsdl")).unwrap_or_default();
    let (url, requests) = serve_by(move |request| {
        if request.contains("authorization: NTLM TlRMTVNTUAAB") {
            return format!(
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: NTLM {token}\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"
            );
        }
        if request.starts_with("GET") { http("200 OK", "text/xml", &wsdl) } else { soap(ORDERS) }
    });
    let ntlm = "ntlm = { username = 'SHOP\\ann', password = \"hunter2word\" }";
    write(&folder, &format!("[shop]\nbase-url = \"{url}\"\n{ntlm}\n"));
    let (out, err) = ended(0, find(&folder, &["-vv"]));
    let (first, second) = (requests.recv().unwrap(), requests.recv().unwrap());
    assert!(first.starts_with("POST /shop.asmx HTTP/1.1\r\n") && first.ends_with("\r\n\r\n"), "{first}");
    assert!(second.contains("authorization: NTLM TlRMTVNTUAAD") && second.contains("<FindOrders"), "{second}");
    assert!(!format!("{out}{err}").contains("hunter2word") && !err.contains("TlRMTV"), "{err}");
    let (_, _, err) = run(&folder, &["fetch", &format!("{url}/shop.asmx?WSDL"), "docs", "--profile", "shop"]);
    let fetched: Vec<_> = requests.try_iter().collect();
    assert!(fetched.len() >= 2 && fetched[1].contains("authorization: NTLM TlRMTVNTUAAD"), "{fetched:?} {err}");
    let (code, _, err) = with(&folder, &format!("base-url = \"{url}\"\nkerberos = {{}}"), &[]);
    if cfg!(feature = "kerberos") {
        assert!(code == 4 && err.contains("Kerberos"), "{err}");
    } else {
        assert!(code == 2 && err.contains("this program is built without Kerberos"), "{err}");
    }
    let proxy = format!("proxy = \"http://proxy.example\"\n{ntlm}");
    let refusal = "error: Windows sign-in goes through no proxy: leave `proxy` out\n";
    ends(with(&folder, &proxy, &["--base-url", &url]), (2, "", refusal));
}

#[test]
fn a_certificate_that_cannot_be_shown_is_named() {
    let folder = folder("profile_certificates");
    let call = |file: &str, settings: &str| {
        let file = format!("{}/../runtime/tests/certificates/{file}", env!("CARGO_MANIFEST_DIR"));
        with(&folder, &format!("certificate = \"{file}\"\n{settings}"), &["--base-url", "https://127.0.0.1:1"])
    };
    let (wrong, right) = ("certificate-password = 'another'", "certificate-password = 'pa55word'");
    for (file, settings, words) in [
        ("client.pfx", wrong, "client.pfx: the `.pfx` file cannot be read: its password is wrong"),
        ("version-1.pem", "", "version-1.pem: the certificate is one of X.509 version 1"),
        ("encrypted.pem", "", "encrypted.pem: the private key is encrypted: its password is missing"),
        ("encrypted.pem", wrong, "the encrypted private key cannot be read: its password is wrong"),
        ("encrypted-old.pem", right, "`openssl pkcs8 -topk8 -in KEY` writes the present one"),
        ("another-key.pem", "", "the private key is not that of the first certificate"),
    ] {
        let (code, _, err) = call(file, settings);
        assert!(code == 2 && err.contains(words) && !err.contains("pa55word"), "{file}: {err}");
    }
    for file in ["client.pfx", "encrypted.pem"] {
        fails(4, call(file, right), "no connection to");
    }
    // The ending may be written in any way.
    let certificates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/tests/certificates");
    for name in ["client.P12", "client.Pfx"] {
        fs::copy(certificates.join("client.pfx"), folder.join(name)).unwrap();
        let settings = format!("certificate = \"{name}\"\n{right}");
        fails(4, with(&folder, &settings, &["--base-url", "https://127.0.0.1:1"]), "no connection to");
    }
}

#[test]
fn a_setting_that_no_operation_takes_is_reported_by_a_gateway() {
    let folder = folder("profile_unknown");
    let parameters = "{ Txt = \"hunter2\", Max = \"3\" }";
    write(&folder, &format!("[shop]\nbase-url = \"https://shop.example\"\nparameters = {parameters}\n"));
    let (_, _, err) = run(&folder, &["mcp", "shop.xml", "--profile", "shop"]);
    let expected =
        "warning: no operation of Shop takes `Txt`, which `parameters` of the profile has; did you mean `Text`?\n";
    assert!(err.starts_with(expected) && !err.contains("hunter2"), "{err}");
}

/// A parameter may be a secret although the document does not declare it one.
#[cfg(unix)]
#[test]
fn parameters_of_a_profile_are_shown_nowhere_although_the_service_repeats_them() {
    let folder = folder_with("profile_repeated", &[("word", "it's <m1ne> & yours\n")]);
    for (toml_value, value, mark) in [
        ("\"${SHOP_WORD}\"", "from the environment", "environment"),
        ("\"code ${SHOP_WORD}\"", "from the environment", "environment"),
        ("{ file = \"word\" }", "it's &lt;m1ne> &amp; yours", "m1ne"),
        ("{ command = \"echo c0d3\" }", "c0d3", "c0d3"),
        ("\"l1teral-of-mine\"", "l1teral-of-mine", "l1teral"),
    ] {
        let (url, requests) = serve(fault(&format!("licence {value} expired")));
        write(&folder, &format!("[shop]\nbase-url = \"{url}\"\nparameters = {{ Text = {toml_value} }}\n"));
        for more in ["--yes", "-v", "-vv", "--format=jsonl", "--dry-run", "--dry-run=curl"] {
            let (_, out, err) = find(&folder, &[more]);
            assert!(!(out.clone() + &err).contains(mark), "{more}: {out}{err}");
            assert!((out + &err).contains("[redacted]"), "{more}: {err}");
        }
        let mut session = Session::start(&folder, &["--profile", "shop"], &json!({}));
        let result = session.call("FindOrders", &json!({}));
        assert!(result.contains("licence [redacted] expired") && !result.contains(mark), "{result}");
        assert!(requests.try_iter().all(|request| request.contains(mark)));
    }
    // A short literal is an ordinary word.
    let (url, _requests) = serve(fault("the shop is closed"));
    let literal = format!("base-url = \"{url}\"\nparameters = {{ Text = \"shop\" }}");
    let (_, _, err) = with(&folder, &literal, &["-vv"]);
    assert!(err.contains("<Text>shop</Text>") && err.contains("the shop is closed"), "{err}");
    // A short secret leaves the exchange without bodies.
    write(&folder, &format!("[shop]\nbase-url = \"{url}\"\nparameters = {{ Text = {{ command = \"echo 777\" }} }}\n"));
    let (_, _, err) = find(&folder, &["-vv"]);
    assert!(!err.contains("777"), "{err}");
}

#[test]
fn notes_about_a_response_show_no_secret() {
    let folder = folder("profile_notes");
    let strange = ORDERS.replace("<Id>7</Id>", "<Id>7</Id><hunter2word>1</hunter2word>");
    let (url, _requests) = serve(soap(&strange));
    let settings = format!("base-url = \"{url}\"\nusername = \"ann\"\npassword = \"hunter2word\"");
    let (_, err) = ended(0, with(&folder, &settings, &["--format", "json"]));
    assert!(err.contains("note: ") && err.contains("[redacted]") && !err.contains("hunter2"), "{err}");
}

#[test]
fn the_name_of_a_malformed_header_is_not_shown() {
    let folder = folder("profile_header_name");
    for value in ["\"x\"", "{ prompt = true }", "5"] {
        let settings = format!("http-headers = {{ \"X-Key: hunter2word\" = {value} }}");
        let (code, _, err) = with(&folder, &settings, &["--base-url", "https://shop.example"]);
        assert!(code == 2 && err.contains("a name in `http-headers` is not that of an HTTP header"), "{err}");
        assert!(!err.contains("hunter2"), "{err}");
    }
}

#[test]
fn a_missing_file_of_profiles_is_named_with_the_lines_to_write() {
    let folder = folder("no_profiles");
    let (_, err) = ended(2, run(&folder, &["call", "shop.xml", "FindOrders", "--profile", "sandbox"]));
    let file = folder.join("profiles.toml");
    assert!(err.starts_with(&format!("error: cannot read the profiles in {}: ", file.display())), "{err}");
    let lines = err.split_once("such as:\n\n").unwrap().1.replace("\n  ", "\n");
    let lines = lines.trim_start();
    assert!(lines.starts_with("[sandbox]\nbase-url = "), "{err}");
    // The lines are a profile.
    std::fs::write(&file, lines.replace("{ prompt = true }", "'x'")).unwrap();
    ended(0, run(&folder, &["call", "shop.xml", "FindOrders", "--profile", "sandbox", "--dry-run"]));
}

/// A document gives parameters no roles.
#[test]
fn credentials_without_a_place_name_the_parameters_that_may_be_meant() {
    let roles = [(" role=\"username\"", ""), (" role=\"password\"", ""), ("name=\"Text\"", "name=\"UserName\"")];
    let folder = folder_replaced("profile_roles", &roles);
    let settings = "base-url = \"http://127.0.0.1:9\"\nusername = \"ann\"\npassword = \"pw-of-ann\"";
    let (code, _, err) = with(&folder, settings, &[]);
    let way = "write `parameters = { \"UserName\" = …, \"NAME\" = … }` in the profile";
    assert!(
        code == 2 && err.contains("`username`, `password` of the profile have no place") && err.contains(way),
        "{err}"
    );
}

#[test]
fn a_parameter_of_a_profile_that_no_operation_has_is_noted() {
    let folder = folder("profile_not_sent");
    let (url, _) = serve(soap(ORDERS));
    let settings = format!("base-url = \"{url}\"\nparameters = {{ Txet = \"x\", ApiCode = \"y\" }}");
    let (code, _, err) = with(&folder, &settings, &[]);
    let note = "note: no operation of Shop has the parameter `Txet` of the profile, and it is not sent; did you mean `Text`?\n";
    assert_eq!((code, err.as_str()), (0, note));
}
