//! Taking secrets out of what a service says: some repeat what they were sent.

use crate::handler::Call;
use crate::operation::Parameter;
use crate::protocol::form;
use crate::xml;

/// What stands where a secret stood.
const REDACTED: &str = "[redacted]";

/// The shortest secret that is sought, in bytes. A shorter one is found in any text by chance.
const SHORTEST: usize = 4;

/// The secrets of a call in every form in which a service may repeat them.
pub(crate) struct Redaction(Vec<String>);

impl Redaction {
    /// The secrets among the common and the operation's own parameters.
    pub(crate) fn of(call: &Call) -> Self {
        let is_secret = |parameter: &Parameter| parameter.secret;
        let common = call.common.iter().filter(|(parameter, _)| is_secret(parameter)).filter_map(|(_, value)| value);
        let mut secrets: Vec<String> = common.map(str::to_owned).collect();
        if call.operation().parameters.iter().any(is_secret) {
            let own = call.operation().parameters.iter().zip(call.request.values());
            secrets.extend(
                own.filter(|(one, _)| is_secret(one)).filter_map(|(_, value)| value.as_text().map(str::to_owned)),
            );
        }
        let mut forms: Vec<String> =
            secrets.iter().filter(|secret| secret.len() >= SHORTEST).flat_map(|one| forms(one)).collect();
        // The longest first: one form may begin with another.
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.dedup();
        Self(forms)
    }

    /// Length of the longest form, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.0.first().map_or(0, String::len)
    }

    /// Takes every form of every secret out of `text`.
    pub(crate) fn apply(&self, text: &mut String) {
        for form in &self.0 {
            if text.contains(form.as_str()) {
                *text = text.replace(form.as_str(), REDACTED);
            }
        }
    }
}

/// As it is; escaped for XML text, XML attributes and HTML; percent-encoded with `%20` and with `+`.
fn forms(secret: &str) -> [String; 6] {
    let (mut text, mut attribute, mut percent) = (String::new(), String::new(), String::new());
    xml::escape_text(&mut text, secret);
    xml::escape_attribute(&mut attribute, secret);
    form::percent_encode(&mut percent, secret);
    let html = text.replace('"', "&quot;").replace('\'', "&#39;");
    let plus = percent.replace("%20", "+");
    [secret.to_owned(), text, attribute, html, percent, plus]
}
