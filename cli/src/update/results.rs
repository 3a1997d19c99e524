//! The ways in which a text writes the results of its operations.

use std::collections::HashMap;

use asmx_codegen::model::Operation;
use asmx_import::write::keys::encoded;
use asmx_import::write::operations::ResultStyle;
use roxmltree::Node;

use super::trees::{children, operations_of};

/// The styles of results in a text, by the names of operations.
pub(super) struct Styles<'a>(HashMap<&'a str, Written>);

struct Written {
    style: ResultStyle,
    /// Whether the result is one of several outputs.
    is_one_of_several: bool,
}

impl<'a> Styles<'a> {
    pub(super) fn of(root: Node<'a, '_>) -> Self {
        let written = operations_of(root).filter_map(|operation| {
            let element = children(operation, "result").next();
            let outputs = children(operation, "output").count();
            let style = match element {
                Some(element) if element.has_attribute("type") => ResultStyle::Type,
                Some(_) => ResultStyle::Kind,
                None if outputs > 0 && !operation.has_attribute("result") => ResultStyle::Output,
                None => ResultStyle::Shortest,
            };
            let is_one_of_several = outputs + usize::from(element.is_some()) > 1;
            Some((operation.attribute("name")?, Written { style, is_one_of_several }))
        });
        Self(written.collect())
    }

    /// The style of an operation's result. Outputs of which one is left become a result.
    pub(super) fn style(&self, operation: &Operation) -> ResultStyle {
        let Some(written) = self.0.get(encoded(&operation.name).as_str()) else { return ResultStyle::Shortest };
        let is_left = written.is_one_of_several && operation.lone_output().is_some();
        if is_left && written.style == ResultStyle::Output { ResultStyle::Shortest } else { written.style }
    }
}
