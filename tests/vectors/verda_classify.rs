//! Tests classification rules against the errors without codes in `verda.json`: those of an enum
//! with the original's codes and details, and those of the example cloudctl.

use crate::examples::cloudctl::CloudError;
use crate::held::{Joined, Wrapped};
use crate::verdict::{Comparison, Verdict};
use crate::{List, json, text, verda};
use agent_error::__tooling::BoxError;
use agent_error::ready::{ConfirmationRequired, MissingFlags};
use agent_error::{AgentError, Classify, ErrorRecord, FieldError, Foreign, foreign};
use serde_json::{Map, Value, json};

const NO_ERROR: &str = "without an error, which Rust's types exclude";
const WORDS: &str = "`unauthorized` does not count as a part of a longer word";
const FAILED_AUTH: &str = "`failed` and `auth` anywhere in a message say nothing about credentials";
const JOINED: &str =
    "of several errors of the API at once, the first rule decides, not the first error";
const DETAILS: &str = "what the API says in detail stays in the message, whatever the status";

pub(crate) const CLASSIFY: List = List {
    file: "verda.json",
    name: "classify",
    judge: judge_classify,
    rules: &[WORDS, FAILED_AUTH, DETAILS, JOINED],
    // The text of the input, and the code and the message, which are compared one by one.
    uncompared: |_| &["/error_string", "/result/error_string"],
};

/// The phrases in the original's documentation that make a message an authentication error.
const DOCUMENTED: [&str; 3] = ["no credentials configured", "unauthorized", "token expired"];

/// The codes of the original tool. Its usage errors are in [`agent_error::ready`].
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum VerdaError {
    /// The credentials are missing, invalid or expired.
    #[error("{message}")]
    #[code(
        "AUTH_ERROR",
        exit = 3,
        classify(
            status(401, 403),
            message("no credentials configured", "unauthorized", "token expired"),
        )
    )]
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

fn judge_classify(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let input = &case["input"];
    let (Some(error), Some(of_cloudctl)) = (error(input, of_verda), error(input, of_cloudctl))
    else {
        return Verdict::LeftOut(NO_ERROR);
    };
    let expected = expected(&mut comparison, input, &case["result"]);
    if let Some(document) = text(case, "json") {
        let theirs = verda::error_of(&json(document));
        comparison.check("original JSON", theirs, verda::written(case));
    }
    let record = VerdaError::classify(error);
    comparison.check("result", result(&record), expected.clone());

    let record = CloudError::classify(of_cloudctl);
    let ours = result(&record);
    comparison.check("code of cloudctl", &ours["code"], &expected["code"]);
    comparison.check(
        "exit code of cloudctl",
        &ours["exit_code"],
        &expected["exit_code"],
    );
    comparison.verdict()
}

/// Creates an error of the tool itself.
type OfTool = fn(&Value) -> BoxError;

/// Creates the error of a test case, or returns `None` if the case has none.
fn error(input: &Value, of_tool: OfTool) -> Option<BoxError> {
    let part = |key: &str| text(input, key).unwrap().to_owned();
    let all = |list: &Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|input| error(input, of_tool).unwrap())
            .collect()
    };
    Some(match text(input, "kind").unwrap() {
        "nil" => return None,
        "message" => part("message").into(),
        "agent_error" => of_tool(input),
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
        "wrapped" => Wrapped::new(&part("format"), error(&input["inner"], of_tool).unwrap()).into(),
        "joined" => Joined(all(&input["errors"])).into(),
        "std" if input["error"] == "context.DeadlineExceeded" => "context deadline exceeded".into(),
        "std" if input["error"] == "context.Canceled" => "context canceled".into(),
        "std" if input["error"] == "io.EOF" => "EOF".into(),
        other => panic!("unknown kind {other} of an error: {input}"),
    })
}

/// Creates an error of the original tool.
fn of_verda(input: &Value) -> BoxError {
    let part = |key: &str| text(input, key).unwrap().to_owned();
    let status = None;
    let error = match code(input) {
        "AUTH_ERROR" => VerdaError::Auth {
            message: part("message"),
            status,
        },
        "INSUFFICIENT_BALANCE" => VerdaError::Balance {
            message: part("message"),
            status,
        },
        "ERROR" => VerdaError::Other {
            message: part("message"),
        },
        "VALIDATION_ERROR" => VerdaError::Validation {
            field: part("field"),
            reason: part("reason"),
        },
        "NOT_FOUND" => VerdaError::NotFound {
            message: format!("{} {:?} not found", part("resource"), part("id")),
            resource: Some(part("resource")),
            id: Some(part("id")),
            status,
        },
        _ => return ready_made(input),
    };
    error.into()
}

/// Creates the error of cloudctl with the same code. Its messages and details are different.
fn of_cloudctl(input: &Value) -> BoxError {
    let message = "m".to_owned();
    let error = match code(input) {
        "AUTH_ERROR" => CloudError::Credentials { message },
        "INSUFFICIENT_BALANCE" => CloudError::Balance {
            status: 402,
            message,
        },
        "ERROR" => CloudError::Other { message },
        "VALIDATION_ERROR" => CloudError::Invalid {
            field: "f".to_owned(),
            reason: message,
        },
        "NOT_FOUND" => CloudError::NotFound {
            status: 404,
            message,
        },
        _ => return ready_made(input),
    };
    error.into()
}

