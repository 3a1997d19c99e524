//! Rows 30 to 59: parameters.

use crate::Row;

const COUNT: &str = "<operation name=\"CountBooks\" effect=\"read\">";
const MOST: &str = "<param name=\"Most\" type=\"int\" optional=\"true\"/>";
const WORDS: &str = "<doc>Finds copies.</doc>
      <param name=\"Words\" type=\"string\"/>";
const FIRST: &str = "<param name=\"First\" type=\"int\"/>";
const FIRST_AND_LAST: &str = "<param name=\"First\" type=\"int\"/>
      <param name=\"Last\" type=\"int\"/>";
const LAST_AND_FIRST: &str = "<param name=\"Last\" type=\"int\"/>
      <param name=\"First\" type=\"int\"/>";
const SINCE: &str = "<param name=\"Since\" type=\"dateTime\"/>";
const COPIES: &str = "<param name=\"Copies\" type=\"int\" array=\"true\"/>";
const LABELS: &str = "<param name=\"Labels\" type=\"string\" array=\"true\"/>";
const PIN: &str = "<param name=\"Pin\" type=\"string\" secret=\"true\"/>
    </operation>";

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row::new(31, "required_text_parameter_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Author\" type=\"string\" required=\"true\"/>")
            .today("`new()` takes nothing, so that no code breaks"),
        Row::new(35, "required_parameter_renamed").edit(SINCE, "<param name=\"From\" type=\"dateTime\"/>").same("Since", "From"),
        Row::new(36, "parameter_renamed_on_the_wire")
            .edit(MOST, "<param name=\"Limit\" type=\"int\" optional=\"true\" rust=\"most\"/>")
            .same("Most", "Limit"),
        Row::new(37, "parameter_case_changed")
            .edit(MOST, "<param name=\"MOST\" type=\"int\" optional=\"true\"/>")
            .same("Most", "MOST"),
        Row::new(37, "parameter_case_changed_and_rust_name")
            .edit(SINCE, "<param name=\"SinCe\" type=\"dateTime\"/>")
            .same("Since", "SinCe"),
        Row::new(38, "optional_parameters_reordered").edit(
            "<param name=\"Words\" type=\"string\"/>
      <param name=\"Author\" type=\"string\"/>",
            "<param name=\"Author\" type=\"string\"/>
      <param name=\"Words\" type=\"string\"/>",
        ),
        Row::new(38, "parameters_of_rpc_reordered")
            .on(COUNT, "<operation name=\"CountBooks\" effect=\"read\" style=\"rpc\">")
            .edit(
                "<doc>Counts the books of a shelf.</doc>
      <param name=\"Words\" type=\"string\"/>
      <param name=\"Shelf\" type=\"Shelf\"/>",
                "<doc>Counts the books of a shelf.</doc>
      <param name=\"Shelf\" type=\"Shelf\"/>
      <param name=\"Words\" type=\"string\"/>",
            ),
        Row::new(39, "required_parameters_of_two_types_reordered")
            .edit(
                "<param name=\"Last\" type=\"int\"/>
      <param name=\"Since\" type=\"dateTime\"/>",
                "<param name=\"Since\" type=\"dateTime\"/>
      <param name=\"Last\" type=\"int\"/>",
            )
            .today("no request has positional arguments"),
        Row::new(40, "required_parameters_of_one_type_reordered")
            .edit(FIRST_AND_LAST, LAST_AND_FIRST)
            .today("no request has positional arguments"),
        Row::new(41, "optional_value_became_required")
            .edit(MOST, "<param name=\"Most\" type=\"int\"/>")
            .today("every parameter is a field that may be left out"),
        Row::new(46, "string_became_int").edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"int\"/>"),
        Row::new(46, "string_became_boolean").edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"boolean\"/>"),
        Row::new(47, "int_became_string").edit(FIRST, "<param name=\"First\" type=\"string\"/>"),
        Row::new(51, "int_array_became_scalar").edit(COPIES, "<param name=\"Copies\" type=\"int\" optional=\"true\"/>"),
        Row::new(52, "array_item_renamed").edit(LABELS, "<param name=\"Labels\" type=\"string\" array=\"true\" item=\"Label\"/>"),
        Row::new(54, "parameter_that_http_cannot_carry_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Key\" type=\"guid\" optional=\"true\"/>"),
        Row::new(54, "structure_parameter_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"By\" type=\"Reader\"/>"),
        Row::new(55, "parameter_holds_xml")
            .edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"string\" content=\"xml\"/>"),
        Row::new(55, "secret_set").edit(PIN, PIN_SHOWN).reversed(),
        Row::new(56, "secret_cleared").edit(PIN, PIN_SHOWN),
        Row::new(57, "field_roles_removed").on(WORDS_AND_AUTHOR, ARRAYS).edit(ARRAYS, FIELDS).reversed(),
        Row::new(58, "default_documented").edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\" default=\"10\"/>"),
        Row::new(58, "default_removed")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\" default=\"10\"/>")
            .reversed(),
        Row::new(59, "parameters_moved_into_a_group")
            .edit("<group name=\"layout\"", "<group name=\"range\">\n    <doc>Which ones.</doc>\n    <param name=\"First\" type=\"int\"/>\n    <param name=\"Last\" type=\"int\"/>\n  </group>\n\n  <group name=\"layout\"")
            .edit("<param name=\"Author\" type=\"string\"/>
      <param name=\"First\" type=\"int\"/>
      <param name=\"Last\" type=\"int\"/>", "<param name=\"Author\" type=\"string\"/>\n      <use group=\"range\"/>"),
        Row::new(59, "parameters_moved_out_of_a_group")
            .edit("<use group=\"layout\"/>", "<param name=\"Rows\" type=\"string\" role=\"row-delimiter\"/>
      <param name=\"Columns\" type=\"string\" role=\"column-delimiter\"/>"),
    ]
}

const PIN_SHOWN: &str = "<param name=\"Pin\" type=\"string\"/>
    </operation>";
const WORDS_AND_AUTHOR: &str = "<param name=\"Words\" type=\"string\"/>
      <param name=\"Author\" type=\"string\"/>";
const ARRAYS: &str = "<param name=\"Words\" type=\"string\" array=\"true\"/>
      <param name=\"Author\" type=\"string\" array=\"true\"/>";
const FIELDS: &str = "<param name=\"Words\" type=\"string\" array=\"true\" role=\"field-names\"/>
      <param name=\"Author\" type=\"string\" array=\"true\" role=\"field-values\"/>";
