//! Row 0: further kinds of edit.

use crate::Row;

const DOC: &str = "<doc>Books, readers and loans of a library.</doc>";
const PORTED: &str = "<doc>Books, readers and loans of a library.</doc>
  <port name=\"LibrarySoap\" transport=\"soap11\"/>
  <port name=\"LibrarySoap12\" transport=\"soap12\"/>
  <port name=\"LibraryGet\" transport=\"get\"/>
  <port name=\"LibraryPost\" transport=\"post\"/>";
const POST: &str = "<port name=\"LibraryPost\" transport=\"post\"/>";
const SECOND: &str = "<port name=\"LibraryPost\" transport=\"post\"/>
  <port name=\"Second\" transport=\"soap11\" path=\"/second.asmx\"/>";
const COUNT: &str = "<operation name=\"CountBooks\" effect=\"read\">";
const BRANCH: &str = "<common>
    <param name=\"Branch\" type=\"string\"><doc>The branch of the library.</doc></param>
  </common>";
const MOST: &str = "<param name=\"Most\" type=\"int\" optional=\"true\"/>";
const TRACE: &str = "<header name=\"Trace\" type=\"string\" direction=\"both\"/>";
const DESK: &str = "<header name=\"Trace\" type=\"string\" direction=\"both\"/>
      <header name=\"Desk\" type=\"string\"/>";
const COST: &str = "<header name=\"Trace\" type=\"string\" direction=\"both\"/>
      <header name=\"Cost\" type=\"string\" direction=\"out\"/>";
const PLACE: &str = "<param name=\"Place\" type=\"string\"/>";
const CHOICE: &str = "<choice rust=\"mark\">
      <param name=\"Ink\" type=\"string\"/>
      <param name=\"Stamp\" type=\"int\"/>
    </choice>
    <param name=\"Place\" type=\"string\"/>";
const LOANS: &str = "<table name=\"Loans\">
      <column name=\"Copy\" type=\"int\" required=\"true\"/>
      <column name=\"Reader\" type=\"string\"/>
      <column name=\"Returned\" type=\"dateTime\"/>
    </table>";
const LOANS_AND_FEES: &str = "<table name=\"Loans\">
      <column name=\"Copy\" type=\"int\" required=\"true\"/>
      <column name=\"Reader\" type=\"string\"/>
      <column name=\"Returned\" type=\"dateTime\"/>
    </table>
    <table name=\"Fees\">
      <column name=\"Sum\" type=\"decimal\"/>
    </table>";
const FEES_AND_LOANS: &str = "<table name=\"Fees\">
      <column name=\"Sum\" type=\"decimal\"/>
    </table>
    <table name=\"Loans\">
      <column name=\"Copy\" type=\"int\" required=\"true\"/>
      <column name=\"Reader\" type=\"string\"/>
      <column name=\"Returned\" type=\"dateTime\"/>
    </table>";
const LABELS: &str = "<param name=\"Labels\" type=\"string\" array=\"true\"/>";
const DATASET: &str = "<dataset name=\"Year\"";
const LABEL_ARRAY: &str = "<array name=\"ManyLabels\" type=\"string\"/>

  <dataset name=\"Year\"";
const NOTE_ARRAY: &str = "<array name=\"ManyLabels\">
    <param name=\"Word\" type=\"string\"/>
    <param name=\"Number\" type=\"int\"/>
  </array>

  <dataset name=\"Year\"";
const LABELS_OF_ARRAY: &str = "<param name=\"Labels\" type=\"ManyLabels\"/>";

pub(super) fn rows() -> Vec<Row> {
    let all = [ports(), messages(), types(), data_sets()];
    all.into_iter().flatten().collect()
}

fn ports() -> Vec<Row> {
    vec![
        Row::new(0, "port_added").on(DOC, PORTED).edit(POST, SECOND),
        Row::new(0, "port_removed").on(DOC, PORTED).edit(POST, SECOND).reversed(),
        Row::new(0, "port_renamed").on(DOC, PORTED).edit("LibrarySoap12", "LibrarySoapTwelve"),
        Row::new(0, "port_moved").on(DOC, PORTED).edit("transport=\"soap12\"", "transport=\"soap12\" path=\"/twelve.asmx\""),
        Row::new(0, "operation_ports_changed")
            .on(DOC, PORTED)
            .on(POST, SECOND)
            .edit(COUNT, "<operation name=\"CountBooks\" effect=\"read\" ports=\"Second LibrarySoap12\">"),
        Row::new(0, "common_parameter_became_own")
            .edit(BRANCH, "")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Branch\" type=\"string\"><doc>The branch of the library.</doc></param>"),
        Row::new(0, "own_parameter_became_common")
            .edit(BRANCH, "")
            .edit(
                MOST,
                "<param name=\"Most\" type=\"int\" optional=\"true\"/>\n      <param name=\"Branch\" type=\"string\"><doc>The branch of the library.</doc></param>",
            )
            .reversed(),
        Row::new(0, "part_renamed").on(CLOSE, BARE_CLOSE).edit("part=\"loan\"", "part=\"lending\""),
        Row::new(0, "area_removed").edit("  <area name=\"loans\"", AREA).reversed(),
        Row::new(0, "area_added").edit("  <area name=\"loans\"", AREA),
        Row::new(0, "parameter_rust_name_changed").edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\" rust=\"limit\"/>"),
    ]
}

