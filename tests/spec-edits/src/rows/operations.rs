//! Rows 10 to 29: operations.

use crate::Row;

pub(super) fn rows() -> Vec<Row> {
    let count = "<operation name=\"CountBooks\" effect=\"read\">";
    let remind = "<operation name=\"Remind\" result=\"string\" effect=\"send\">";
    let close = "<operation name=\"Close\" result=\"none\" effect=\"write\">";
    let limit = "<limit records=\"1000\">At most 1000 loans.</limit>";
    vec![
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
        Row::new(25, "request_element_changed")
            .edit(count, "<operation name=\"CountBooks\" effect=\"read\" request-element=\"Count\">"),
        Row::new(25, "style_became_rpc").edit(count, "<operation name=\"CountBooks\" effect=\"read\" style=\"rpc\">"),
        Row::new(27, "limit_added").edit(
            "<result type=\"Volume\" array=\"true\"/>",
            "<result type=\"Volume\" array=\"true\"/>\n      <limit records=\"50\">At most 50.</limit>",
        ),
        Row::new(27, "limit_removed").edit(limit, ""),
        Row::new(27, "limit_raised").edit(limit, "<limit records=\"2000\">At most 1000 loans.</limit>"),
        Row::new(27, "limit_lowered").edit(limit, "<limit records=\"500\">At most 1000 loans.</limit>"),
        Row::new(29, "string_became_one_way")
            .edit(remind, "<operation name=\"Remind\" effect=\"send\" one-way=\"true\">"),
    ]
}
