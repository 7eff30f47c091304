//! Extracts query strings.

use crate::field::invalid_field;
use crate::rejection::{Reason, Rejection};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::ops::{Deref, DerefMut};

/// A query extractor whose rejections are coded errors.
///
/// Use this type instead of `axum::extract::Query`. It rejects a query that can't be deserialized
/// as `T` with a [`Rejection`]: status 400, code `INVALID_QUERY`, and a field error for the
/// parameter.
///
/// ```
/// use agent_error_axum::Query;
///
/// #[derive(serde::Deserialize)]
/// struct Page {
///     #[serde(default)]
///     offset: usize,
///     limit: Option<usize>,
/// }
///
/// async fn list(Query(page): Query<Page>) -> String {
///     format!("{} from {}", page.limit.unwrap_or(20), page.offset)
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Rejection> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes());
        let deserializer = serde_urlencoded::Deserializer::new(pairs);
        match serde_path_to_error::deserialize(deserializer) {
            Ok(value) => Ok(Self(value)),
            Err(error) => {
                let message = error.inner().to_string();
                let fields = vec![invalid_field(&parameters(query), error.path(), &message)];
                Err(Reason::Query { fields }.into())
            }
        }
    }
}

/// Returns the parameters as an object. If there are several with a name, the last one wins.
fn parameters(query: &str) -> Value {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let members: Map<String, Value> = pairs
        .map(|(name, value)| (name.into_owned(), value.into_owned().into()))
        .collect();
    Value::Object(members)
}

impl<T> Deref for Query<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Query<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
