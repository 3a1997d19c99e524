//! The corpus: inputs for each check, made from recorded exchanges of a genuine server.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use asmx_runtime::{Operation, Transport};
use email_campaign_client::EMAIL_CAMPAIGN;
use goldens::examples::DOCUMENT;
use goldens::mistakes::{OF_DOCUMENTS, OF_SPECS};

use crate::every_type;
use crate::selector::Selector;

/// An input of a check.
pub struct Input {
    /// Name of the check.
    pub check: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// All inputs from the recordings, specs and WSDL documents in `repository`, in a stable order.
///
/// # Errors
///
/// A folder or file cannot be read.
pub fn of_repository(repository: &Path) -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for group in ["ops", "results", "errors", "errors_customErrors_on"] {
        for case in sorted(&repository.join("tests/fixtures").join(group))? {
            for transport in Transport::ALL {
                exchange(&case, transport, &mut inputs)?;
            }
        }
    }
    inputs.extend(OF_SPECS.all().iter().map(|one| Input { check: "spec", bytes: one.wrong.spec() }));
    inputs.push(Input { check: "spec", bytes: fs::read(repository.join("spec/email-campaign.xml"))? });
    for mistake in OF_DOCUMENTS.all() {
        let documents = mistake.wrong.documents(DOCUMENT).into_values();
        inputs.extend(documents.map(|bytes| Input { check: "wsdl_document", bytes }));
    }
    let documents = sorted(&repository.join("codegen/import/tests/fixtures/wsdl"))?;
    for document in documents.iter().filter(|path| path.extension().is_some_and(|extension| extension == "wsdl")) {
        inputs.push(Input { check: "wsdl_document", bytes: fs::read(document)? });
    }
    for (check, folder) in
        [("ntlm_challenge", "challenges"), ("negotiate_reply", "replies"), ("server_certificate", "certificates")]
    {
        for file in sorted(&repository.join("runtime/windows-auth/tests").join(folder))? {
            inputs.push(Input { check, bytes: fs::read(file)? });
        }
    }
    inputs.extend(PROFILES.iter().map(|text| Input { check: "profile", bytes: text.as_bytes().to_vec() }));
    inputs.extend(VALUES.iter().map(|text| Input { check: "xsd_value", bytes: text.as_bytes().to_vec() }));
    inputs.extend(ADDRESSES.iter().map(|text| Input { check: "fetched_names", bytes: text.as_bytes().to_vec() }));
    inputs.extend(TEXTS.iter().map(|text| Input { check: "delimited_text", bytes: text.as_bytes().to_vec() }));
    inputs.extend(OBJECTS.iter().map(|text| {
        let mut bytes = vec![0, 0, 0];
        bytes.extend_from_slice(text.as_bytes());
        Input { check: "json_request", bytes }
    }));
    inputs.extend(TREES.iter().map(|text| Input { check: "compared_request", bytes: text.as_bytes().to_vec() }));
    inputs.extend(every_type::corpus::of_repository(repository)?);
    Ok(inputs)
}

/// Every setting in each of its forms, and in forms that it has not. Values hold the secret that no mistake shows.
const PROFILES: &[&str] = &[
    "[shop]\nbase-url = \"https://hunter2.example\"\nusername = \"hunter2\"\npassword = { command = \"echo hunter2\" }\nkey = { file = \"hunter2\" }\n\
     token = { prompt = true }\ninsecure = false\nallow-plain-http = true\nnamespace = 'hunter2'\n",
    "[shop]\nbasic = { username = \"hunter2\", password = \"${hunter2}\" }\nntlm = { username = 'S\\hunter2', password = \"hunter2\" }\n\
     kerberos = {}\nbearer = \"hunter2\"\ncookies = \"hunter2\"\nproxy = \"http://ann:hunter2@proxy\"\n",
    "[shop]\nca = \"hunter2\"\ncertificate = \"hunter2.pfx\"\ncertificate-password = \"hunter2\"\nendpoint = \"hunter2\"\n\
     [shop.http-headers]\nX-Key = \"hunter2\"\nX-Tenant = { value = \"hunter2\", plain = true }\nX-A = { file = \"hunter2\", plain = false }\n\
     [shop.parameters]\n\"a.b\" = \"hunter2\"\n[shop.soap-headers]\nLogin.Key = \"hunter2\"\n[other]\nkey = 1\n",
    "[shop]\nbasic = \"ann:hunter2\"\n",
    "[shop]\ninsecure = \"hunter2\"\nhttp-headers = [\"hunter2\"]\npassword = { text = \"hunter2\" }\n",
    "[shop]\npassword = hunter2\n",
    "[shop]\npassword = \"hunter2\npassword = \"\"\"hunter2\"\"\"\nkey = 0xhunter2\ntoken = 1979-05-27Thunter2\n",
    "shop = \"hunter2\"\n",
];

