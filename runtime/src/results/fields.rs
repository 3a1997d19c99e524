//! Results as fields. Parameters and members may be data sets and tables too.

use std::borrow::Cow;
use std::fmt::Display;

use super::data_set::ReadError;
use super::{DataSet, DataTable, DelimitedText, Integers, Text, XmlDocument};
use crate::operation::{InvalidValue, Type, XmlKind};
use crate::results::table::Table;
use crate::value::field::{DocumentMut, Field, FieldType, Input, IntoValue, SingleValue, Step, View};
use crate::xml::{Document, ParseOptions};

impl FieldType for DataSet {
    const TYPE: Type = Type::Xml(XmlKind::DataSet);
    const NAME: &'static str = XmlKind::DataSet.name();
}

impl SingleValue for DataSet {}

impl Field for DataSet {
    fn view(&self) -> View<'_> {
        if self.is_null() { View::Null } else { View::DataSet(self) }
    }

    fn document_mut(&mut self) -> Option<DocumentMut<'_>> {
        Some(DocumentMut::DataSet(self))
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        *self = match input {
            Input::Absent | Input::Nil => Self::null(),
            Input::Xml(content) => read(&content)?,
            _ => return Err(InvalidValue::shape(Self::NAME)),
        };
        Ok(())
    }
}

/// The data set inside an element; one without tables if the element is empty. Rows may come without a schema and a diffgram. Other content, also an
/// element without columns, is an error, because a data set would lose it: documents describe other objects that write themselves in the same way.
fn read(content: &str) -> Result<DataSet, InvalidValue> {
    let invalid = |error: &dyn Display| InvalidValue::new(content, &format!("{}: {error}", DataSet::NAME));
    let document = format!("<DataSet>{content}</DataSet>");
    match DataSet::read(document.as_bytes()) {
        Err(ReadError::NoDataSet) if content.trim().is_empty() => Ok(DataSet::new("")),
        Err(ReadError::NoDataSet) => {
            let document = Document::parse(document, &read_before()).map_err(|error| invalid(&error))?;
            let are_rows = document.root().elements().all(|row| row.elements().next().is_some());
            if !are_rows {
                return Err(invalid(&ReadError::NoDataSet));
            }
            DataSet::from_element(document.root()).map_err(|error| invalid(&error))
        }
        read => read.map_err(|error| invalid(&error)),
    }
}

impl FieldType for DataTable {
    const TYPE: Type = Type::Xml(XmlKind::DataTable);
    const NAME: &'static str = XmlKind::DataTable.name();
}

impl SingleValue for DataTable {}

impl IntoValue<Option<DataTable>> for Table {
    fn into_value(self) -> Option<DataTable> {
        Some(DataTable::new(self))
    }
}

impl Field for DataTable {
    fn view(&self) -> View<'_> {
        self.as_data_set().view()
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        let mut data_set = DataSet::null();
        data_set.take(input)?;
        *self = Self::from(data_set);
        Ok(())
    }
}

impl FieldType for XmlDocument {
    const TYPE: Type = Type::Xml(XmlKind::Content);
    const NAME: &'static str = XmlKind::Content.name();
}

impl Field for XmlDocument {
    fn view(&self) -> View<'_> {
        if self.is_null() { View::Null } else { View::Document(self) }
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        *self = match input {
            Input::Absent | Input::Nil => Self::null(),
            // An empty element holds a document without a root, which is null.
            Input::Xml(content) if content.trim().is_empty() => Self::null(),
            Input::Xml(content) => {
                let document = Document::parse(content.clone(), &read_before());
                Self::from_element(document.map_err(|_| InvalidValue::new(&content, "XML document"))?.root())
            }
            _ => return Err(InvalidValue::shape("XML document")),
        };
        Ok(())
    }

    fn document_mut(&mut self) -> Option<DocumentMut<'_>> {
        Some(DocumentMut::Document(self))
    }
}

/// No bounds: the text was within bounds when the response was read.
fn read_before() -> ParseOptions {
    let mut options = ParseOptions::keeping_forbidden_references();
    (options.max_depth, options.max_nodes) = (usize::MAX, usize::MAX);
    (options.max_attributes, options.max_name) = (usize::MAX, usize::MAX);
    options
}

impl FieldType for Text {
    const TYPE: Type = Type::STRING;
    const NAME: &'static str = "string";
}

impl Field for Text {
    fn view(&self) -> View<'_> {
        self.as_option().map_or(View::Null, |text| View::Text(Cow::Borrowed(text)))
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        let mut text = None::<String>;
        Field::take(&mut text, input)?;
        *self = Self::from(text);
        Ok(())
    }
}

impl FieldType for DelimitedText {
    const TYPE: Type = Type::STRING;
    const NAME: &'static str = "string";
}

impl Field for DelimitedText {
    fn view(&self) -> View<'_> {
        if self.is_null() { View::Null } else { View::Text(Cow::Borrowed(self.as_str())) }
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        let mut text = Text::null();
        Field::take(&mut text, input)?;
        *self = Self::from(text);
        Ok(())
    }
}

impl FieldType for Integers {
    const TYPE: Type = Type::INT_ARRAY;
    const NAME: &'static str = "";
}

impl Field for Integers {
    fn view(&self) -> View<'_> {
        if self.is_null() { View::Null } else { View::Items(self.as_slice().len()) }
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        self.as_slice().get(index).map(|item| item as &dyn Field)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        Field::take(self.as_mut(), input)
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        self.as_mut().enter(step)
    }

    fn room(&mut self, more: usize) {
        self.as_mut().room(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::cells;
    use crate::results::table::ColumnType;
    use crate::value::Value;

    fn table() -> Table {
        Table::new("T").column("A", ColumnType::Int).column("B", ColumnType::String).row(cells![1, "<x>"])
    }

    fn again<F: Field + Default>(field: &F) -> F {
        let Value::Xml(content) = (field as &dyn Field).to_value() else { panic!("not given") };
        let mut read = F::default();
        read.take(Input::Xml(Cow::Owned(content.into_owned()))).unwrap();
        read
    }

    #[test]
    fn written_results_are_read_back() {
        let data_set = DataSet::new("Shop").in_namespace("urn:shop", "").table(table());
        assert_eq!(again(&data_set), data_set);
        let data_table = DataTable::new(table());
        assert_eq!(again(&data_table), data_table);
        assert_eq!(again(&data_table).into_table(), Some(table()));
        assert_eq!(again(&DataSet::new("")), DataSet::new(""));
    }

    #[test]
    fn absent_and_nil_are_null_and_an_empty_element_has_no_tables() {
        let mut data_set = DataSet::new("").table(table());
        data_set.take(Input::Xml("".into())).unwrap();
        assert_eq!(data_set, DataSet::new(""));
        for input in [Input::Absent, Input::Nil] {
            data_set.take(input).unwrap();
            assert!(data_set.is_null());
            data_set = DataSet::new("");
        }
        assert_eq!((DataSet::null().view(), DataTable::null().view()), (View::Null, View::Null));
        assert_eq!(DataTable::null().table(), None);
    }

    #[test]
    fn other_values_are_refused_and_change_nothing() {
        let mut data_table = DataTable::new(table());
        for (input, expected) in [
            (Input::Text("5".into()), "`a value of another shape` is not a valid DataSet"),
            (Input::Xml("<a>".into()), "`<a>` is not a valid DataSet: "),
        ] {
            let error = data_table.take(input).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(data_table, DataTable::new(table()));
    }
}
