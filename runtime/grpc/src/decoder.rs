//! Converts statuses to error records, for clients.

use crate::details::STRUCT_TYPE_URL;
use crate::{code, facts};
use agent_error::__private::Facts;
use agent_error::__private::fields;
use agent_error::facts::Phase;
use agent_error::facts::Severity;
use agent_error::{ErrorRecord, FieldError};
use prost::Message;
use prost_types::{Any, Struct};
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::pb::{
    BadRequest, ErrorInfo, Help, LocalizedMessage, PreconditionFailure, QuotaFailure, RequestInfo,
    ResourceInfo, RetryInfo,
};

/// The details of a status. Malformed and unknown details are ignored.
#[derive(Default)]
struct StatusDetails {
    error_info: ErrorInfo,
    wait: Option<Duration>,
    bad_request: BadRequest,
    precondition_failure: PreconditionFailure,
    quota_failure: QuotaFailure,
    resource_info: ResourceInfo,
    request_info: RequestInfo,
    help: Help,
    localized_message: LocalizedMessage,
    facts: Option<Struct>,
}

impl StatusDetails {
    fn from(status: &Status) -> Self {
        let encoded = tonic_types::pb::Status::decode(status.details()).unwrap_or_default();
        let mut details = Self::default();
        for detail in encoded.details {
            details.add(&detail);
        }
        details
    }

    fn add(&mut self, detail: &Any) {
        let bytes = detail.value.as_slice();
        // The message name follows the last slash, regardless of the URL prefix.
        match detail.type_url.rsplit('/').next().unwrap_or_default() {
            "google.rpc.ErrorInfo" => set(&mut self.error_info, bytes),
            "google.rpc.RetryInfo" => {
                if let Some(delay) = retry_delay(bytes) {
                    self.wait = Some(delay);
                }
            }
            "google.rpc.BadRequest" => set(&mut self.bad_request, bytes),
            "google.rpc.PreconditionFailure" => set(&mut self.precondition_failure, bytes),
            "google.rpc.QuotaFailure" => set(&mut self.quota_failure, bytes),
            "google.rpc.ResourceInfo" => set(&mut self.resource_info, bytes),
            "google.rpc.RequestInfo" => set(&mut self.request_info, bytes),
            "google.rpc.Help" => set(&mut self.help, bytes),
            "google.rpc.LocalizedMessage" => set(&mut self.localized_message, bytes),
            _ if detail.type_url == STRUCT_TYPE_URL => {
                if let Ok(facts) = Struct::decode(bytes) {
                    self.facts = Some(facts);
                }
            }
            _ => {}
        }
    }
}

fn set<M: Message + Default>(message: &mut M, bytes: &[u8]) {
    if let Ok(decoded) = M::decode(bytes) {
        *message = decoded;
    }
}

fn retry_delay(bytes: &[u8]) -> Option<Duration> {
    RetryInfo::decode(bytes).ok()?.retry_delay?.try_into().ok()
}

/// Converts a status to an error record. Accepts statuses of any server, with or without details.
///
/// | detail | member of the record |
/// |---|---|
/// | `ErrorInfo` | `reason` becomes the code, and `metadata` becomes the context. Without a reason, the code is derived from the status code, such as `GRPC_NOT_FOUND` |
/// | `RetryInfo` | the retry delay; the error is retryable |
/// | `BadRequest` | the field errors |
/// | `PreconditionFailure` | `fix_required` |
/// | `Help` | the first link becomes the docs URL |
/// | `LocalizedMessage`, `QuotaFailure` | `detail` |
/// | `ResourceInfo` | the instance; for other servers, `resource_type` and `resource_name` in the context |
/// | `RequestInfo` | `request_id` in the context |
/// | `google.protobuf.Struct` | members for which `google.rpc` has no message |
///
/// Ignores `DebugInfo`, unknown details and malformed details. If the server doesn't send a member,
/// it's derived from the status code, as the [tables](crate::code#from-a-status-code) show. Context
/// values are strings.
///
/// Responses are untrusted. Secrets are redacted, as [`ErrorRecord::without_secrets`] does. Agents
/// run a fix command without asking, so the server's fix command becomes the context value
/// `server_fix`, and its actions become `server_actions`.
///
/// ```
/// use agent_error::AgentError;
/// use tonic::Status;
///
/// let record = agent_error_tonic::record(&Status::unavailable("the node is restarting"));
/// assert_eq!(record.code(), "GRPC_UNAVAILABLE");
/// assert_eq!(record.exit_code(), 12);
/// assert!(record.is_retryable());
/// ```
pub fn record(status: &Status) -> ErrorRecord {
    let mut details = StatusDetails::from(status);
    let name = code::name(status.code());
    let reason = match details.error_info.reason.trim() {
        "" => format!("GRPC_{name}"),
        reason => reason.to_owned(),
    };
    let message = match status.message().trim() {
        "" => format!("the server responded with {name}"),
        _ => status.message().to_owned(),
    };
    let with_facts = match details.facts.take() {
        Some(facts) => facts::read(&reason, &message, Some(facts)),
        None => None,
    };
    // Other servers don't send the members of a record.
    let is_ours = with_facts.is_some();
    let bare = with_facts.unwrap_or_else(|| unknown(&reason, &message));
    let mut record = distrusted(with_details(bare, details, is_ours));
    let has_delay = record.retry_after().is_some();
    complete(&mut fields(&mut record).facts, status.code(), has_delay);
    record.without_secrets()
}

