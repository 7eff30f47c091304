//! The attribute keys, by the place where they're valid.

use crate::listed::listed;

/// Where an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[agent_error(...)]` on an enum.
    Enum,
    /// `#[agent_error(...)]` on a struct. Accepts the keys of both an enum and a variant.
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

/// Keys of a type. `docs` and `exit` are defaults for the variants.
const CONTAINER: &[&str] =
    &["docs", "exit", "domain", "crate", "unregistered", "codes", "retired", "strict", "integrate"];
/// Internal keys for the crates in this workspace. Error messages don't suggest them.
const INTERNAL: &[&str] = &["origin"];
const VARIANT: &[&str] = &[
    "code",
    "exit",
    "suggest",
    "fix",
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
    "grpc",
    "protocol",
    "classify",
    "shared",
    "hidden",
    "transparent",
    "opaque",
];
const FIELD: &[&str] = &["skip", "rename", "display", "debug", "secret", "public", "nearest", "values_from"];

/// Whether a key on a struct applies to the type rather than to its code.
pub(crate) fn is_container_key(key: &str) -> bool {
    CONTAINER.contains(&key) || INTERNAL.contains(&key)
}

fn valid_at(place: Place) -> Vec<&'static str> {
    match place {
        Place::Enum => CONTAINER.to_vec(),
        Place::Variant => VARIANT.to_vec(),
        Place::Field => FIELD.to_vec(),
        Place::Struct => {
            let own = VARIANT.iter().copied().filter(|key| !is_container_key(key));
            CONTAINER.iter().copied().chain(own).collect()
        }
    }
}

/// Returns an error message if the key isn't valid at `place`.
pub(crate) fn complaint(key: &str, place: Place) -> Option<String> {
    let valid = valid_at(place);
    let is_internal = INTERNAL.contains(&key) && matches!(place, Place::Enum | Place::Struct);
    if is_internal || valid.contains(&key) {
        return None;
    }
    let home = [Place::Variant, Place::Enum, Place::Field].into_iter().find(|place| valid_at(*place).contains(&key));
    Some(match (home, key) {
        (Some(home), _) => {
            format!("key `{key}` is not allowed on {}; it belongs on {}", place.noun(), home.noun())
        }
        // Earlier versions had these keys.
        (None, "deprecated") => "unknown key `deprecated`; use Rust's `#[deprecated(note = \"...\")]`".to_owned(),
        (None, "fix_is_safe") => "unknown key `fix_is_safe`; describe a destructive command in `suggest`".to_owned(),
        (None, _) => format!("unknown key `{key}`; expected one of {}", listed(key, &valid)),
    })
}
