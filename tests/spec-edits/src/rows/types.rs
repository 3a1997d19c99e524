//! Rows 60 to 70: types.

use crate::Row;

pub(super) fn rows() -> Vec<Row> {
    let far = "<value name=\"Far\"/>";
    let state = "<enum name=\"State\">";
    let lost = "<value name=\"Lost\"/>";
    let place = "<param name=\"Place\" type=\"string\"/>";
    let weight = "<param name=\"Weight\" type=\"int\"/>";
    let ledger = "<attribute name=\"Ledger\" type=\"string\"/>";
    let volume = "<structure name=\"Volume\">";
    vec![
        Row::new(60, "enum_value_added").edit(far, "<value name=\"Far\"/>\n    <value name=\"Gone\"/>"),
        Row::new(61, "enum_value_of_results_removed").edit(lost, ""),
        Row::new(62, "enum_text_changed").edit("<value name=\"Open\"/>", "<value name=\"OPEN\"/>").same("Open", "OPEN"),
        Row::new(62, "enum_text_of_results_changed").edit(lost, "<value name=\"LOST\"/>").same("Lost", "LOST"),
        Row::new(62, "enum_value_renamed").edit(far, "<value name=\"Distant\"/>").same("Far", "Distant"),
        Row::new(62, "enum_of_results_became_flags").edit(state, "<enum name=\"State\" flags=\"true\">"),
        Row::new(62, "enum_of_results_no_longer_flags")
            .edit(state, "<enum name=\"State\" flags=\"true\">")
            .reversed(),
        Row::new(63, "enum_new_first_value").edit("<value name=\"Open\"/>", "<value name=\"None\"/>\n    <value name=\"Open\"/>"),
        Row::new(65, "value_member_of_results_added")
            .edit(weight, "<param name=\"Weight\" type=\"int\"/>\n    <param name=\"Price\" type=\"int\"/>")
            .today("`new()` takes nothing"),
        Row::new(66, "member_removed").edit(place, ""),
        Row::new(66, "member_renamed").edit(place, "<param name=\"Position\" type=\"string\"/>").same("Place", "Position"),
        Row::new(66, "member_renamed_on_the_wire")
            .edit(place, "<param name=\"Position\" type=\"string\" rust=\"place\"/>")
            .same("Place", "Position"),
        Row::new(66, "member_of_another_type").edit(weight, "<param name=\"Weight\" type=\"long\"/>"),
        Row::new(66, "member_holds_json").edit(place, "<param name=\"Place\" type=\"string\" content=\"json\"/>"),
        Row::new(66, "member_of_requests_of_another_type")
            .edit(CARD_OF_READER, "<param name=\"Card\" type=\"string\"/>\n    <param name=\"Pin\" type=\"string\" secret=\"true\"/>\n  </structure>"),
        Row::new(66, "member_became_optional").edit(weight, "<param name=\"Weight\" type=\"int\" optional=\"true\"/>"),
        Row::new(66, "secret_of_member_cleared").edit(CARD_OF_READER, CARD_OF_READER_SHOWN),
        Row::new(67, "attribute_became_element").edit(ledger, "<param name=\"Ledger\" type=\"string\"/>"),
        Row::new(67, "element_became_attribute").edit(ledger, "<param name=\"Ledger\" type=\"string\"/>").reversed(),
        Row::new(67, "namespace_of_member_changed").edit(place, "<param name=\"Place\" type=\"string\" namespace=\"urn:place\"/>"),
        Row::new(69, "base_removed").edit("<structure name=\"Film\" base=\"Medium\">", "<structure name=\"Film\">"),
        Row::new(70, "type_renamed")
            .edit(volume, "<structure name=\"Exemplar\">")
            .edit("type=\"Volume\" array", "type=\"Exemplar\" array")
            .same("type Volume", "type Exemplar"),
        Row::new(70, "type_renamed_on_the_wire")
            .edit(volume, "<structure name=\"Exemplar\" rust=\"Volume\">")
            .edit("type=\"Volume\" array", "type=\"Exemplar\" array")
            .same("type Volume", "type Exemplar"),
        Row::new(70, "derived_type_renamed").edit("<structure name=\"Film\"", "<structure name=\"Movie\"").same("type Film", "type Movie"),
    ]
}

const CARD_OF_READER: &str = "<param name=\"Card\" type=\"int\"/>
    <param name=\"Pin\" type=\"string\" secret=\"true\"/>
  </structure>";
const CARD_OF_READER_SHOWN: &str = "<param name=\"Card\" type=\"int\"/>
    <param name=\"Pin\" type=\"string\"/>
  </structure>";
