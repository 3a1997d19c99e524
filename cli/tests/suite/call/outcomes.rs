//! How calls end: exit codes, and what standard error says.

use std::time::Duration;

use super::server::{ORDERS, fault, http, listener, result, serve, soap};
use super::{ended, ends, fails, folder, folder_replaced, folder_with, notes, quiet, refusal, run};

fn call(test: &str, base: &str, arguments: &[&str]) -> (i32, String, String) {
    let folder = folder(test);
    let (code, out, err) = run(&folder, &[&["call", "shop.xml"], arguments, &["--base-url", base]].concat());
    (code, out, err.replace(base, "http://HERE"))
}

/// A folder with the shop that has these operations as well.
fn folder_with_operations(test: &str, operations: &str) -> std::path::PathBuf {
    let ring = "<operation name=\"Ring\"";
    folder_replaced(test, &[(ring, &format!("{operations}{ring}"))])
}

#[test]
fn a_call_prints_its_result_and_ends_with_zero() {
    let (url, requests) = serve(soap(ORDERS));
    let out = quiet(call("done", &url, &["FindOrders", "--text", "a & b", "--Max", "5"]));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["FindOrdersResult"][1]["CustomerID"], "a, \"b\"");
    // No terminal obeys what a service sends.
    assert!(out.contains("東京\\u202e"), "{out}");
    let request = requests.recv().unwrap();
    assert!(request.starts_with("POST /shop.asmx "), "{request}");
    assert!(request.contains("<Text>a &amp; b</Text><Max>5</Max>"), "{request}");
}

#[test]
fn each_end_has_its_exit_code() {
    let (refused, _) = serve(fault("no such order\u{202e}"));
    let expected = "error: the service refused FindOrders: no such order\\u{202e}\n  code: Server\n  no user name and password were sent: \
                    a profile gives them (`--profile NAME`)\n";
    ends(call("refused", &refused, &["FindOrders"]), (3, "", expected));

    // A port that nobody listens at.
    let (_, err) = ended(4, call("not_sent", "http://127.0.0.1:1", &["AddOrder", "--yes"]));
    assert!(err.starts_with("error: AddOrder over SOAP 1.1: "), "{err}");

    let (broken, requests) = serve("");
    let (_, err) = ended(5, call("unknown", &broken, &["AddOrder", "--yes"]));
    let first = "outcome unknown: AddOrder may have been carried out. Find out before you call it again.\nerror: AddOrder over ";
    assert!(err.starts_with(first), "{err}");
    assert!(requests.recv().is_ok() && requests.recv_timeout(Duration::from_millis(50)).is_err(), "sent twice");
    // A read changes nothing, whatever became of it.
    let (code, _, err) = call("unknown_read", &broken, &["FindOrders"]);
    assert!(code == 5 && err.starts_with("error: FindOrders over "), "{code} {err}");

    let (page, _) = serve(http("200 OK", "text/html", "<html>Welcome</html>"));
    let (code, _, err) = call("page", &page, &["AddOrder", "--yes"]);
    assert!(code == 6 && err.starts_with("outcome unknown: ") && err.contains("Welcome"), "{code} {err}");
}

#[test]
fn a_fault_shows_its_parts() {
    let body = "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value>\
                <s:Subcode><s:Value>b:Stock</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang=\"en\">sold out</s:Text></s:Reason>\
                <s:Node>urn:store</s:Node><s:Detail><Left>0</Left></s:Detail></s:Fault></s:Body></s:Envelope>";
    let (url, _) = serve(http("500 Internal Server Error", "application/soap+xml", body));
    let (code, _, err) = call("fault_parts", &url, &["FindOrders", "--transport", "soap12"]);
    let parts = "sold out\n  code: Client\n  subcode: Stock\n  actor: urn:store\n  detail: <Left>0</Left>\n";
    assert!(code == 3 && err.starts_with(&format!("error: the service refused FindOrders: {parts}")), "{code} {err}");
}

