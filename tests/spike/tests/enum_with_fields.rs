//! The enum in `macros/src/expand/snapshots/enum_with_fields.rs`, with the new expansion written out. The part between
//! `const _` and the tests is what the derive would generate: 79 lines without `declare_code!`, 268 today.

use agent_error_spike::AgentError;
use agent_error_spike::ErrorRecord;
use agent_error_spike::format::{Meta, envelope, human};

#[derive(Debug, thiserror::Error)]
pub enum DbError {
    #[error("cannot connect to {host}:{port}")]
    ConnectionRefused { host: String, port: u16, source: std::io::Error },
    #[error("database {path} does not exist")]
    FileMissing { path: String, key: String },
    #[error(transparent)]
    Config(ConfigError),
}

#[derive(Debug, thiserror::Error)]
#[error("the configuration has no member {name:?}")]
pub struct ConfigError {
    name: Vec<&'static str>,
}

const _: () = {
    #[allow(unused_imports)]
    use agent_error_spike::__private::{self as _agent_error, OtherField as _};

    static AGENT_ERROR_TYPE: _agent_error::TypeDef = _agent_error::TypeDef {
        path: concat!(module_path!(), "::DbError"),
        docs: Some("https://docs.example.com/errors/{code}"),
        defs: &[
            _agent_error::ErrorDef {
                code: "DB_CONNECTION_REFUSED",
                exit: _agent_error::exit_code(12),
                variant: "ConnectionRefused",
                line: line!(),
                fields: &[("host", "String"), ("port", "u16")],
                facts: &[
                    _agent_error::Fact::Summary("The server did not accept the connection."),
                    _agent_error::Fact::Message("cannot connect to {host}:{port}"),
                    _agent_error::Fact::Text(
                        agent_error_spike::definition::Part::Suggestion,
                        "Start the server on {host}",
                    ),
                    _agent_error::Fact::RetryAfterMillis(5_000),
                ],
            },
            _agent_error::ErrorDef {
                code: "DB_FILE_MISSING",
                exit: _agent_error::exit_code(4),
                variant: "FileMissing",
                line: line!(),
                fields: &[("path", "String"), ("key", "String")],
                facts: &[
                    _agent_error::Fact::Summary("The database doesn't exist yet."),
                    _agent_error::Fact::Message("database {path} does not exist"),
                    _agent_error::Fact::Text(
                        agent_error_spike::definition::Part::FixCommand,
                        "dbtool init --db={path}",
                    ),
                    _agent_error::Fact::Secret("key"),
                ],
            },
        ],
        nested: &[<ConfigError as _agent_error::Catalogued>::TYPE],
        cast: _agent_error::cast::<DbError>,
    };

    #[_agent_error::linkme::distributed_slice(_agent_error::TYPES)]
    #[linkme(crate = _agent_error::linkme)]
    static REGISTERED: &_agent_error::TypeDef = &AGENT_ERROR_TYPE;

    #[automatically_derived]
    impl _agent_error::Catalogued for DbError {
        const TYPE: &'static _agent_error::TypeDef = &AGENT_ERROR_TYPE;
    }

    #[automatically_derived]
    impl AgentError for DbError {
        fn def(&self) -> Option<&'static _agent_error::ErrorDef> {
            match self {
                DbError::ConnectionRefused { .. } => Some(&AGENT_ERROR_TYPE.defs[0]),
                DbError::FileMissing { .. } => Some(&AGENT_ERROR_TYPE.defs[1]),
                DbError::Config { .. } => None,
            }
        }

        fn inner(&self) -> Option<&dyn AgentError> {
            match self {
                DbError::Config(__0) => Some(__0),
                _ => None,
            }
        }

        fn values(&self) -> _agent_error::Values<'_> {
            match self {
                DbError::ConnectionRefused { host: __host, port: __port, .. } => {
                    vec![agent_error_spike::value!(__host), agent_error_spike::value!(__port)]
                }
                DbError::FileMissing { path: __path, .. } => {
                    vec![agent_error_spike::value!(__path), _agent_error::Value::Redacted]
                }
                DbError::Config { .. } => vec![],
            }
        }

        #[cfg(feature = "formatted")]
        fn text(&self, part: agent_error_spike::definition::Part) -> Option<String> {
            use agent_error_spike::definition::Part;
            match (part, self) {
                (Part::Suggestion, DbError::ConnectionRefused { host: __host, .. }) => {
                    Some(format!("Start the server on {__host}"))
                }
                _ => None,
            }
        }
    }
};

const _: () = {
    #[allow(unused_imports)]
    use agent_error_spike::__private::{self as _agent_error, OtherField as _};

    static AGENT_ERROR_TYPE: _agent_error::TypeDef = _agent_error::TypeDef {
        path: concat!(module_path!(), "::ConfigError"),
        docs: None,
        defs: &[_agent_error::ErrorDef {
            code: "CONFIG",
            exit: _agent_error::exit_code(2),
            variant: "",
            line: line!(),
            fields: &[("name", "Vec<&'static str>")],
            facts: &[],
        }],
        nested: &[],
        cast: _agent_error::cast::<ConfigError>,
    };
    impl _agent_error::Catalogued for ConfigError {
        const TYPE: &'static _agent_error::TypeDef = &AGENT_ERROR_TYPE;
    }
    impl AgentError for ConfigError {
        fn def(&self) -> Option<&'static _agent_error::ErrorDef> {
            Some(&AGENT_ERROR_TYPE.defs[0])
        }
        fn values(&self) -> _agent_error::Values<'_> {
            vec![agent_error_spike::value!(&self.name)]
        }
    }
};

fn refused() -> DbError {
    let source = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
    DbError::ConnectionRefused { host: "db\u{1b}[31m-1".into(), port: 5432, source }
}

#[test]
fn an_error_is_read_once_cleaned_and_written() {
    let mut record = ErrorRecord::of(&refused());
    record.clean(64 * 1024);
    assert_eq!(
        envelope::render(&record, Meta::default()),
        r#"{"ok":false,"data":null,"error":{"code":"DB_CONNECTION_REFUSED","message":"cannot connect to db-1:5432","cause":"connection refused","suggestion":"Start the server on db-1","retryable":true,"retry_after_ms":5000,"phase":"execution","context":{"host":"db-1","port":5432}},"warnings":[],"meta":{"duration_ms":0,"schema_version":"1.0"}}"#
    );
    assert_eq!(
        human::render(&record, Meta::default()),
        "error[DB_CONNECTION_REFUSED]: cannot connect to db-1:5432\n\n   cause: connection refused\n    help: Start the server on db-1\n   retry: the same call may succeed later; wait 5s\n"
    );
}

#[test]
fn a_secret_stays_in_its_arm_and_a_fix_is_quoted_or_dropped() {
    let missing = |path: &str| ErrorRecord::of(&DbError::FileMissing { path: path.into(), key: "hunter2".into() });
    let record = missing("my shop.db");
    assert_eq!(record.fix_command.as_deref(), Some("dbtool init --db='my shop.db'"));
    assert_eq!(record.context[1].1, "[REDACTED]");
    assert_eq!(missing("a\u{1b}b").fix_command, None);
}

#[test]
fn a_transparent_variant_is_its_inner_error() {
    let record = ErrorRecord::of(&DbError::Config(ConfigError { name: vec!["a", "b"] }));
    assert_eq!((record.code.as_str(), record.exit), ("CONFIG", 2));
    assert_eq!(record.context[0].1, serde_json::json!(["a", "b"]));
}
