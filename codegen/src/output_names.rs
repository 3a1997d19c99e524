//! The names of structs of outputs. They are made from the names of requests, after everything else has its name.

use std::collections::BTreeSet;

use crate::model::{NamedTypeKind, Service};
use crate::names;

impl Service {
    /// Names the structs of outputs: the name of the request and `Output`. If another item of the service has that name, the first free number
    /// follows.
    pub fn name_outputs(&mut self) {
        let mut taken: BTreeSet<String> =
            [&self.names.client, &self.names.service_trait, &self.names.dispatch].map(String::clone).into();
        taken.extend(self.types.iter().map(|named| named.rust_name.clone()));
        taken.extend(self.operations.iter().map(|operation| operation.names.request.clone()));
        taken.extend(self.operations.iter().filter_map(|operation| Some(operation.result.table.as_ref()?.row.clone())));
        for named in &self.types {
            if let NamedTypeKind::DataSet(data_set) = &named.kind {
                taken.extend(data_set.tables.iter().map(|table| table.table.row.clone()));
            }
        }
        for operation in &mut self.operations {
            let needed = operation.has_output_struct() && !operation.names.request.is_empty();
            operation.names.output = needed.then(|| {
                let base = format!("{}Output", operation.names.request.trim_matches('_'));
                let name =
                    if taken.contains(&base) { names::free(&base, "", |name| taken.contains(name)) } else { base };
                taken.insert(name.clone());
                name
            });
        }
    }
}
