//! Every kind of mistake, as users see it.
//!
//! The page of each [`Code`] has a wrong example with its report, and `mistakes/` has further ones. Each is reported with that code alone, because a
//! mistake causes no others.

use std::collections::BTreeSet;

use asmx_codegen::{Code, Diagnostics, load};
use goldens::mistakes::{Mistake, OF_SPECS};

fn mistakes(file_name: &str, bytes: &[u8]) -> Diagnostics {
    match load(file_name, bytes) {
        Ok(_) => panic!("{file_name} has no mistake"),
        Err(mistakes) => mistakes,
    }
}

#[test]
fn every_mistake_is_reported_as_its_page_shows() {
    OF_SPECS.assert_reports(|mistake| mistakes("service.xml", &mistake.wrong.spec()).to_string());
}

#[test]
fn every_code_has_a_spec_that_is_reported_with_it_alone() {
    let mut examples = BTreeSet::new();
    for mistake in OF_SPECS.all() {
        let [code] = mistake.codes().try_into().unwrap();
        for found in &mistakes("service.xml", &mistake.wrong.spec()) {
            assert_eq!(found.code().as_str(), code, "in {}: {}", mistake.name, found.message());
        }
        let right = mistake.right.map(|right| load("service.xml", &right.spec()));
        if let Some(Err(mistakes)) = right {
            panic!("{code}: the right example: {mistakes}");
        }
        examples.insert(code);
    }
    let all: BTreeSet<String> = Code::ALL.iter().map(|code| code.as_str().to_owned()).collect();
    assert_eq!(all.len(), Code::ALL.len(), "two kinds have the same code");
    // Codes from `07` to `09` belong to WSDL documents.
    let all: BTreeSet<String> = all.into_iter().filter(|code| !("ASMX07".."ASMX10").contains(&code.as_str())).collect();
    assert_eq!(examples, all, "left: codes that have a wrong spec; right: codes that there are");
}

#[test]
fn every_mistake_says_what_to_do_or_where_to_look() {
    for Mistake { name, wrong, .. } in OF_SPECS.all() {
        for mistake in &mistakes("service.xml", &wrong.spec()) {
            assert!(mistake.line() > 0 && mistake.column() > 0, "{}", mistake.message());
            let has_help = mistake.help_lines().next().is_some();
            let is_malformed = mistake.code() == Code::MalformedXml;
            assert!(has_help || is_malformed, "{name}: {} has no help", mistake.message());
        }
    }
}

#[test]
fn all_mistakes_of_a_file_come_at_once_and_in_its_order() {
    let spec = "<service name='S' path='s.asmx' color='red'>\r\n<doc>D.</doc>\r\n<area name='a' title='A'>\r\n\
                <operation name='Op' result='strin' effect='read'><doc>D.</doc>\r\n\
                <param name='P' type='itn'/><use group='G'/></operation></area></service>";
    let mistakes = mistakes("service.xml", spec.as_bytes());
    let codes: Vec<Code> = mistakes.iter().map(asmx_codegen::Diagnostic::code).collect();
    assert_eq!(
        codes,
        [Code::InvalidPath, Code::UnknownAttribute, Code::UnknownResultKind, Code::UnknownType, Code::UnknownGroup]
    );
    let positions: Vec<(usize, usize)> = mistakes.iter().map(|mistake| (mistake.line(), mistake.column())).collect();
    assert_eq!(positions, [(1, 25), (1, 33), (4, 30), (5, 23), (5, 41)]);
    assert!(mistakes.to_string().contains("--> service.xml:5:41"), "{mistakes}");
}

#[test]
fn mistakes_inside_a_misspelt_element_come_with_it() {
    let spec = "<service name='S' path='/s.asmx'><doc>D.</doc><enmu name='E'><vaule name='A' colour='red'/></enmu>\
                <area name='a' title='A'><opperation name='Op' result='strin' effect='read'><doc>D.</doc>\
                <parm name='P' type='itn'/><parm name='E' type='E'/><use group='G'/></opperation></area></service>";
    let mistakes = mistakes("service.xml", spec.as_bytes());
    let codes: Vec<Code> = mistakes.iter().map(asmx_codegen::Diagnostic::code).collect();
    let element = Code::UnknownElement;
    let (attribute, result, kind, group) =
        (Code::UnknownAttribute, Code::UnknownResultKind, Code::UnknownType, Code::UnknownGroup);
    let expected = [element, element, attribute, element, result, element, kind, element, group];
    assert_eq!(codes, expected, "{mistakes}");
}

