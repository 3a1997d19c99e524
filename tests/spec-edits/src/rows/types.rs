//! Rows 60 to 70: types.

use crate::Row;

pub(super) fn rows() -> Vec<Row> {
    let far = "<value name=\"Far\"/>";
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
        Row::new(60, "enum_value_added").edit(far, "<value name=\"Far\"/>\n    <value name=\"Gone\"/>")
            .tells("enum-value-added types/Shelf/values/Gone | add | - | new soap11 soap12 get post | minor | users implementors"),
        Row::new(60, "enum_value_of_results_added").edit(lost, "<value name=\"Lost\"/>\n    <value name=\"Paid\"/>")
            .tells("enum-value-added types/State/values/Paid | add | - | new - | minor | users implementors"),
        Row::new(61, "enum_value_removed").edit(far, "")
            .tells("enum-value-removed types/Shelf/values/Far | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(61, "enum_value_of_results_removed").edit(lost, "")
            .tells("enum-value-removed types/State/values/Lost | rust | - | new - | major | users implementors"),
        Row::new(62, "enum_text_changed").edit("<value name=\"Open\"/>", "<value name=\"OPEN\"/>").same("Open", "OPEN")
            .tells("enum-value-text-changed types/Shelf/values/OPEN | silent wire | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(62, "enum_text_of_results_changed").edit(lost, "<value name=\"LOST\"/>").same("Lost", "LOST")
            .tells("enum-value-text-changed types/State/values/LOST | silent | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(62, "enum_value_renamed").edit(far, "<value name=\"Distant\"/>").same("Far", "Distant")
            .tells("enum-value-renamed types/Shelf/values/Distant | silent wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(62, "enum_value_rust_name_changed").edit(far, "<value name=\"Far\" rust=\"Distant\"/>")
            .tells("enum-value-rust-name-changed types/Shelf/values/Far | rust | - | new - | major | users implementors"),
        Row::new(63, "enum_first_value_changed").edit(first, "<value name=\"Closed\"/>\n    <value name=\"Open\"/>")
            .tells("enum-default-changed types/Shelf | silent | - | new - | major | users implementors"),
        Row::new(63, "enum_new_first_value").edit("<value name=\"Open\"/>", "<value name=\"None\"/>\n    <value name=\"Open\"/>")
            .tells("enum-value-added types/Shelf/values/None | add | - | new soap11 soap12 get post | minor | users implementors")
            .tells("enum-default-changed types/Shelf | silent | - | new - | major | users implementors"),
        Row::new(63, "enum_values_reordered").edit(
            "<value name=\"Closed\"/>
    <value name=\"Far\"/>",
            "<value name=\"Far\"/>
    <value name=\"Closed\"/>",
        )
            .tells("enum-values-reordered types/Shelf | docs | - | new - | patch | users"),
        Row::new(64, "optional_member_added").edit(place, "<param name=\"Place\" type=\"string\"/>\n    <param name=\"Room\" type=\"string\"/>")
            .tells("optional-member-added types/Volume/members/Room | add | - | new - | minor | users implementors"),
        Row::new(64, "optional_member_of_requests_added")
            .edit(born, "<param name=\"Born\" type=\"date\" optional=\"true\"/>\n    <param name=\"Street\" type=\"string\"/>")
            .tells("optional-member-added types/Reader/members/Street | add | - | new - | minor | users implementors"),
        Row::new(65, "value_member_of_results_added")
            .edit(weight, "<param name=\"Weight\" type=\"int\"/>\n    <param name=\"Price\" type=\"int\"/>")
            .today("`new()` takes nothing")
            .tells("required-member-added types/Volume/members/Price | add | - | new soap11 soap12 get post | minor | users implementors"),
        Row::new(65, "value_member_of_requests_added")
            .edit(born, "<param name=\"Born\" type=\"date\" optional=\"true\"/>\n    <param name=\"Age\" type=\"int\"/>")
            .today("`new()` takes nothing")
            .tells("required-member-added types/Reader/members/Age | silent add | soap11 soap12 | new - | major | clients users implementors"),
        Row::new(66, "member_removed").edit(place, "")
            .tells("member-removed types/Volume/members/Place | silent rust behaviour | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(66, "member_of_requests_removed").edit(born, "")
            .tells("member-removed types/Reader/members/Born | rust behaviour | - | new - | major | users implementors"),
        Row::new(66, "member_renamed").edit(place, "<param name=\"Position\" type=\"string\"/>").same("Place", "Position")
            .tells("member-renamed types/Volume/members/Position | silent rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(66, "member_renamed_on_the_wire")
            .edit(place, "<param name=\"Position\" type=\"string\" rust=\"place\"/>")
            .same("Place", "Position")
            .tells("member-renamed-on-the-wire types/Volume/members/Position | silent | soap11 soap12 get post | new soap11 soap12 get post | minor | clients users"),
        Row::new(66, "member_of_requests_renamed")
            .edit(born, "<param name=\"Birthday\" type=\"date\" optional=\"true\"/>")
            .same("Born", "Birthday")
            .tells("member-renamed types/Reader/members/Birthday | silent rust | soap11 soap12 | new soap11 soap12 | major | clients users implementors"),
        Row::new(66, "member_of_another_type").edit(weight, "<param name=\"Weight\" type=\"long\"/>")
            .tells("member-type-changed types/Volume/members/Weight | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(66, "member_of_requests_of_another_type")
            .edit(CARD_OF_READER, "<param name=\"Card\" type=\"string\"/>\n    <param name=\"Pin\" type=\"string\" secret=\"true\"/>\n  </structure>")
            .tells("member-type-changed types/Reader/members/Card | rust | - | new soap11 soap12 | major | users implementors"),
        Row::new(66, "member_became_optional").edit(weight, "<param name=\"Weight\" type=\"int\" optional=\"true\"/>")
            .tells("member-presence-changed types/Volume/members/Weight | silent rust behaviour | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(66, "secret_of_member_cleared").edit(CARD_OF_READER, CARD_OF_READER_SHOWN)
            .tells("secret-cleared types/Reader/members/Pin | silent | - | new - | major | users implementors"),
        Row::new(67, "attribute_became_element").edit(ledger, "<param name=\"Ledger\" type=\"string\"/>")
            .tells("place-changed types/Volume/members/Ledger | silent | soap11 soap12 get post | new soap11 soap12 get post | major | clients users"),
        Row::new(67, "element_became_attribute").edit(ledger, "<param name=\"Ledger\" type=\"string\"/>").reversed()
            .tells("place-changed types/Volume/members/Ledger | silent | soap11 soap12 get post | new soap11 soap12 get post | major | clients users"),
        Row::new(67, "namespace_of_member_changed").edit(place, "<param name=\"Place\" type=\"string\" namespace=\"urn:place\"/>")
            .tells("name-namespace-changed types/Volume/members/Place | silent | soap11 soap12 get post | new soap11 soap12 get post | major | clients users"),
        Row::new(68, "members_reordered").edit(
            "<param name=\"Number\" type=\"int\"/>
    <param name=\"Weight\" type=\"int\"/>",
            "<param name=\"Weight\" type=\"int\"/>
    <param name=\"Number\" type=\"int\"/>",
        )
            .tells("members-reordered types/Volume | behaviour | - | new - | patch | users"),
        Row::new(69, "derived_type_added").edit("<dataset name=\"Year\"", DISC)
            .tells("derived-type-added types/Disc | add | - | new - | minor | users implementors"),
        Row::new(69, "derived_type_removed").edit("<dataset name=\"Year\"", DISC).reversed()
            .tells("derived-type-removed types/Disc | rust | - | new - | major | users implementors"),
        Row::new(69, "member_of_derived_type_added")
            .edit(minutes, "<param name=\"Minutes\" type=\"int\"/>\n    <param name=\"Director\" type=\"string\"/>")
            .tells("optional-member-added types/Film/members/Director | add | - | new - | minor | users implementors"),
        Row::new(70, "type_renamed")
            .edit(volume, "<structure name=\"Exemplar\">")
            .edit("type=\"Volume\" array", "type=\"Exemplar\" array")
            .same("type Volume", "type Exemplar")
            .tells("type-renamed types/Exemplar | silent rust behaviour | soap11 soap12 | new soap11 soap12 | major | clients users implementors"),
        Row::new(70, "type_renamed_on_the_wire")
            .edit(volume, "<structure name=\"Exemplar\" rust=\"Volume\">")
            .edit("type=\"Volume\" array", "type=\"Exemplar\" array")
            .same("type Volume", "type Exemplar")
            .tells("type-renamed-on-the-wire types/Exemplar | silent behaviour | soap11 soap12 | new soap11 soap12 | major | clients users"),
        Row::new(70, "type_rust_name_changed").edit(volume, "<structure name=\"Volume\" rust=\"Exemplar\">")
            .tells("type-rust-name-changed types/Volume | rust | - | new - | major | users implementors"),
        Row::new(70, "derived_type_renamed").edit("<structure name=\"Film\"", "<structure name=\"Movie\"").same("type Film", "type Movie")
            .tells("type-renamed types/Movie | silent rust behaviour | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(70, "type_added").edit("<dataset name=\"Year\"", UNUSED)
            .tells("type-added types/Shelving | add | - | new - | minor | users"),
        Row::new(70, "type_removed").edit("<dataset name=\"Year\"", UNUSED).reversed()
            .tells("type-removed types/Shelving | rust | - | new - | major | users implementors"),
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