#[test]
fn a_response_as_it_came_has_the_exit_code_of_other_forms() {
    let page = "<html>Please sign in</html>";
    let refusal = "<soap:Fault><faultcode>soap:Server</faultcode><faultstring>sold out</faultstring></soap:Fault>";
    let unknown = "<FindOrdersResponse xmlns=\"urn:shop\"><Other>1</Other></FindOrdersResponse>";
    for (response, expected, body) in [
        (soap(ORDERS), 0, "<CustomerID>a, "),
        // The service wrote these, and nothing of them is lost.
        (result("FindOrders", "<Order><Id>\u{1}</Id></Order>"), 0, "<Id>\u{1}</Id>"),
        (soap(unknown), 0, "<Other>1</Other>"),
        (soap(refusal), 3, "sold out"),
        (fault("sold out"), 3, "sold out"),
        (http("200 OK", "text/html", page), 6, page),
        (http("200 OK", "text/xml", page), 6, page),
        (http("200 OK", "text/xml", ""), 6, ""),
        (http("503 Service Unavailable", "text/html", page), 3, page),
    ] {
        let (url, _) = serve(response.clone());
        let (code, out, err) = call("as_it_came", &url, &["FindOrders", "--format", "raw"]);
        assert!(code == expected && out.contains(body), "{response}: {code} {out} {err}");
        let (code, _, _) = call("as_it_came", &url, &["FindOrders", "--format", "json"]);
        assert!(code == expected || expected == 0, "{response}: {code}");

        let folder = folder_with("as_it_came", &[("today.xml", "of yesterday")]);
        let file = folder.join("today.xml");
        let into_file = ["FindOrders", "--format", "raw", "-o", "today.xml", "--base-url", &url];
        let (code, _, err) = run(&folder, &[&["call", "shop.xml"], &into_file[..]].concat());
        let written = std::fs::read_to_string(&file).unwrap();
        assert_eq!(code, expected, "{response}: {err}");
        assert!(if code == 0 { written.contains(body) } else { written == "of yesterday" }, "{response}: {written}");
        assert_eq!(err.contains("today.xml was not written"), code != 0 && !body.is_empty(), "{response}: {err}");
    }
}

#[test]
fn a_gateway_names_its_options_where_it_cannot_call() {
    let gateway = ["gateway", "shop.xml", "--upstream", "http://other.example"];
    let expected = "error: `http://` sends messages, and any credentials in them, unencrypted to `other.example:80`: use `https://`, or permit it with \
                    `--allow-plain-http`\n";
    ends(run(&folder("plain_upstream"), &gateway), (2, "", expected));
}

/// A person presses Ctrl-C, a service manager stops the program, or the terminal closes, which sends the signal twice.
#[cfg(unix)]
#[test]
fn an_interrupted_write_says_that_its_outcome_is_unknown() {
    let (listener, url) = listener();
    for (signals, operation, first) in [
        (["-INT"].as_slice(), "AddOrder", "outcome unknown: AddOrder"),
        (&["-INT"], "FindOrders", "error: FindOrders was"),
        (&["-TERM"], "AddOrder", "outcome unknown: AddOrder"),
        #[cfg(target_os = "linux")]
        (&["-HUP", "-HUP"], "AddOrder", "outcome unknown: AddOrder"),
    ] {
        let folder = folder("interrupted");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_asmx"));
        command.current_dir(&folder).args(["call", "shop.xml", operation, "--yes", "--base-url", &url]);
        let child = command.args(["-o", "orders.json"]).stderr(std::process::Stdio::piped()).spawn().unwrap();
        let _connection = listener.accept().unwrap();
        for signal in signals {
            kill(signal, child.id());
        }
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(5) && error.starts_with(first), "{:?} {error}", output.status);
        assert!(error.ends_with(&format!("error: {operation} was interrupted\n")), "{error}");
        let is_left =
            |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().path().extension() == Some("new".as_ref());
        assert!(!std::fs::read_dir(&folder).unwrap().any(is_left), "a file is left");
    }
}

