//! Tests of generic types.

use crate::{records, same};
use agent_error::Declares;
use agent_error::{AgentError, Catalog};
use snapbox::file;
use std::fmt::{Debug, Display};
use std::marker::PhantomData;

#[derive(Debug, thiserror::Error, AgentError)]
enum Generic<T, U = u8> {
    #[error("first")]
    #[code("GENERIC_FIRST", suggest = "try {0}", detail = "{1:?}")]
    First(T, U),
    #[error("second")]
    #[code("GENERIC_SECOND")]
    Second {
        #[context]
        value: T,
        #[context]
        list: Vec<U>,
    },
    #[error("third")]
    #[code("GENERIC_THIRD")]
    Third {
        #[context(display)]
        shown: T,
        #[context(debug)]
        debugged: Option<U>,
        #[context(skip)]
        hidden: PhantomData<U>,
    },
}

/// Implements neither `Serialize` nor `Display`.
#[derive(Debug)]
struct Opaque;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("hidden")]
#[code("GENERIC_HIDDEN")]
struct Hidden<T> {
    #[context(skip)]
    _skipped: T,
    #[context(secret)]
    _pin: Option<T>,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("borrowed")]
#[code("GENERIC_BORROWED", suggest = "try {name}")]
struct Borrowed<'a, 'b: 'a> {
    name: &'a str,
    list: &'b [u8],
    cow: std::borrow::Cow<'a, str>,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("sized")]
#[code("GENERIC_SIZED")]
struct Array<const N: usize, const NAMED: bool> {
    #[context(debug)]
    bytes: [u8; N],
}

trait Backend {
    type Error: Debug + Display + serde::Serialize;
}

#[derive(Debug)]
struct Disk;

impl Backend for Disk {
    type Error = String;
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Associated<B>
where
    B: Backend + Debug,
    B::Error: Clone,
{
    #[error("failed")]
    #[code("GENERIC_ASSOCIATED", suggest = "read {error}")]
    Failed {
        #[context]
        error: B::Error,
        #[context(skip)]
        _backend: Option<B>,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Wrapping<E: std::error::Error + AgentError + Declares> {
    #[error(transparent)]
    #[code(transparent)]
    Inner(E),
    #[error("own")]
    #[code("GENERIC_OWN")]
    Own,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("unsized")]
#[code("GENERIC_UNSIZED", suggest = "try {inner}")]
struct Boxed<T: ?Sized> {
    #[context]
    inner: Box<T>,
}

/// A type parameter is only known to implement `Serialize`. A value that serde can't write becomes
/// null or a string.
#[test]
fn bounds_follow_from_context_and_templates() {
    let lost = upstream::UpstreamError::Lost { host: "h".into() };
    let own = Wrapping::<upstream::UpstreamError>::Own;
    let errors: [&dyn AgentError; 12] = [
        &Generic::First("a", 1),
        &Generic::Second {
            value: 1,
            list: vec!["x"],
        },
        &Generic::<_, u8>::Second {
            value: f64::NAN,
            list: vec![],
        },
        &Generic::<_, u8>::Second {
            value: u128::MAX,
            list: vec![],
        },
        &Generic::<u8>::Third {
            shown: 1,
            debugged: None,
            hidden: PhantomData,
        },
        &Hidden {
            _skipped: Opaque,
            _pin: Some(Opaque),
        },
        &Borrowed {
            name: "n",
            list: &[1],
            cow: "n".into(),
        },
        &Array::<2, true> { bytes: [1, 2] },
        &Associated::<Disk>::Failed {
            error: "e".into(),
            _backend: Some(Disk),
        },
        &Wrapping::Inner(lost),
        &own,
        &Boxed::<str> {
            inner: "text".into(),
        },
    ];
    same(records(errors), file!["snapshots/generics.jsonl"]);
    assert!(
        errors
            .iter()
            .all(|error| Catalog::linked().unwrap().get(error.code()).is_some())
    );
}

#[test]
fn codes_of_a_generic_type_are_linked_and_in_the_catalog_that_names_it() {
    let linked = Catalog::linked().unwrap();
    let generic = linked.__entry("GENERIC_FIRST").unwrap();
    let fields = linked.get("GENERIC_SECOND").unwrap().fields();
    assert_eq!(
        fields.map(|field| field.rust_type).collect::<Vec<_>>(),
        ["T", "Vec<U>"]
    );
    // A nested instance and a named instance of a generic type have the same declaration.
    let both = Catalog::__from_types(&[Generic::<u8>::TYPE, generic.ty]).unwrap();
    assert_eq!(both.len(), 3);
    assert_eq!(
        agent_error::catalog![Generic<&'static str>, Hidden<u8>].len(),
        4
    );
    assert_eq!(Catalog::of::<Wrapping<upstream::UpstreamError>>().len(), 3);
    assert_eq!(Catalog::of::<Wrapping<agent_error::ErrorRecord>>().len(), 1);
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Around<T: std::error::Error + 'static> {
    #[error("own")]
    #[code("GENERIC_AROUND")]
    Own,
    #[error(transparent)]
    #[code(transparent)]
    Given(T),
}

#[test]
fn what_a_parameter_nests_is_known_to_users_of_the_type_only() {
    let ty = Catalog::linked()
        .unwrap()
        .__entry("GENERIC_AROUND")
        .unwrap()
        .ty;
    assert_eq!(Catalog::__from_types(&[ty]).unwrap().len(), 1);
    assert_eq!(Catalog::of::<Around<Borrowed<'static, 'static>>>().len(), 2);
    let inner = Borrowed {
        name: "n",
        list: &[],
        cow: "n".into(),
    };
    let errors = [Around::Own, Around::Given(inner)];
    assert_eq!(
        errors.each_ref().map(AgentError::code),
        ["GENERIC_AROUND", "GENERIC_BORROWED"]
    );
}
