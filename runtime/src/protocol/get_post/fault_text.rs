//! The text of a fault in its two styles, and its HTML-escaped form in `text/plain`.

use std::fmt::Write as _;

use crate::fault::{CHAIN_ARROW, Exception, Fault, FaultCode, UNABLE_TO_PROCESS};
use crate::protocol::server_settings::ErrorStyle;

const SOAP_EXCEPTION: &str = "System.Web.Services.Protocols.SoapException";
const SOAP_HEADER_EXCEPTION: &str = "System.Web.Services.Protocols.SoapHeaderException";

/// The text of `fault` over SOAP. The stack wraps a failure of the service, unless it is a SOAP exception: it has another code than `Server`,
/// an actor or a detail.
pub(crate) fn of_soap(style: ErrorStyle, fault: &Fault) -> String {
    let is_header_fault = fault.is_about_headers();
    let mut text = match style {
        ErrorStyle::Production => String::new(),
        ErrorStyle::Development if is_header_fault => format!("{SOAP_HEADER_EXCEPTION}: "),
        ErrorStyle::Development => format!("{SOAP_EXCEPTION}: "),
    };
    let chain = fault.chain();
    let wrapped = !is_soap_exception(fault);
    if wrapped {
        text.push_str(UNABLE_TO_PROCESS);
    }
    for (index, exception) in chain.iter().enumerate() {
        let is_inner = wrapped || index > 0;
        if is_inner {
            text.push_str(CHAIN_ARROW);
        }
        if style == ErrorStyle::Development && is_inner {
            text.push_str(type_name(exception));
            text.push_str(": ");
        }
        text.push_str(&exception.message);
    }
    text
}

/// The body of `fault` over GET and POST: not wrapped, HTML-escaped although it is plain text, with a line feed at the end.
pub(crate) fn of_http(style: ErrorStyle, fault: &Fault) -> String {
    let mut text = String::new();
    for (index, exception) in fault.chain().iter().enumerate() {
        if index > 0 {
            text.push_str(CHAIN_ARROW);
        }
        if style == ErrorStyle::Development {
            let name = match index {
                0 if fault.is_about_headers() => SOAP_HEADER_EXCEPTION,
                0 if is_soap_exception(fault) => SOAP_EXCEPTION,
                _ => type_name(exception),
            };
            html_escape(&mut text, name);
            text.push_str(": ");
        }
        html_escape(&mut text, &exception.message);
    }
    text.push('\n');
    text
}

fn is_soap_exception(fault: &Fault) -> bool {
    let type_name = fault.chain().first().and_then(|first| first.type_name.as_deref());
    !matches!(fault.code(), None | Some(FaultCode::Server))
        || fault.subcode().is_some()
        || fault.actor().is_some()
        || fault.detail().is_some()
        || fault.is_about_headers()
        || matches!(type_name, Some(SOAP_EXCEPTION | SOAP_HEADER_EXCEPTION))
}

fn type_name(exception: &Exception) -> &str {
    exception.type_name.as_deref().unwrap_or("System.Exception")
}

/// Escapes like .NET's `HtmlEncode`: markup and quotes by entity, U+00A0 to U+00FF by number. All others stay.
pub(crate) fn html_escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{A0}'..='\u{FF}' => {
                // Writing to a String cannot fail.
                let _ = write!(out, "&#{};", u32::from(character));
            }
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::html_unescape;

    #[test]
    fn both_styles_of_a_service_failure() {
        let fault = Fault::server("Outer").type_name("System.InvalidOperationException");
        let fault = fault.caused_by("Inner <&>").type_name("System.ArgumentException");
        assert_eq!(
            of_soap(ErrorStyle::Production, &fault),
            "Server was unable to process request. ---> Outer ---> Inner <&>"
        );
        assert_eq!(
            of_soap(ErrorStyle::Development, &fault),
            "System.Web.Services.Protocols.SoapException: Server was unable to process request. ---> \
             System.InvalidOperationException: Outer ---> System.ArgumentException: Inner <&>"
        );
        assert_eq!(of_http(ErrorStyle::Production, &fault), "Outer ---> Inner &lt;&amp;&gt;\n");
        assert_eq!(
            of_http(ErrorStyle::Development, &fault),
            "System.InvalidOperationException: Outer ---> System.ArgumentException: Inner &lt;&amp;&gt;\n"
        );
    }

    #[test]
    fn a_soap_exception_is_not_wrapped() {
        let fault = Fault::client("No such list");
        assert_eq!(of_soap(ErrorStyle::Production, &fault), "No such list");
        assert_eq!(of_soap(ErrorStyle::Development, &fault), format!("{SOAP_EXCEPTION}: No such list"));
        assert_eq!(of_http(ErrorStyle::Development, &fault), format!("{SOAP_EXCEPTION}: No such list\n"));
        let detailed = Fault::server("Broken").with_detail("<x/>");
        assert_eq!(of_soap(ErrorStyle::Production, &detailed), "Broken");
    }

    #[test]
    fn html_as_recorded() {
        let mut out = String::new();
        html_escape(&mut out, "<&>\"' é 😀");
        assert_eq!(out, "&lt;&amp;&gt;&quot;&#39; &#233; 😀");
        assert_eq!(html_unescape(&out), "<&>\"' é 😀");
    }

    proptest! {
        #[test]
        fn every_style_is_read_back(messages in proptest::collection::vec("[a-z <>&\"'é😀]{1,12}", 1..4), client in any::<bool>()) {
            let mut parts = messages.into_iter();
            let first = parts.next().unwrap_or_default();
            let fault = if client { Fault::client(first) } else { Fault::server(first) };
            let fault = parts.fold(fault, Fault::caused_by);
            for style in [ErrorStyle::Production, ErrorStyle::Development] {
                prop_assert_eq!(&Fault::from_text(None, &of_soap(style, &fault)), &fault);
                prop_assert_eq!(&Fault::from_text(None, &html_unescape(&of_http(style, &fault))), &fault);
            }
        }

        #[test]
        fn unescaping_undoes_escaping(text in any::<String>()) {
            let mut escaped = String::new();
            html_escape(&mut escaped, &text);
            prop_assert_eq!(html_unescape(&escaped), text);
        }
    }
}
