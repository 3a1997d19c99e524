//! The layout of specs: its form, and that the meaning stays.

use std::fmt::Write as _;
use std::fs;
use std::iter::repeat;
use std::path::Path;

use asmx_codegen::load;
use asmx_codegen::model::Service;
use asmx_import::spec_text;
use asmx_review::format::format;
use goldens::mistakes::OF_SPECS;
use proptest::prelude::*;

use crate::models::{self, same};

fn formatted(text: &str) -> String {
    format("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

/// Fails with the first line that differs.
fn assert_same_lines(found: &str, expected: &str, counts: impl Fn(&&str) -> bool + Copy) {
    let (found, expected) = (found.lines().filter(counts), expected.lines().filter(counts));
    let longest = found.clone().count().max(expected.clone().count());
    for (found, expected) in found.chain(repeat("")).zip(expected.chain(repeat(""))).take(longest) {
        assert_eq!(found, expected);
    }
}

fn loaded(text: &str) -> Service {
    load("spec.xml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}

/// The comments of a text, with single blanks.
fn comments(text: &str) -> Vec<String> {
    let comments = text.split("<!--").skip(1).map(|rest| rest.split("-->").next().unwrap());
    comments.map(|comment| comment.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Checks that the meaning and the comments stay, and that a second run changes nothing.
fn check(text: &str) -> String {
    let once = formatted(text);
    assert_eq!(comments(&once), comments(text), "{text}");
    if let Ok(service) = load("spec.xml", text.as_bytes()) {
        same(&loaded(&once), &service, &once);
    }
    assert_eq!(formatted(&once), once, "of {text}");
    once
}

/// A spec around the content of its only operation.
fn operation(content: &str) -> String {
    format!(
        "<service name=\"S\" path=\"/s.asmx\">\n  <doc>S.</doc>\n  <area name=\"a\" title=\"A\">\n    \
         <operation name=\"O\" result=\"none\" effect=\"read\">\n{content}    </operation>\n  </area>\n</service>\n"
    )
}

#[test]
fn a_spec_gets_the_layout_of_the_writer() {
    let messy = "<?xml version='1.0'   encoding='UTF-8' standalone='yes'?>\n\n\n<!-- First. -->\n<service\tpath='/s.asmx' name='S'\n\
                 xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'\n  xsi:noNamespaceSchemaLocation='service.xsd'>\n\n\
                 <doc>\n  What   it\n is.\n\n\n  And &quot;more&quot; &#38; <![CDATA[<less>]]>. </doc><undocumented>Much.</undocumented>\n\
                 <enum name=\"Kind\">\n<value name=\"'a' &quot;b&quot;\"></value>\n\n\n<value name=\"c\"/>\n</enum>\n\
                 <area title=\"A\" name=\"a\"><operation effect=\"read\" result='none' name=\"O\"><doc>Does.</doc>\n\n\n\n\
                 <param role='password' secret='true' type='string' name='Password'/><param name='Kind' type='Kind'/></operation>\n\n\n</area>\n\n</service>\n\n<!-- Last. -->";
    let expected = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\n<!-- First. -->\n<service name=\"S\" path=\"/s.asmx\"\n         \
                    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"service.xsd\">\n  \
                    <doc>\n    What it is.\n\n    And \"more\" &amp; &lt;less&gt;.\n  </doc>\n  <undocumented>Much.</undocumented>\n  \
                    <enum name=\"Kind\"><value name=\"'a' &quot;b&quot;\"/><value name=\"c\"/></enum>\n  \
                    <area name=\"a\" title=\"A\">\n    <operation name=\"O\" result=\"none\" effect=\"read\">\n      <doc>Does.</doc>\n\n      \
                    <param name=\"Password\" type=\"string\" secret=\"true\" role=\"password\"/>\n      <param name=\"Kind\" type=\"Kind\"/>\n    \
                    </operation>\n  </area>\n</service>\n\n<!-- Last. -->\n";
    // The spec is invalid, because a password needs a user name. The layout does not check this.
    assert_eq!(formatted(messy), expected);
    assert_eq!(formatted(expected), expected);
}

#[test]
fn comments_keep_their_place() {
    let text = operation(
        "      <doc>Does.</doc> <!-- behind the words -->\n      <!-- before A -->\n\n      <!-- too -->\n      \
         <param name=\"A\" type=\"int\"/> <!-- behind A --> <!-- too -->\n      <param name=\"B\" type=\"int\"> <!-- in B -->\n        \
         <doc>B.</doc>\n        <!-- last in B -->\n      </param>\n      <?other instruction?>\n      <!-- last -->\n",
    );
    assert_eq!(check(&text), text);
    // Several comments on one line come before the following element.
    let one_line = operation("      <doc>Does.</doc><!-- a --><!-- b --><param name=\"A\" type=\"int\"/><!-- c -->\n");
    let expected = operation(
        "      <doc>Does.</doc>\n      <!-- a -->\n      <!-- b -->\n      <param name=\"A\" type=\"int\"/> <!-- c -->\n",
    );
    assert_eq!(check(&one_line), expected);
    assert_eq!(
        check(
            "<!-- a --><?x y?><service name='S' path='/s.asmx'><area name='a' title='A'><!-- b --><operation name='O' effect='read'/></area></service><!-- c -->"
        ),
        "<!-- a -->\n<?x y?>\n<service name=\"S\" path=\"/s.asmx\">\n  <area name=\"a\" title=\"A\">\n    <!-- b -->\n    \
         <operation name=\"O\" effect=\"read\"/>\n  </area>\n</service> <!-- c -->\n"
    );
}

#[test]
fn lines_of_a_comment_keep_their_form() {
    let text = operation(
        "<doc>Does.</doc>\n\t\t<!--\n\t\t  A list:\n\t\t    - one\n\n\t\t  - two   \n\t-->\n<param name=\"A\" type=\"int\"/> <!-- two\n           lines -->\n",
    );
    let expected = operation(
        "      <doc>Does.</doc>\n      <!--\n        A list:\n          - one\n\n        - two\n      -->\n      \
         <param name=\"A\" type=\"int\"/> <!-- two\n           lines -->\n",
    );
    assert_eq!(check(&text), expected);
}

#[test]
fn comments_among_words_do_not_begin_a_paragraph() {
    let of_three = "<doc>\n        one\n\n        <!-- c -->\n\n        two\n      </doc>";
    for (written, expected) in [
        ("<doc>one <!-- c --> two</doc>", "<doc>one <!-- c --> two</doc>"),
        ("<doc>one<!-- c -->two</doc>", "<doc>one<!-- c -->two</doc>"),
        ("<doc><!-- c --> one\n<!-- d --> two</doc>", "<doc><!-- c --> one <!-- d --> two</doc>"),
        ("<doc>one\n<!-- c -->\ntwo</doc>", "<doc>\n        one <!-- c -->\n\n        two\n      </doc>"),
        ("<doc>one\n\n<!-- c -->\n\ntwo</doc>", of_three),
        ("<doc>one <!-- c\nd --> two</doc>", "<doc>\n        one <!-- c\nd --> two\n      </doc>"),
    ] {
        let text = operation(&format!("      {written}\n"));
        assert_eq!(check(&text), operation(&format!("      {expected}\n")));
    }
    // At the end of a full line, a comment moves with the word before it.
    let words = ["word"; 21].join(" ");
    let text = operation(&format!("<doc>{words} last <!-- long enough for another line --> end</doc>"));
    let expected =
        format!("      <doc>\n        {words}\n        last <!-- long enough for another line --> end\n      </doc>\n");
    assert_eq!(check(&text), operation(&expected));
}

#[test]
fn byte_order_mark_and_line_ends_stay() {
    let text = operation(
        "      <doc>Does.</doc>\n      <!-- a\n           b -->\n      <param name=\"A\" type=\"int\" default=\"1&#13;&#10;2\"/>\n",
    );
    let windows = format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
    assert_eq!(check(&windows), windows);
    assert_eq!(formatted(&windows.replace("  <doc>S", "\r\n\r\n\r\n<doc>S")), windows);
}

#[test]
fn mistakes_prevent_formatting() {
    for (text, codes) in [
        ("<service", vec!["ASMX0005"]),
        ("", vec!["ASMX0001"]),
        ("<service name='S' path='/s'>words<area/></service>", vec!["ASMX0105", "ASMX0106", "ASMX0106", "ASMX0107"]),
    ] {
        let mistakes = format("spec.xml", text.as_bytes()).unwrap_err();
        let found: Vec<&str> = mistakes.iter().map(|mistake| mistake.code().as_str()).collect();
        assert_eq!(found, codes, "{mistakes}");
    }
    // Unknown names are not checked.
    let unknown = operation("      <doc>Does.</doc>\n      <use group=\"Nobody\"/>\n");
    assert!(load("spec.xml", unknown.as_bytes()).is_err());
    assert_eq!(formatted(&unknown), unknown);
}

/// All specs in a folder and below.
fn specs(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !["target", ".git"].iter().any(|name| path.ends_with(name)) {
            specs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            let text = fs::read_to_string(&path).unwrap_or_default();
            if text.contains("<service ") && text.contains("</service>") {
                found.push((path.display().to_string(), text));
            }
        }
    }
}

/// An unpacked package has no specs of the workspace. `.ci/run` checks the spec of the client: an edit of that spec must not fail a test.
#[test]
fn specs_of_the_repository_are_laid_out() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["tests", "codegen/tests", "codegen/import/tests", "codegen/review/tests", "cli/tests", "examples"]
        .map(|folder| workspace.join(folder))
    {
        if folder.exists() {
            specs(&folder, &mut found);
        }
    }
    if let Ok(offered) = fs::read_to_string(workspace.join("spec/email-campaign.xml")) {
        check(&offered);
    }
    for (name, text) in &found {
        assert!(formatted(text) == *text, "{name} is not laid out: asmx fmt {name}");
    }
    assert!(found.len() > 8 || !Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec").exists());
}

#[test]
fn bad_specs_are_laid_out_or_refused() {
    let mut laid_out = 0;
    for mistake in OF_SPECS.all() {
        let bytes = mistake.wrong.spec();
        if let Ok(once) = format("bad.xml", &bytes) {
            assert_eq!(comments(&once), comments(&String::from_utf8(bytes.clone()).unwrap()));
            assert_eq!(formatted(&once), once);
            // Formatting keeps the mistakes.
            let codes = |bytes: &[u8]| -> Vec<&str> {
                load("bad.xml", bytes).unwrap_err().iter().map(|mistake| mistake.code().as_str()).collect()
            };
            assert_eq!(codes(once.as_bytes()), codes(&bytes));
            laid_out += 1;
        }
    }
    assert!(laid_out > 50, "{laid_out}");
}

/// Writes a spec with random blanks, quotes, orders of attributes and comments.
struct Mess {
    state: u64,
    comments: usize,
}

impl Mess {
    fn below(&mut self, most: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).unwrap() % most
    }

    /// White space or a comment between two elements.
    fn between(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(3) {
            text.push_str(["", "\n", "\n\n\n", " ", "\n\t", "\r\n    "][self.below(6)]);
            if self.below(5) == 0 {
                self.comments += 1;
                let before = ["", " ", "\n  "][self.below(3)];
                let _ = write!(text, "<!--{before}{}", self.comments);
                text.push_str([" -->", "\n      more\n\t-->", " & <x/> -->"][self.below(3)]);
            }
        }
        text
    }

    fn tag(&mut self, tag: &str) -> String {
        let inner = tag.trim_matches(['<', '>', '/']);
        let (name, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let mut attributes: Vec<(&str, &str)> = Vec::new();
        let mut rest = rest.trim();
        while let Some((name, after)) = rest.split_once("=\"") {
            let (value, after) = after.split_once('"').unwrap();
            attributes.push((name.trim(), value));
            rest = after;
        }
        let mut text = format!("<{name}");
        while !attributes.is_empty() {
            let (name, value) = attributes.remove(self.below(attributes.len()));
            let quote = if value.contains('\'') { '"' } else { ['"', '\''][self.below(2)] };
            let _ = write!(text, "{}{name}={quote}{value}{quote}", [" ", "\n  ", "\t"][self.below(3)]);
        }
        text.push_str(if tag.ends_with("/>") { "/>" } else { ">" });
        text
    }

    fn words(&mut self, words: &str) -> String {
        let mut text = String::new();
        for (number, word) in words.split(' ').enumerate() {
            if number > 0 {
                text.push_str([" ", "  ", " \n "][self.below(3)]);
                if self.below(8) == 0 {
                    self.comments += 1;
                    let space = ["", " "][self.below(2)];
                    let _ = write!(text, "<!-- {} -->{space}", self.comments);
                }
            }
            text.push_str(word);
        }
        text
    }

    fn of(&mut self, spec: &str) -> String {
        let (declaration, rest) = spec.split_once("?>\n").unwrap();
        let mut text = format!("{declaration}?>");
        text.push_str(&self.between());
        for piece in rest.trim_end().split('<').skip(1) {
            let (tag, content) = piece.split_once('>').unwrap();
            let tag = format!("<{tag}>");
            text.push_str(&if tag.starts_with("</") { tag } else { self.tag(&tag) });
            text.push_str(&if content.trim().is_empty() { self.between() } else { self.words(content) });
        }
        text
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(100)))]

    #[test]
    fn the_writer_and_the_formatter_agree(seed in any::<u64>()) {
        let text = spec_text(&models::service(seed));
        assert_same_lines(&formatted(&text), &text, |_| true);
    }

    #[test]
    fn any_spec_means_the_same_and_keeps_its_comments(seed in any::<u64>(), mess in any::<u64>()) {
        let text = Mess { state: mess, comments: 0 }.of(&spec_text(&models::service(seed)));
        check(&text);
    }

    /// Without comments, specs that differ in blanks, quotes and order get the same layout, except for empty lines.
    #[test]
    fn there_is_one_layout(seed in any::<u64>(), mess in any::<u64>()) {
        let text = spec_text(&models::service(seed));
        let messy = Mess { state: mess, comments: 0 }.of(&text);
        let without = messy.split("<!--").enumerate().map(|(number, part)| match part.split_once("-->") {
            Some((_, rest)) if number > 0 => rest,
            _ => part,
        }).collect::<String>();
        assert_same_lines(&formatted(&without), &text, |line| !line.is_empty());
    }
}