#[cfg(unix)]
fn kill(signal: &str, id: u32) {
    assert!(std::process::Command::new("kill").args([signal, &id.to_string()]).status().unwrap().success());
}

/// `nohup` keeps a program alive without its terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let (listener, url) = listener();
    let mut command = std::process::Command::new("nohup");
    command.current_dir(folder("nohup")).args([env!("CARGO_BIN_EXE_asmx"), "call", "shop.xml", "FindOrders"]);
    command.args(["--base-url", &url]).stdin(std::process::Stdio::null()).stdout(std::process::Stdio::piped());
    let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    kill("-HUP", child.id());
    std::thread::sleep(Duration::from_millis(200));
    assert!(super::server::read(&mut stream).is_some());
    std::io::Write::write_all(&mut stream, soap(ORDERS).as_bytes()).unwrap();
    drop(stream);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// `docker stop` and `systemctl stop` let a call end, and its line stands in the log.
#[cfg(unix)]
#[test]
fn a_gateway_that_is_stopped_ends_its_calls() {
    use std::io::{BufRead as _, Read as _, Write as _};
    let (listener, url) = listener();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(folder("stopped")).args(["gateway", "shop.xml", "--upstream", &url, "--listen", "127.0.0.1:0"]);
    let mut gateway =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufReader::new(gateway.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split('/').nth(2).unwrap().to_owned();
    let mut caller = std::net::TcpStream::connect(&address).unwrap();
    write!(caller, "POST /FindOrders HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        .unwrap();
    let (mut service, _) = listener.accept().unwrap();
    assert!(super::server::read(&mut service).is_some());
    kill("-TERM", gateway.id());
    std::thread::sleep(Duration::from_millis(300));
    service.write_all(soap(ORDERS).as_bytes()).unwrap();
    drop(service);
    let mut response = String::new();
    caller.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 OK"), "{response}");
    let output = gateway.wait_with_output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(0) && log.contains("\"outcome\":\"done\""), "{:?} {log}", output.status);
}

#[test]
fn a_form_of_rows_is_refused_before_a_call_without_result() {
    let ring = "<RingResponse xmlns=\"urn:shop\"/>";
    let (url, requests) = serve(soap(ring));
    for form in ["csv", "jsonl", "parquet", "xlsx"] {
        let file = format!("x.{form}");
        let (code, out, err) = call("no_result", &url, &["Ring", "--yes", "-o", &file]);
        let expected = "error: the operation has no result, and so no rows: `--format json` calls it\n";
        assert_eq!((code, out.as_str(), err.as_str()), (2, "", expected), "{form}");
    }
    assert!(requests.try_recv().is_err(), "something was sent");
    assert_eq!(call("no_result", &url, &["Ring", "--yes", "-o", "x.json"]).0, 0);
    // Over GET an operation may write its result itself.
    let (url, _) = serve(http("200 OK", "application/json", "[{\"a\":1}]"));
    let (code, out, err) = call("no_result", &url, &["Ring", "--yes", "--transport", "get", "--format", "csv"]);
    assert!(code == 0 && out == "a\r\n1\r\n", "{code} {out} {err}");
}

#[test]
fn writes_and_sends_need_a_yes_in_a_script() {
    let folder = folder("asks");
    ended(0, run(&folder, &["wsdl", "shop.xml", "--out-dir", "."]));
    let refusals = [["shop.xml", "AddOrder"], ["shop.xml", "Ring"], ["shop.wsdl", "FindOrders"]];
    insta::assert_snapshot!(refusals.map(|arguments| refusal(&folder, &arguments)).concat());
    // A user is not asked about a call that cannot be made.
    let wrong = refusal(&folder, &["shop.xml", "AddOrder", "--order.id", "x"]);
    assert!(wrong.contains("`x` is not a valid int") && !wrong.contains("--yes"), "{wrong}");
    let (url, _) = serve(result("AddOrder", "8"));
    ends(call("yes", &url, &["AddOrder", "-y"]), (0, "{\"AddOrderResult\":8}\n", ""));
}

#[test]
fn wrong_usage_says_what_to_do() {
    let member = r#"{"Order": {"Items": [{"Nmae": "x"}]}}"#;
    let files =
        [("p.json", r#"{"Txet": "secret word"}"#), ("member.json", member), ("bad.json", r#"{"Text": "secret word""#)];
    let folder = folder_with("usage", &files);
    let refusals = [
        ["shop.xml", "FindOrder"].as_slice(),
        &["shop.xml", "Nonsense"],
        &["shopp.xml", "FindOrders"],
        &["shop.example/shop.asmx", "FindOrders"],
        &["shop.xml", "FindOrders", "--port", "ShopSoap"],
        &["shop.xml", "FindOrders", "--params", "p.json"],
        &["shop.xml", "FindOrders", "--params", "bad.json"],
        &["shop.xml", "FindOrders", "--headers", "p.json"],
        &["shop.xml", "AddOrder", "--yes", "--params", "member.json"],
    ];
    let mut all = refusals.map(|arguments| refusal(&folder, arguments)).concat();
    for more in [[].as_slice(), &["--base-url", "http://shop.example"], &["--base-url", "shop.example"]] {
        let (code, out, err) = run(&folder, &[&["call", "shop.xml", "FindOrders"], more].concat());
        assert_eq!((code, out.as_str()), (2, ""));
        all += &err;
    }
    insta::assert_snapshot!(all);
}

#[test]
fn values_that_do_not_fit_are_refused_unless_the_service_is_to_report_them() {
    let (url, requests) = serve(soap(ORDERS));
    let refusal = "error: parameter `Max`: `many` is not a valid int\n";
    ends(call("checked", &url, &["FindOrders", "--max", "many"]), (2, "", refusal));
    assert!(requests.recv_timeout(Duration::from_millis(50)).is_err());
    let (code, _, _) = call("unchecked", &url, &["FindOrders", "--max", "many", "--unchecked"]);
    assert!(code == 0 && requests.recv().unwrap().contains("<Max>many</Max>"));
}

#[test]
fn missing_required_parameters_and_members_are_refused() {
    let (url, requests) = serve(soap(ORDERS));
    let operation = "<operation name=\"Count\" result=\"string\" effect=\"read\"><doc>Counts.</doc><param name=\"Site\" type=\"int\"/></operation>";
    let folder = folder_with_operations("missing", operation);
    let order = r#"{"Order": {"Id": 1, "State": "Open", "Items": [{"Price": 5}, {"Name": "x", "Price": null}]}}"#;
    std::fs::write(folder.join("order.json"), order).unwrap();
    for (arguments, missing) in [
        (["Count"].as_slice(), "parameter `Site` is required and was not given"),
        (
            &["AddOrder", "-y", "--order.tags", "x"],
            "parameters `Order.Id`, `Order.State` are required and were not given",
        ),
        (
            &["AddOrder", "-y", "--params", "order.json"],
            "parameter `Order.Items[1].Price` is required and was not given",
        ),
    ] {
        notes(run(&folder, &[&["call", "shop.xml"], arguments, &["--base-url", &url]].concat()), (2, ""), missing);
    }
    assert!(requests.recv_timeout(Duration::from_millis(50)).is_err());
}

#[test]
fn parameters_that_do_not_fit_or_are_missing_are_all_named() {
    let (url, requests) = serve(soap(ORDERS));
    let operation = "<operation name=\"Count\" result=\"string\" effect=\"read\"><doc>Counts.</doc><param name=\"Site\" type=\"int\"/>\
         <param name=\"Day\" type=\"date\"/><param name=\"Size\" type=\"long\"/>\
         <param name=\"Key\" type=\"string\" required=\"true\" secret=\"true\" role=\"key\"/></operation>";
    let folder = folder_with_operations("several_mistakes", operation);
    let call = ["call", "shop.xml", "Count", "--base-url", &url, "--site", "north", "--day", "31.01.2024"];
    let wrong = "parameter `Site`: `north` is not a valid int; parameter `Day`: `31.01.2024` is not a valid date; write it as \
                 `2026-01-31`";
    let expected = format!("error: {wrong}; parameters `Size`, `Key` are required and were not given\n");
    ends(run(&folder, &call), (2, "", &expected));
    std::fs::write(folder.join("profiles.toml"), "[me]\nkey = \"k\"\n").unwrap();
    let (_, err) = ended(2, run(&folder, &[call.as_slice(), &["--profile", "me"]].concat()));
    let expected = format!("error: {wrong}; parameter `Size` is required and was not given\n");
    assert!(err.ends_with(&expected), "{err}");
    assert!(requests.recv_timeout(Duration::from_millis(50)).is_err());
}

/// A server takes 0 for a missing number: a report of nothing does no harm, and a write does.
#[test]
fn without_checks_only_a_read_may_lack_a_required_parameter() {
    let (url, requests) = serve(soap(ORDERS));
    let operation = |name: &str, rest: &str| format!("<operation name=\"{name}\" {rest} type=\"int\"/></operation>");
    let operations = [
        operation("Count", "result=\"string\" effect=\"read\"><doc>Counts.</doc><param name=\"Site\""),
        operation("Remove", "result=\"none\" effect=\"write\"><doc>Removes.</doc><param name=\"Id\""),
        operation("Tell", "result=\"none\" effect=\"send\"><doc>Tells.</doc><param name=\"Id\""),
    ];
    let folder = folder_with_operations("unchecked_required", &operations.concat());
    let call = |arguments: &[&str]| {
        run(&folder, &[&["call", "shop.xml"], arguments, &["--base-url", &url, "--unchecked", "-y"]].concat())
    };
    for operation in ["Remove", "Tell"] {
        let expected = format!("error: {operation}: parameter `Id` is required and was not given\n");
        ends(call(&[operation]), (2, "", &expected));
    }
    assert!(requests.recv_timeout(Duration::from_millis(50)).is_err());
    let (code, _, err) = call(&["Remove", "--id", "many"]);
    assert!(code != 2 && requests.recv().unwrap().contains("<Id>many</Id>"), "{err}");
    call(&["Count"]);
    assert!(requests.recv().unwrap().contains("<Count xmlns=\"urn:shop\"></Count>"));
}

#[test]
fn the_help_has_the_exit_codes() {
    let (out, _) = ended(0, run(&folder("help"), &["call", "-h"]));
    insta::assert_snapshot!(out);
}

#[test]
fn the_help_of_each_command_with_a_profile_names_a_missing_kerberos() {
    for command in ["call", "fetch", "doctor", "operations", "describe", "gateway", "mcp", "openapi"] {
        let (_, out, _) = run(&folder("help_kerberos"), &[command, "-h"]);
        let names = out.contains("This program is built without Kerberos: `kerberos` in a profile is refused");
        assert_eq!(names, out.contains("--profile") && !cfg!(feature = "kerberos"), "{command}: {out}");
    }
}

#[test]
fn a_refusal_says_that_no_credentials_were_sent() {
    let (url, _) = serve(fault("Username or Password is wrong"));
    let text = "<param name=\"Text\" type=\"string\"/>";
    let credentials = "<param name=\"Who\" type=\"string\" role=\"username\"/><param name=\"Pass\" type=\"string\" role=\"password\" secret=\"true\"/>";
    let folder = folder_replaced("no_credentials", &[(text, &format!("{text}{credentials}"))]);
    std::fs::write(folder.join("who.json"), r#"{"Who": "me", "Pass": "s3cret"}"#).unwrap();
    std::fs::write(folder.join("profiles.toml"), "[me]\nusername = \"me\"\npassword = \"s3cret\"\n").unwrap();
    let fixed = ["call", "shop.xml", "FindOrders", "--base-url", &url];
    let refused = |arguments: &[&str]| ended(3, run(&folder, &[&fixed, arguments].concat())).1;
    let fault = "error: the service refused FindOrders: Username or Password is wrong\n  code: Server\n";
    let note = "  no user name and password were sent: a profile gives them (`--profile NAME`)\n";
    assert_eq!(refused(&[]), format!("{fault}{note}"));
    assert_eq!(refused(&["--format", "csv"]), format!("{fault}{note}"));
    assert_eq!(refused(&["--params", "who.json"]), fault);
    assert!(refused(&["--profile", "me"]).ends_with(fault));
    // An operation without credentials.
    let (code, _, err) = run(&folder, &["call", "shop.xml", "Ring", "--yes", "--base-url", &url]);
    assert!(code == 3 && !err.contains("--profile"), "{err}");
}

#[test]
fn listeners_say_what_to_do() {
    let folder = folder("listeners");
    let (listener, _) = listener();
    let address = listener.local_addr().unwrap().to_string();
    let expected = format!(
        "error: cannot listen at {address}: another program listens there. Choose another port, or let the system choose a \
         free one: `--listen 127.0.0.1:0`\n"
    );
    for command in [&["gateway", "shop.xml", "--upstream", "https://shop.example"][..], &["mock", "shop.xml"]] {
        ends(run(&folder, &[command, &["--listen", &address]].concat()), (2, "", &expected));
    }
    let folder = folder_replaced("listeners", &[(" namespace=\"urn:shop\"", "")]);
    let expected = "error: Shop states no XML namespace: give it with `--namespace`\n";
    ends(run(&folder, &["mock", "shop.xml", "--listen", "127.0.0.1:0"]), (2, "", expected));
    let call = ["call", "shop.xml", "FindOrders", "--base-url", "https://shop.example"];
    fails(2, run(&folder, &call), "states no XML namespace: give it with `--namespace`");
}

#[test]
fn an_openapi_document_names_what_it_leaves_out() {
    let folder = folder("openapi");
    let (out, err) = ended(0, run(&folder, &["openapi", "shop.xml"]));
    assert_eq!(err, "note: it describes 1 operation and hides 2, which `--allow write` and `--allow send` open\n");
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["paths"].as_object().unwrap().len(), 1);
    let all = ["openapi", "shop.xml", "--allow", "write", "--allow", "send", "-o", "all.json"];
    assert_eq!(run(&folder, &all), (0, String::new(), String::new()));
    let document: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.join("all.json")).unwrap()).unwrap();
    assert_eq!(document["paths"].as_object().unwrap().len(), 3);
    let old = ["openapi", "shop.xml", "--openapi", "2.0", "--server", "https://api.test/shop"];
    let (code, out, err) = run(&folder, &old);
    assert!(code == 0 && err.contains("note: OpenAPI 2.0 has no null"), "{err}");
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&document["host"], &document["basePath"]), (&"api.test".into(), &"/shop".into()));
    let expected = "error: OpenAPI 3.0 has no style `unions`: version 3.1 has it\n";
    ends(run(&folder, &["openapi", "shop.xml", "--openapi", "3.0", "--style", "unions"]), (2, "", expected));
    fails(2, run(&folder, &["openapi", "shop.xml", "--openapi", "4"]), "it is one of 3.1, 3.0, 2.0");
    let missing = ["openapi", "shop.xml", "-o", "missing/all.json"];
    fails(1, run(&folder, &missing), "error: cannot write missing/all.json: ");
}
