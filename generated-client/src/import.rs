//! Members for an import, from records.

use asmx_runtime::delimited_data::{ChunkLimit, Chunks, DelimitedData, DelimitedDataError};
use serde_core::Serialize;

use crate::ImportGroupMembersFromData2;

impl ImportGroupMembersFromData2 {
    /// Sets `FieldNames`, `ImportData` and the delimiters from records: each is a structure or map, whose fields are columns
    /// under the names that serde gives them. The delimiters occur in no name and no value; there is no text qualifier.
    ///
    /// ```
    /// use email_campaign_client::ImportGroupMembersFromData2;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Member<'a> {
    ///     #[serde(rename = "EmailAddress")]
    ///     address: &'a str,
    ///     #[serde(rename = "Age")]
    ///     age: Option<u8>,
    /// }
    ///
    /// # fn main() -> Result<(), email_campaign_client::delimited_data::DelimitedDataError> {
    /// let members = [Member { address: "ann@example.com", age: Some(42) }, Member { address: "bob@example.com", age: None }];
    /// let request = ImportGroupMembersFromData2::new().group_name("News").update_only("False").members(members)?;
    /// assert_eq!(request.field_names.as_deref(), Some("EmailAddress|Age"));
    /// assert_eq!(request.import_data.as_deref(), Some("ann@example.com|42\nbob@example.com|"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// There are no records, they do not have the same fields, or a value is no text, number or truth value.
    pub fn members<I>(self, members: I) -> Result<Self, DelimitedDataError>
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        DelimitedData::from_records(members).map(|data| self.data(data))
    }

    /// The same request for many records, in portions within `limit`: as many requests as it takes, made one by one as the
    /// iterator is asked. No records, no requests.
    ///
    /// Each portion is an import of its own: when one fails, those before it have been made.
    pub fn members_in_portions<I>(self, members: I, limit: ChunkLimit) -> ImportRequests<I::IntoIter>
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        ImportRequests { template: self, portions: DelimitedData::chunks(members, limit) }
    }

    /// Sets `FieldNames`, `ImportData` and the delimiters from rows that are written already, without copying them.
    pub fn data(mut self, data: DelimitedData) -> Self {
        self.field_names = Some(data.joined_names());
        self.column_delimiter = Some(data.column_delimiter().to_owned());
        self.row_delimiter = Some(data.row_delimiter().to_owned());
        self.text_qualifier = Some(String::new());
        self.import_data = Some(data.into_text());
        self
    }
}

/// Requests of [`ImportGroupMembersFromData2::members_in_portions`]. A record that cannot be written ends them with an error.
#[derive(Debug)]
#[must_use = "requests are made as they are asked for"]
pub struct ImportRequests<I> {
    template: ImportGroupMembersFromData2,
    portions: Chunks<I>,
}

impl<I> Iterator for ImportRequests<I>
where
    I: Iterator,
    I::Item: Serialize,
{
    type Item = Result<ImportGroupMembersFromData2, DelimitedDataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let portion = self.portions.next()?;
        Some(portion.map(|data| self.template.clone().data(data)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn portions_repeat_the_request() {
        let members =
            (0..5).map(|index| BTreeMap::from([("EmailAddress", format!("{index}@x")), ("Note", "a|b".into())]));
        let template = ImportGroupMembersFromData2::new().group_name("News").update_only("True");
        let requests: Vec<_> =
            template.clone().members_in_portions(members, ChunkLimit::rows(3)).map(Result::unwrap).collect();
        let expected = |data: &str| {
            let request = template.clone().field_names("EmailAddress\tNote").import_data(data).text_qualifier("");
            request.column_delimiter("\t").row_delimiter("\n")
        };
        assert_eq!(requests, [expected("0@x\ta|b\n1@x\ta|b\n2@x\ta|b"), expected("3@x\ta|b\n4@x\ta|b")]);
    }
}
