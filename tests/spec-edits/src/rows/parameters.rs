//! Rows 30 to 59: parameters.

use crate::Row;

const MOST: &str = "<param name=\"Most\" type=\"int\" optional=\"true\"/>";
const WORDS: &str = "<doc>Finds copies.</doc>
      <param name=\"Words\" type=\"string\"/>";
const FIRST: &str = "<param name=\"First\" type=\"int\"/>";
const FIRST_AND_LAST: &str = "<param name=\"First\" type=\"int\"/>
      <param name=\"Last\" type=\"int\"/>";
const LAST_AND_FIRST: &str = "<param name=\"Last\" type=\"int\"/>
      <param name=\"First\" type=\"int\"/>";
const SINCE: &str = "<param name=\"Since\" type=\"dateTime\"/>";
const TOTAL: &str = "<param name=\"Total\" type=\"long\"/>";
const COPIES: &str = "<param name=\"Copies\" type=\"int\" array=\"true\"/>";
const LABELS: &str = "<param name=\"Labels\" type=\"string\" array=\"true\"/>";
const TO: &str = "<param name=\"To\" type=\"Shelf\"/>";
const PIN: &str = "<param name=\"Pin\" type=\"string\" secret=\"true\"/>
    </operation>";

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row::new(30, "optional_parameter_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Author\" type=\"string\"/>")
            .tells("optional-parameter-added operations/CountBooks/parameters/Author | wire add | get post | new - | minor | clients users implementors"),
        Row::new(30, "optional_value_parameter_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Page\" type=\"int\" optional=\"true\"/>")
            .tells("optional-parameter-added operations/CountBooks/parameters/Page | wire add | get post | new - | minor | clients users implementors"),
        Row::new(31, "required_parameter_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Page\" type=\"int\"/>")
            .today("`new()` takes nothing, so that no code breaks")
            .tells("required-parameter-added operations/CountBooks/parameters/Page | silent wire behaviour | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(31, "required_text_parameter_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Author\" type=\"string\" required=\"true\"/>")
            .today("`new()` takes nothing, so that no code breaks")
            .tells("required-parameter-added operations/CountBooks/parameters/Author | silent wire behaviour | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(32, "fifth_required_parameter")
            .on(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"string\" required=\"true\"/>")
            .edit(SINCE, "<param name=\"Since\" type=\"dateTime\"/>\n      <param name=\"Desk\" type=\"int\"/>")
            .today("there is no threshold: as any other")
            .tells("required-parameter-added operations/FindCopies/parameters/Desk | silent wire behaviour | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(33, "required_parameter_removed").edit(SINCE, "")
            .tells("required-parameter-removed operations/FindCopies/parameters/Since | rust behaviour | - | new soap11 soap12 get post | major | users implementors"),
        Row::new(34, "optional_parameter_removed").edit(MOST, "")
            .tells("optional-parameter-removed operations/CountBooks/parameters/Most | rust behaviour | - | new get post | major | users implementors"),
        Row::new(35, "parameter_renamed")
            .edit(MOST, "<param name=\"Limit\" type=\"int\" optional=\"true\"/>")
            .same("Most", "Limit")
            .tells("parameter-renamed operations/CountBooks/parameters/Limit | silent wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(35, "required_parameter_renamed").edit(SINCE, "<param name=\"From\" type=\"dateTime\"/>").same("Since", "From")
            .tells("parameter-renamed operations/FindCopies/parameters/From | silent wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(36, "parameter_renamed_on_the_wire")
            .edit(MOST, "<param name=\"Limit\" type=\"int\" optional=\"true\" rust=\"most\"/>")
            .same("Most", "Limit")
            .tells("parameter-renamed-on-the-wire operations/CountBooks/parameters/Limit | silent wire | soap11 soap12 get post | new soap11 soap12 get post | minor | clients users"),
        Row::new(37, "parameter_case_changed")
            .edit(MOST, "<param name=\"MOST\" type=\"int\" optional=\"true\"/>")
            .same("Most", "MOST")
            .tells("parameter-case-changed operations/CountBooks/parameters/MOST | silent | soap11 soap12 | new soap11 soap12 | minor | clients users"),
        Row::new(37, "parameter_case_changed_and_rust_name")
            .edit(SINCE, "<param name=\"SinCe\" type=\"dateTime\"/>")
            .same("Since", "SinCe")
            .tells("parameter-case-changed operations/FindCopies/parameters/SinCe | silent rust | soap11 soap12 | new soap11 soap12 | major | clients users implementors"),
        Row::new(38, "optional_parameters_reordered").edit(
            "<param name=\"Words\" type=\"string\"/>
      <param name=\"Author\" type=\"string\"/>",
            "<param name=\"Author\" type=\"string\"/>
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
        Row::new(41, "optional_became_required")
            .edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"string\" required=\"true\"/>")
            .today("every parameter is a field that may be left out")
            .tells("parameter-became-required operations/FindCopies/parameters/Words | behaviour | - | new - | major | users"),
        Row::new(41, "optional_value_became_required")
            .edit(MOST, "<param name=\"Most\" type=\"int\"/>")
            .today("every parameter is a field that may be left out")
            .tells("parameter-became-required operations/CountBooks/parameters/Most | silent behaviour | soap11 soap12 | new - | major | clients users"),
        Row::new(42, "required_became_optional")
            .edit(FIRST, "<param name=\"First\" type=\"int\" optional=\"true\"/>")
            .today("every parameter is a field that may be left out")
            .tells("parameter-became-optional operations/FindCopies/parameters/First | add | - | new soap11 soap12 | minor | users implementors"),
        Row::new(42, "became_nullable")
            .edit(FIRST, "<param name=\"First\" type=\"int\" nullable=\"true\"/>")
            .today("every parameter is a field that may be left out")
            .tells("http-withdrawn-by-type operations/FindCopies/transports | wire | get post | new - | major | clients users")
            .tells("parameter-became-nullable operations/FindCopies/parameters/First | add | - | new soap11 soap12 | minor | users implementors"),
        Row::new(43, "no_longer_nullable")
            .edit(FIRST, "<param name=\"First\" type=\"int\" nullable=\"true\"/>")
            .reversed()
            .today("every parameter is a field that may be left out")
            .tells("transport-added operations/FindCopies/transports | add | - | new get post | minor | users")
            .tells("parameter-no-longer-nullable operations/FindCopies/parameters/First | wire | soap11 soap12 | new - | major | clients"),
        Row::new(44, "int_became_long").edit(FIRST, "<param name=\"First\" type=\"long\"/>")
            .tells("parameter-type-widened operations/FindCopies/parameters/First | rust | - | new soap11 soap12 get post | major | users implementors"),
        Row::new(45, "long_became_int").edit(TOTAL, "<param name=\"Total\" type=\"int\"/>")
            .tells("parameter-type-narrowed operations/MoveCopies/parameters/Total | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(46, "string_became_int").edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"int\"/>")
            .tells("parameter-string-became-typed operations/FindCopies/parameters/Words | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(46, "string_became_date").edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"date\"/>")
            .tells("http-withdrawn-by-type operations/FindCopies/transports | wire | get post | new - | major | clients users")
            .tells("parameter-string-became-typed operations/FindCopies/parameters/Words | wire rust | soap11 soap12 | new - | major | clients users implementors"),
        Row::new(46, "string_became_boolean").edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"boolean\"/>")
            .tells("parameter-string-became-typed operations/FindCopies/parameters/Words | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(47, "int_became_string").edit(FIRST, "<param name=\"First\" type=\"string\"/>")
            .tells("parameter-typed-became-string operations/FindCopies/parameters/First | rust | - | new soap11 soap12 get post | major | users implementors"),
        Row::new(48, "string_became_enum").edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"Shelf\"/>")
            .tells("parameter-string-became-enum operations/FindCopies/parameters/Words | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(49, "enum_became_string").edit(TO, "<param name=\"To\" type=\"string\"/>")
            .tells("parameter-enum-became-string operations/MoveCopies/parameters/To | rust | - | new soap11 soap12 get post | major | users implementors"),
        Row::new(50, "scalar_became_array")
            .edit(WORDS, "<doc>Finds copies.</doc>\n      <param name=\"Words\" type=\"string\" array=\"true\"/>")
            .tells("parameter-became-array operations/FindCopies/parameters/Words | silent rust | soap11 soap12 | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(51, "array_became_scalar").edit(LABELS, "<param name=\"Labels\" type=\"string\"/>")
            .tells("parameter-became-scalar operations/MoveCopies/parameters/Labels | silent wire rust | soap11 soap12 get post | new soap11 soap12 | major | clients users implementors"),
        Row::new(51, "int_array_became_scalar").edit(COPIES, "<param name=\"Copies\" type=\"int\" optional=\"true\"/>")
            .tells("parameter-became-scalar operations/MoveCopies/parameters/Copies | wire rust | soap11 soap12 get post | new soap11 soap12 | major | clients users implementors"),
        Row::new(52, "array_item_renamed").edit(LABELS, "<param name=\"Labels\" type=\"string\" array=\"true\" item=\"Label\"/>")
            .tells("array-item-renamed operations/MoveCopies/parameters/Labels | silent | soap11 soap12 | new soap11 soap12 | minor | clients users"),
        Row::new(53, "array_items_became_nullable")
            .edit(COPIES, "<param name=\"Copies\" type=\"int\" array=\"true\" nullable=\"true\"/>")
            .tells("http-withdrawn-by-type operations/MoveCopies/transports | wire | get post | new - | major | clients users")
            .tells("array-items-became-nullable operations/MoveCopies/parameters/Copies | rust | - | new soap11 soap12 | major | users implementors"),
        Row::new(53, "array_items_no_longer_nullable")
            .edit(COPIES, "<param name=\"Copies\" type=\"int\" array=\"true\" nullable=\"true\"/>")
            .reversed()
            .tells("transport-added operations/MoveCopies/transports | add | - | new get post | minor | users")
            .tells("array-items-no-longer-nullable operations/MoveCopies/parameters/Copies | wire rust | soap11 soap12 | new - | major | clients users implementors"),
        Row::new(54, "parameter_that_http_cannot_carry_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Key\" type=\"guid\" optional=\"true\"/>")
            .tells("http-withdrawn-by-type operations/CountBooks/transports | wire | get post | new - | major | clients users")
            .tells("optional-parameter-added operations/CountBooks/parameters/Key | add | - | new - | minor | users implementors"),
        Row::new(54, "parameter_became_one_that_http_cannot_carry").edit(MOST, "<param name=\"Most\" type=\"duration\" optional=\"true\"/>")
            .tells("http-withdrawn-by-type operations/CountBooks/transports | wire | get post | new - | major | clients users")
            .tells("parameter-type-changed operations/CountBooks/parameters/Most | wire rust | soap11 soap12 | new soap11 soap12 | major | clients users implementors"),
        Row::new(54, "structure_parameter_added")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"By\" type=\"Reader\"/>")
            .tells("http-withdrawn-by-type operations/CountBooks/transports | wire | get post | new - | major | clients users")
            .tells("optional-parameter-added operations/CountBooks/parameters/By | add | - | new - | minor | users implementors"),
        Row::new(55, "secret_set").edit(PIN, PIN_SHOWN).reversed()
            .tells("secret-set operations/Remind/parameters/Pin | behaviour | - | new - | minor | users implementors"),
        Row::new(56, "secret_cleared").edit(PIN, PIN_SHOWN)
            .tells("secret-cleared operations/Remind/parameters/Pin | silent | - | new - | major | users implementors"),
        Row::new(57, "roles_swapped")
            .edit("role=\"row-delimiter\"", "role=\"a\"")
            .edit("role=\"column-delimiter\"", "role=\"row-delimiter\"")
            .edit("role=\"a\"", "role=\"column-delimiter\"")
            .tells("role-changed operations/ExportLoans/parameters/Rows | behaviour | - | new - | major | users")
            .tells("role-changed operations/ExportLoans/parameters/Columns | behaviour | - | new - | major | users"),
        Row::new(57, "date_roles_added").edit(WORDS_AND_AUTHOR, DATES)
            .tells("role-added operations/FindCopies/parameters/Words | behaviour | - | new - | minor | users")
            .tells("role-added operations/FindCopies/parameters/Author | behaviour | - | new - | minor | users"),
        Row::new(57, "date_roles_removed").edit(WORDS_AND_AUTHOR, DATES).reversed()
            .tells("role-removed operations/FindCopies/parameters/Words | behaviour | - | new - | major | users")
            .tells("role-removed operations/FindCopies/parameters/Author | behaviour | - | new - | major | users"),
        Row::new(57, "field_roles_added").on(WORDS_AND_AUTHOR, ARRAYS).edit(ARRAYS, FIELDS)
            .tells("role-added operations/FindCopies/parameters/Words | behaviour | - | new - | minor | users")
            .tells("role-added operations/FindCopies/parameters/Author | behaviour | - | new - | minor | users"),
        Row::new(57, "field_roles_removed").on(WORDS_AND_AUTHOR, ARRAYS).edit(ARRAYS, FIELDS).reversed()
            .tells("role-removed operations/FindCopies/parameters/Words | behaviour | - | new - | major | users")
            .tells("role-removed operations/FindCopies/parameters/Author | rust behaviour | - | new - | major | users"),
        Row::new(57, "date_roles_swapped").on(WORDS_AND_AUTHOR, DATES).edit(DATES, SWAPPED_DATES)
            .tells("role-changed operations/FindCopies/parameters/Words | behaviour | - | new - | major | users")
            .tells("role-changed operations/FindCopies/parameters/Author | behaviour | - | new - | major | users"),
        Row::new(58, "default_documented").edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\" default=\"10\"/>")
            .tells("default-changed operations/CountBooks/parameters/Most | silent behaviour | soap11 soap12 | new soap11 soap12 | minor | clients users"),
        Row::new(58, "default_changed")
            .on(MOST, "<param name=\"Most\" type=\"int\" default=\"10\"/>")
            .edit("default=\"10\"", "default=\"20\"")
            .tells("default-changed operations/CountBooks/parameters/Most | silent behaviour | soap11 soap12 | new soap11 soap12 | minor | clients users"),
        Row::new(58, "default_removed")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\" default=\"10\"/>")
            .reversed()
            .tells("default-changed operations/CountBooks/parameters/Most | silent behaviour | soap11 soap12 | new soap11 soap12 | minor | clients users"),
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
const DATES: &str = "<param name=\"Words\" type=\"string\" role=\"begin-date\"/>
      <param name=\"Author\" type=\"string\" role=\"end-date\"/>";
const SWAPPED_DATES: &str = "<param name=\"Words\" type=\"string\" role=\"end-date\"/>
      <param name=\"Author\" type=\"string\" role=\"begin-date\"/>";
const ARRAYS: &str = "<param name=\"Words\" type=\"string\" array=\"true\"/>
      <param name=\"Author\" type=\"string\" array=\"true\"/>";
const FIELDS: &str = "<param name=\"Words\" type=\"string\" array=\"true\" role=\"field-names\"/>
      <param name=\"Author\" type=\"string\" array=\"true\" role=\"field-values\"/>";
