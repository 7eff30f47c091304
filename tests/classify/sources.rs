//! Tests of variants that store the foreign error.

use crate::{around, classify};
use agent_error::{AgentError, Classify, ErrorRecord};
use std::error::Error;
use std::io;
use std::sync::Arc;

/// An error of a database library.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("the database is locked")]
struct SqlError;

/// Declares an error enum with a fallback and a variant `Sql` with the given rule.
macro_rules! declare {
    ($name:ident, $code:literal, classify($($rule:tt)*), $($sql:tt)*) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        #[agent_error(unregistered)]
        enum $name {
            #[error("cannot read the database")]
            #[code($code, classify($($rule)*))]
            Sql $($sql)*,
            #[error("cannot continue")]
            #[code("OTHER", classify(fallback))]
            Other(Box<dyn Error + Send + Sync>),
        }
    };
}

declare!(FromAttribute, "OF_FROM", classify(type(SqlError)), (#[from] SqlError));
declare!(Tuple, "OF_TUPLE", classify(type(SqlError)), (SqlError));
declare!(Words, "OF_WORDS", classify(message("locked")), (SqlError));
declare!(Named, "OF_NAMED", classify(type(SqlError)), { #[from] source: SqlError });
declare!(Skipped, "OF_SKIPPED", classify(type(SqlError)), { #[context(skip)] error: SqlError });
declare!(Boxed, "OF_BOXED", classify(type(SqlError)), (Box<SqlError>));
declare!(Shared, "OF_SHARED", classify(type(SqlError)), (#[source] Arc<SqlError>));
declare!(Perhaps, "OF_PERHAPS", classify(type(SqlError)), { #[source] error: Option<SqlError> });
declare!(Io, "OF_IO", classify(io(NotFound)), (io::Error));

#[test]
fn the_error_moves_into_its_variant() {
    assert!(matches!(FromAttribute::classify(SqlError), FromAttribute::Sql(error) if error == SqlError));
    assert!(matches!(Tuple::classify(SqlError), Tuple::Sql(error) if error == SqlError));
    assert!(matches!(Words::classify(SqlError), Words::Sql(error) if error == SqlError));
    assert!(matches!(Named::classify(SqlError), Named::Sql { source } if source == SqlError));
    assert!(matches!(Skipped::classify(SqlError), Skipped::Sql { error } if error == SqlError));
    assert!(matches!(Boxed::classify(SqlError), Boxed::Sql(error) if *error == SqlError));
    assert!(matches!(Shared::classify(SqlError), Shared::Sql(error) if *error == SqlError));
    assert!(matches!(Perhaps::classify(SqlError), Perhaps::Sql { error: Some(error) } if error == SqlError));
    let error = io::Error::new(io::ErrorKind::NotFound, "no file");
    assert!(matches!(Io::classify(error), Io::Sql(error) if error.to_string() == "no file"));
}

#[test]
fn boxed_shared_and_io_errors_move_too() {
    assert!(matches!(Tuple::classify(Box::new(SqlError)), Tuple::Sql(SqlError)));
    assert!(matches!(Tuple::classify(io::Error::other(SqlError)), Tuple::Sql(SqlError)));
    let shared = Arc::new(SqlError);
    let Shared::Sql(kept) = Shared::classify(Arc::clone(&shared)) else { panic!("not the variant of the rule") };
    assert!(Arc::ptr_eq(&kept, &shared));
}

#[test]
fn an_error_inside_a_wrapper_becomes_the_source_of_the_fallback() {
    let Tuple::Other(error) = Tuple::classify(around("cannot list", SqlError)) else {
        panic!("moved out of a wrapper")
    };
    assert_eq!(error.to_string(), "cannot list");
    assert_eq!(error.source().unwrap().to_string(), "the database is locked");
}

#[test]
fn an_io_error_that_wraps_another_type_is_kept() {
    let error = io::Error::new(io::ErrorKind::TimedOut, around("cannot list", SqlError));
    let Tuple::Other(error) = Tuple::classify(error) else { panic!("moved out of a wrapper") };
    assert_eq!(error.downcast::<io::Error>().unwrap().kind(), io::ErrorKind::TimedOut);
}

#[test]
fn as_data_the_code_is_kept_even_inside_a_wrapper() {
    for error in [Box::<dyn Error + Send + Sync>::from(SqlError), around("cannot list", SqlError).into()] {
        assert_eq!(classify::<Tuple>(error).code, "OF_TUPLE");
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no such user")]
#[code("LINKED_USER_MISSING", exit = 5)]
struct LinkedError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Greedy {
    #[error("missing")]
    #[code("GREEDY_MISSING", classify(message("no such user"), fallback))]
    Missing,
}

#[test]
fn an_error_with_a_code_of_another_type_keeps_it() {
    for error in [
        Box::<dyn Error + Send + Sync>::from(LinkedError),
        around("cannot greet", LinkedError).into(),
        io::Error::other(LinkedError).into(),
    ] {
        let record = classify::<Greedy>(error);
        assert_eq!((record.code.as_str(), record.exit_code()), ("LINKED_USER_MISSING", 5));
    }
    assert_eq!(classify::<Greedy>("no such user").code, "GREEDY_MISSING");
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Keeping {
    #[error(transparent)]
    #[code(transparent)]
    Kept(ErrorRecord),
    #[error("the user is known by type")]
    #[code("KEEPING_SQL", classify(type(SqlError)))]
    Sql(SqlError),
    #[error("cannot continue")]
    #[code("KEEPING_OTHER", classify(message("no such user"), fallback))]
    Other,
}

#[test]
fn a_type_that_nests_a_record_keeps_the_code_of_another_type() {
    assert_eq!(Keeping::classify(LinkedError).code(), "LINKED_USER_MISSING");
    assert_eq!(Keeping::classify(around("cannot greet", LinkedError)).code(), "LINKED_USER_MISSING");
    assert_eq!(Keeping::classify(SqlError).code(), "KEEPING_SQL");
    assert_eq!(Greedy::classify(LinkedError).code(), "GREEDY_MISSING");
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ByType {
    #[error(transparent)]
    #[code(transparent)]
    Kept(ErrorRecord),
    #[error("no user")]
    #[code("BY_TYPE", classify(type(LinkedError)))]
    User(#[from] LinkedError),
    #[error("cannot continue")]
    #[code("BY_TYPE_OTHER", classify(fallback))]
    Other,
}

#[test]
fn a_rule_that_names_a_type_with_a_code_applies_to_it() {
    assert!(matches!(ByType::classify(LinkedError), ByType::User(LinkedError)));
}