/// Addresses of documents, the main one first; and notes about them.
const ADDRESSES: [&str; 4] = [
    "https://shop.example/on/shop.asmx?WSDL\nhttps://shop.example/on/types/all.xsd\nhttps://shop.example/on/shop.asmx?schema=A&b=%2e%2e%2f",
    "http://h/.cargo/config.toml\nhttp://h/%2ecargo%2fconfig.toml\nhttp://h/con.xsd\nhttp://h/CON\nhttp://h/-rf.wsdl\nhttp://h/a.xsd.xsd",
    "?\n#\n://\n..\n/\n\\\\host\\share\n\u{6771}\u{4eac}.xsd\nTypes.xsd\ntypes.xsd\ntypes-2.xsd",
    "{\"documents\":[{\"file\":\"a.wsdl\",\"url\":\"http://h/a\",\"sha256\":\"00\",\"imports\":{\"b\":\"b.xsd\"}}]}",
];

const VALUES: &[&str] = &[
    "2026-11-20T14:04:05.1234567+01:00",
    "2026-11-20",
    "14:04:05.5Z",
    "-P1Y2M3DT4H5M6.7S",
    "-123456789012345678901234567890.12345",
    " +0007 ",
    "1.5E+300",
    "INF",
    "true",
    "c9a646d3-9c61-4cb7-bfcd-ee2522c8f633",
    "AAEC/w==",
    "0aFf",
];

const TEXTS: &[&str] = &["\n|\n\"\na|b\n\"c\"\"d|\"|e\n", "~~\n^^\n''\na^^b~~''c^^''^^d~~", "\n,\n\n1,2\n3"];

const TREES: &[&str] = &[
    r#"{"Count":1,"Root":{"N":1,"Next":{"$type":"{urn:trees}Leaf","Color":"Green","Next":{"N":"x"}}}}"#,
    r#"{"Count":"1","All":[null,{"$type":"{urn:trees}Twig","Many":[{"One":{}}]}],"Any":{"$type":"{urn:trees}Stone"}}"#,
    r#"{"Cuont":1,"Root":{"$type":"{urn:trees}Twig","One":{"Next":{"Next":{}}},"Many":[]}}"#,
];

const OBJECTS: &[&str] = &[r#"{"Username":"u","GroupName":null,"FieldNames":["a",null],"Count":5,"Flag":true}"#, "{}"];

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The operation of a case: the one of its name, or the first one.
fn operation_of(case: &Path) -> &'static Operation {
    let name = case.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let found = EMAIL_CAMPAIGN.operation(name).or_else(|| EMAIL_CAMPAIGN.operations.first().copied());
    found.unwrap_or_else(|| panic!("the service has operations"))
}

fn exchange(case: &Path, transport: Transport, inputs: &mut Vec<Input>) -> io::Result<()> {
    let file = |kind: &str| case.join(format!("{}.{kind}", transport.name()));
    if !file("request").exists() {
        return Ok(());
    }
    let request = fs::read(file("request"))?;
    let response = fs::read(file("response"))?;
    let operation = operation_of(case);
    let (line, body) = split(&request);
    let (_, result) = split(&response);
    let variant = u8::from(matches!(transport, Transport::Soap12 | Transport::HttpPost));
    let selected = |check, variant, body: &[u8]| {
        let mut bytes = Selector::bytes(operation, variant).to_vec();
        bytes.extend_from_slice(body);
        Input { check, bytes }
    };
    let query = line.split(' ').nth(1).and_then(|uri| uri.split_once('?')).map_or("", |(_, query)| query);
    match transport {
        Transport::Soap11 | Transport::Soap12 => {
            inputs.push(selected("soap_response", variant, result));
            inputs.push(selected("soap_request", variant, body));
        }
        Transport::HttpGet => inputs.push(selected("form_request", 0, query.as_bytes())),
        Transport::HttpPost => inputs.push(selected("form_request", 1, body)),
    }
    let streamed_over = match transport {
        Transport::HttpGet => 0,
        Transport::HttpPost => 1,
        Transport::Soap11 => 2,
        Transport::Soap12 => 3,
    };
    inputs.push(selected("streamed_response", streamed_over, &[&[40], result].concat()));
    if !transport.is_soap() {
        inputs.push(selected("bare_response", variant, result));
        inputs.push(Input { check: "xml_document", bytes: result.to_vec() });
        if result.windows(8).any(|window| window == b"<DataSet") {
            inputs.push(Input { check: "data_set", bytes: result.to_vec() });
        }
    }
    Ok(())
}

/// First line and body of a recorded message.
pub(crate) fn split(message: &[u8]) -> (String, &[u8]) {
    let end = message.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(message.len());
    let (head, rest) = message.split_at(end);
    let line = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
    (String::from_utf8_lossy(line).into_owned(), rest.get(4..).unwrap_or_default())
}
