//! Serializes a record as data: the members of an envelope's `error`, and the members that envelopes omit.

use super::json;
use crate::error::record::ErrorRecord;
use crate::json::{JsonView, ObjectView};
use serde::ser::{Serialize, Serializer};
use std::fmt;

impl Serialize for ErrorRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonView::from(members(self)).serialize(serializer)
    }
}

/// Formats the record as JSON. A derived impl would make a minimal program larger.
impl fmt::Debug for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorRecord {}", JsonView::from(members(self)).write(f.alternate()))
    }
}

fn members(record: &ErrorRecord) -> ObjectView<'_> {
    let facts = record.facts;
    let mut data = ObjectView::default();
    data.member("code", &record.code);
    data.member("message", &record.message);
    json::cause(record, &mut data);
    data.some("detail", record.detail.as_ref());
    json::advice(record, &mut data);
    data.some("docs_url", record.docs_url.as_ref());
    json::retry(record, &mut data);
    data.some("phase", facts.phase.map(super::super::vocabulary::terms::Phase::as_str));
    data.some("side_effects", facts.side_effects.map(super::super::vocabulary::terms::SideEffects::as_str));
    data.some("severity", facts.severity.map(super::super::vocabulary::terms::Severity::as_str));
    if !record.actions.is_empty() {
        data.member("actions", JsonView::list(&record.actions));
    }
    data.some("instance", record.instance.as_ref());
    json::context(record, &mut data);
    let causes = record.causes();
    if causes.len() > 1 {
        data.member("causes", JsonView::list(causes));
    }
    data.some("summary", record.summary.as_ref());
    data.some("body", record.body.as_ref());
    data.some("exit_code", facts.exit_code);
    data.some("status", facts.status);
    data
}
