//! Rows 10 to 29: operations.

use crate::Row;

/// A place for another operation.
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
        Row::new(10, "operation_added").edit(BEFORE_CLOSE, COPY_OF_REMIND),
        Row::new(11, "operation_removed").edit(BEFORE_CLOSE, COPY_OF_REMIND).reversed(),
        Row::new(12, "deprecated_operation_removed")
            .on(BEFORE_CLOSE, COPY_OF_REMIND)
            .on("\"Warn\" result", "\"Warn\" deprecated=\"Use Remind.\" result")
            .edit(
                "<operation name=\"Warn\" deprecated=\"Use Remind.\" result=\"string\" effect=\"send\">
      <doc>Sends a warning.</doc>
      <param name=\"Card\" type=\"int\" optional=\"true\"/>
    </operation>",
                "",
            ),
        Row::new(13, "operation_renamed")
            .edit("name=\"CountBooks\"", "name=\"CountTitles\"")
            .same("CountBooks", "CountTitles"),
        Row::new(14, "operation_renamed_on_the_wire")
            .edit("name=\"CountBooks\"", "name=\"CountTitles\" rust=\"CountBooks\"")
            .same("CountBooks", "CountTitles"),
        Row::new(15, "operation_rust_name_added")
            .edit("name=\"CountBooks\"", "name=\"CountBooks\" rust=\"CountTitles\""),
        Row::new(15, "operation_rust_name_changed")
            .on("name=\"CountBooks\"", "name=\"CountBooks\" rust=\"CountAll\"")
            .edit("rust=\"CountAll\"", "rust=\"CountTitles\""),
        Row::new(16, "deprecated")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" deprecated=\"Use FindCopies.\">"),
        Row::new(17, "no_longer_deprecated")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" deprecated=\"Use FindCopies.\">")
            .reversed(),
        Row::new(17, "deprecated_for_another_reason")
            .on(count, "<operation name=\"CountBooks\" effect=\"read\" deprecated=\"Use FindCopies.\">")
            .edit("Use FindCopies.", "It is slow."),
        Row::new(18, "effect_became_read_of_write")
            .edit(close, "<operation name=\"Close\" result=\"none\" effect=\"read\">"),
        Row::new(18, "effect_became_read_of_send")
            .edit(remind, "<operation name=\"Remind\" result=\"string\" effect=\"read\">"),
        Row::new(19, "effect_no_longer_read_write").edit(count, "<operation name=\"CountBooks\" effect=\"write\">"),
        Row::new(19, "effect_no_longer_read_send").edit(count, "<operation name=\"CountBooks\" effect=\"send\">"),
        Row::new(20, "effect_write_became_send")
            .edit(close, "<operation name=\"Close\" result=\"none\" effect=\"send\">"),
        Row::new(20, "effect_send_became_write")
            .edit(remind, "<operation name=\"Remind\" result=\"string\" effect=\"write\">"),
        Row::new(20, "contradictions_noted")
            .edit(remind, "<operation name=\"Remind\" result=\"string\" effect=\"send\" on-contradiction=\"note\">"),
        Row::new(20, "contradictions_refused")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" on-contradiction=\"error\">"),
        Row::new(20, "contradictions_refused_while_reading_the_spec")
            .edit(remind, "<operation name=\"Remind\" result=\"string\" effect=\"send\" on-contradiction=\"error\">"),
        Row::new(20, "contradictions_noted_as_by_default")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" on-contradiction=\"note\">"),
        Row::new(20, "contradictions_no_longer_refused")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" on-contradiction=\"error\">")
            .reversed(),
        Row::new(21, "transport_withdrawn")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" transports=\"soap11 soap12 post\">"),
        Row::new(21, "soap_withdrawn")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" transports=\"get post\">"),
        Row::new(22, "transport_added")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" transports=\"soap11 soap12 post\">")
            .reversed(),
        Row::new(23, "open_set").edit(count, "<operation name=\"CountBooks\" effect=\"read\" open=\"true\">"),
        Row::new(24, "open_cleared")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" open=\"true\">")
            .reversed()
            .today("only JSON objects are refused, what code adds is sent"),
        Row::new(25, "action_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" action=\"urn:count\">"),
        Row::new(25, "request_element_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" request-element=\"Count\">"),
        Row::new(25, "response_element_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" response-element=\"Counted\">"),
        Row::new(25, "location_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" location=\"count\">"),
        Row::new(25, "style_became_rpc").edit(count, "<operation name=\"CountBooks\" effect=\"read\" style=\"rpc\">"),
        Row::new(26, "variant_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" variant-of=\"FindCopies\">"),
        Row::new(27, "limit_added").edit(
            "<result type=\"Volume\" array=\"true\"/>",
            "<result type=\"Volume\" array=\"true\"/>\n      <limit records=\"50\">At most 50.</limit>",
        ),
        Row::new(27, "limit_removed").edit(limit, ""),
        Row::new(27, "limit_raised").edit(limit, "<limit records=\"2000\">At most 1000 loans.</limit>"),
        Row::new(27, "limit_lowered").edit(limit, "<limit records=\"500\">At most 1000 loans.</limit>"),
        Row::new(28, "limit_in_other_words").edit("At most 1000 loans.", "Never more than 1000 loans."),
        Row::new(28, "operation_doc_changed").edit("Counts the books of a shelf.", "Counts books."),
        Row::new(28, "undocumented_changed").edit("What else it takes.", "What it costs."),
        Row::new(29, "became_one_way").edit(close, "<operation name=\"Close\" effect=\"write\" one-way=\"true\">"),
        Row::new(29, "string_became_one_way")
            .edit(remind, "<operation name=\"Remind\" effect=\"send\" one-way=\"true\">"),
        Row::new(29, "no_longer_one_way")
            .edit(close, "<operation name=\"Close\" effect=\"write\" one-way=\"true\">")
            .reversed(),
    ]
}
