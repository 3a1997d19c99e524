//! Every public error goes where Rust's errors go: to other threads, and with `?` into `Box<dyn Error + Send + Sync>`. What is not so does not
//! compile here.

use asmx_runtime::results::{self, data_set, table};
use asmx_runtime::{date_ranges, delimited_data, json, mime, server, xml, xsd};

const fn is_error<E: std::error::Error + Send + Sync + 'static>() {}

const _: () = {
    is_error::<asmx_runtime::Error>();
    is_error::<asmx_runtime::Fault>();
    is_error::<asmx_runtime::FieldsError>();
    is_error::<asmx_runtime::InvalidValue>();
    is_error::<asmx_runtime::MissingRole>();
    is_error::<asmx_runtime::NothingSent>();
    is_error::<asmx_runtime::RecordsError>();
    is_error::<asmx_runtime::SetParameterError>();
    is_error::<asmx_runtime::UnexpectedContent>();
    is_error::<asmx_runtime::UnknownTransport>();
    is_error::<data_set::DataSetError>();
    is_error::<data_set::ReadError>();
    is_error::<date_ranges::FewerRecords>();
    is_error::<date_ranges::InvalidMoment>();
    is_error::<date_ranges::InvalidRange>();
    is_error::<date_ranges::RangedReportError<()>>();
    is_error::<delimited_data::DelimitedDataError>();
    is_error::<json::ParameterError>();
    is_error::<mime::MimeError>();
    is_error::<results::DeclaredRowsError>();
    is_error::<results::DelimiterError>();
    is_error::<results::IntoTableError>();
    is_error::<results::Uncountable>();
    is_error::<results::XmlRowsError>();
    is_error::<server::ServerError>();
    is_error::<table::CellError>();
    is_error::<table::PushError>();
    is_error::<xml::XmlError>();
    is_error::<xsd::InvalidText>();
    is_error::<asmx_document::DocumentError>();
    is_error::<asmx_codegen::Diagnostics>();
    is_error::<asmx_codegen::NoSuchOperation>();
    is_error::<asmx_codegen::new::NewError>();
    is_error::<asmx_codegen::output::GenerateError>();
    is_error::<asmx_codegen::update::UpdateError>();
};
