//! Rows 60 to 70: types.

use crate::Row;

pub(super) fn rows() -> Vec<Row> {
    let far = "<value name=\"Far\"/>";
    let state = "<enum name=\"State\">";
    let lost = "<value name=\"Lost\"/>";
    let place = "<param name=\"Place\" type=\"string\"/>";
    let weight = "<param name=\"Weight\" type=\"int\"/>";
    let minutes = "<param name=\"Minutes\" type=\"int\"/>";
    let born = "<param name=\"Born\" type=\"date\" optional=\"true\"/>";
    let ledger = "<attribute name=\"Ledger\" type=\"string\"/>";
    let first = "<value name=\"Open\"/>
    <value name=\"Closed\"/>";
    let volume = "<structure name=\"Volume\">";
    vec![
        Row::new(60, "enum_value_added").edit(far, "<value name=\"Far\"/>\n    <value name=\"Gone\"/>"),
        Row::new(60, "enum_value_of_results_added").edit(lost, "<value name=\"Lost\"/>\n    <value name=\"Paid\"/>"),
        Row::new(61, "enum_value_removed").edit(far, ""),
        Row::new(61, "enum_value_of_results_removed").edit(lost, ""),
        Row::new(62, "enum_text_changed").edit("<value name=\"Open\"/>", "<value name=\"OPEN\"/>").same("Open", "OPEN"),
        Row::new(62, "enum_text_of_results_changed").edit(lost, "<value name=\"LOST\"/>").same("Lost", "LOST"),
        Row::new(62, "enum_value_renamed").edit(far, "<value name=\"Distant\"/>").same("Far", "Distant"),
        Row::new(62, "enum_value_rust_name_changed").edit(far, "<value name=\"Far\" rust=\"Distant\"/>"),
        Row::new(62, "enum_of_results_became_flags").edit(state, "<enum name=\"State\" flags=\"true\">"),
        Row::new(62, "enum_of_results_no_longer_flags")
            .edit(state, "<enum name=\"State\" flags=\"true\">")
            .reversed(),
        Row::new(63, "enum_first_value_changed").edit(first, "<value name=\"Closed\"/>\n    <value name=\"Open\"/>"),
        Row::new(63, "enum_new_first_value").edit("<value name=\"Open\"/>", "<value name=\"None\"/>\n    <value name=\"Open\"/>"),
        Row::new(63, "enum_values_reordered").edit(
            "<value name=\"Closed\"/>
    <value name=\"Far\"/>",
            "<value name=\"Far\"/>
    <value name=\"Closed\"/>",
        ),
        Row::new(64, "optional_member_added").edit(place, "<param name=\"Place\" type=\"string\"/>\n    <param name=\"Room\" type=\"string\"/>"),
        Row::new(64, "optional_member_of_requests_added")
            .edit(born, "<param name=\"Born\" type=\"date\" optional=\"true\"/>\n    <param name=\"Street\" type=\"string\"/>"),
        Row::new(65, "value_member_of_results_added")
            .edit(weight, "<param name=\"Weight\" type=\"int\"/>\n    <param name=\"Price\" type=\"int\"/>")
            .today("`new()` takes nothing"),
        Row::new(65, "value_member_of_requests_added")
            .edit(born, "<param name=\"Born\" type=\"date\" optional=\"true\"/>\n    <param name=\"Age\" type=\"int\"/>")
            .today("`new()` takes nothing"),
        Row::new(66, "member_removed").edit(place, ""),
        Row::new(66, "member_of_requests_removed").edit(born, ""),
        Row::new(66, "member_renamed").edit(place, "<param name=\"Position\" type=\"string\"/>").same("Place", "Position"),
        Row::new(66, "member_renamed_on_the_wire")
            .edit(place, "<param name=\"Position\" type=\"string\" rust=\"place\"/>")
            .same("Place", "Position"),
        Row::new(66, "member_of_requests_renamed")
            .edit(born, "<param name=\"Birthday\" type=\"date\" optional=\"true\"/>")
            .same("Born", "Birthday"),
        Row::new(66, "member_of_another_type").edit(weight, "<param name=\"Weight\" type=\"long\"/>"),
        Row::new(66, "member_holds_json").edit(place, "<param name=\"Place\" type=\"string\" content=\"json\"/>"),
        Row::new(66, "member_of_requests_of_another_type")
            .edit(CARD_OF_READER, "<param name=\"Card\" type=\"string\"/>\n    <param name=\"Pin\" type=\"string\" secret=\"true\"/>\n  </structure>"),
        Row::new(66, "member_became_optional").edit(weight, "<param name=\"Weight\" type=\"int\" optional=\"true\"/>"),
        Row::new(66, "secret_of_member_cleared").edit(CARD_OF_READER, CARD_OF_READER_SHOWN),
        Row::new(67, "attribute_became_element").edit(ledger, "<param name=\"Ledger\" type=\"string\"/>"),
        Row::new(67, "element_became_attribute").edit(ledger, "<param name=\"Ledger\" type=\"string\"/>").reversed(),
        Row::new(67, "namespace_of_member_changed").edit(place, "<param name=\"Place\" type=\"string\" namespace=\"urn:place\"/>"),
        Row::new(68, "members_reordered").edit(
            "<param name=\"Number\" type=\"int\"/>
    <param name=\"Weight\" type=\"int\"/>",
            "<param name=\"Weight\" type=\"int\"/>
    <param name=\"Number\" type=\"int\"/>",
        ),
        Row::new(69, "derived_type_added").edit("<dataset name=\"Year\"", DISC),
        Row::new(69, "derived_type_removed").edit("<dataset name=\"Year\"", DISC).reversed(),
        Row::new(69, "member_of_derived_type_added")
            .edit(minutes, "<param name=\"Minutes\" type=\"int\"/>\n    <param name=\"Director\" type=\"string\"/>"),
        Row::new(69, "base_removed").edit("<structure name=\"Film\" base=\"Medium\">", "<structure name=\"Film\">"),
        Row::new(70, "type_renamed")
            .edit(volume, "<structure name=\"Exemplar\">")
            .edit("type=\"Volume\" array", "type=\"Exemplar\" array")
            .same("type Volume", "type Exemplar"),
        Row::new(70, "type_renamed_on_the_wire")
            .edit(volume, "<structure name=\"Exemplar\" rust=\"Volume\">")
            .edit("type=\"Volume\" array", "type=\"Exemplar\" array")
            .same("type Volume", "type Exemplar"),
        Row::new(70, "type_rust_name_changed").edit(volume, "<structure name=\"Volume\" rust=\"Exemplar\">"),
        Row::new(70, "derived_type_renamed").edit("<structure name=\"Film\"", "<structure name=\"Movie\"").same("type Film", "type Movie"),
        Row::new(70, "type_added").edit("<dataset name=\"Year\"", UNUSED),
        Row::new(70, "type_removed").edit("<dataset name=\"Year\"", UNUSED).reversed(),
    ]
}

const CARD_OF_READER: &str = "<param name=\"Card\" type=\"int\"/>
    <param name=\"Pin\" type=\"string\" secret=\"true\"/>
  </structure>";
const CARD_OF_READER_SHOWN: &str = "<param name=\"Card\" type=\"int\"/>
    <param name=\"Pin\" type=\"string\"/>
  </structure>";
const DISC: &str = "<structure name=\"Disc\" base=\"Medium\">
    <doc>A disc.</doc>
    <param name=\"Tracks\" type=\"int\"/>
  </structure>
  <dataset name=\"Year\"";
const UNUSED: &str = "<structure name=\"Shelving\">
    <doc>A shelving.</doc>
    <param name=\"Metres\" type=\"int\"/>
  </structure>
  <dataset name=\"Year\"";