const CLOSE: &str = "<operation name=\"Close\" result=\"none\" effect=\"write\">
      <doc>Ends a loan.</doc>
      <param name=\"Loan\" type=\"int\"/>";
const BARE_CLOSE: &str = "<operation name=\"Close\" result=\"none\" effect=\"write\" style=\"bare\">
      <doc>Ends a loan.</doc>
      <param name=\"Loan\" type=\"int\" part=\"loan\"/>";
const AREA: &str = "  <area name=\"desk\" title=\"Desk\">
    <doc>Who is there.</doc>
    <operation name=\"Call\" result=\"none\" effect=\"write\">
      <doc>Calls somebody.</doc>
    </operation>
  </area>

  <area name=\"loans\"";

fn messages() -> Vec<Row> {
    vec![
        Row::new(0, "request_header_renamed")
            .on(TRACE, DESK)
            .edit("name=\"Desk\"", "name=\"Counter\"")
            .same("Desk", "Counter"),
        Row::new(0, "request_header_of_another_type")
            .on(TRACE, DESK)
            .edit("name=\"Desk\" type=\"string\"", "name=\"Desk\" type=\"int\""),
        Row::new(0, "request_header_became_required")
            .on(TRACE, DESK)
            .edit("name=\"Desk\" type=\"string\"", "name=\"Desk\" type=\"string\" required=\"true\""),
        Row::new(0, "response_header_renamed")
            .on(TRACE, COST)
            .edit("name=\"Cost\"", "name=\"Price\"")
            .same("Cost", "Price"),
        Row::new(0, "response_header_of_another_type")
            .on(TRACE, COST)
            .edit("name=\"Cost\" type=\"string\"", "name=\"Cost\" type=\"int\""),
        Row::new(0, "response_header_became_required")
            .on(TRACE, COST)
            .edit("name=\"Cost\" type=\"string\"", "name=\"Cost\" type=\"string\" required=\"true\""),
        Row::new(0, "output_of_another_type").edit("name=\"Fee\" type=\"decimal\"", "name=\"Fee\" type=\"string\""),
        Row::new(0, "output_became_nullable")
            .edit("name=\"Fee\" type=\"decimal\"", "name=\"Fee\" type=\"decimal\" nullable=\"true\""),
        Row::new(0, "outputs_reordered")
            .on(
                "<output name=\"Fee\" type=\"decimal\"/>",
                "<output name=\"Fee\" type=\"decimal\"/>\n      <output name=\"Due\" type=\"date\"/>",
            )
            .edit(
                "<output name=\"Fee\" type=\"decimal\"/>\n      <output name=\"Due\" type=\"date\"/>",
                "<output name=\"Due\" type=\"date\"/>\n      <output name=\"Fee\" type=\"decimal\"/>",
            ),
        Row::new(0, "namespace_of_parameter_changed")
            .edit(MOST, "<param name=\"Most\" type=\"int\" optional=\"true\" namespace=\"urn:most\"/>"),
        Row::new(0, "parameter_became_repeated")
            .edit(LABELS, "<param name=\"Labels\" type=\"string\" repeated=\"true\"/>"),
        Row::new(0, "parameter_no_longer_repeated")
            .edit(LABELS, "<param name=\"Labels\" type=\"string\" repeated=\"true\"/>")
            .reversed(),
        Row::new(0, "parameters_of_rpc_reordered")
            .on(COUNT, "<operation name=\"CountBooks\" effect=\"read\" style=\"rpc\">")
            .edit(
                "<doc>Counts the books of a shelf.</doc>
      <param name=\"Words\" type=\"string\"/>
      <param name=\"Shelf\" type=\"Shelf\"/>",
                "<doc>Counts the books of a shelf.</doc>
      <param name=\"Shelf\" type=\"Shelf\"/>
      <param name=\"Words\" type=\"string\"/>",
            ),
        Row::new(0, "parameter_of_another_type").edit(MOST, "<param name=\"Most\" type=\"double\" optional=\"true\"/>"),
    ]
}

