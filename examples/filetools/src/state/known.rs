//! The files that a session has read or written.

use crate::fingerprint::Fingerprint;
use crate::root::Target;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The fingerprint of each file when the session last read or wrote it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Known(BTreeMap<String, Fingerprint>);

impl Known {
    pub(crate) fn fingerprint(&self, target: &Target) -> Option<&Fingerprint> {
        self.0.get(&target.key())
    }

    pub(crate) fn remember(&mut self, target: &Target, fingerprint: Fingerprint) {
        self.0.insert(target.key(), fingerprint);
    }

    pub(crate) fn forget(&mut self, target: &Target) {
        self.0.remove(&target.key());
    }
}
