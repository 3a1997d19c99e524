//! Asks before a call that may change something.

use asmx_types::{Effect, Operation};

use super::super::failure::Failure;
use super::super::terminal;

/// Asks a person. A script has to say `--yes`.
pub(super) fn confirm(operation: &Operation, document: &str, is_wsdl: bool) -> Result<(), Failure> {
    let name = operation.name;
    let may = match operation.effect {
        Effect::Read => return Ok(()),
        Effect::Write if is_wsdl => {
            format!("{name} may change data: a WSDL document does not say which operations only read")
        }
        Effect::Write => format!("{name} may change data"),
        Effect::Send if is_wsdl => format!("{name} sends messages, as its name says"),
        Effect::Send => format!("{name} sends messages"),
    };
    if !terminal::has_person() {
        let state = if is_wsdl {
            format!(
                ".\nIf it only reads, say so once: make a spec with `asmx import {document} --reads {name} -o spec.xml`, and call with \
                 the spec and its address (`--base-url`)"
            )
        } else {
            String::new()
        };
        return Err(Failure::usage(format!("{may}. Nothing was sent: add `--yes` to call it from a script{state}")));
    }
    let answer = terminal::ask(&format!("{may}. Call it? [y/N]"));
    match answer.map(|answer| answer.trim().to_lowercase()).as_deref() {
        Ok("y" | "yes") => Ok(()),
        _ => Err(Failure::not_sent("nothing was sent")),
    }
}
