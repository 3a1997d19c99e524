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
    assert_eq!(
        sentences(&types, &headers, &operations),
        [
            "role=\"username\" because of its name: AuthHeader.User",
            "role=\"password\" because of its name: AuthHeader.Password",
            "role=\"key\" because of its name: Inner.Key",
            "role=\"token\" because of its name: header.ApiToken",
        ]
    );
}

#[test]
fn a_structure_that_is_data_elsewhere_has_no_roles() {
    let types = structure("Account", &[USER, PIN]);
    let account: &'static str = leaked(of_type("account", "Account"));
    let list: &'static str =
        leaked("<s:element name=\"all\" type=\"t:Account\" minOccurs=\"0\" maxOccurs=\"unbounded\"/>".to_owned());
    let secret = "hidden in logs because of its name; if it is your sign-in, add a role: Account.Password";
    let headers = [("Auth", "t:Account")];
    let with_header: Operation = ("A", "", "", &["Auth"]);
    // In a response, in a list, as a parameter.
    for other in [("B", "", account, &[]), ("B", list, "", &[]), ("B", account, "", &[])] as [Operation; 3] {
        assert_eq!(sentences(&types, &headers, &[with_header, other]), [secret], "{other:?}");
    }
    // Alone, it is a header with credentials.
    assert_eq!(sentences(&types, &headers, &[with_header]).len(), 2);
}

#[test]
fn parameters_are_credentials_where_most_operations_take_them() {
    let both: &'static str = leaked(format!("<s:element name=\"n\" type=\"s:int\"/>{USER}{PIN}"));
    let [operation_a, operation_b, operation_c, operation_d]: [Operation; 4] =
        [("A", both, "", &[]), ("B", both, "", &[]), ("C", "", "", &[]), ("D", "", "", &[])];
    assert_eq!(
        sentences("", &[], &[operation_a, operation_b, operation_c]),
        [
            "role=\"username\" because of their names: A.User, B.User",
            "role=\"password\" because of their names: A.Password, B.Password"
        ]
    );
    let data = "hidden in logs because of their names; if they are your sign-in, add a role: A.Password, B.Password";
    assert_eq!(sentences("", &[], &[operation_a, operation_b, operation_c, operation_d]), [data]);
    // Leading shared credentials become common; a third one does not.
    let first: &'static str = leaked(format!("{USER}{PIN}"));
    let create: &'static str = leaked(format!("{USER}{PIN}<s:element name=\"pass\" type=\"s:string\"/>"));
    let sentences = sentences("", &[], &[("A", first, "", &[]), ("Create", create, "", &[])]);
    assert_eq!(
        sentences,
        [
            "role=\"username\" because of its name: common.User",
            "role=\"password\" because of its name: common.Password",
            "hidden in logs because of its name; if it is your sign-in, add a role: Create.pass",
        ]
    );
}

#[test]
fn structures_are_credentials_by_their_names_or_where_most_operations_take_them() {
    let types = structure("UserCredentials", &[USER, PIN]) + &structure("Call", &[USER, KEY]);
    let credentials: &'static str = leaked(of_type("who", "UserCredentials"));
    let call: &'static str = leaked(of_type("call", "Call"));
    let named = [
        "role=\"username\" because of its name: UserCredentials.User",
        "role=\"password\" because of its name: UserCredentials.Password",
    ];
    let sentences_of = |operations: &[Operation]| sentences(&types, &[], operations);
    let (with_credentials, without): (Operation, Operation) = (("A", credentials, "", &[]), ("B", "", "", &[]));
    let unused: Operation = ("C", "", "", &[]);
    assert_eq!(sentences_of(&[with_credentials, without, unused])[..2], named);
    let [first_call, second_call]: [Operation; 2] = [("A", call, "", &[]), ("B", call, "", &[])];
    assert_eq!(
        sentences_of(&[first_call, second_call, unused])[..2],
        ["role=\"username\" because of its name: Call.User", "role=\"key\" because of its name: Call.LicenseKey"]
    );
    let data = "hidden in logs because of their names; if they are your sign-in, add a role: UserCredentials.Password, Call.LicenseKey";
    assert_eq!(sentences_of(&[first_call, without, unused]), [data]);
}

#[test]
fn a_password_without_a_user_name_is_nobodys() {
    let types = structure("SourceCredentials", &["<s:element name=\"SourceName\" type=\"s:string\"/>", PIN]);
    let source: &'static str = leaked(of_type("source", "SourceCredentials"));
    assert_eq!(
        sentences(&types, &[], &[("A", source, "", &[])]),
        ["hidden in logs because of its name; if it is your sign-in, add a role: SourceCredentials.Password"]
    );
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
    assert_eq!(
        sentences(&types, &headers, &operations),
        [
            "role=\"token\" because of its name: header.SessionToken",
            "role=\"session\" because of its name: header.ExecutionHeader"
        ]
    );
    let service = imported(&types, &headers, &operations).service;
    let marked = service
        .operations
        .iter()
        .flat_map(|operation| operation.messages.request_headers.iter().chain(&operation.messages.response_headers));
    assert_eq!(marked.filter(|header| header.secret && header.name == "ExecutionHeader").count(), 4);
}

#[test]
fn names_of_other_languages_and_with_their_type_are_known() {
    let pair = |user: &str, password: &str| {
        let element = |name: &str| format!("<s:element name=\"{name}\" type=\"s:string\" minOccurs=\"0\"/>");
        leaked(element(user) + &element(password))
    };
    let operations: [Operation; 3] = [
        ("A", pair("strUserName", "strPassword"), "", &[]),
        ("B", pair("strUserName", "strPassword"), "", &[]),
        ("C", pair("strUserName", "strPassword"), "", &[]),
    ];
    assert_eq!(
        sentences("", &[], &operations),
        [
            "role=\"username\" because of its name: common.strUserName",
            "role=\"password\" because of its name: common.strPassword"
        ]
    );
    let operations: [Operation; 2] =
        [("A", pair("Street", "UserPass"), "", &[]), ("B", pair("usuario", "Senha"), "", &[])];
    let expected = "hidden in logs because of their names; if they are your sign-in, add a role: A.UserPass, B.Senha";
    assert_eq!(sentences("", &[], &operations), [expected]);
}

