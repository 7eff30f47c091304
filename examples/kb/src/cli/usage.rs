//! Common flags that kb does not have.

use crate::entry::{Kind, schema};
use agent_error::clap::UsageError;

/// The same error, with advice if other programs have the flag, or if it is a field of the metadata.
pub(crate) fn advised(mut error: UsageError) -> UsageError {
    if let UsageError::UnknownFlag { flag, nearest, advice, .. } = &mut error {
        let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
        let kinds: Vec<String> = Kind::ALL.iter().filter(|kind| has(**kind, name)).map(Kind::to_string).collect();
        if name == "output" || name == "agent" {
            (*nearest, *advice) = (Some("--format".to_owned()), "Pass `--format json`".to_owned());
        } else if !kinds.is_empty() {
            let kinds = kinds.join("` or `");
            *nearest = Some("--metadata".to_owned());
            *advice = format!(
                "In an entry of the type `{kinds}`, `{name}` belongs into the metadata: pass `--metadata '{{\"{name}\": …}}'`"
            );
        }
    }
    error
}

/// Whether entries of a type have this field in their metadata.
fn has(kind: Kind, name: &str) -> bool {
    schema::of(kind)["properties"]["metadata"]["properties"].get(name).is_some()
}
