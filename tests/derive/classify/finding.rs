//! Tests of finding coded errors inside other errors.

use crate::classify::{Several, around};
use agent_error::Foreign;
use agent_error::{AgentError, ErrorRecord, Report, find};
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no user {name}")]
#[code("FIND_NO_USER", exit = 5)]
struct NoUser {
    name: String,
}

fn no_user() -> NoUser {
    NoUser {
        name: "eve".to_owned(),
    }
}

/// Forwards all methods to the inner error, which hides it from `source`.
#[derive(Debug, thiserror::Error)]
enum Seen {
    #[error(transparent)]
    User(#[from] NoUser),
}

agent_error::foreign!(Seen, |Seen::User(inner)| Foreign {
    inner: vec![inner],
    ..Foreign::default()
});

/// Wraps any error and forwards all methods to it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct Wrapper<E: Error + 'static>(E);

agent_error::foreign!(Wrapper<NoUser>, |error| Foreign {
    inner: vec![&error.0],
    ..Foreign::default()
});

#[track_caller]
fn found(error: impl Error + 'static) {
    let found = find(&error).unwrap();
    assert_eq!(
        (found.code(), found.to_string().as_str()),
        ("FIND_NO_USER", "no user eve")
    );
}

#[test]
fn a_coded_error_is_found_inside_every_wrapper() {
    found(no_user());
    found(around("a", around("b", no_user())));
    found(Box::new(no_user()));
    found(Arc::new(no_user()));
    found(around(
        "a",
        Box::new(no_user()) as Box<dyn Error + Send + Sync>,
    ));
    found(around("a", Arc::new(no_user())));
    found(io::Error::other(no_user()));
    found(io::Error::other(around(
        "a",
        io::Error::new(io::ErrorKind::NotFound, no_user()),
    )));
    found(Arc::<dyn Error + Send + Sync>::from(Box::<
        dyn Error + Send + Sync,
    >::from(around(
        "a",
        no_user(),
    ))));
}

#[test]
fn a_wrapper_that_hides_its_source_is_described() {
    found(Seen::from(no_user()));
    found(Wrapper(no_user()));
    found(Several(vec![Box::new(no_user())]));
    found(around("a", Wrapper(no_user())));
    found(Arc::new(Seen::from(no_user())));
}

#[test]
fn nothing_is_found_without_a_coded_error() {
    assert!(find(&io::Error::other("text")).is_none());
    assert!(find(&around("a", "b")).is_none());
}

#[test]
fn types_of_this_crate_are_found() {
    assert_eq!(
        find(&around("a", ErrorRecord::new("OWN", "own")))
            .unwrap()
            .code(),
        "OWN"
    );
    let confirm = agent_error::ready::ConfirmationRequired::new("delete");
    assert_eq!(
        find(&around("a", confirm)).unwrap().code(),
        "CONFIRMATION_REQUIRED"
    );
}

#[test]
fn types_with_lifetimes_or_without_send_are_found() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("no {name}")]
    #[code("FIND_BORROWED")]
    struct Borrowed<'a> {
        name: &'a str,
    }
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("local")]
    #[code("FIND_LOCAL")]
    struct Local(#[context(skip)] std::rc::Rc<()>);
    #[derive(Debug, thiserror::Error)]
    #[error("around")]
    struct AroundLocal(#[source] Local);
    assert_eq!(
        find(&around("a", Borrowed { name: "x" })).unwrap().code(),
        "FIND_BORROWED"
    );
    assert_eq!(
        find(&AroundLocal(Local(std::rc::Rc::default())))
            .unwrap()
            .code(),
        "FIND_LOCAL"
    );
}

/// An error that returns itself as its source.
#[derive(Debug)]
struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("endless")
    }
}

impl Error for Endless {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self)
    }
}

#[test]
fn long_chains_are_searched_and_cycles_left() {
    assert!(find(&Endless).is_none());
    found((0..500).fold(around("last", no_user()), |error, _| around("next", error)));
    found((0..500).fold(io::Error::other(no_user()), |error, _| {
        io::Error::other(error)
    }));
}

#[test]
fn a_wrapped_error_keeps_its_own_source() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("not saved")]
    #[code("FIND_NOT_SAVED", exit = 74)]
    struct NotSaved {
        source: io::Error,
    }
    let error = around(
        "closing",
        NotSaved {
            source: io::Error::other("disk full"),
        },
    );
    let record = Report::from(error).into_record();
    assert_eq!(
        (record.code(), record.detail()),
        ("FIND_NOT_SAVED", Some("closing"))
    );
    assert_eq!(
        record.source().map(ToString::to_string).as_deref(),
        Some("disk full")
    );
}