fn texts(names: &[&str]) -> &'static str {
    let element = |name: &&str| format!("<s:element name=\"{name}\" type=\"s:string\" minOccurs=\"0\"/>");
    leaked(names.iter().map(element).collect())
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
        let of = |role: &str, name: &str, owner: &str| format!("role=\"{role}\" because of its name: {owner}.{name}");
        // Behind another parameter, in most operations.
        let parameters = texts(&["Xml", user, password]);
        let operations: [Operation; 3] = [("A", parameters, "", &[]), ("B", parameters, "", &[]), ("C", "", "", &[])];
        let both = |name: &str| format!("A.{name}, B.{name}");
        let expected = [("username", user), ("password", password)]
            .map(|(role, name)| format!("role=\"{role}\" because of their names: {}", both(name)));
        assert_eq!(sentences("", &[], &operations), expected);
        // First in every operation, and in a header.
        let parameters = texts(&[user, password, "Xml"]);
        let operations: [Operation; 2] = [("A", parameters, "", &[]), ("B", parameters, "", &[])];
        let expected = [of("username", user, "common"), of("password", password, "common")];
        assert_eq!(sentences("", &[], &operations), expected);
        let types = structure("AuthHeader", &[texts(&[user]), texts(&[password])]);
        let expected = [of("username", user, "AuthHeader"), of("password", password, "AuthHeader")];
        assert_eq!(sentences(&types, &[("Auth", "t:AuthHeader")], &[("A", "", "", &["Auth"])]), expected);
    }
}

#[test]
fn credentials_with_a_beginning_may_be_data() {
    for names in [["newUser", "newPassword"], ["smtpUserName", "smtpPassword"], ["ShopName", "GatePassword"]] {
        let parameters = texts(&names);
        let operations: [Operation; 2] = [("A", parameters, "", &[]), ("B", parameters, "", &[])];
        let secret = names[1];
        let data = format!(
            "hidden in logs because of their names; if they are your sign-in, add a role: A.{secret}, B.{secret}"
        );
        assert_eq!(sentences("", &[], &operations), [data]);
    }
    // In one operation of several.
    let operations: [Operation; 2] = [("A", texts(&["u9User", "u9Pwd"]), "", &[]), ("B", "", "", &[])];
    let data = "hidden in logs because of its name; if it is your sign-in, add a role: A.u9Pwd";
    assert_eq!(sentences("", &[], &operations), [data]);
}

#[test]
fn sessions_keys_and_tickets_are_secret() {
    let operation: Operation = ("A", texts(&["strGuidSession", "SubscriptionKey", "ticket"]), "", &[]);
    let data = "hidden in logs because of their names; if they are your sign-in, add a role: A.strGuidSession, A.SubscriptionKey, A.ticket";
    assert_eq!(sentences("", &[], &[operation, ("B", "", "", &[])]), [data]);
    let number = "<s:element name=\"ticket\" type=\"s:int\"/>";
    assert_eq!(sentences("", &[], &[("A", number, "", &[])]), [""; 0]);
}

#[test]
fn many_places_of_one_name_are_one_item() {
    let parameters = texts(&["Text", "UserPass"]);
    let operations: [Operation; 4] = [
        ("A", parameters, "", &[]),
        ("B", parameters, "", &[]),
        ("C", parameters, "", &[]),
        ("D", parameters, "", &[]),
    ];
    let data = "hidden in logs because of their names; if they are your sign-in, add a role: *.UserPass (4)";
    assert_eq!(sentences("", &[], &operations), [data]);
}

#[test]
fn what_ends_like_a_secret_is_one() {
    let element = |name: &str, kind: &str| format!("<s:element name=\"{name}\" type=\"s:{kind}\"/>");
    let parameters = [
        ("NewPassword", "string"),
        ("PasswordHint", "string"),
        ("MustChangePassword", "boolean"),
        ("OldApiKey", "guid"),
    ];
    let parameters = parameters.map(|(name, kind)| element(name, kind)).concat();
    let operations: [Operation; 2] = [("A", leaked(parameters), "", &[]), ("B", "", "", &[])];
    let expected =
        "hidden in logs because of their names; if they are your sign-in, add a role: A.NewPassword, A.OldApiKey";
    assert_eq!(sentences("", &[], &operations), [expected]);
}

#[test]
fn names_that_read_are_proposed_wherever_their_verb_stands() {
    let operations: [Operation; 5] = [
        ("Loans_GetOpen", "", "", &[]),
        ("getLoans", "", "", &[]),
        ("List_Add", "", "", &[]),
        ("Listen", "", "", &[]),
        ("Find", "", "", &[]),
    ];
    let proposals = imported("", &[], &operations).report.proposals;
    let [proposal @ Proposal::LookLikeReads { operations, patterns }] = &proposals[..] else { panic!("{proposals:?}") };
    assert_eq!(operations, &["Loans_GetOpen", "getLoans", "Find"]);
    assert_eq!(patterns, &["Loans_GetOpen", "getLoans", "Find"]);
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
    let expected = "hidden in logs because of its name; if it is your sign-in, add a role: Login.Token";
    assert_eq!(sentences("", &[], &[("Login", "", token, &[])]), [expected]);
}
