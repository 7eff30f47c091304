//! Tests of generic types.

use crate::{context, error_object};
use agent_error::definition::Catalogued;
use agent_error::{AgentError, Catalog};
use serde_json::json;
use std::fmt::{Debug, Display};

#[derive(Debug, thiserror::Error, AgentError)]
enum Generic<T, U = u8> {
    #[error("first")]
    #[code("GENERIC_FIRST", suggest = "try {0}", detail = "{1:?}")]
    First(T, U),
    #[error("second")]
    #[code("GENERIC_SECOND")]
    Second { value: T, list: Vec<U> },
    #[error("third")]
    #[code("GENERIC_THIRD")]
    Third {
        #[context(display)]
        shown: T,
        #[context(debug)]
        debugged: Option<U>,
        #[context(skip)]
        hidden: std::marker::PhantomData<U>,
    },
}

#[test]
fn bounds_follow_from_context_and_templates() {
    let first: Generic<&str> = Generic::First("a", 1);
    assert_eq!((first.suggestion().unwrap(), first.detail().unwrap()), ("try a".into(), "1".into()));
    let second: Generic<u8, &str> = Generic::Second { value: 1, list: vec!["x"] };
    assert_eq!(context(&second), json!({"value": 1, "list": ["x"]}));
    let third: Generic<u8> = Generic::Third { shown: 1, debugged: None, hidden: std::marker::PhantomData };
    assert_eq!(context(&third), json!({"shown": "1", "debugged": "None"}));
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

#[test]
fn unused_parameters_need_no_bound() {
    let error = Hidden { _skipped: Opaque, _pin: Some(Opaque) };
    assert_eq!(context(&error), json!({"_pin": "[REDACTED]"}));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("borrowed")]
#[code("GENERIC_BORROWED", suggest = "try {name}")]
struct Borrowed<'a, 'b: 'a> {
    name: &'a str,
    list: &'b [u8],
    cow: std::borrow::Cow<'a, str>,
}

#[test]
fn lifetimes_are_carried_through_and_linked() {
    let name = String::from("n");
    let list = vec![1];
    let error = Borrowed { name: &name, list: &list, cow: name.as_str().into() };
    assert_eq!(error.suggestion().unwrap(), "try n");
    assert_eq!(context(&error), json!({"name": "n", "list": [1], "cow": "n"}));
    assert!(Catalog::linked().unwrap().get("GENERIC_BORROWED").is_some());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("sized")]
#[code("GENERIC_SIZED")]
struct Array<const N: usize, const NAMED: bool> {
    #[context(debug)]
    bytes: [u8; N],
}

#[test]
fn const_parameters_are_carried_through() {
    let error = Array::<2, true> { bytes: [1, 2] };
    assert_eq!(context(&error), json!({"bytes": "[1, 2]"}));
    assert_eq!(Catalog::of::<Array<2, true>>().len(), 1);
    assert!(Catalog::linked().unwrap().get("GENERIC_SIZED").is_some());
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
        error: B::Error,
        #[context(skip)]
        _backend: Option<B>,
    },
}

#[test]
fn where_clauses_and_associated_types_are_kept() {
    let error = Associated::<Disk>::Failed { error: "e".into(), _backend: Some(Disk) };
    assert_eq!(error.suggestion().unwrap(), "read e");
    assert_eq!(context(&error), json!({"error": "e"}));
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Wrapping<E: std::error::Error + AgentError + agent_error::definition::Catalogued> {
    #[error(transparent)]
    #[code(transparent)]
    Inner(E),
    #[error("own")]
    #[code("GENERIC_OWN")]
    Own,
}

#[test]
fn a_generic_inner_error_is_forwarded() {
    let error: Wrapping<upstream::UpstreamError> = Wrapping::Inner(upstream::UpstreamError::Lost { host: "h".into() });
    assert_eq!((error.code(), error.exit_code()), ("UPSTREAM_LOST", 12));
    assert_eq!(error_object(&error)["suggestion"], "Ping h");
    assert_eq!(Wrapping::<upstream::UpstreamError>::Own.code(), "GENERIC_OWN");
    let catalog = Catalog::of::<Wrapping<upstream::UpstreamError>>();
    assert_eq!(catalog.len(), 3);
    assert_eq!(Catalog::of::<Wrapping<agent_error::ErrorRecord>>().len(), 1);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("unsized")]
#[code("GENERIC_UNSIZED", suggest = "try {inner}")]
struct Boxed<T: ?Sized> {
    inner: Box<T>,
}

#[test]
fn an_unsized_parameter_behind_a_pointer_is_shown() {
    let error: Boxed<str> = Boxed { inner: "text".into() };
    assert_eq!(error.suggestion().unwrap(), "try text");
    assert_eq!(context(&error), json!({"inner": "text"}));
}

/// A type parameter is only known to implement `Serialize`. A value that serde can't write becomes null or a string.
#[test]
fn a_value_of_a_parameters_type_is_shown_as_serde_shows_it() {
    let shown = |error: &dyn AgentError| context(error)["value"].take();
    let (nan, large) = (f64::NAN, u128::MAX);
    assert_eq!(shown(&Generic::<_, u8>::Second { value: nan, list: vec![] }), json!(null));
    assert_eq!(shown(&Generic::<_, u8>::Second { value: large, list: vec![] }), large.to_string());
}

#[cfg(unix)]
#[test]
fn a_path_of_a_parameters_type_that_serde_refuses_is_reported() {
    use std::os::unix::ffi::OsStringExt as _;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("path")]
    #[code("GENERIC_PATH")]
    struct Missing<P> {
        path: P,
    }
    let path = std::path::PathBuf::from(std::ffi::OsString::from_vec(b"a\xff".to_vec()));
    assert_eq!(context(&Missing { path }), json!({"path": "[unserializable: path contains invalid UTF-8 characters]"}));
}

#[test]
fn codes_of_a_generic_type_are_linked_and_in_the_catalog_that_names_it() {
    let linked = Catalog::linked().unwrap();
    let generic = linked.entry("GENERIC_FIRST").unwrap();
    assert_eq!((generic.def.variant(), generic.def.fields().count()), ("First", 0));
    let fields = linked.get("GENERIC_SECOND").unwrap().fields();
    assert_eq!(fields.map(|field| field.rust_type()).collect::<Vec<_>>(), ["T", "Vec<U>"]);
    // A nested instance and a named instance of a generic type have the same declaration.
    let both = Catalog::from_types(&[Generic::<u8>::TYPE, generic.ty]).unwrap();
    assert_eq!(both.len(), 3);
    let named = agent_error::catalog![Generic<&'static str>, Hidden<u8>];
    let codes: Vec<&str> = named.iter().map(|entry| entry.def.code()).collect();
    assert_eq!(codes, ["GENERIC_FIRST", "GENERIC_HIDDEN", "GENERIC_SECOND", "GENERIC_THIRD"]);
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
    let ty = Catalog::linked().unwrap().entry("GENERIC_AROUND").unwrap().ty;
    assert_eq!(Catalog::from_types(&[ty]).unwrap().len(), 1);
    let catalog = Catalog::of::<Around<Borrowed<'static, 'static>>>();
    assert_eq!(catalog.len(), 2);
    let inner = Borrowed { name: "n", list: &[], cow: "n".into() };
    let errors = [Around::Own, Around::Given(inner)];
    assert_eq!(errors.each_ref().map(AgentError::code), ["GENERIC_AROUND", "GENERIC_BORROWED"]);
}
