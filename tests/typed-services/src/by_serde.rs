//! Typed requests and results by `Serialize` and `Deserialize`.

use std::marker::PhantomData;

use asmx_runtime::__private::{ExpectedResult, Field, TypedRequest};
use asmx_runtime::values::ResultType;
use asmx_runtime::{DynamicRequest, Message, Request, Typed};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// A result as JSON, and the result that the JSON is read as.
pub struct Written {
    pub json: Json,
    pub again: Message,
}

/// The values of a typed request.
pub fn request<R: TypedRequest + DeserializeOwned>(json: Json) -> Result<DynamicRequest, String> {
    let request: R = serde_json::from_value(json).map_err(|error| error.to_string())?;
    Ok((&request as &dyn Request).to_dynamic())
}

/// Chooses by the type of a result: the traits stand for one more reference each, and the compiler takes the first that fits.
pub struct Probe<T>(ExpectedResult, PhantomData<T>);

impl Probe<()> {
    #[must_use]
    pub fn of<R: TypedRequest>() -> Probe<R::Result> {
        Probe(ExpectedResult::of(&R::default()), PhantomData)
    }
}

fn written<T, J>(result: &T, json: impl Fn(&T) -> J, again: impl Fn(J) -> T) -> Result<Written, String>
where
    T: ResultType,
    J: Serialize + DeserializeOwned,
{
    let json = serde_json::to_value(json(result)).map_err(|error| error.to_string())?;
    let read: J = serde_json::from_value(json.clone()).map_err(|error| format!("{error}: {json}"))?;
    Ok(Written { json, again: again(read).into_message() })
}

pub trait Value {
    fn result(&self, content: Message) -> Option<Result<Written, String>>;
}

impl<T: Field + Serialize + DeserializeOwned + Default + Clone + 'static> Value for &&Probe<Typed<T>> {
    fn result(&self, content: Message) -> Option<Result<Written, String>> {
        let result = Typed::<T>::from_message(content, &self.0).map_err(|error| error.to_string());
        Some(result.and_then(|result| written(&result, |typed| typed.as_option().cloned(), Typed::from)))
    }
}

pub trait Outputs {
    fn result(&self, content: Message) -> Option<Result<Written, String>>;
}

impl<T: ResultType + Serialize + DeserializeOwned + Clone> Outputs for &Probe<T> {
    fn result(&self, content: Message) -> Option<Result<Written, String>> {
        let result = T::from_message(content, &self.0).map_err(|error| error.to_string());
        Some(result.and_then(|result| written(&result, T::clone, |read| read)))
    }
}

pub trait Other {
    fn result(&self, content: Message) -> Option<Result<Written, String>>;
}

impl<T> Other for Probe<T> {
    fn result(&self, _: Message) -> Option<Result<Written, String>> {
        None
    }
}
