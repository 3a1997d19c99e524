//! Descriptors that were made before. They are never freed, so a document that is opened again gives those of the first time.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{LazyLock, Mutex, PoisonError};

use asmx_codegen::model;
use asmx_types::{Port, Service};

use crate::descriptors;

static SERVICES: LazyLock<Known<&'static Service>> = LazyLock::new(Known::default);
static PORTS: LazyLock<Known<&'static [Port]>> = LazyLock::new(Known::default);

pub(crate) fn service(model: &model::Service) -> &'static Service {
    SERVICES.of(model, descriptors::of_service)
}

pub(crate) fn ports(model: &[model::Port]) -> &'static [Port] {
    PORTS.of(model, descriptors::of_ports)
}

/// Descriptors by two hashes of their model. The hashes have secret keys, so no document can be made to have those of another.
struct Known<D> {
    keys: [RandomState; 2],
    descriptors: Mutex<HashMap<[u64; 2], D>>,
}

impl<D> Default for Known<D> {
    fn default() -> Self {
        Self { keys: [RandomState::new(), RandomState::new()], descriptors: Mutex::default() }
    }
}

impl<D: Copy> Known<D> {
    fn of<M: Hash + ?Sized>(&self, model: &M, make: impl FnOnce(&M) -> D) -> D {
        let hashes = [self.keys[0].hash_one(model), self.keys[1].hash_one(model)];
        let mut known = self.descriptors.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(hashes).or_insert_with(|| make(model))
    }
}
