//! The valid keys in each place.

use crate::listed::listed;

/// The place of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[agent_error(...)]` on an enum.
    Enum,
    /// `#[agent_error(...)]` on a struct, which combines the keys of an enum and a variant.
    Struct,
    /// `#[code(...)]` or `#[agent_error(...)]` on a variant, or `#[code(...)]` on a struct.
    Variant,
    /// `#[context(...)]` on a field.
    Field,
}

impl Place {
    fn noun(self) -> &'static str {
        match self {
            Self::Enum => "an enum",
            Self::Struct => "a struct",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }
}

/// Keys of a type. `docs`, `exit` and `instance` are defaults for its variants.
const CONTAINER: &[&str] =
    &["docs", "exit", "instance", "domain", "case", "crate", "unlinked", "codes", "retired", "strict", "integrate"];
/// Keys that only this project's crates use. Messages don't suggest them.
const INTERNAL: &[&str] = &["origin"];
const VARIANT: &[&str] = &[
    "code",
    "exit",
    "suggest",
    "fix",
    "fix_is_safe",
    "check",
    "fix_required",
    "replacement",
    "detail",
    "body",
    "instance",
    "docs",
    "retryable",
    "retry_after",
    "retry",
    "side_effects",
    "phase",
    "severity",
    "actions",
    "status",
    "protocol",
    "grpc",
    "classify",
    "since",
    "deprecated",
    "shared",
    "hidden",
    "transparent",
    "opaque",
];
const FIELD: &[&str] = &["skip", "rename", "display", "debug", "secret", "public", "nearest", "values_from"];

/// Whether a struct's `key` belongs to the type rather than to the code.
pub(crate) fn is_container_key(key: &str) -> bool {
    CONTAINER.contains(&key) || INTERNAL.contains(&key)
}

fn valid_at(place: Place) -> Vec<&'static str> {
    match place {
        Place::Enum => CONTAINER.to_vec(),
        Place::Variant => VARIANT.to_vec(),
        Place::Field => FIELD.to_vec(),
        Place::Struct => {
            let own = VARIANT.iter().filter(|key| !is_container_key(key));
            CONTAINER.iter().chain(own).copied().collect()
        }
    }
}

/// Returns the error for a key that isn't valid at `place`.
pub(crate) fn complaint(key: &str, place: Place) -> Option<String> {
    let valid = valid_at(place);
    let is_internal = INTERNAL.contains(&key) && matches!(place, Place::Enum | Place::Struct);
    if is_internal || valid.contains(&key) {
        return None;
    }
    let home = [(VARIANT, Place::Variant), (CONTAINER, Place::Enum), (FIELD, Place::Field)]
        .into_iter()
        .find(|(keys, _)| keys.contains(&key));
    Some(match home {
        Some((_, home)) => {
            format!("key `{key}` is not allowed on {}; it belongs on {}", place.noun(), home.noun())
        }
        None => format!("unknown key `{key}`; expected one of {}", listed(key, &valid)),
    })
}