#[test]
fn only_the_first_misspelt_names_are_compared_with_all_others() {
    let misspelt = |at| format!("<structure name='Type{at}'><param name='P' type='Tyep{at}'/></structure>");
    let types = (0..300).map(misspelt).collect::<Vec<_>>().concat();
    let spec = format!("<service name='S' path='/s.asmx'><doc>D.</doc>{types}</service>");
    let mistakes = mistakes("service.xml", spec.as_bytes());
    let proposals = mistakes.iter().filter(|mistake| mistake.to_string().contains("did you mean `Type")).count();
    assert!((150..=200).contains(&proposals), "{proposals}");
}

#[test]
fn a_misspelt_group_or_role_is_not_reported_as_missing_too() {
    for (from, to) in [
        ("<use group='Delimiters'/>", "<use group='Delimters'/>"),
        ("<use group='Row'/>", "<use group='Rows'/>"),
        ("role='column-delimiter'", "role='columns'"),
        ("<doc>G.</doc>", "<use group='Delimiters'/>"),
    ] {
        let spec = "<service name='S' path='/s.asmx'><doc>D.</doc>\
                    <group name='Row'><param name='R' type='string' role='row-delimiter'/></group>\
                    <group name='Delimiters' role='delimited-text'><doc>G.</doc><use group='Row'/>\
                    <param name='C' type='string' role='column-delimiter'/></group><area name='a' title='A'>\
                    <operation name='Op' result='delimited' effect='read'><doc>D.</doc><use group='Delimiters'/></operation>\
                    </area></service>";
        assert!(load("service.xml", spec.as_bytes()).is_ok());
        let mistakes = mistakes("service.xml", spec.replacen(from, to, 1).as_bytes());
        assert_eq!(mistakes.len(), 1, "{mistakes}");
    }
}

#[test]
fn columns_are_counted_in_characters_and_a_byte_order_mark_is_not_counted() {
    let spec = "\u{feff}<service name='Ä€𝄞' path='/s.asmx' x=''/>";
    let mistakes = mistakes("s.xml", spec.as_bytes());
    let unknown = mistakes.iter().find(|mistake| mistake.code() == Code::UnknownAttribute).unwrap();
    assert_eq!((unknown.line(), unknown.column()), (1, 36));
}

#[test]
fn a_very_long_line_is_cut_around_the_mistake() {
    let many = "<param name='Parameter' type='string'/>".repeat(5_000);
    let spec = format!(
        "<service name='S' path='/s.asmx'><doc>D.</doc><group name='G'>{many}</group><area name='a' title='A'>\
         <operation name='Op' result='none' effect='read'><doc>D.</doc><use group='H'/></operation></area></service>"
    );
    let mistakes = mistakes("s.xml", spec.as_bytes());
    let text = mistakes.to_string();
    assert!(text.lines().all(|line| line.chars().count() < 400), "a line is too long");
    let last = mistakes.iter().last().unwrap();
    assert_eq!(last.code(), Code::UnknownGroup);
    assert_eq!(last.column(), spec.find("'H'").unwrap() + 2);
    let one_line =
        "<service name='S' path='/s.asmx'>".to_owned() + &" ".repeat(100_000) + "<doc>D.</doc><table/></service>";
    let text = load("s.xml", one_line.as_bytes()).unwrap_err().to_string();
    assert!(text.contains("--> s.xml:1:100048"), "{text}");
    assert!(text.contains("<table/>"), "{text}");
}

#[test]
fn thousands_of_mistakes_are_counted_and_the_first_are_shown() {
    let count = cases::of(20_000);
    let spec = format!("<service name='S' path='/s.asmx'><doc>D.</doc>{}</service>", "<x/>\n".repeat(count));
    let mistakes = mistakes("s.xml", spec.as_bytes());
    assert_eq!(mistakes.len(), count + 1);
    let text = mistakes.to_string();
    assert!(text.ends_with(&format!("error: {} further mistakes in s.xml are not shown", count - 199)));
}

#[test]
fn control_characters_of_names_do_not_reach_the_terminal() {
    let spec = "<service name='S' path='/s.asmx'><doc>D.</doc><area name='a' title='A'>\
                <operation name='O' result='none' effect='read'><doc>D.</doc>\
                <param name='a&#x9;b' type='&#xA;&#x85;x'/></operation></area></service>";
    let text = load("evil\u{1b}[31m\n.xml", spec.as_bytes()).unwrap_err().to_string();
    assert!(text.chars().all(|character| character == '\n' || !character.is_control()), "{text:?}");
}

