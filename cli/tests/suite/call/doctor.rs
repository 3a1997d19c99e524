//! `asmx doctor`: what is wrong with an address.

use super::mock::Served;
use super::server::{http, serve, serve_by};
use super::{ended, ends, folder, run};

fn findings(test: &str, arguments: &[&str]) -> (i32, String) {
    let (code, out, err) = run(&folder(test), &[&["doctor"], arguments].concat());
    assert_eq!(err, "");
    (code, out)
}

#[test]
fn a_service_that_works_has_nothing_to_do() {
    let folder = folder("doctor_fine");
    let mock = Served::start(&folder, &[]);
    let address = format!("{}/shop.asmx", mock.1);
    let doctor = |more: &[&str]| run(&folder, &[&["doctor", &address, "--namespace"], more].concat());
    let (code, out, _) = doctor(&["urn:shop"]);
    let topics: Vec<_> =
        out.lines().map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")).collect();
    let expected =
        ["ok connection", "ok TLS", "ok clock", "ok sign-in", "ok document", "ok namespace", "ok transports"];
    assert_eq!((code, topics.as_slice()), (0, expected.map(str::to_owned).as_slice()), "{out}");
    assert!(out.ends_with("the service responds over SOAP 1.1, SOAP 1.2, GET, POST\n"), "{out}");
    ends(doctor(&["urn:shop", "-o", "findings.txt"]), (0, "", ""));
    assert_eq!(std::fs::read_to_string(folder.join("findings.txt")).unwrap().lines().count(), out.lines().count());
    let (out, _) = ended(1, doctor(&["urn:shop/"]));
    assert!(out.contains("look  namespace   the document has `urn:shop`, and `urn:shop/` was given\n"), "{out}");
}

#[test]
fn what_stands_in_the_way_is_named_with_what_to_do() {
    let head = |status: &str, headers: &str| http(&format!("{status}\r\n{headers}"), "text/html", "<html/>");
    for (test, response, expected) in [
        (
            "windows",
            head("401 Unauthorized", "WWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM"),
            &[
                "look  sign-in     the server wants a sign-in with Negotiate or NTLM",
                "sign in with Windows' own schemes: `kerberos` or `ntlm` in a profile",
            ][..],
        ),
        (
            "basic",
            head("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\""),
            &["a sign-in with Basic\n", "give Basic with `basic` in a profile"],
        ),
        (
            "login",
            head("302 Found", "Location: /login.aspx?to=s3cret\r\nSet-Cookie: a=s3cret"),
            &["/login.aspx\n", "look  cookies     the server sets a cookie\n"],
        ),
        ("clock", head("401 Unauthorized", "Date: Sun, 06 Nov 1994 08:49:37 GMT"), &["look  clock ", "set the clock"]),
        (
            "page",
            head("200 OK", "X-Y: z"),
            &[
                "`?WSDL` gives none: ",
                "look  transports  no transport responds as an ASMX service does: SOAP 1.1 gets 200 OK",
            ],
        ),
    ] {
        let (url, _) = serve(response);
        let (code, out) = findings(&format!("doctor_{test}"), &[&format!("{url}/shop.asmx")]);
        assert_eq!(code, 1);
        assert!(expected.iter().all(|words| out.contains(words)) && !out.contains("s3cret"), "{test}: {out}");
    }
    let (url, _) = serve_by(|request| match request.split(' ').nth(1).unwrap() {
        "/Welcome.aspx?ReturnUrl=%2fshop.asmx" => http("200 OK", "text/html", "<html><form>sign in</form></html>"),
        "/moved.asmx" => http("302 Found\r\nLocation: /new/shop.asmx", "text/html", ""),
        "/new/shop.asmx" => http("200 OK", "text/html", "<html/>"),
        _ => http("302 Found\r\nLocation: /Welcome.aspx?ReturnUrl=%2fshop.asmx", "text/html", ""),
    });
    let (code, out) = findings("doctor_return", &[&format!("{url}/shop.asmx")]);
    let page = format!("look  sign-in     the server points to a page for signing in: {url}/Welcome.aspx\n");
    assert!(code == 1 && out.contains(&page), "{out}");
    assert!(!out.contains("needs none") && !out.contains("use that address"), "{out}");
    let (_, out) = findings("doctor_moved", &[&format!("{url}/moved.asmx")]);
    assert!(out.contains(&format!("the server points to {url}/new/shop.asmx\n")), "{out}");
    assert!(out.contains("->  use that address: calls do not follow redirects\n"), "{out}");
    let (code, out) = findings("doctor_refused", &["http://127.0.0.1:1/shop.asmx"]);
    assert!(code == 1 && out.contains("->  look at the port, and whether the service runs"), "{out}");
}

#[test]
fn a_page_with_a_field_for_a_password_is_no_sign_in() {
    let page = "<html><body><form><input name=\"p\" type=\"password\"></form></body></html>";
    for is_document_only in [false, true] {
        let (url, _) = serve_by(move |request| {
            let is_document = request.contains("?WSDL");
            http("200 OK", "text/html", if is_document || !is_document_only { page } else { "<html>Shop</html>" })
        });
        let (code, out) = findings("doctor_password", &[&format!("{url}/shop.asmx")]);
        let expected = "is a page for signing in, with a field for a password";
        assert!(code == 1 && out.contains(expected) && !out.contains("ok    sign-in"), "{code} {out}");
    }
}
