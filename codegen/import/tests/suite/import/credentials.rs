//! Credentials get roles where name and place agree; other values with such names become secret and are reported.

use asmx_codegen::load;
use asmx_import::import::Proposal;
use asmx_import::{Import, import, spec_text};

use super::InMemory;

/// An operation: name, elements of request and response, and header parts (`<` marks response headers).
type Operation = (&'static str, &'static str, &'static str, &'static [&'static str]);

/// A document with types, header elements and operations.
fn document(types: &str, headers: &[(&str, &str)], operations: &[Operation]) -> String {
    let mut elements: Vec<String> =
        headers.iter().map(|(name, kind)| format!("<s:element name=\"{name}\" type=\"{kind}\"/>")).collect();
    let message = |name: &str, part: &str, element: &str| {
        format!("<message name=\"{name}\"><part name=\"{part}\" element=\"t:{element}\"/></message>")
    };
    let mut messages: Vec<String> = headers.iter().map(|(name, _)| message(name, name, name)).collect();
    let (mut port_type, mut binding) = (Vec::new(), Vec::new());
    for (name, input, output, headers) in operations {
        for (element, content) in [((*name).to_owned(), input), (format!("{name}Response"), output)] {
            elements.push(format!(
                "<s:element name=\"{element}\"><s:complexType><s:sequence>{content}</s:sequence></s:complexType></s:element>"
            ));
            messages.push(message(&format!("{element}M"), "parameters", &element));
        }
        port_type.push(format!(
            "<operation name=\"{name}\"><input message=\"t:{name}M\"/><output message=\"t:{name}ResponseM\"/></operation>"
        ));
        let header = |name: &str| format!("<soap:header message=\"t:{name}\" part=\"{name}\" use=\"literal\"/>");
        let of = |is_output: bool| -> String {
            let mine = headers.iter().filter(|name| name.starts_with('<') == is_output);
            mine.map(|name| header(name.trim_start_matches('<'))).collect()
        };
        binding.push(format!(
            "<operation name=\"{name}\"><soap:operation soapAction=\"urn:t/{name}\" style=\"document\"/><input><soap:body \
             use=\"literal\"/>{}</input><output><soap:body use=\"literal\"/>{}</output></operation>",
            of(false),
            of(true)
        ));
    }
    let [elements, messages, port_type, binding] =
        [elements, messages, port_type, binding].map(|pieces: Vec<String>| pieces.concat());
    format!(
        "<definitions name=\"T\" targetNamespace=\"urn:t\" xmlns=\"http://schemas.xmlsoap.org/wsdl/\" \
         xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\" xmlns:t=\"urn:t\" \
         xmlns:s=\"http://www.w3.org/2001/XMLSchema\"><types><s:schema elementFormDefault=\"qualified\" \
         targetNamespace=\"urn:t\">{elements}{types}</s:schema></types>{messages}<portType name=\"P\">{port_type}</portType>\
         <binding name=\"B\" type=\"t:P\"><soap:binding transport=\"http://schemas.xmlsoap.org/soap/http\"/>{binding}</binding>\
         <service name=\"T\"><port name=\"B\" binding=\"t:B\"><soap:address location=\"http://t.test/t.asmx\"/></port></service>\
         </definitions>"
    )
}

fn imported(types: &str, headers: &[(&str, &str)], operations: &[Operation]) -> Import {
    let text = document(types, headers, operations);
    let import = import(&InMemory::of([("t.wsdl", &text)]), "t.wsdl").unwrap_or_else(|error| panic!("{error}"));
    // A spec keeps the marks.
    let written = spec_text(&import.service);
    let read = load("t.xml", written.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(spec_text(&read), written);
    import
}

/// The report's sentences about roles and secrets.
fn sentences(types: &str, headers: &[(&str, &str)], operations: &[Operation]) -> Vec<String> {
    let proposals = imported(types, headers, operations).report.proposals;
    proposals
        .into_iter()
        .filter_map(|proposal| if let Proposal::Other(text) = proposal { Some(text) } else { None })
        .filter(|text| text.starts_with("role=") || text.starts_with("hidden in logs"))
        .collect()
}

/// The sentence about a role: of one place, or of several.
fn role(role: &str, places: &str) -> String {
    let because = if places.contains(',') { "their names" } else { "its name" };
    format!("role=\"{role}\" because of {because}: {places}")
}

/// The sentence about values that become secret.
fn hidden(places: &str) -> String {
    let (names, they_are) =
        if places.contains([',', '*']) { ("their names", "they are") } else { ("its name", "it is") };
    format!("hidden in logs because of {names}; if {they_are} your sign-in, add a role: {places}")
}

/// Operations that take the same elements.
fn taking(names: &[&'static str], input: &'static str) -> Vec<Operation> {
    names.iter().map(|name| (*name, input, "", &[][..])).collect()
}

const USER: &str = "<s:element name=\"User\" type=\"s:string\" minOccurs=\"0\"/>";
const PIN: &str = "<s:element name=\"Password\" type=\"s:string\" minOccurs=\"0\"/>";
const KEY: &str = "<s:element name=\"LicenseKey\" type=\"s:string\" minOccurs=\"0\"/>";

fn structure(name: &str, members: &[&str]) -> String {
    format!("<s:complexType name=\"{name}\"><s:sequence>{}</s:sequence></s:complexType>", members.concat())
}

fn of_type(name: &str, kind: &str) -> String {
    format!("<s:element name=\"{name}\" type=\"t:{kind}\" minOccurs=\"0\"/>")
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[test]
fn headers_hold_credentials_at_every_depth() {
    let types = structure("AuthHeader", &[USER, PIN, &of_type("License", "Inner")])
        + &structure("Inner", &["<s:element name=\"Key\" type=\"s:string\"/>"]);
    let headers = [("Auth", "t:AuthHeader"), ("ApiToken", "s:string")];
    let operations: [Operation; 2] = [("A", "", "", &["Auth", "ApiToken"]), ("B", "", "", &["Auth"])];
    let expected = [
        role("username", "AuthHeader.User"),
        role("password", "AuthHeader.Password"),
        role("key", "Inner.Key"),
        role("token", "header.ApiToken"),
    ];
    assert_eq!(sentences(&types, &headers, &operations), expected);
}

#[test]
fn a_structure_that_is_data_elsewhere_has_no_roles() {
    let types = structure("Account", &[USER, PIN]);
    let account = leaked(of_type("account", "Account"));
    let list =
        leaked("<s:element name=\"all\" type=\"t:Account\" minOccurs=\"0\" maxOccurs=\"unbounded\"/>".to_owned());
    let headers = [("Auth", "t:Account")];
    let with_header: Operation = ("A", "", "", &["Auth"]);
    // In a response, in a list, as a parameter.
    for other in [("B", "", account, &[]), ("B", list, "", &[]), ("B", account, "", &[])] as [Operation; 3] {
        assert_eq!(sentences(&types, &headers, &[with_header, other]), [hidden("Account.Password")], "{other:?}");
    }
    // Alone, it is a header with credentials.
    assert_eq!(sentences(&types, &headers, &[with_header]).len(), 2);
}

#[test]
fn parameters_are_credentials_where_most_operations_take_them() {
    let both = leaked(format!("<s:element name=\"n\" type=\"s:int\"/>{USER}{PIN}"));
    let of = |without: &[&'static str]| sentences("", &[], &[taking(&["A", "B"], both), taking(without, "")].concat());
    let expected = [role("username", "A.User, B.User"), role("password", "A.Password, B.Password")];
    assert_eq!(of(&["C"]), expected);
    assert_eq!(of(&["C", "D"]), [hidden("A.Password, B.Password")]);
    // Leading shared credentials become common; a third one does not.
    let first = leaked(format!("{USER}{PIN}"));
    let create = leaked(format!("{USER}{PIN}<s:element name=\"pass\" type=\"s:string\"/>"));
    let sentences = sentences("", &[], &[("A", first, "", &[]), ("Create", create, "", &[])]);
    let expected = [role("username", "common.User"), role("password", "common.Password"), hidden("Create.pass")];
    assert_eq!(sentences, expected);
}

#[test]
fn structures_are_credentials_by_their_names_or_where_most_operations_take_them() {
    let types = structure("UserCredentials", &[USER, PIN]) + &structure("Call", &[USER, KEY]);
    let credentials = leaked(of_type("who", "UserCredentials"));
    let call = leaked(of_type("call", "Call"));
    let of = |operations: [(&'static str, &'static str); 3]| {
        sentences(&types, &[], &operations.map(|(name, input)| (name, input, "", &[][..])))
    };
    let named = [role("username", "UserCredentials.User"), role("password", "UserCredentials.Password")];
    assert_eq!(of([("A", credentials), ("B", ""), ("C", "")])[..2], named);
    let called = [role("username", "Call.User"), role("key", "Call.LicenseKey")];
    assert_eq!(of([("A", call), ("B", call), ("C", "")])[..2], called);
    let data = hidden("UserCredentials.Password, Call.LicenseKey");
    assert_eq!(of([("A", call), ("B", ""), ("C", "")]), [data]);
}

#[test]
fn a_password_without_a_user_name_is_nobodys() {
    let types = structure("SourceCredentials", &["<s:element name=\"SourceName\" type=\"s:string\"/>", PIN]);
    let source = leaked(of_type("source", "SourceCredentials"));
    assert_eq!(sentences(&types, &[], &taking(&["A"], source)), [hidden("SourceCredentials.Password")]);
}

#[test]
fn a_header_that_is_answered_first_is_a_session_if_it_is_called_so() {
    let types = structure("State", &["<s:element name=\"Id\" type=\"s:string\"/>"]);
    let headers = [("ExecutionHeader", "t:State"), ("Trace", "t:State"), ("SessionToken", "s:string")];
    let operations: [Operation; 3] = [
        ("Begin", "", "", &["<ExecutionHeader", "<Trace", "SessionToken", "<SessionToken"]),
        ("Go", "", "", &["ExecutionHeader", "Trace"]),
        ("End", "", "", &["ExecutionHeader", "<ExecutionHeader"]),
    ];
    // A header that every returning operation also takes is a token, not a session.
    let expected = [role("token", "header.SessionToken"), role("session", "header.ExecutionHeader")];
    assert_eq!(sentences(&types, &headers, &operations), expected);
    let service = imported(&types, &headers, &operations).service;
    let marked = service
        .operations
        .iter()
        .flat_map(|operation| operation.messages.request_headers.iter().chain(&operation.messages.response_headers));
    assert_eq!(marked.filter(|header| header.secret && header.name == "ExecutionHeader").count(), 4);
}

fn texts(names: &[&str]) -> &'static str {
    let element = |name: &&str| format!("<s:element name=\"{name}\" type=\"s:string\" minOccurs=\"0\"/>");
    leaked(names.iter().map(element).collect())
}

#[test]
fn names_of_other_languages_and_with_their_type_are_known() {
    let operations = taking(&["A", "B", "C"], texts(&["strUserName", "strPassword"]));
    let expected = [role("username", "common.strUserName"), role("password", "common.strPassword")];
    assert_eq!(sentences("", &[], &operations), expected);
    let operations: [Operation; 2] =
        [("A", texts(&["Street", "UserPass"]), "", &[]), ("B", texts(&["usuario", "Senha"]), "", &[])];
    assert_eq!(sentences("", &[], &operations), [hidden("A.UserPass, B.Senha")]);
}

#[test]
fn a_beginning_that_user_and_password_share_does_not_count() {
    for (user, password) in [
        ("u9User", "u9Pwd"),
        ("szAccessID", "szAccessPwd"),
        ("MyUserName", "MyPassword"),
        ("securityUserName", "securityPassword"),
        ("argLoginID", "argPassword"),
        ("sUser", "sPassword"),
        ("inUserID", "inPasswd"),
    ] {
        let both = |places: fn(&str) -> String| [role("username", &places(user)), role("password", &places(password))];
        // Behind another parameter, in most operations.
        let operations = [taking(&["A", "B"], texts(&["Xml", user, password])), taking(&["C"], "")].concat();
        assert_eq!(sentences("", &[], &operations), both(|name| format!("A.{name}, B.{name}")));
        // First in every operation, and in a header.
        let operations = taking(&["A", "B"], texts(&[user, password, "Xml"]));
        assert_eq!(sentences("", &[], &operations), both(|name| format!("common.{name}")));
        let types = structure("AuthHeader", &[texts(&[user]), texts(&[password])]);
        let sentences = sentences(&types, &[("Auth", "t:AuthHeader")], &[("A", "", "", &["Auth"])]);
        assert_eq!(sentences, both(|name| format!("AuthHeader.{name}")));
    }
}

#[test]
fn credentials_with_a_beginning_may_be_data() {
    for names in [["newUser", "newPassword"], ["smtpUserName", "smtpPassword"], ["ShopName", "GatePassword"]] {
        let secret = names[1];
        let data = hidden(&format!("A.{secret}, B.{secret}"));
        assert_eq!(sentences("", &[], &taking(&["A", "B"], texts(&names))), [data]);
    }
    // In one operation of several.
    let operations = [taking(&["A"], texts(&["u9User", "u9Pwd"])), taking(&["B"], "")].concat();
    assert_eq!(sentences("", &[], &operations), [hidden("A.u9Pwd")]);
}

#[test]
fn sessions_keys_and_tickets_are_secret() {
    let parameters = texts(&["strGuidSession", "SubscriptionKey", "ticket"]);
    let data = hidden("A.strGuidSession, A.SubscriptionKey, A.ticket");
    assert_eq!(sentences("", &[], &[taking(&["A"], parameters), taking(&["B"], "")].concat()), [data]);
    let number = "<s:element name=\"ticket\" type=\"s:int\"/>";
    assert_eq!(sentences("", &[], &taking(&["A"], number)), [""; 0]);
}

#[test]
fn many_places_of_one_name_are_one_item() {
    let operations = taking(&["A", "B", "C", "D"], texts(&["Text", "UserPass"]));
    assert_eq!(sentences("", &[], &operations), [hidden("*.UserPass (4)")]);
}

#[test]
fn what_ends_like_a_secret_is_one() {
    let element = |(name, kind): (&str, &str)| format!("<s:element name=\"{name}\" type=\"s:{kind}\"/>");
    let parameters = [
        ("NewPassword", "string"),
        ("PasswordHint", "string"),
        ("MustChangePassword", "boolean"),
        ("OldApiKey", "guid"),
    ];
    let operations = [taking(&["A"], leaked(parameters.map(element).concat())), taking(&["B"], "")].concat();
    assert_eq!(sentences("", &[], &operations), [hidden("A.NewPassword, A.OldApiKey")]);
}

#[test]
fn names_that_read_are_proposed_wherever_their_verb_stands() {
    let operations = taking(&["Loans_GetOpen", "getLoans", "List_Add", "Listen", "Find"], "");
    let proposals = imported("", &[], &operations).report.proposals;
    let [proposal @ Proposal::LookLikeReads { operations, patterns }] = &proposals[..] else { panic!("{proposals:?}") };
    let reads = ["Loans_GetOpen", "getLoans", "Find"];
    assert_eq!((&operations[..], &patterns[..]), (&reads.map(str::to_owned)[..], &reads.map(str::to_owned)[..]));
    let expected = "look like reads; they stay `write` until you change them, or import with `read Loans_GetOpen getLoans Find`: Loans_GetOpen, getLoans, Find";
    assert_eq!(proposal.text(|effect, patterns| format!("`{} {}`", effect.name(), patterns.join(" "))), expected);
}

/// The lint reports nothing here.
#[test]
fn what_may_be_data_is_secret_by_its_name() {
    let token = "<s:element name=\"Token\" type=\"s:string\"/><s:element name=\"Until\" type=\"s:string\"/>";
    let service = imported("", &[], &[("Login", "", token, &[])]).service;
    let text = spec_text(&service);
    assert!(text.contains("name=\"Token\" type=\"string\" required=\"true\" secret=\"true\""), "{text}");
    assert_eq!(sentences("", &[], &[("Login", "", token, &[])]), [hidden("Login.Token")]);
}
