//! Tests classification rules against the errors without codes in `verda.json`.

use crate::held::{Joined, Wrapped};
use crate::{Tally, text};
use agent_error::__tooling::BoxError;
use agent_error::ready::{ConfirmationRequired, MissingFlags};
use agent_error::{AgentError, Classify, ErrorRecord, foreign};
use agent_error::{FieldError, Foreign};
use serde_json::{Map, Value, json};

const NO_ERROR: &str = "without an error, which Rust\'s types exclude";
const WORDS: &str = "`auth` counts as a word of a phrase, not as letters inside another word";
const DETAILS: &str = "what the API says in detail stays in the message, whatever the status";

/// The codes of the original tool. Its usage errors are in [`agent_error::ready`].
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum VerdaError {
    /// The credentials are missing, invalid or expired.
    #[error("{message}")]
    #[code("AUTH_ERROR", exit = 3, classify(
        status(401, 403),
        // The original looks for the substrings `failed` and `auth` anywhere. A rule can only match
        // a phrase.
        message("no credentials configured", "unauthorized", "token expired", "failed to fetch auth token"),
    ))]
    Auth {
        #[context(skip)]
        message: String,
        status: Option<u16>,
    },
    /// The resource does not exist.
    #[error("{message}")]
    #[code("NOT_FOUND", exit = 5, classify(status(404)))]
    NotFound {
        #[context(skip)]
        message: String,
        resource: Option<String>,
        id: Option<String>,
        status: Option<u16>,
    },
    /// The account does not have enough balance.
    #[error("{message}")]
    #[code("INSUFFICIENT_BALANCE", exit = 6, classify(status(402)))]
    Balance {
        #[context(skip)]
        message: String,
        status: Option<u16>,
    },
    /// The API answered with an error that has no other code.
    #[error("API error {status}: {message}")]
    #[code("API_ERROR", exit = 4, classify(status(..)))]
    Api {
        #[context(skip)]
        message: String,
        status: u16,
    },
    /// A value was refused.
    #[error("invalid value for {field}: {reason}")]
    #[code("VALIDATION_ERROR", exit = 2, classify(validation))]
    Validation { field: String, reason: String },
    /// Anything else.
    #[error("{message}")]
    #[code("ERROR", exit = 1, classify(fallback))]
    Other {
        #[context(skip)]
        message: String,
    },
}

/// An API response, as reported by the API client.
#[derive(Debug, thiserror::Error)]
#[error("API error {status}: {}", self.details())]
struct ApiError {
    status: u16,
    message: String,
    details: String,
}

impl ApiError {
    fn details(&self) -> String {
        let Self {
            message, details, ..
        } = self;
        if details.is_empty() {
            message.clone()
        } else {
            format!("{message} ({details})")
        }
    }
}

foreign!(ApiError, |error| Foreign {
    status: Some(error.status),
    message: Some(error.details()),
    ..Foreign::default()
});

/// A value that the API client refuses to send.
#[derive(Debug, thiserror::Error)]
#[error("validation error for field '{field}': {message}")]
struct ValidationError {
    field: String,
    message: String,
}

foreign!(ValidationError, |error| Foreign {
    invalid: Some(FieldError::new(&error.field, &error.message)),
    ..Foreign::default()
});

pub(crate) fn judge_classify(tally: &mut Tally, _: &Value, case: &Value) {
    let Some(error) = error(&case["input"]) else {
        tally.check(case, "result", &case["result"], &Value::Null);
        return tally.leave_out(case, NO_ERROR);
    };
    let record = VerdaError::classify(error);
    let theirs = expected(tally, case);
    tally.check(case, "result", result(&record), theirs);
    tally.run += 1;
}

