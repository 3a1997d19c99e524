//! Rows 10 to 29: operations.

use crate::Row;

/// Where another operation can stand.
const BEFORE_CLOSE: &str = "<operation name=\"Close\"";

const COPY_OF_REMIND: &str = "<operation name=\"Warn\" result=\"string\" effect=\"send\">
      <doc>Sends a warning.</doc>
      <param name=\"Card\" type=\"int\" optional=\"true\"/>
    </operation>
    <operation name=\"Close\"";

pub(super) fn rows() -> Vec<Row> {
    let count = "<operation name=\"CountBooks\" effect=\"read\">";
    let remind = "<operation name=\"Remind\" result=\"string\" effect=\"send\">";
    let close = "<operation name=\"Close\" result=\"none\" effect=\"write\">";
    let limit = "<limit records=\"1000\">At most 1000 loans.</limit>";
    vec![
        Row::new(10, "operation_added").edit(BEFORE_CLOSE, COPY_OF_REMIND)
            .tells("operation-added operations/Warn | add | - | new soap11 soap12 get post | minor | users implementors"),
        Row::new(11, "operation_removed").edit(BEFORE_CLOSE, COPY_OF_REMIND).reversed()
            .tells("operation-removed operations/Warn | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(12, "deprecated_operation_removed")
            .on(BEFORE_CLOSE, COPY_OF_REMIND)
            .on("\"Warn\" result", "\"Warn\" deprecated=\"Use Remind.\" result")
            .edit(
                "<operation name=\"Warn\" deprecated=\"Use Remind.\" result=\"string\" effect=\"send\">
      <doc>Sends a warning.</doc>
      <param name=\"Card\" type=\"int\" optional=\"true\"/>
    </operation>",
                "",
            )
            .tells("operation-removed-after-deprecation operations/Warn | wire rust | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(13, "operation_renamed")
            .edit("name=\"CountBooks\"", "name=\"CountTitles\"")
            .same("CountBooks", "CountTitles")
            .tells("operation-renamed operations/CountTitles | wire rust | soap11 soap12 get post | new soap11 soap12 get post | major | clients users implementors"),
        Row::new(14, "operation_renamed_on_the_wire")
            .edit("name=\"CountBooks\"", "name=\"CountTitles\" rust=\"CountBooks\"")
            .same("CountBooks", "CountTitles")
            .tells("operation-renamed-on-the-wire operations/CountTitles | wire | soap11 soap12 get post | new soap11 soap12 get post | minor | clients users"),
        Row::new(15, "operation_rust_name_added").edit("name=\"CountBooks\"", "name=\"CountBooks\" rust=\"CountTitles\"")
            .tells("operation-rust-name-changed operations/CountBooks | rust | - | new - | major | users implementors"),
        Row::new(15, "operation_rust_name_changed")
            .on("name=\"CountBooks\"", "name=\"CountBooks\" rust=\"CountAll\"")
            .edit("rust=\"CountAll\"", "rust=\"CountTitles\"")
            .tells("operation-rust-name-changed operations/CountBooks | rust | - | new - | major | users implementors"),
        Row::new(16, "deprecated").edit(count, "<operation name=\"CountBooks\" effect=\"read\" deprecated=\"Use FindCopies.\">")
            .tells("operation-deprecated operations/CountBooks/deprecated | add | - | new - | minor | users"),
        Row::new(17, "no_longer_deprecated")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" deprecated=\"Use FindCopies.\">")
            .reversed()
            .tells("operation-no-longer-deprecated operations/CountBooks | docs | - | new - | patch | users"),
        Row::new(17, "deprecated_for_another_reason")
            .on(count, "<operation name=\"CountBooks\" effect=\"read\" deprecated=\"Use FindCopies.\">")
            .edit("Use FindCopies.", "It is slow.")
            .tells("deprecation-reason-changed operations/CountBooks/deprecated | docs | - | new - | patch | users"),
        Row::new(18, "effect_became_read_of_write")
            .edit(close, "<operation name=\"Close\" result=\"none\" effect=\"read\">")
            .tells("effect-became-read operations/Close/effect | silent | - | new - | major | users"),
        Row::new(18, "effect_became_read_of_send")
            .edit(remind, "<operation name=\"Remind\" result=\"string\" effect=\"read\">")
            .tells("effect-became-read operations/Remind/effect | silent | - | new - | major | users"),
        Row::new(19, "effect_no_longer_read_write").edit(count, "<operation name=\"CountBooks\" effect=\"write\">")
            .tells("effect-no-longer-read operations/CountBooks/effect | behaviour | - | new - | minor | users"),
        Row::new(19, "effect_no_longer_read_send").edit(count, "<operation name=\"CountBooks\" effect=\"send\">")
            .tells("effect-no-longer-read operations/CountBooks/effect | behaviour | - | new - | minor | users"),
        Row::new(20, "effect_write_became_send")
            .edit(close, "<operation name=\"Close\" result=\"none\" effect=\"send\">")
            .tells("effect-write-or-send-changed operations/Close/effect | docs | - | new - | patch | users"),
        Row::new(20, "effect_send_became_write")
            .edit(remind, "<operation name=\"Remind\" result=\"string\" effect=\"write\">")
            .tells("effect-write-or-send-changed operations/Remind/effect | docs | - | new - | patch | users"),
        Row::new(21, "transport_withdrawn")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" transports=\"soap11 soap12 post\">")
            .tells("transport-withdrawn operations/CountBooks/transports | wire | get | new - | major | clients users"),
        Row::new(21, "soap_withdrawn").edit(count, "<operation name=\"CountBooks\" effect=\"read\" transports=\"get post\">")
            .tells("transport-withdrawn operations/CountBooks/transports | wire | soap11 soap12 | new - | major | clients users"),
        Row::new(22, "transport_added")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" transports=\"soap11 soap12 post\">")
            .reversed()
            .tells("transport-added operations/CountBooks/transports | add | - | new get | minor | users"),
        Row::new(23, "open_set").edit(count, "<operation name=\"CountBooks\" effect=\"read\" open=\"true\">")
            .tells("operation-opened operations/CountBooks/open | add | - | new - | minor | users"),
        Row::new(24, "open_cleared").edit(count, "<operation name=\"CountBooks\" effect=\"read\" open=\"true\">").reversed()
            .today("only JSON objects are refused, what code adds is sent")
            .tells("operation-closed operations/CountBooks/open | behaviour | - | new - | major | users"),
        Row::new(25, "action_changed").edit(count, "<operation name=\"CountBooks\" effect=\"read\" action=\"urn:count\">")
            .tells("action-changed operations/CountBooks | wire behaviour | soap11 | new soap11 | major | clients users"),
        Row::new(25, "request_element_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" request-element=\"Count\">")
            .tells("request-element-changed operations/CountBooks | silent behaviour | soap11 soap12 | new soap11 soap12 | major | clients users"),
        Row::new(25, "response_element_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" response-element=\"Counted\">")
            .tells("response-element-changed operations/CountBooks | wire behaviour | soap11 soap12 | new soap11 soap12 | major | clients users"),
        Row::new(25, "location_changed").edit(count, "<operation name=\"CountBooks\" effect=\"read\" location=\"count\">")
            .tells("location-changed operations/CountBooks | wire behaviour | get post | new get post | major | clients users"),
        Row::new(25, "style_became_rpc").edit(count, "<operation name=\"CountBooks\" effect=\"read\" style=\"rpc\">")
            .tells("style-changed operations/CountBooks | silent behaviour | soap11 soap12 | new soap11 soap12 | major | clients users"),
        Row::new(26, "variant_changed").edit(count, "<operation name=\"CountBooks\" effect=\"read\" variant-of=\"FindCopies\">")
            .tells("variant-changed operations/CountBooks/variant-of | docs | - | new - | patch | users"),
        Row::new(27, "limit_added")
            .edit("<result type=\"Volume\" array=\"true\"/>", "<result type=\"Volume\" array=\"true\"/>\n      <limit records=\"50\">At most 50.</limit>")
            .tells("limit-added operations/FindCopies | behaviour | - | new - | minor | users"),
        Row::new(27, "limit_removed").edit(limit, "")
            .tells("limit-removed operations/ListLoans | behaviour | - | new - | minor | users"),
        Row::new(27, "limit_raised").edit(limit, "<limit records=\"2000\">At most 1000 loans.</limit>")
            .tells("limit-raised operations/ListLoans | behaviour | - | new - | minor | users"),
        Row::new(27, "limit_lowered").edit(limit, "<limit records=\"500\">At most 1000 loans.</limit>")
            .tells("limit-lowered operations/ListLoans | behaviour | - | new - | minor | users"),
        Row::new(28, "limit_in_other_words").edit("At most 1000 loans.", "Never more than 1000 loans.")
            .tells("documentation-changed operations/ListLoans | docs | - | new - | patch | users"),
        Row::new(28, "operation_doc_changed").edit("Counts the books of a shelf.", "Counts books.")
            .tells("documentation-changed operations/CountBooks | docs | - | new - | patch | users"),
        Row::new(28, "undocumented_changed").edit("What else it takes.", "What it costs.")
            .tells("documentation-changed operations/DescribeLoan | docs | - | new - | patch | users"),
        Row::new(29, "became_one_way").edit(close, "<operation name=\"Close\" effect=\"write\" one-way=\"true\">")
            .tells("became-one-way operations/Close | behaviour | - | new - | minor | users"),
        Row::new(29, "string_became_one_way").edit(remind, "<operation name=\"Remind\" effect=\"send\" one-way=\"true\">")
            .tells("became-one-way operations/Remind | wire rust behaviour | soap11 soap12 get post | new - | major | clients users implementors"),
        Row::new(29, "no_longer_one_way")
            .edit(close, "<operation name=\"Close\" effect=\"write\" one-way=\"true\">")
            .reversed()
            .tells("no-longer-one-way operations/Close | behaviour | - | new - | minor | users"),
    ]
}