/// Characters that terminals obey: controls of both ranges, direction marks, line separators.
const OBEYED: &str =
    "\u{7f}\u{85}\u{9b}31m\u{9d}0;t\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{206f}";

#[test]
fn terminals_obey_no_text_of_a_spec() {
    let service = |inner: &str| format!("<service name='S' path='/s.asmx'><doc>D.</doc>{inner}</service>");
    let specs = [
        service(&format!("<{OBEYED}/>")),
        service(&format!("<!-- {OBEYED} --><area name='{OBEYED}' x='{OBEYED}' title='A'/>")),
        service(&format!(
            "{OBEYED}<area name='a' title='A'>{OBEYED}<operation name='a{OBEYED}' result='{OBEYED}'/></area>"
        )),
        service(&format!(
            "<area name='a' title='A'><operation name='O' result='none' effect='read'><doc>D.</doc><param name='a' type='{OBEYED}'/></operation></area>"
        )),
        format!("<!DOCTYPE {OBEYED}>"),
        format!("<a>{OBEYED}</b>"),
        format!("<a b{OBEYED}='&{OBEYED};'/>"),
        service(&format!("<area name='a' title='A'>{}</area>", format!("<{OBEYED}x/><y{OBEYED} b=''/>").repeat(300))),
        service(&"<x/>".repeat(300)),
    ];
    for spec in specs {
        let mistakes = mistakes(&format!("{OBEYED}\u{1b}[31m.xml"), spec.as_bytes());
        let text = mistakes.to_string();
        let obeyed = text.chars().filter(|character| *character != '\n' && asmx_types::display::is_obeyed(*character));
        assert_eq!(obeyed.collect::<String>(), "", "{text:?}");
        for mistake in &mistakes {
            let texts = std::iter::once(mistake.message()).chain(mistake.help_lines());
            assert!(!texts.flat_map(str::chars).any(asmx_types::display::is_obeyed), "{mistake:?}");
        }
    }
}

/// Applies the proposed `rust="…"` or `row="…"` at the underlined name.
fn mended(spec: &str, mistake: &asmx_codegen::Diagnostic) -> String {
    let help: String = mistake.help_lines().collect();
    let attributes = ["rust=\"", "row=\""];
    let is_proposal = |text: &&str| attributes.iter().any(|attribute| text.starts_with(attribute));
    let proposal = help.split('`').find(is_proposal).unwrap_or_else(|| panic!("{help}"));
    let line_start: usize = spec.split_inclusive('\n').take(mistake.line() - 1).map(str::len).sum();
    let start = line_start + mistake.column() - 1;
    let (before, after) = spec.split_at(start);
    if let Some(before) = attributes.iter().find_map(|attribute| before.strip_suffix(attribute)) {
        // A stated attribute is replaced.
        let proposal = proposal.split_once('=').map_or(proposal, |(_, value)| value);
        let attribute = &spec[before.len()..start - 1];
        let proposal = format!("{attribute}{proposal}");
        return format!("{before}{proposal}{}", after.split_once('"').unwrap().1);
    }
    // An unstated name follows from the element, so its tag is underlined.
    if before.ends_with('<') {
        let name = after.find(|character: char| !character.is_alphanumeric()).unwrap();
        return format!("{before}{} {proposal}{}", &after[..name], &after[name..]);
    }
    // An empty value has no characters, so the whole attribute is underlined.
    let name = if after.starts_with("name=\"") { "name=\"".len() } else { 0 };
    let end = name + after.get(name..).unwrap().find('"').unwrap() + 1;
    format!("{before}{} {proposal}{}", after.get(..end).unwrap(), after.get(end..).unwrap())
}

#[test]
fn proposed_rust_names_repair_the_spec() {
    let mut tried = 0;
    for Mistake { name, wrong, .. } in OF_SPECS.all() {
        if !name.starts_with("ASMX06") || name.contains("service-name") {
            continue;
        }
        let mut spec = String::from_utf8(wrong.spec()).unwrap();
        for _ in 0..12 {
            let Err(mistakes) = load("service.xml", spec.as_bytes()) else { break };
            tried += 1;
            spec = mended(&spec, mistakes.iter().next().unwrap());
        }
        let result = load("service.xml", spec.as_bytes());
        assert!(result.is_ok(), "{name}:\n{}", result.unwrap_err());
    }
    assert!(tried > 20, "{tried}");
}