fn types() -> Vec<Row> {
    let film = "<structure name=\"Film\" base=\"Medium\">";
    let medium = "<structure name=\"Medium\">";
    let volume = "<structure name=\"Volume\">";
    let reader = "<structure name=\"Reader\">";
    let state = "<enum name=\"State\">";
    vec![
        Row::new(0, "array_type_renamed")
            .on(LABELS, LABELS_OF_ARRAY)
            .on(DATASET, LABEL_ARRAY)
            .edit("<array name=\"ManyLabels\"", "<array name=\"ManyLabels\" wire-name=\"SomeLabels\""),
        Row::new(0, "array_alternatives_changed").on(LABELS, LABELS_OF_ARRAY).on(DATASET, NOTE_ARRAY).edit(
            "<param name=\"Number\" type=\"int\"/>\n  </array>",
            "<param name=\"Number\" type=\"int\"/>\n    <param name=\"Day\" type=\"date\"/>\n  </array>",
        ),
        Row::new(0, "alternative_added").on(PLACE, CHOICE).edit(
            "<param name=\"Stamp\" type=\"int\"/>",
            "<param name=\"Stamp\" type=\"int\"/>\n      <param name=\"Seal\" type=\"string\"/>",
        ),
        Row::new(0, "alternative_removed").on(PLACE, CHOICE).edit("<param name=\"Stamp\" type=\"int\"/>", ""),
        Row::new(0, "type_namespace_changed").edit(volume, "<structure name=\"Volume\" namespace=\"urn:volume\">"),
        Row::new(0, "type_became_anonymous").edit(reader, "<structure name=\"Reader\" anonymous=\"true\">"),
        Row::new(0, "type_no_longer_anonymous")
            .edit(reader, "<structure name=\"Reader\" anonymous=\"true\">")
            .reversed(),
        Row::new(0, "type_kind_changed").edit(STATE, STATE_AS_STRUCTURE),
        Row::new(0, "enum_became_flags").edit(state, "<enum name=\"State\" flags=\"true\">"),
        Row::new(0, "enum_no_longer_flags").edit(state, "<enum name=\"State\" flags=\"true\">").reversed(),
        Row::new(0, "enum_of_requests_became_flags")
            .edit("<enum name=\"Shelf\">", "<enum name=\"Shelf\" flags=\"true\">"),
        Row::new(0, "base_removed").edit(film, "<structure name=\"Film\">"),
        Row::new(0, "became_abstract").edit(medium, "<structure name=\"Medium\" abstract=\"true\">"),
        Row::new(0, "no_longer_abstract").edit(medium, "<structure name=\"Medium\" abstract=\"true\">").reversed(),
        Row::new(0, "member_rust_name_changed")
            .edit(PLACE, "<param name=\"Place\" type=\"string\" rust=\"position\"/>"),
        Row::new(0, "wildcard_changed")
            .on(
                "<attribute name=\"Ledger\" type=\"string\"/>",
                "<any/>\n    <attribute name=\"Ledger\" type=\"string\"/>",
            )
            .edit("<any/>", "<any namespaces=\"urn:shelves\" process=\"lax\"/>"),
        Row::new(0, "standalone_array_changed")
            .on(
                "<group name=\"layout\"",
                "<array name=\"ArrayOfDay\" type=\"date\" item=\"Day\"/>\n  <group name=\"layout\"",
            )
            .edit("type=\"date\" item=\"Day\"", "type=\"dateTime\" item=\"Day\""),
    ]
}

const STATE: &str = "<enum name=\"State\">
    <doc>What became of a loan.</doc>
    <value name=\"Running\"/>
    <value name=\"Returned\"/>
    <value name=\"Lost\"/>
  </enum>";
const STATE_AS_STRUCTURE: &str = "<structure name=\"State\">
    <doc>What became of a loan.</doc>
    <param name=\"Running\" type=\"boolean\"/>
  </structure>";

fn data_sets() -> Vec<Row> {
    vec![
        Row::new(0, "table_added").edit(LOANS, LOANS_AND_FEES),
        Row::new(0, "table_removed").edit(LOANS, LOANS_AND_FEES).reversed(),
        Row::new(0, "tables_reordered").on(LOANS, LOANS_AND_FEES).edit(LOANS_AND_FEES, FEES_AND_LOANS),
        Row::new(0, "table_rust_name_changed")
            .edit("<table name=\"Loans\">", "<table name=\"Loans\" rust=\"lent\" row=\"YearLoansRow\">"),
        Row::new(0, "row_renamed").edit("<table name=\"Loans\">", "<table name=\"Loans\" row=\"Lent\">"),
        Row::new(0, "rows_stated").edit(
            "<operation name=\"DescribeLoan\" result=\"xml\" effect",
            "<operation name=\"DescribeLoan\" result=\"xml\" rows=\"loans/loan\" effect",
        ),
        Row::new(0, "column_scale_stated")
            .on(LOANS, LOANS_AND_FEES)
            .edit("<column name=\"Sum\" type=\"decimal\"/>", "<column name=\"Sum\" type=\"decimal\" scale=\"2\"/>"),
        Row::new(0, "scale_of_output_stated")
            .edit("name=\"Fee\" type=\"decimal\"", "name=\"Fee\" type=\"decimal\" scale=\"2\""),
        Row::new(0, "scale_of_output_changed")
            .on("name=\"Fee\" type=\"decimal\"", "name=\"Fee\" type=\"decimal\" scale=\"2\"")
            .edit("scale=\"2\"", "scale=\"4\""),
        Row::new(0, "column_mapping_changed").edit(
            LOANS,
            "<table name=\"Loans\">
      <column name=\"Copy\" type=\"int\" required=\"true\"/>
      <column name=\"Reader\" type=\"string\" mapping=\"attribute\"/>
      <column name=\"Returned\" type=\"dateTime\"/>
    </table>",
        ),
    ]
}
