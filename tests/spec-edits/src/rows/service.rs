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
        Row::new(7, "title_changed").edit("title=\"Loans\"", "title=\"Lending\""),
        Row::new(8, "common_value_parameter_added")
            .edit("  </common>", "    <param name=\"Desk\" type=\"int\"/>\n  </common>"),
        Row::new(9, "credentials_added")
            .edit("<group name=\"layout\"", CREDENTIALS)
            .edit("<common>", "<common>\n    <use group=\"login\"/>"),
        Row::new(9, "credentials_removed")
            .edit("<group name=\"layout\"", CREDENTIALS)
            .edit("<common>", "<common>\n    <use group=\"login\"/>")
            .reversed(),
        Row::new(9, "credentials_of_another_kind")
            .on("<common>", "<common>\n    <param name=\"Access\" type=\"string\" secret=\"true\" role=\"key\"/>")
            .edit("role=\"key\"", "role=\"token\""),
    ]
}
