//! Default delimiters for requests of delimited text.

use std::sync::Arc;

use crate::operation::Role;
use crate::results::DelimiterRole;
use crate::value::Value;
use crate::value::by_role;
use crate::value::request::{FilledRequest, Request};

/// Sets the delimiters that a request leaves open to characters that data does not contain. A request without such parameters is returned
/// unchanged.
pub(crate) fn complete(request: Arc<dyn Request>) -> Arc<dyn Request> {
    let position = |role| by_role::position(request.operation(), role);
    let places = [
        (position(Role::RowDelimiter), DelimiterRole::Row),
        (position(Role::ColumnDelimiter), DelimiterRole::Column),
        (position(Role::TextQualifier), DelimiterRole::Qualifier),
    ];
    let stated = request.delimiters();
    let is_delimited = matches!(places, [(Some(_), _), (Some(_), _), _]);
    let Some(completed) = stated.completed().filter(|_| is_delimited) else {
        return request;
    };
    let added = places.into_iter().filter_map(|(position, role)| {
        let mark = completed.mark(role)?;
        (stated.mark(role) != Some(mark)).then_some(())?;
        Some((position?, Value::from(mark.to_owned())))
    });
    let added = added.collect();
    Arc::new(FilledRequest::new(request, added))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{Effect, Member, Operation, Type};
    use crate::results::Delimiters;
    use crate::value::request::DynamicRequest;

    static PARAMETERS: [Member; 4] = [
        Member::new("Since", Type::STRING),
        Member::new("RowDelimiter", Type::STRING).role(Role::RowDelimiter),
        Member::new("ColDelimiter", Type::STRING).role(Role::ColumnDelimiter),
        Member::new("TextQualifier", Type::STRING).role(Role::TextQualifier),
    ];
    static REPORT: Operation = Operation::new("Report", "reports", "", &PARAMETERS, Effect::Read)
        .outputs(&[Member::new("ReportResult", Type::STRING).role(Role::Records)]);
    static SINCE: [Member; 1] = [Member::new("Since", Type::STRING)];
    static PLAIN: Operation = Operation::new("Plain", "reports", "", &SINCE, Effect::Read)
        .outputs(&[Member::new("PlainResult", Type::STRING)]);

    fn completed(operation: &'static Operation, values: &[(&str, &str)]) -> (Vec<String>, Delimiters) {
        let mut request = DynamicRequest::new(operation);
        for (name, value) in values {
            request.set(name, (*value).to_owned()).unwrap();
        }
        let request = complete(Arc::new(request));
        let values = request.fields().iter().map(|field| field.text().unwrap_or("null".into()).into_owned()).collect();
        (values, request.delimiters())
    }

    #[test]
    fn only_what_is_not_stated_is_given() {
        let (values, delimiters) = completed(&REPORT, &[("Since", "2024-01-01")]);
        assert!(values[1].starts_with('~') && values[1].ends_with(';') && values[1].len() == 7, "{values:?}");
        assert_eq!((values[0].as_str(), values[3].as_str()), ("2024-01-01", ""));
        assert_eq!(delimiters.column.as_deref(), Some(values[2].as_str()));
        let (values, _) = completed(&REPORT, &[("RowDelimiter", "\n"), ("TextQualifier", "\"")]);
        assert_eq!((values[0].as_str(), values[1].as_str(), values[3].as_str()), ("null", "\n", "\""));
        assert!(values[2].starts_with('~'));
        // A stated delimiter may be the usual first character of the defaults.
        let (values, _) = completed(&REPORT, &[("ColDelimiter", "~")]);
        assert!(values[1].starts_with('^') && values[2] == "~", "{values:?}");
        let (values, _) = completed(&REPORT, &[("RowDelimiter", "\n"), ("ColDelimiter", "")]);
        assert!(values[1] == "\n" && values[2].starts_with('~'), "{values:?}");
    }

    #[test]
    fn other_requests_stay_as_they_are() {
        let (values, _) = completed(&REPORT, &[("RowDelimiter", "\n"), ("ColDelimiter", ",")]);
        assert_eq!(values, ["null", "\n", ",", "null"]);
        assert_eq!(completed(&PLAIN, &[]), (vec!["null".to_owned()], Delimiters::default()));
    }
}
