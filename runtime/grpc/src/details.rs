//! The details of a status, which are messages of `google.rpc`.

use crate::facts;
use agent_error::format::ContextItem;
use agent_error::{ErrorRecord, FieldError};
use prost::Message;
use prost_types::value::Kind;
use prost_types::{Any, Struct};
use std::collections::HashMap;
use tonic_types::pb::{
    BadRequest, ErrorInfo, Help, PreconditionFailure, ResourceInfo, RetryInfo, bad_request, help,
    precondition_failure,
};

pub(crate) const STRUCT_TYPE_URL: &str = "type.googleapis.com/google.protobuf.Struct";

/// The details of a status. Empty messages are omitted.
#[derive(Clone, Default)]
pub(crate) struct Details {
    error_info: ErrorInfo,
    retry_info: Option<RetryInfo>,
    bad_request: BadRequest,
    precondition_failure: PreconditionFailure,
    resource_info: Option<ResourceInfo>,
    help: Help,
    facts: Struct,
}

impl Details {
    pub(crate) fn of(record: &ErrorRecord, domain: &str) -> Self {
        Self {
            error_info: ErrorInfo {
                reason: record.code().to_owned(),
                domain: domain.to_owned(),
                metadata: metadata(record),
            },
            retry_info: retry_info(record),
            bad_request: bad_request(record),
            precondition_failure: precondition_failure(record),
            resource_info: resource_info(record),
            help: help(record),
            facts: facts::of(record),
        }
    }

    /// Encodes all messages that aren't empty.
    pub(crate) fn to_any(&self) -> Vec<Any> {
        let mut messages = Vec::new();
        add(&mut messages, "google.rpc.ErrorInfo", &self.error_info);
        if let Some(retry_info) = &self.retry_info {
            // A delay of zero is encoded as an empty message, but must be sent.
            messages.push(any("google.rpc.RetryInfo", retry_info));
        }
        add(&mut messages, "google.rpc.BadRequest", &self.bad_request);
        let precondition_failure = &self.precondition_failure;
        add(
            &mut messages,
            "google.rpc.PreconditionFailure",
            precondition_failure,
        );
        if let Some(resource_info) = &self.resource_info {
            add(&mut messages, "google.rpc.ResourceInfo", resource_info);
        }
        add(&mut messages, "google.rpc.Help", &self.help);
        add(&mut messages, "google.protobuf.Struct", &self.facts);
        messages
    }

    /// Removes context values, longest first, until at least `excess` bytes are removed.
    pub(crate) fn drop_context(&mut self, excess: usize) {
        let metadata = &mut self.error_info.metadata;
        let mut by_length = Vec::new();
        for (name, value) in &*metadata {
            by_length.push((name.len() + value.len(), name.clone()));
        }
        by_length.sort_unstable();
        let mut dropped = 0;
        while dropped < excess
            && let Some((length, name)) = by_length.pop()
        {
            dropped += length;
            metadata.remove(&name);
        }
    }

    /// Removes field errors, last first, until at least `excess` bytes are removed.
    pub(crate) fn drop_field_errors(&mut self, excess: usize) {
        let mut dropped = 0;
        while dropped < excess
            && let Some(last) = self.bad_request.field_violations.pop()
        {
            dropped += last.encoded_len();
        }
    }

    pub(crate) fn drop_help(&mut self, _: usize) {
        self.help = Help::default();
    }

    pub(crate) fn drop_resource_info(&mut self, _: usize) {
        self.resource_info = None;
    }

    pub(crate) fn drop_precondition_failure(&mut self, _: usize) {
        self.precondition_failure = PreconditionFailure::default();
    }

    /// Removes strings and lists from the `Struct`, but keeps short strings such as the phase.
    pub(crate) fn drop_advice(&mut self, _: usize) {
        const MAX_WORD: usize = 32;
        self.facts.fields.retain(|_, value| match &value.kind {
            Some(Kind::StringValue(text)) => text.len() <= MAX_WORD,
            Some(Kind::ListValue(_) | Kind::StructValue(_)) => false,
            _ => true,
        });
    }

    /// Removes all details.
    pub(crate) fn drop_all(&mut self, _: usize) {
        *self = Self::default();
    }
}

/// Adds a message that isn't empty.
fn add<M: Message + Default + PartialEq>(messages: &mut Vec<Any>, name: &str, message: &M) {
    if *message != M::default() {
        messages.push(any(name, message));
    }
}

fn any(name: &str, message: &impl Message) -> Any {
    Any {
        type_url: format!("type.googleapis.com/{name}"),
        value: message.encode_to_vec(),
    }
}

/// Returns a string without quotes, and any other value as JSON. Returns `None` for null.
fn text(item: ContextItem<'_>) -> Option<String> {
    let json = item.raw();
    match json.get() {
        "null" => None,
        string if string.starts_with('"') => Some(item.text()),
        other => Some(other.to_owned()),
    }
}

/// Returns the context, except for the field errors, which have a message of their own.
fn metadata(record: &ErrorRecord) -> HashMap<String, String> {
    let mut metadata = HashMap::new();
    for (name, item) in record.context().items() {
        if !item.is_field_errors()
            && let Some(string) = text(item)
        {
            metadata.insert(name.to_owned(), string);
        }
    }
    metadata
}

fn retry_info(record: &ErrorRecord) -> Option<RetryInfo> {
    if !record.is_retryable() {
        return None;
    }
    let retry_delay = prost_types::Duration::try_from(record.retry_after()?).ok()?;
    Some(RetryInfo {
        retry_delay: Some(retry_delay),
    })
}

fn bad_request(record: &ErrorRecord) -> BadRequest {
    BadRequest {
        field_violations: record.field_errors().map(field_violation).collect(),
    }
}

fn field_violation(error: &FieldError) -> bad_request::FieldViolation {
    bad_request::FieldViolation {
        field: error.field().to_owned(),
        description: error.to_string(),
        ..Default::default()
    }
}

fn precondition_failure(record: &ErrorRecord) -> PreconditionFailure {
    let Some(condition) = record.fix_required() else {
        return PreconditionFailure::default();
    };
    let violation = precondition_failure::Violation {
        r#type: record.code().to_owned(),
        subject: record.instance().unwrap_or_default().to_owned(),
        description: condition.to_owned(),
    };
    PreconditionFailure {
        violations: vec![violation],
    }
}

fn resource_info(record: &ErrorRecord) -> Option<ResourceInfo> {
    Some(ResourceInfo {
        resource_name: record.instance()?.to_owned(),
        description: record.summary().unwrap_or_default().to_owned(),
        ..Default::default()
    })
}

fn help(record: &ErrorRecord) -> Help {
    let Some(url) = record.docs_url() else {
        return Help::default();
    };
    let link = help::Link {
        description: format!("About {}", record.code()),
        url: url.to_owned(),
    };
    Help { links: vec![link] }
}
