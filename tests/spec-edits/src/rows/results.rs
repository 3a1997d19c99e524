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
        Row::new(71, "string_result_became_none").edit(REMIND, "<operation name=\"Remind\" result=\"none\" effect=\"send\">")
            .tells("result-kind-changed operations/Remind/result | silent wire rust | soap11 soap12 get post | new get post | major | clients users implementors"),
        Row::new(71, "string_result_became_dataset").edit(REMIND, "<operation name=\"Remind\" result=\"dataset\" effect=\"send\">")
            .tells("result-kind-changed operations/Remind/result | wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(71, "string_result_became_xml").edit(REMIND, "<operation name=\"Remind\" result=\"xml\" effect=\"send\">")
            .tells("result-kind-changed operations/Remind/result | wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(71, "string_result_became_array").edit(REMIND, "<operation name=\"Remind\" result=\"integers\" effect=\"send\">")
            .tells("result-kind-changed operations/Remind/result | wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(71, "dataset_result_became_delimited").edit(LOANS, "<result kind=\"string\"/>")
            .tells("result-kind-changed operations/ListLoans/result | wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors")
            .tells("columns-withdrawn operations/ListLoans/result/columns | rust | - | new - | major | users implementors"),
        Row::new(71, "int_result_became_long").edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"long\"/>")
            .tells("result-type-changed operations/CountBooks/result | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(71, "int_result_became_string").edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"string\"/>")
            .tells("result-kind-changed operations/CountBooks/result | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(71, "array_result_became_one").edit("<result type=\"Volume\" array=\"true\"/>", "<result type=\"Volume\"/>")
            .tells("result-type-changed operations/FindCopies/result | silent rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(72, "result_element_renamed")
            .edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"int\" element=\"Count\"/>")
            .same("CountBooksResult", "Count")
            .tells("result-element-renamed operations/CountBooks/result | silent | soap11 soap12 | new soap11 soap12 | major | clients users"),
        Row::new(72, "string_result_element_renamed")
            .edit(REMIND_RESULT, "<param name=\"Pin\" type=\"string\" secret=\"true\"/>\n      <result kind=\"string\" element=\"Sent\"/>\n    </operation>")
            .edit(REMIND, "<operation name=\"Remind\" effect=\"send\">")
            .same("RemindResult", "Sent")
            .tells("result-element-renamed operations/Remind/result | wire | soap11 soap12 | new soap11 soap12 | major | clients users"),
        Row::new(73, "result_became_nullable")
            .edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"int\" nullable=\"true\"/>")
            .tells("result-became-nullable operations/CountBooks/result | behaviour | - | new - | minor | users implementors"),
        Row::new(73, "result_no_longer_nullable")
            .edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"int\" nullable=\"true\"/>")
            .reversed()
            .tells("result-no-longer-nullable operations/CountBooks/result | behaviour | - | new - | minor | users implementors"),
        Row::new(74, "columns_declared").edit(LOANS, "<result kind=\"dataset\"/>").reversed()
            .tells("columns-declared operations/ListLoans/result/columns | add | - | new - | minor | users implementors"),
        Row::new(75, "column_appended").edit(DUE, "<column name=\"Due\" type=\"dateTime\"/>\n          <column name=\"Desk\" type=\"string\"/>")
            .tells("column-appended operations/ListLoans/result/columns/Desk | add | - | new - | minor | users implementors"),
        Row::new(75, "column_appended_to_delimited").edit(EXPORT, EXPORT_APPENDED)
            .tells("column-appended operations/ExportLoans/result/columns/Desk | add | - | new - | minor | users implementors"),
        Row::new(76, "column_inserted_in_delimited").edit(EXPORT, EXPORT_INSERTED)
            .tells("column-inserted operations/ExportLoans/result/columns/Desk | silent | - | new - | major | users implementors"),
        Row::new(76, "columns_reordered_in_delimited").edit(EXPORT, EXPORT_REORDERED)
            .tells("columns-reordered operations/ExportLoans/result/columns | silent | - | new - | major | users implementors"),
        Row::new(76, "column_inserted_in_dataset").edit(DUE, "<column name=\"Desk\" type=\"string\"/>\n          <column name=\"Due\" type=\"dateTime\"/>")
            .tells("column-inserted operations/ListLoans/result/columns/Desk | add | - | new - | minor | users implementors"),
        Row::new(76, "columns_reordered_in_dataset").edit(LOANS, LOANS_REORDERED)
            .tells("columns-reordered operations/ListLoans/result/columns | docs | - | new - | patch | users"),
        Row::new(77, "column_removed").edit(DUE, "")
            .tells("column-removed operations/ListLoans/result/columns/Due | rust | - | new - | major | users implementors"),
        Row::new(77, "column_renamed").edit(DUE, "<column name=\"Until\" type=\"dateTime\"/>")
            .tells("column-renamed operations/ListLoans/result/columns/Until | rust | - | new - | major | users implementors"),
        Row::new(77, "column_renamed_in_data").edit(DUE, "<column name=\"Until\" type=\"dateTime\" rust=\"due\"/>")
            .tells("column-renamed-on-the-wire operations/ListLoans/result/columns/Until | silent | - | new - | major | users"),
        Row::new(77, "column_rust_name_changed").edit(DUE, "<column name=\"Due\" type=\"dateTime\" rust=\"until\"/>")
            .tells("column-rust-name-changed operations/ListLoans/result/columns/Due | rust | - | new - | major | users implementors"),
        Row::new(78, "column_became_required").edit(DUE, "<column name=\"Due\" type=\"dateTime\" required=\"true\"/>")
            .tells("column-became-required operations/ListLoans/result/columns/Due | rust behaviour | - | new - | major | users implementors"),
        Row::new(78, "column_no_longer_required").edit(DUE, "<column name=\"Due\" type=\"dateTime\" required=\"true\"/>").reversed()
            .tells("column-no-longer-required operations/ListLoans/result/columns/Due | rust behaviour | - | new - | major | users implementors"),
        Row::new(79, "column_of_another_type").edit(DUE, "<column name=\"Due\" type=\"string\"/>")
            .tells("column-type-changed operations/ListLoans/result/columns/Due | rust behaviour | - | new - | major | users implementors"),
        Row::new(80, "table_changed").edit("<result kind=\"dataset\">\n        <columns>", "<result kind=\"dataset\">\n        <columns table=\"Loans\">")
            .tells("result-table-changed operations/ListLoans/result/columns | behaviour | - | new - | major | users"),
        Row::new(80, "table_of_typed_dataset_renamed").edit("<table name=\"Loans\">", "<table name=\"Lent\">")
            .tells("table-renamed types/Year/tables/Lent | silent rust | - | new - | major | users implementors"),
        Row::new(80, "table_of_typed_dataset_renamed_in_data")
            .edit("<table name=\"Loans\">", "<table name=\"Lent\" rust=\"loans\" row=\"YearLoansRow\">")
            .tells("table-renamed types/Year/tables/Lent | silent | - | new - | major | users"),
        Row::new(81, "columns_withdrawn").edit(LOANS, "<result kind=\"dataset\"/>")
            .tells("columns-withdrawn operations/ListLoans/result/columns | rust | - | new - | major | users implementors"),
        Row::new(82, "output_added").edit(FEE, "<output name=\"Fee\" type=\"decimal\"/>\n      <output name=\"Due\" type=\"date\"/>")
            .tells("output-added operations/Renew/outputs/Due | add | - | new soap11 soap12 | minor | users implementors"),
        Row::new(82, "output_removed").edit(FEE, "")
            .tells("output-removed operations/Renew/outputs/Fee | silent rust behaviour | soap11 soap12 | new - | major | clients users implementors"),
        Row::new(82, "output_renamed").edit(FEE, "<output name=\"Cost\" type=\"decimal\"/>").same("Fee", "Cost")
            .tells("output-renamed operations/Renew/outputs/Cost | silent rust | soap11 soap12 | new soap11 soap12 | major | clients users implementors"),
        Row::new(82, "first_output_added").edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"int\"/>\n      <output name=\"Left\" type=\"int\"/>")
            .tells("http-withdrawn-by-type operations/CountBooks/transports | wire | get post | new - | major | clients users")
            .tells("output-added operations/CountBooks/outputs/Left | rust add | - | new soap11 soap12 | major | users implementors"),
        Row::new(83, "request_header_added").edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Desk\" type=\"string\"/>")
            .tells("request-header-added operations/Renew/request-headers/Desk | add | - | new - | minor | users implementors"),
        Row::new(83, "first_header_added").edit(COUNT, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <result type=\"int\"/>\n      <header name=\"Desk\" type=\"string\"/>")
            .tells("request-header-added operations/CountBooks/request-headers/Desk | rust add | - | new - | major | users implementors"),
        Row::new(84, "request_header_removed")
            .edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Desk\" type=\"string\"/>")
            .reversed()
            .tells("request-header-removed operations/Renew/request-headers/Desk | behaviour | - | new - | major | users"),
        Row::new(84, "last_header_removed").edit(TRACE, "")
            .tells("request-header-removed operations/Renew/request-headers/Trace | rust behaviour | - | new - | major | users implementors")
            .tells("response-header-removed operations/Renew/response-headers/Trace | silent behaviour | soap11 soap12 | new - | major | clients users"),
        Row::new(84, "response_header_added")
            .edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Cost\" type=\"string\" direction=\"out\"/>")
            .tells("response-header-added operations/Renew/response-headers/Cost | add | - | new - | minor | users implementors"),
        Row::new(84, "response_header_removed")
            .edit(TRACE, "<header name=\"Trace\" type=\"string\" direction=\"both\"/>\n      <header name=\"Cost\" type=\"string\" direction=\"out\"/>")
            .reversed()
            .tells("response-header-removed operations/Renew/response-headers/Cost | silent behaviour | soap11 soap12 | new - | major | clients users"),
    ]
}

const REMIND_RESULT: &str = "<param name=\"Pin\" type=\"string\" secret=\"true\"/>
    </operation>";
const EXPORT_APPENDED: &str = "<result kind=\"delimited\">
        <columns>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
          <column name=\"Reader\" type=\"string\"/>
          <column name=\"Desk\" type=\"string\"/>
        </columns>
      </result>";
const EXPORT_INSERTED: &str = "<result kind=\"delimited\">
        <columns>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
          <column name=\"Desk\" type=\"string\"/>
          <column name=\"Reader\" type=\"string\"/>
        </columns>
      </result>";
const EXPORT_REORDERED: &str = "<result kind=\"delimited\">
        <columns>
          <column name=\"Reader\" type=\"string\"/>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
        </columns>
      </result>";
const LOANS_REORDERED: &str = "<result kind=\"dataset\">
        <columns>
          <column name=\"Due\" type=\"dateTime\"/>
          <column name=\"Copy\" type=\"int\" required=\"true\"/>
        </columns>
      </result>";
