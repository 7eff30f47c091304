//! Validates the output of random errors with the schemas that their catalog exports.
#![allow(
    clippy::unwrap_used,
    reason = "the functions that the tests share are tests, too"
)]

use agent_error::__tooling::{Declares, TypeDef};
use agent_error::{AgentError, Catalog, FieldError, Format, Listing, render};
use agent_error_tooling::{Document, ExportFormat};
use jsonschema::Validator;
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Declares error types. Each has a code of its own.
macro_rules! declared {
    ($($name:ident($code:literal $($keys:tt)*) { $($(#[$meta:meta])* $field:ident: $ty:ty,)* })*) => {
        $(
            /// A sample.
            #[derive(Debug, thiserror::Error, AgentError)]
            #[error("failed")]
            #[agent_error(unregistered, integrate(schemars))]
            #[code($code $($keys)*)]
            struct $name { $($(#[$meta])* $field: $ty,)* }
        )*
    };
}

/// A type with a schema.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Article {
    number: u64,
    color: Option<String>,
}

/// A type without a schema.
#[derive(Clone, Debug, Serialize)]
struct Mystery(Vec<String>);

impl fmt::Display for Mystery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} parts", self.0.len())
    }
}

declared! {
    Nothing("NOTHING") {}
    Delay("DELAY", retry_after = wait) { wait: Duration, }
    MaybeDelay("MAYBE_DELAY", retry_after = wait) { wait: Option<u64>, host: String, }
    OnlyMaybeDelay("ONLY_MAYBE_DELAY", retry_after = wait) { wait: Option<u64>, }
    RenamedDelay("RENAMED_DELAY", retry_after = wait) { #[context(rename = "pause")] wait: u64, }
    Actions("ACTIONS", actions = available) { available: Vec<String>, }
    MaybeActions("MAYBE_ACTIONS", actions = available) { available: Option<Vec<String>>, name: String, }
    Both("BOTH", retry_after = wait, actions = available) { wait: u64, available: Vec<String>, }
    Status("STATUS", status = status) { status: u16, }
    Body("BODY", body = output) { output: String, }
    Nearest("NEAREST") { #[context(nearest)] similar: Vec<String>, }
    Choices("CHOICES", retry_after = wait) { wait: u64, choices: Listing, }
    Images("IMAGES") { #[context(values_from = "tool images")] image: String, }
    Secret("SECRET") { #[context(secret)] token: String, }
    Shown("SHOWN") { #[context(display)] shown: Mystery, #[context(debug)] debugged: Mystery, }
    Fields("FIELDS") { fields: Vec<FieldError>, }
    Plain("PLAIN") { text: Option<String>, number: f64, list: Vec<u64>, map: BTreeMap<String, u64>, }
    Described("DESCRIBED") { article: Article, more: Vec<Article>, mystery: Mystery, }
    Shared("SHARED", exit = 12, shared, actions = available) { available: Vec<String>, host: String, }
    SharedToo("SHARED", exit = 12, shared) { host: Option<String>, available: u64, }
}

type Sample = (&'static TypeDef, Box<dyn AgentError>);

fn sample<E: AgentError + Declares + 'static>(error: E) -> Sample {
    (E::TYPE, Box::new(error))
}

/// Returns an error of each type.
fn samples(text: &str, number: Option<u64>, names: &[String], float: f64) -> Vec<Sample> {
    let text = text.to_owned();
    let names = names.to_vec();
    let count = number.unwrap_or(3);
    let article = Article {
        number: count,
        color: number.map(|_| text.clone()),
    };
    vec![
        sample(Nothing {}),
        sample(Delay {
            wait: Duration::from_millis(count % 100_000),
        }),
        sample(MaybeDelay {
            wait: number,
            host: text.clone(),
        }),
        sample(OnlyMaybeDelay { wait: number }),
        sample(RenamedDelay { wait: count }),
        sample(Actions {
            available: names.clone(),
        }),
        sample(MaybeActions {
            available: number.map(|_| names.clone()),
            name: text.clone(),
        }),
        sample(Both {
            wait: count,
            available: names.clone(),
        }),
        sample(Status {
            status: u16::try_from(count % 700).unwrap(),
        }),
        sample(Body {
            output: text.clone(),
        }),
        sample(Nearest {
            similar: names.clone(),
        }),
        sample(Choices {
            wait: count,
            choices: names.clone().into_iter().map(|name| (name, "")).collect(),
        }),
        sample(Images {
            image: text.clone(),
        }),
        sample(Secret {
            token: text.clone(),
        }),
        sample(Shown {
            shown: Mystery(names.clone()),
            debugged: Mystery(names.clone()),
        }),
        sample(Fields {
            fields: vec![FieldError::new(text.clone(), text.clone()).options(names.clone())],
        }),
        sample(Plain {
            text: number.map(|_| text.clone()),
            number: float,
            list: number.into_iter().collect(),
            map: BTreeMap::from([(text.clone(), count)]),
        }),
        sample(Described {
            article: article.clone(),
            more: vec![article],
            mystery: Mystery(names.clone()),
        }),
        sample(Shared {
            available: names.clone(),
            host: text.clone(),
        }),
        sample(SharedToo {
            host: number.map(|_| text.clone()),
            available: count,
        }),
    ]
}

fn assert_valid(validator: &Validator, value: &Value) -> Result<(), TestCaseError> {
    let problems: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    prop_assert!(problems.is_empty(), "{problems:#?}\n{value:#}");
    Ok(())
}

fn output(error: &dyn AgentError, format: Format) -> Value {
    serde_json::from_str(&render(error, format)).unwrap()
}

/// Returns a validator for a component of an OpenAPI document, if the document has it.
fn component(openapi: &Value, path: &str) -> Option<Validator> {
    openapi.pointer(path)?;
    let schema = json!({"$ref": format!("#{path}"), "components": openapi["components"]});
    Some(jsonschema::draft202012::new(&schema).unwrap())
}

fn check(samples: &[Sample]) -> Result<(), TestCaseError> {
    let types: Vec<&'static TypeDef> = samples.iter().map(|(ty, _)| *ty).collect();
    let catalog = Catalog::__from_types(&types).unwrap();
    let document: Document = catalog.document().parse().unwrap();
    let envelopes = jsonschema::draft202012::new(&document.envelope_schema()).unwrap();
    let openapi = &document.export(ExportFormat::OpenApi)[0].text;
    let openapi: Value = serde_json::from_str(openapi).unwrap();
    for (_, error) in samples {
        let envelope = output(&**error, Format::ENVELOPE);
        let problem = output(&**error, Format::PROBLEM);
        assert_valid(&envelopes, &envelope)?;
        let code = error.code();
        let error_schema = format!("/components/schemas/Error_{code}");
        let problem_schema = format!("/components/schemas/Problem_{code}");
        assert_valid(
            &component(&openapi, &error_schema).unwrap(),
            &envelope["error"],
        )?;
        assert_valid(&component(&openapi, &problem_schema).unwrap(), &problem)?;
        let response = format!("/components/responses/Status{}/content", problem["status"]);
        for (media, body) in [("problem+json", &problem), ("json", &envelope)] {
            let path = format!("{response}/application~1{media}/schema");
            if let Some(response) = component(&openapi, &path) {
                assert_valid(&response, body)?;
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_schema_rejects_output_of_its_own_catalog(
        text in ".{0,12}",
        number in any::<Option<u64>>(),
        names in prop::collection::vec("[a-z.]{1,6}", 0..3),
        float in any::<f64>(),
        is_kept in prop::collection::vec(any::<bool>(), 20),
    ) {
        let mut kept = is_kept.into_iter();
        let mut samples = samples(&text, number, &names, float);
        samples.retain(|_| kept.next().unwrap_or(true));
        check(&samples)?;
    }
}

#[test]
fn each_declaration_alone_has_a_schema_that_accepts_its_errors() {
    let names = ["list".to_owned()];
    for number in [None, Some(0), Some(404)] {
        for names in [&names[..], &[]] {
            for sample in samples("text", number, names, 0.5) {
                check(&[sample]).unwrap();
            }
        }
    }
}