/// Returns the code of one of the tool's own errors.
fn code(input: &Value) -> &str {
    match text(input, "ctor").or(text(input, "code")).unwrap() {
        "auth" => "AUTH_ERROR",
        "balance" | "insufficient_balance" => "INSUFFICIENT_BALANCE",
        "general" | "error" => "ERROR",
        "validation" => "VALIDATION_ERROR",
        "not_found" => "NOT_FOUND",
        code => code,
    }
}

/// Creates a usage error, which is the same in all programs.
fn ready_made(input: &Value) -> BoxError {
    match code(input) {
        "confirmation_required" | "CONFIRMATION_REQUIRED" => {
            ConfirmationRequired::new(text(input, "action").unwrap()).into()
        }
        "missing_flags" => {
            let missing = input["missing"].as_array().unwrap().iter();
            MissingFlags::new(missing.map(|flag| flag.as_str().unwrap())).into()
        }
        other => panic!("unknown constructor {other}: {input}"),
    }
}

/// Returns the original's result, adjusted by the rules for deliberate differences.
fn expected(comparison: &mut Comparison, input: &Value, theirs: &Value) -> Value {
    let details = match &theirs["details"] {
        Value::Null => json!({}),
        details => details.clone(),
    };
    let mut expected = json!({
        "code": theirs["code"],
        "exit_code": theirs["exit_code"],
        "message": theirs["message"],
        "details": details,
    });
    if let Some(rule) = deviating_words(input) {
        comparison.check("original code", &theirs["code"], &json!("AUTH_ERROR"));
        comparison.check("original exit code", &theirs["exit_code"], &json!(3));
        comparison.deviates(rule);
        expected["code"] = "ERROR".into();
        expected["exit_code"] = 1.into();
    }
    if let Some(error) = rejected_beside_another(input) {
        let first = &input["errors"][0];
        let status = &first["status"];
        let message = format!("API error {status}: {}", text(first, "message").unwrap());
        let of_first = json!({
            "code": "API_ERROR",
            "exit_code": 4,
            "message": message,
            "details": {"status": status},
        });
        comparison.check("original result", &expected, &of_first);
        comparison.deviates(JOINED);
        expected = json!({
            "code": "AUTH_ERROR",
            "exit_code": 3,
            "message": error["message"],
            "details": {"status": error["status"]},
        });
    }
    if let Some(message) = message_with_details(input) {
        comparison.check("original message", &theirs["message"], &input["message"]);
        comparison.deviates(DETAILS);
        expected["message"] = message.into();
    }
    expected
}

/// Returns the rule for a message that only the original takes for an authentication error.
fn deviating_words(input: &Value) -> Option<&'static str> {
    let message = text(input, "message").filter(|_| input["kind"] == "message")?;
    let message = message.to_lowercase();
    let words: Vec<&str> = message
        .split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let words = format!(" {} ", words.join(" "));
    if DOCUMENTED
        .iter()
        .any(|phrase| words.contains(&format!(" {phrase} ")))
    {
        return None;
    }
    if DOCUMENTED.iter().any(|phrase| message.contains(phrase)) {
        return Some(WORDS);
    }
    (message.contains("failed") && message.contains("auth")).then_some(FAILED_AUTH)
}

/// Returns the error of the API about credentials that's joined with an earlier error of the API
/// that has no code of its own.
fn rejected_beside_another(input: &Value) -> Option<&Value> {
    let errors = input["errors"]
        .as_array()
        .filter(|_| input["kind"] == "joined")?;
    let first = errors.first()?["status"].as_u64()?;
    let has_own_code = matches!(first, 401..=404);
    let rejected = errors
        .iter()
        .find(|error| matches!(error["status"].as_u64(), Some(401 | 403)))?;
    (!has_own_code).then_some(rejected)
}

/// Returns the message with the API's details. The original drops them if the status has a code of
/// its own.
fn message_with_details(input: &Value) -> Option<String> {
    let details = text(input, "details").filter(|details| !details.is_empty())?;
    let has_own_code = matches!(input["status"].as_u64()?, 401..=404);
    let message = text(input, "message").unwrap();
    has_own_code.then(|| format!("{message} ({details})"))
}

/// Returns the parts of a record that are compared.
fn result(record: &ErrorRecord) -> Value {
    let (code, exit_code) = (record.code(), record.exit_code());
    // This crate writes null for fields without a value, but the original leaves them out.
    let known = record
        .context()
        .iter()
        .map(|(name, value)| (name.to_owned(), value))
        .filter(|(_, value)| !value.is_null());
    let details: Map<_, _> = known.collect();
    json!({"code": code, "exit_code": exit_code, "message": record.message(), "details": details})
}
