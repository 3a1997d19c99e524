//! Rows 71 to 85: results, columns, headers.

use crate::Row;

const EXPORT: &str = "<result kind=\"delimited\">
        <columns>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
          <column name=\"Reader\" type=\"string\"/>
        </columns>
      </result>";
const LOANS: &str = "<result kind=\"dataset\">
        <columns>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
          <column name=\"Due\" type=\"dateTime\"/>
        </columns>
      </result>";
const COUNT: &str = "<param name=\"Most\" type=\"int\" optional=\"true\"/>
      <result type=\"int\"/>";
const REMIND: &str = "<operation name=\"Remind\" result=\"string\" effect=\"send\">";
const FEE: &str = "<output name=\"Fee\" type=\"decimal\"/>";
const TRACE: &str = "<header name=\"Trace\" type=\"string\" direction=\"both\"/>";
const DUE: &str = "<column name=\"Due\" type=\"dateTime\"/>";

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row::new(71, "string_result_became_none").edit(REMIND, "<operation name=\"Remind\" result=\"none\" effect=\"send\">"),
        Row::new(71, "string_result_became_xml").edit(REMIND, "<operation name=\"Remind\" result=\"xml\" effect=\"send\">"),
        Row::new(71, "string_result_became_array").edit(REMIND, "<operation name=\"Remind\" result=\"integers\" effect=\"send\">"),
        Row::new(71, "dataset_result_became_delimited").edit(LOANS, "<result kind=\"string\"/>"),
        Row::new(71, "int_result_became_long").edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"long\"/>"),
        Row::new(71, "int_result_became_string").edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"string\"/>"),
        Row::new(71, "array_result_became_one").edit("<result type=\"Volume\" array=\"true\"/>", "<result type=\"Volume\"/>"),
        Row::new(71, "string_result_holds_xml_no_longer")
            .edit(REMIND, "<operation name=\"Remind\" result=\"string\" content=\"xml\" effect=\"send\">")
            .reversed(),
        Row::new(72, "result_element_renamed")
            .edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"int\" element=\"Count\"/>")
            .same("CountBooksResult", "Count"),
        Row::new(76, "column_inserted_in_delimited").edit(EXPORT, EXPORT_INSERTED),
        Row::new(76, "column_inserted_in_dataset").edit(DUE, "<column name=\"Desk\" type=\"string\"/>\n          <column name=\"Due\" type=\"dateTime\"/>"),
        Row::new(76, "columns_reordered_in_dataset").edit(LOANS, LOANS_REORDERED),
        Row::new(80, "table_changed").edit("<result kind=\"dataset\">\n        <columns>", "<result kind=\"dataset\">\n        <columns table=\"Loans\">"),
        Row::new(80, "table_of_typed_dataset_renamed_in_data")
            .edit("<table name=\"Loans\">", "<table name=\"Lent\" rust=\"loans\" row=\"YearLoansRow\">"),
        Row::new(82, "output_became_nullable").edit(FEE, "<output name=\"Fee\" type=\"decimal\" nullable=\"true\"/>"),
        Row::new(82, "scale_of_output_stated").edit(FEE, "<output name=\"Fee\" type=\"decimal\" scale=\"2\"/>"),
        Row::new(82, "first_output_added").edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"int\"/>\n      <output name=\"Left\" type=\"int\"/>"),
        Row::new(83, "request_header_added").edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Desk\" type=\"string\"/>"),
        Row::new(84, "request_header_removed")
            .edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Desk\" type=\"string\"/>")
            .reversed(),
        Row::new(84, "last_header_removed").edit(TRACE, ""),
        Row::new(84, "response_header_added")
            .edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Cost\" type=\"string\" direction=\"out\"/>"),
        Row::new(84, "response_header_became_required")
            .on(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Cost\" type=\"string\" direction=\"out\"/>")
            .edit("name=\"Cost\" type=\"string\"", "name=\"Cost\" type=\"string\" required=\"true\""),
        Row::new(84, "response_header_removed")
            .edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Cost\" type=\"string\" direction=\"out\"/>")
            .reversed(),
    ]
}

const EXPORT_INSERTED: &str = "<result kind=\"delimited\">
        <columns>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
          <column name=\"Desk\" type=\"string\"/>
          <column name=\"Reader\" type=\"string\"/>
        </columns>
      </result>";
const LOANS_REORDERED: &str = "<result kind=\"dataset\">
        <columns>
          <column name=\"Due\" type=\"dateTime\"/>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
        </columns>
      </result>";
