//! Pages in the place of a document.

use super::super::row::Say::Text;
use super::super::row::When::{Call, Not, Page, Says, Statuses};
use super::super::row::{ROW, Row};
use super::asp_net::UNRECOGNIZED_FORMAT;

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "document-of-wcf",
        when: &[&[Not(&Call), Says("metadata publishing for this service is currently disabled")]],
        says: &[Text(
            "WCF does not publish its document (`serviceMetadata httpGetEnabled`): ask the operators of the service for it",
        )],
        ..ROW
    },
    Row {
        name: "document-off",
        when: &[
            &[Not(&Call), Says("request format is unrecognized")],
            &[Not(&Call), Says("request format is invalid")],
            &[Not(&Call), Says(UNRECOGNIZED_FORMAT)],
        ],
        says: &[Text(
            "the service shows no page and no document (`<remove name=\"Documentation\"/>` in its web.config); calls may work: ask the operators of the \
             service for the document",
        )],
        ..ROW
    },
    Row {
        name: "document-missing",
        when: &[&[Not(&Call), Statuses(200, 299), Page]],
        says: &[Text(
            "a page is there in the place of the document: look at the address, or ask the operators of the service for the document",
        )],
        ..ROW
    },
];
