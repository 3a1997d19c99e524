//! `asmx doctor`: what is wrong with an address.

use super::mock::Served;
use super::server::{http, serve};
use super::{folder, run};

fn findings(test: &str, arguments: &[&str]) -> (i32, String) {
    let (code, out, err) = run(&folder(test), &[&["doctor"], arguments].concat());
    assert_eq!(err, "");
    (code, out)
}

#[test]
fn a_service_that_works_has_nothing_to_do() {
    let folder = folder("doctor_fine");
    let mock = Served::start(&folder, &[]);
    let (code, out, _) = run(&folder, &["doctor", &format!("{}/shop.asmx", mock.1), "--namespace", "urn:shop"]);
    let topics: Vec<_> =
        out.lines().map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")).collect();
    let expected =
        ["ok connection", "ok TLS", "ok clock", "ok sign-in", "ok document", "ok namespace", "ok transports"];
    assert_eq!((code, topics.as_slice()), (0, expected.map(str::to_owned).as_slice()), "{out}");
    assert!(out.ends_with("the service responds over SOAP 1.1, SOAP 1.2, GET, POST\n"), "{out}");
    let (code, out, _) = run(&folder, &["doctor", &format!("{}/shop.asmx", mock.1), "--namespace", "urn:shop/"]);
    assert!(
        code == 1 && out.contains("look  namespace   the document has `urn:shop`, and `urn:shop/` was given\n"),
        "{out}"
    );
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
                "give `kerberos = {}` in a profile",
            ][..],
        ),
        (
            "basic",
            head("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\""),
            &["a sign-in with Basic\n", "give `basic = "],
        ),
        (
            "login",
            head("302 Found", "Location: /login.aspx?to=s3cret\r\nSet-Cookie: a=s3cret"),
            &["look  redirect    the server points to /login.aspx\n", "look  cookies     the server sets a cookie\n"],
        ),
        ("clock", head("401 Unauthorized", "Date: Sun, 06 Nov 1994 08:49:37 GMT"), &["look  clock ", "set the clock"]),
        (
            "page",
            head("200 OK", "X-Y: z"),
            &["`?WSDL` gives none: ", "look  transports  no transport responds as an ASMX service does\n"],
        ),
    ] {
        let (url, _) = serve(response);
        let (code, out) = findings(&format!("doctor_{test}"), &[&format!("{url}/shop.asmx")]);
        assert_eq!(code, 1);
        assert!(expected.iter().all(|words| out.contains(words)) && !out.contains("s3cret"), "{test}: {out}");
    }
    let (code, out) = findings("doctor_refused", &["http://127.0.0.1:1/shop.asmx"]);
    assert!(code == 1 && out.contains("nobody listens at this port"), "{out}");
}
