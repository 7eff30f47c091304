//! `examples/minimal` on the spike, with the expansion of the derive and of `main` written out.

use agent_error_spike::process::{Program, Response};
use std::process::ExitCode;
use std::{env, fs, io};

#[derive(Debug, thiserror::Error)]
enum CountError {
    #[error("no file given")]
    NoFileGiven,
    #[error("{path} does not exist")]
    NotFound { path: String },
    #[error("cannot read {path}")]
    Unreadable { path: String, source: io::Error },
}

const _: () = {
    #[allow(unused_imports)]
    use agent_error_spike::__private::{self as _agent_error, OtherField as _};

    static AGENT_ERROR_TYPE: _agent_error::TypeDef = _agent_error::TypeDef {
        path: concat!(module_path!(), "::CountError"),
        docs: None,
        defs: &[
            _agent_error::ErrorDef {
                code: "NO_FILE_GIVEN",
                exit: _agent_error::exit_code(2),
                variant: "NoFileGiven",
                line: line!(),
                fields: &[],
                facts: &[
                    _agent_error::Fact::Summary("No file was given."),
                    _agent_error::Fact::Message("no file given"),
                    _agent_error::Fact::Text(
                        agent_error_spike::definition::Part::Suggestion,
                        "Pass a file: `minimal PATH`",
                    ),
                ],
            },
            _agent_error::ErrorDef {
                code: "FILE_NOT_FOUND",
                exit: _agent_error::exit_code(5),
                variant: "NotFound",
                line: line!(),
                fields: &[("path", "String")],
                facts: &[
                    _agent_error::Fact::Summary("The file doesn't exist."),
                    _agent_error::Fact::Message("{path} does not exist"),
                    _agent_error::Fact::Text(agent_error_spike::definition::Part::Suggestion, "Check the path"),
                ],
            },
            _agent_error::ErrorDef {
                code: "FILE_UNREADABLE",
                exit: _agent_error::exit_code(1),
                variant: "Unreadable",
                line: line!(),
                fields: &[("path", "String")],
                facts: &[
                    _agent_error::Fact::Summary("The file exists but can't be read."),
                    _agent_error::Fact::Message("cannot read {path}"),
                ],
            },
        ],
        nested: &[],
        cast: _agent_error::cast::<CountError>,
    };

    #[_agent_error::linkme::distributed_slice(_agent_error::TYPES)]
    #[linkme(crate = _agent_error::linkme)]
    static REGISTERED: &_agent_error::TypeDef = &AGENT_ERROR_TYPE;

    impl _agent_error::Catalogued for CountError {
        const TYPE: &'static _agent_error::TypeDef = &AGENT_ERROR_TYPE;
    }

    impl agent_error_spike::AgentError for CountError {
        fn def(&self) -> Option<&'static _agent_error::ErrorDef> {
            match self {
                CountError::NoFileGiven => Some(&AGENT_ERROR_TYPE.defs[0]),
                CountError::NotFound { .. } => Some(&AGENT_ERROR_TYPE.defs[1]),
                CountError::Unreadable { .. } => Some(&AGENT_ERROR_TYPE.defs[2]),
            }
        }

        fn values(&self) -> _agent_error::Values<'_> {
            match self {
                CountError::NoFileGiven => vec![],
                CountError::NotFound { path: __path } => vec![agent_error_spike::value!(__path)],
                CountError::Unreadable { path: __path, .. } => vec![agent_error_spike::value!(__path)],
            }
        }
    }
};

fn main() -> ExitCode {
    fn main() -> Result<Response, CountError> {
        let path = env::args().nth(1).ok_or(CountError::NoFileGiven)?;
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
            _ => CountError::Unreadable { path: path.clone(), source: error },
        })?;
        let lines = text.lines().count();
        Ok(Response::new(lines).human(format!("{lines} lines")))
    }
    Program::new("minimal", Some(env!("CARGO_PKG_VERSION"))).run(main)
}
