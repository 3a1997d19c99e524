//! Rows 1 to 9: the service.

use crate::Row;

const NAMESPACE: &str = " namespace=\"http://library.example/\"";
const CREDENTIALS: &str = "<group name=\"login\" role=\"credentials\">
    <doc>Who calls.</doc>
    <param name=\"User\" type=\"string\" role=\"username\"/>
    <param name=\"Password\" type=\"string\" role=\"password\" secret=\"true\"/>
  </group>

  <group name=\"layout\"";

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row::new(1, "namespace_changed").edit("http://library.example/", "http://library.example/2/"),
        Row::new(2, "namespace_removed").edit(NAMESPACE, ""),
        Row::new(3, "namespace_added").edit(NAMESPACE, "").reversed(),
        Row::new(4, "path_changed").edit("path=\"/library.asmx\"", "path=\"/books.asmx\""),
        Row::new(5, "service_renamed").edit("service name=\"Library\"", "service name=\"Archive\""),
        Row::new(6, "area_renamed").edit("area name=\"loans\"", "area name=\"lending\""),
        Row::new(6, "operation_in_another_area").edit(CLOSE, "").edit("  <area name=\"loans\"", MOVED_CLOSE),
        Row::new(7, "title_changed").edit("title=\"Loans\"", "title=\"Lending\""),
        Row::new(7, "service_doc_changed").edit("Books, readers and loans of a library.", "Books and who has them."),
        Row::new(8, "common_parameter_added")
            .edit("  </common>", "    <param name=\"Language\" type=\"string\"/>\n  </common>"),
        Row::new(8, "common_value_parameter_added")
            .edit("  </common>", "    <param name=\"Desk\" type=\"int\"/>\n  </common>"),
        Row::new(8, "common_parameter_removed")
            .edit("<param name=\"Branch\" type=\"string\"><doc>The branch of the library.</doc></param>", ""),
        Row::new(9, "credentials_added")
            .edit("<group name=\"layout\"", CREDENTIALS)
            .edit("<common>", "<common>\n    <use group=\"login\"/>"),
        Row::new(9, "credentials_removed")
            .edit("<group name=\"layout\"", CREDENTIALS)
            .edit("<common>", "<common>\n    <use group=\"login\"/>")
            .reversed(),
        Row::new(9, "credentials_changed")
            .on("<group name=\"layout\"", CREDENTIALS)
            .on("<common>", "<common>\n    <use group=\"login\"/>")
            .edit("<use group=\"login\"/>", "<param name=\"Key\" type=\"string\" role=\"key\" secret=\"true\"/>"),
        Row::new(9, "credentials_of_another_kind")
            .on("<common>", "<common>\n    <param name=\"Access\" type=\"string\" secret=\"true\" role=\"key\"/>")
            .edit("role=\"key\"", "role=\"token\""),
    ]
}

const CLOSE: &str = "    <operation name=\"Close\" result=\"none\" effect=\"write\">
      <doc>Ends a loan.</doc>
      <param name=\"Loan\" type=\"int\"/>
    </operation>
";

const MOVED_CLOSE: &str = "  <area name=\"ends\" title=\"Ends\">
    <doc>How it ends.</doc>
    <operation name=\"Close\" result=\"none\" effect=\"write\">
      <doc>Ends a loan.</doc>
      <param name=\"Loan\" type=\"int\"/>
    </operation>
  </area>

  <area name=\"loans\"";