/// Creates the error of a test case, or returns `None` if the case has none.
fn error(input: &Value) -> Option<BoxError> {
    let part = |key: &str| text(input, key).unwrap().to_owned();
    let all = |list: &Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|input| error(input).unwrap())
            .collect()
    };
    Some(match text(input, "kind").unwrap() {
        "nil" => return None,
        "message" => part("message").into(),
        "agent_error" => coded(input),
        "api_error" => {
            let status = u16::try_from(input["status"].as_u64().unwrap()).unwrap();
            ApiError {
                status,
                message: part("message"),
                details: part("details"),
            }
            .into()
        }
        "validation_error" => ValidationError {
            field: part("field"),
            message: part("message"),
        }
        .into(),
        "wrapped" => Wrapped::new(&part("format"), error(&input["inner"]).unwrap()).into(),
        "joined" => Joined(all(&input["errors"])).into(),
        "std" if input["error"] == "context.DeadlineExceeded" => "context deadline exceeded".into(),
        "std" if input["error"] == "context.Canceled" => "context canceled".into(),
        "std" if input["error"] == "io.EOF" => "EOF".into(),
        other => panic!("unknown kind {other} of an error: {input}"),
    })
}

/// Creates an error of the tool itself.
fn coded(input: &Value) -> BoxError {
    let part = |key: &str| text(input, key).unwrap().to_owned();
    match text(input, "ctor").or(text(input, "code")).unwrap() {
        "auth" | "AUTH_ERROR" => VerdaError::Auth {
            message: part("message"),
            status: None,
        }
        .into(),
        "balance" | "insufficient_balance" | "INSUFFICIENT_BALANCE" => VerdaError::Balance {
            message: part("message"),
            status: None,
        }
        .into(),
        "general" | "error" | "ERROR" => VerdaError::Other {
            message: part("message"),
        }
        .into(),
        "validation" | "VALIDATION_ERROR" => VerdaError::Validation {
            field: part("field"),
            reason: part("reason"),
        }
        .into(),
        "confirmation_required" | "CONFIRMATION_REQUIRED" => {
            ConfirmationRequired::new(part("action")).into()
        }
        "missing_flags" => {
            let missing = input["missing"]
                .as_array()
                .unwrap()
                .iter()
                .map(|flag| flag.as_str().unwrap().to_owned());
            MissingFlags::new(missing).into()
        }
        "not_found" => {
            let (resource, id) = (part("resource"), part("id"));
            let message = format!("{resource} {id:?} not found");
            VerdaError::NotFound {
                message,
                resource: Some(resource),
                id: Some(id),
                status: None,
            }
            .into()
        }
        other => panic!("unknown constructor {other}: {input}"),
    }
}

/// Returns the original's result, adjusted by the rules for deliberate differences.
fn expected(tally: &mut Tally, case: &Value) -> Value {
    let (input, theirs) = (&case["input"], &case["result"]);
    let details = if theirs["details"].is_null() {
        json!({})
    } else {
        theirs["details"].clone()
    };
    let mut expected = json!({
        "code": theirs["code"],
        "exit_code": theirs["exit_code"],
        "message": theirs["message"],
        "details": details,
    });
    let message = text(input, "message").unwrap_or_default();
    let lower = message.to_lowercase();
    let mut words = lower.split(|character: char| !character.is_alphanumeric() && character != '_');
    let about_login =
        words.any(|word| ["auth", "unauthorized", "credentials", "token"].contains(&word));
    if input["kind"] == "message" && theirs["code"] == "AUTH_ERROR" && !about_login {
        tally.deviates(case, WORDS);
        expected["code"] = "ERROR".into();
        expected["exit_code"] = 1.into();
    }
    if let Some(details) = text(input, "details").filter(|details| !details.is_empty())
        && theirs["message"] == input["message"]
    {
        tally.deviates(case, DETAILS);
        expected["message"] = format!("{message} ({details})").into();
    }
    expected
}

/// Returns the parts of a record that are compared.
fn result(record: &ErrorRecord) -> Value {
    let (code, exit_code) = (record.code(), record.exit_code());
    // This crate writes null for fields without a value, but the original omits them.
    let known = record
        .context()
        .iter()
        .map(|(name, value)| (name.to_owned(), value))
        .filter(|(_, value)| !value.is_null());
    let details: Map<_, _> = known.collect();
    json!({"code": code, "exit_code": exit_code, "message": record.message(), "details": details})
}
