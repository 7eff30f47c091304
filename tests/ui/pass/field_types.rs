#![deny(warnings)]
use std::{borrow::Cow, fmt::Debug, marker::PhantomData};

#[derive(Debug, serde::Serialize)]
pub struct Own<'a, T>(&'a str, PhantomData<T>);
#[deprecated]
#[derive(Debug, serde::Serialize)]
pub struct Old;

#[derive(Debug, thiserror::Error, agent_error::AgentError)]
#[error("failed")]
#[allow(deprecated)]
pub enum Failed<'a, T: Debug + serde::Serialize, const N: usize> {
    #[code("FIELDS_GENERIC")]
    Generic { one: T, many: Vec<Option<T>>, own: Own<'a, T>, text: Cow<'a, str>, #[context(debug)] bytes: [u8; N] },
    #[code("FIELDS_OLD")]
    Old { old: Old, pair: (Own<'a, u8>, Old) },
}

fn main() {}
