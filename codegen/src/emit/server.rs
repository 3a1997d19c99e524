//! What exists once per service on the implementor's side: the trait, with a line for every operation.

use super::file::{File, literal};
use super::{rust_type, service};
use crate::model::{Operation, Service};
use crate::names::ident;

/// `pub trait EmailCampaignService for EmailCampaign = EMAIL_CAMPAIGN, EmailCampaignDispatch;`
pub(super) fn push_trait(file: &mut File, model: &Service) {
    let names = &model.names;
    let (service_trait, client, dispatch) = (ident(&names.service_trait), ident(&names.client), ident(&names.dispatch));
    let descriptor = service::descriptor_name(model);
    file.line(1, format!("pub trait {service_trait} for {client} = {descriptor}, {dispatch};"));
}

/// `"Reports_GetBlocks" => fn reports_get_blocks(ReportsGetBlocks) -> rt::DelimitedText;`
pub(super) fn push_method(file: &mut File, service: &Service, operation: &Operation) {
    let (method, request) = (ident(&operation.names.method), ident(&operation.names.request));
    let result = rust_type::result(service, &operation.result.kind);
    file.line(1, format!("{} => fn {method}({request}) -> {result};", literal(&operation.name)));
}
