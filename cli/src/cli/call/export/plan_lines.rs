//! `--plan`: the parts as lines of JSON, for other programs.

use std::path::Path;

use asmx_gateway::date_ranges::Plan;
use serde_json::json;

use super::super::output::print;
use super::super::prepared::Prepared;
use super::files::Files;
use super::frame::Frame;
use crate::cli::failure::Failure;

pub(super) fn print_plan(
    prepared: &Prepared,
    frame: &Frame,
    plan: &Plan,
    pattern: Option<&Path>,
) -> Result<u8, Failure> {
    let files = pattern.map(Files::of).transpose()?;
    let mut lines = String::new();
    for part in plan.parts() {
        let Some(range) = part.range() else { continue };
        let parameters = frame.visible_parameters(prepared, frame.parameters(&prepared.parameters, &range)?);
        let file = files.as_ref().map(|files| files.path(&part).to_string_lossy().into_owned());
        let (name, from, to) = (part.name(), part.first_day(), part.last_day());
        lines += &json!({ "name": name, "from": from, "to": to, "file": file, "parameters": parameters }).to_string();
        lines.push('\n');
    }
    print(lines.as_bytes()).map_err(|error| Failure::unwritten(&error))
}
