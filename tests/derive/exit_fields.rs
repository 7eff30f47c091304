//! Tests of exit codes that are only known at run time.

use crate::document_of;
use agent_error::{AgentError, Catalog, Declares, Format, exit};
use agent_error_tooling::{Contract, ExportFormat};
use serde_json::{Value, json};

const TYPE_EXIT: u8 = 9;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, exit = TYPE_EXIT)]
#[error("failed")]
enum RunError {
    /// A recipe failed.
    #[code("RUN_RECIPE", exit = code)]
    Recipe { code: i32 },
    /// A child failed.
    #[code("RUN_CHILD", exit = code)]
    Child { code: Option<u8> },
    /// A child may have been stopped by a signal.
    #[code("RUN_SIGNAL", exit = code, status = status, retry = constant)]
    Signal { code: Option<i32>, status: u16 },
    /// A constant.
    #[code("RUN_CONSTANT", exit = exit::NOT_FOUND)]
    Constant { code: i32 },
    /// A child failed, and the type of the error says nothing.
    #[code(transparent)]
    Inner(NoDefault),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("failed")]
#[code("RUN_NO_DEFAULT", exit = r#type)]
struct NoDefault {
    r#type: u8,
}

fn exit_of(error: &dyn AgentError) -> u8 {
    error.record().exit_code()
}

#[test]
fn the_exit_code_is_the_value_of_the_field_if_it_is_from_1_to_255() {
    let recipe = |code| exit_of(&RunError::Recipe { code });
    for (value, expected) in [
        (1, 1),
        (77, 77),
        (127, 127),
        (137, 137),
        (255, 255),
        (0, TYPE_EXIT),
        (-1, TYPE_EXIT),
        (256, TYPE_EXIT),
        (i32::MAX, TYPE_EXIT),
    ] {
        assert_eq!(recipe(value), expected, "{value}");
    }
    assert_eq!(exit_of(&RunError::Child { code: Some(200) }), 200);
    assert_eq!(exit_of(&RunError::Child { code: None }), TYPE_EXIT);
    assert_eq!(exit_of(&RunError::Constant { code: 200 }), 5);
    assert_eq!(exit_of(&RunError::Inner(NoDefault { r#type: 141 })), 141);
    assert_eq!(exit_of(&NoDefault { r#type: 0 }), 1);
}

#[test]
fn the_field_only_determines_the_exit_code() {
    let error = RunError::Signal {
        code: Some(130),
        status: 418,
    };
    let record = error.record();
    assert_eq!((record.exit_code(), record.http_status()), (130, 418));
    assert!(record.is_retryable());
    // 5 and 11 have meanings of their own, but not for the child.
    let record = RunError::Recipe { code: 5 }.record();
    assert_eq!((record.exit_code(), record.http_status()), (5, 402));
    assert!(!RunError::Recipe { code: 11 }.record().is_retryable());
}

#[test]
fn every_view_says_that_the_exit_code_varies() {
    let catalog = Catalog::of::<RunError>();
    let def = RunError::TYPE.defs[0];
    assert_eq!(
        (def.exit_code(), def.exit_field()),
        (TYPE_EXIT, Some("code"))
    );
    let plain = Format::HUMAN;
    let list = catalog.list().render(plain);
    assert!(list.contains("RUN_RECIPE      varies"), "{list}");
    let listed = serde_json::to_value(catalog.__list()).unwrap();
    let recipe = &listed["errors"][3];
    assert_eq!(
        (&recipe["code"], &recipe["exit_field"]),
        (&json!("RUN_RECIPE"), &json!("code"))
    );
    let explained = catalog.explain("RUN_RECIPE").unwrap().render(plain);
    let expected = "exit      varies: the value of `code`; 9 if that is no exit code from 1 to 255";
    assert!(explained.contains(expected), "{explained}");
    assert!(!explained.contains("PAYMENT_REQUIRED"), "{explained}");
    let exits = catalog.exits().render(plain);
    let varying = exits
        .lines()
        .find(|line| line.starts_with("varies"))
        .unwrap();
    assert!(varying.ends_with("RUN_CHILD"), "{exits}");
    let exits = catalog.exits().render(Format::ENVELOPE);
    let exits: Value = serde_json::from_str(&exits).unwrap();
    let expected = ["RUN_CHILD", "RUN_NO_DEFAULT", "RUN_RECIPE", "RUN_SIGNAL"];
    assert_eq!(exits["data"]["varying"], json!(expected));

    let document = document_of(&catalog);
    let pages = document.export(ExportFormat::Markdown);
    let text: Vec<&str> = pages.iter().map(|page| page.text.as_str()).collect();
    let text = text.concat();
    assert!(
        text.contains("(RUN_RECIPE.md): exit varies: A recipe failed."),
        "{text}"
    );
    assert!(
        text.contains("**Exit code:** varies: the value of `code`; 9 if"),
        "{text}"
    );
    let lock = Contract::of(&document).to_lock();
    assert_eq!(lock.matches(r#""exit_field": "code""#).count(), 3, "{lock}");
}
