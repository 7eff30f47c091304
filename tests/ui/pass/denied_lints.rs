//! Valid errors cause no warnings.
#![deny(missing_docs, unused, warnings)]
#![deny(
    future_incompatible,
    let_underscore,
    nonstandard_style,
    rust_2018_idioms,
    rust_2021_compatibility
)]
#![deny(
    rust_2024_compatibility,
    unreachable_pub,
    single_use_lifetimes,
    unused_qualifications,
    unused_results
)]
#![allow(
    unused_qualifications,
    unreachable_pub,
    reason = "the included file writes paths in full"
)]
#![forbid(unsafe_code)]

include!("../../support/rich.rs");

mod deprecated_variant {
    #[derive(Debug, agent_error::AgentError)]
    #[allow(dead_code)]
    enum Failed {
        #[deprecated]
        #[code("OLD", suggest = "use {0}", retry_after = "1s")]
        Old(#[context(rename = "value")] u8),
    }

    impl std::fmt::Display for Failed {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("old")
        }
    }

    impl std::error::Error for Failed {}
}

mod uninhabited_variant {
    #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    #[allow(dead_code)]
    pub enum Failed {
        #[error("never")]
        #[code("NEVER", suggest = "never {0}")]
        Never(std::convert::Infallible),
        #[error("real")]
        #[code("REAL")]
        Real,
    }
}

mod field_types {
    use std::{borrow::Cow, fmt::Debug, marker::PhantomData};

    #[derive(Debug, serde::Serialize)]
    pub struct Own<'a, T>(&'a str, PhantomData<T>);
    #[deprecated]
    #[derive(Debug, serde::Serialize)]
    pub struct Old;

    #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    #[error("failed")]
    #[allow(dead_code, deprecated)]
    pub enum Failed<'a, T: Debug + serde::Serialize, const N: usize> {
        #[code("FIELDS_GENERIC")]
        Generic {
            #[context]
            one: T,
            #[context]
            many: Vec<Option<T>>,
            #[context]
            own: Own<'a, T>,
            text: Cow<'a, str>,
            #[context(debug)]
            bytes: [u8; N],
        },
        #[code("FIELDS_OLD")]
        Old {
            #[context]
            old: Old,
            #[context]
            pair: (Own<'a, u8>, Old),
        },
    }
}

/// The placeholder doesn't need `Display`.
#[derive(Debug, thiserror::Error, agent_error::AgentError)]
#[error("failed")]
#[code("FORMAT_TRAIT", suggest = "look at {of:x}")]
struct FormatTrait<T: std::fmt::LowerHex> {
    #[context(skip)]
    of: T,
}

fn main() {
    check_rich();
    assert_eq!(
        agent_error::AgentError::record(&FormatTrait { of: 255_u8 })
            .suggestion()
            .unwrap(),
        "look at ff"
    );
    assert_eq!(
        agent_error::AgentError::code(&uninhabited_variant::Failed::Real),
        "REAL"
    );
}