/// Creates a record without exit code, status or retry behavior.
fn unknown(code: &str, message: &str) -> ErrorRecord {
    facts::read(code, message, None).unwrap_or_else(|| ErrorRecord::new(code, message))
}

fn with_details(mut record: ErrorRecord, details: StatusDetails, is_ours: bool) -> ErrorRecord {
    let mut metadata: Vec<(String, String)> = details.error_info.metadata.into_iter().collect();
    metadata.sort();
    for (name, value) in metadata {
        record = record.with_context(name, value);
    }
    for violation in details.bad_request.field_violations {
        let error = FieldError::new(violation.field, violation.description);
        record = record.with_field_error(error);
    }
    let members = fields(&mut record);
    if let Some(wait) = details.wait {
        members.retry_after = Some(wait);
        members.facts.retryable.get_or_insert(true);
    }
    let mut conditions = Vec::new();
    for violation in details.precondition_failure.violations {
        let kind = violation.r#type;
        conditions.push(described(violation.description, &kind, &violation.subject));
    }
    set_if_missing(&mut members.fix_required, conditions);
    let first_link = details.help.links.into_iter().next();
    let url = first_link.map(|link| link.url);
    set_if_missing(&mut members.docs_url, Vec::from_iter(url));
    set_if_missing(&mut members.detail, vec![details.localized_message.message]);
    let mut quotas = Vec::new();
    for violation in details.quota_failure.violations {
        let kind = violation.quota_metric;
        quotas.push(described(violation.description, &kind, &violation.subject));
    }
    set_if_missing(&mut members.detail, quotas);
    let resource = details.resource_info;
    if is_ours {
        set_if_missing(&mut members.instance, vec![resource.resource_name]);
    } else {
        record = with_missing(record, "resource_type", resource.resource_type);
        record = with_missing(record, "resource_name", resource.resource_name);
        record = with_missing(record, "domain", details.error_info.domain);
    }
    with_missing(record, "request_id", details.request_info.request_id)
}

/// Describes a violation. If the violation has no description, uses its kind and subject.
fn described(description: String, kind: &str, subject: &str) -> String {
    match description.trim() {
        "" => format!("{kind} {subject}").trim().to_owned(),
        _ => description,
    }
}

/// Sets a member to the non-empty strings, joined with semicolons, unless the member already has a
/// value.
fn set_if_missing(part: &mut Option<String>, mut strings: Vec<String>) {
    strings.retain(|string| !string.trim().is_empty());
    if part.is_none() && !strings.is_empty() {
        *part = Some(strings.join("; "));
    }
}

/// Adds a value to the context, unless the value is empty or the context already contains the name.
fn with_missing(record: ErrorRecord, name: &str, value: String) -> ErrorRecord {
    if value.is_empty() || record.context().get(name).is_some() {
        return record;
    }
    record.with_context(name, value)
}

/// Moves the fix command and the actions to the context, because agents might run them without
/// asking.
fn distrusted(mut record: ErrorRecord) -> ErrorRecord {
    let members = fields(&mut record);
    let fix_command = members.fix_command.take();
    let actions = std::mem::take(&mut members.actions);
    if let Some(fix) = fix_command {
        record = record.with_context("server_fix", fix);
    }
    if !actions.is_empty() {
        record = record.with_context("server_actions", actions);
    }
    record
}

/// Sets missing members to values derived from the status code.
fn complete(facts: &mut Facts, status_code: Code, has_delay: bool) {
    // An error never has the status code `OK`, except from a faulty server.
    let failure = match status_code {
        Code::Ok => Code::Unknown,
        other => other,
    };
    let is_retryable = has_delay || code::is_retryable(failure);
    facts.exit_code.get_or_insert(code::exit_code(failure));
    facts.status.get_or_insert(code::http_status(failure));
    facts.retryable.get_or_insert(is_retryable);
    facts.severity.get_or_insert(Severity::Error);
    if matches!(failure, Code::InvalidArgument | Code::OutOfRange) {
        facts.phase.get_or_insert(Phase::Validation);
    }
}
