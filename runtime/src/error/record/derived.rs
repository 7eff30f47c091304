//! What `#[derive(AgentError)]` generates code for. The functions aren't generic, so that all error
//! types share them.

use super::ErrorRecord;
use super::of::warn_of_lost_cause;
use crate::definition::def::docs_url;
use crate::definition::error_def::ErrorDef;
use crate::error::coded::AgentError;
use crate::error::record::RecordFields;
use crate::error::value::ContextValue;
use std::error::Error;

/// The source of an error's code.
#[derive(Clone, Copy)]
pub enum Declared<'a> {
    /// The variant declares the code.
    Def(&'static ErrorDef),
    /// The variant is transparent: it has the code of the error inside it.
    Inner(&'a dyn AgentError),
}

impl<'a> Declared<'a> {
    /// Returns the code.
    pub fn code(self) -> &'a str {
        match self {
            Declared::Def(def) => def.code(),
            Declared::Inner(inner) => inner.code(),
        }
    }
}

/// An error type with a table of codes.
pub trait Derived {
    /// Returns the declaration of the error's variant, or the error inside it.
    fn declared(&self) -> Declared<'_>;

    /// Returns the values of the declared context fields, followed by those of the fields that only
    /// templates use.
    fn values(&self) -> Vec<ContextValue> {
        Vec::new()
    }
}

/// Creates the record of an error. `docs` is the docs URL template of the error's type.
pub fn record(
    error: &dyn Error,
    declared: Declared<'_>,
    values: Vec<ContextValue>,
    docs: Option<&'static str>,
) -> ErrorRecord {
    let mut record = match declared {
        Declared::Def(def) => ErrorRecord::filled(def, values),
        Declared::Inner(inner) => ErrorRecord::of(inner),
    };
    record.describe_as(error);
    if let Declared::Def(def) = declared
        && cfg!(debug_assertions)
    {
        warn_of_lost_cause(def, error);
    }
    record.set_docs(docs);
    record
}

/// Gives generated code access to the fields of a record.
pub fn fields(record: &mut ErrorRecord) -> &mut RecordFields {
    &mut record.fields
}

impl ErrorRecord {
    /// Sets a missing docs URL from a template. A code without a declaration may belong to another
    /// program, whose documentation is elsewhere.
    pub(crate) fn set_docs(&mut self, template: Option<&'static str>) {
        if let Some(template) = template
            && self.def.is_some()
            && self.fields.docs_url.is_none()
        {
            self.fields.docs_url = Some(docs_url(template, &self.fields.code));
        }
    }
}
