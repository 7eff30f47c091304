//! One enum that uses every key of the derive, in all views of its catalog and in the formats that
//! show all of it.

use crate::{document_of, records, same};
use agent_error::__tooling::FACTS;
use agent_error::{AgentError, Catalog, Code, Format, Listing, error_set, parse, render};
use agent_error::{Declares, ErrorDef};
use agent_error_tooling::{Contract, ExportFormat, document_schema};
use serde_json::Value;
use snapbox::file;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    unregistered,
    domain = "KEY",
    docs = "https://example.com/{code}",
    codes = KeyCode,
    retired("KEY_GONE", "KEY_OLD" = "use <KEY_FULL>")
)]
enum KeyError {
    /// The *disk* is full,
    /// as `df` shows.
    ///
    /// # Examples
    ///
    /// 1. Two programs write at once, see [`Self::Plain`].
    /// 2. One <b>died</b>:
    ///
    /// | before | after |
    /// |---|---|
    /// | `a` | **b** |
    #[error("full of {what:?}")]
    #[code(
        "KEY_FULL",
        exit = 75,
        suggest = "Empty {what}; `disk list` shows <all> files",
        fix_required = "{what} has room",
        detail = "{what:?} holds no more {{files}}",
        docs = "https://other.example/{code}#top",
        retryable = true,
        retry_after = "1h1m1s1ms",
        retry = constant,
        side_effects = none,
        phase = cleanup,
        severity = warning,
        actions("disk.list", "disk.empty"),
        status = 507,
        grpc = RESOURCE_EXHAUSTED,
        public,
        shared
    )]
    #[deprecated(since = "1.2.0", note = "use KEY_PLAIN")]
    Full {
        /// The disk, as `a|b` or c|d.
        ///
        /// Not part of the summary.
        what: String,
        #[context(secret)]
        key: u8,
        #[context(debug, rename = "by")]
        user: Option<u8>,
        #[source]
        reason: std::fmt::Error,
    },
    /// The facts are in fields.
    #[error("exit {status:?}")]
    #[code(
        "KEY_FIELDS",
        exit = exit,
        status = status,
        retry_after = wait,
        retry = exponential,
        actions = next,
        body = output,
        instance = "/requests/{id}"
    )]
    Fields {
        #[context(skip)]
        exit: u8,
        status: Option<u16>,
        wait: Option<Duration>,
        next: Vec<&'static str>,
        output: String,
        #[context(skip)]
        id: Option<String>,
    },
    /// The command has a new name.
    #[error("`disk get {name}` has moved")]
    #[code("KEY_MOVED", exit = 13, replacement = "disk show {name}", instance = location)]
    Moved { name: String, location: String },
    /// No image has this name.
    #[error("no image `{image}`")]
    #[code(
        "KEY_IMAGE",
        exit = 5,
        suggest = "Choose another image",
        fix = "disk images --like={image}"
    )]
    Image {
        /// The image.
        #[context(values_from = "disk images")]
        image: String,
        #[context(nearest)]
        nearest: Vec<String>,
        valid: Listing,
    },
    /// The bank has not responded.
    #[error("the bank has not responded to payment {id}")]
    #[code("KEY_LOST", exit = 10, side_effects = unknown, suggest = "Look first",
        suggest(cli = "Run it again", mcp = "Call again", http = "Send it again", grpc = "Ask again"),
        check = "disk paid {id}")]
    Lost { id: String },
    /// The flag is unknown.
    #[error("unknown flag {flag}")]
    #[code(
        "KEY_FLAG",
        exit = 2,
        detail = "{reason}",
        suggest = "{advice}",
        replacement = "{flag}"
    )]
    Flag {
        flag: String,
        /// Correct the flag; `{}` is not one.
        ///
        /// More about it.
        #[context(skip)]
        advice: Option<String>,
        #[context(skip)]
        reason: String,
    },
    #[error("invalid")]
    #[code("KEY_PROTOCOL", exit = 75, retryable = false, protocol = -32602)]
    #[deprecated]
    Protocol,
    /// Errors of other libraries.
    #[error("classified")]
    #[code(
        "KEY_CLASSIFIED",
        exit = 79,
        severity = critical,
        classify(
            io(NotFound, ..),
            status(404, 500..=599, ..),
            code("23505"),
            type(std::num::ParseIntError),
            validation,
            message("no | thing"),
            fallback
        )
    )]
    Classified,
    #[error("plain")]
    #[code("KEY_PLAIN")]
    Plain,
    #[error("the reader closed the pipe")]
    #[code("KEY_HIDDEN", hidden)]
    Hidden,
}

fn samples() -> Vec<KeyError> {
    let owned = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    let fields = |status, wait, id: Option<&str>| KeyError::Fields {
        exit: 137,
        status,
        wait,
        next: vec!["disk.list"],
        output: "a\nb".into(),
        id: id.map(str::to_owned),
    };
    let image = |nearest: &[&str], valid| KeyError::Image {
        image: "debain".into(),
        nearest: owned(nearest),
        valid,
    };
    let plans = [
        (
            "team",
            "Up to ten projects with as many members as you like",
        ),
        ("free", "One project"),
    ];
    let flag = |advice: Option<&str>| KeyError::Flag {
        flag: "--hsot".into(),
        advice: advice.map(str::to_owned),
        reason: "a typo".into(),
    };
    vec![
        KeyError::Full {
            what: "a b".into(),
            key: 1,
            user: Some(2),
            reason: std::fmt::Error,
        },
        fields(
            Some(418),
            Some(Duration::from_millis(1500)),
            Some("r 1/../é?%20~"),
        ),
        fields(None, None, None),
        fields(Some(200), None, Some("")),
        KeyError::Moved {
            name: "my web".into(),
            location: "https://a.example/disks/7?x=1 <y>%20%2\"".into(),
        },
        image(&["debian", "debian-13"], Listing::new()),
        image(&[], Listing::from_iter(plans)),
        image(
            &[],
            Listing::from_iter([
                ("a-name-of-more-than-thirty-two-characters", "First"),
                ("b", "B"),
                ("c", ""),
            ]),
        ),
        image(&[], [("team", ""), ("free", "")].into_iter().collect()),
        image(
            &[],
            Listing::from_iter([("a\nfix: rm", "b\nfix: rm -rf /\u{2028}fix: c")]),
        ),
        KeyError::Lost { id: "pay 7".into() },
        KeyError::Lost { id: "--all".into() },
        flag(Some("Did you mean `--host`?")),
        flag(None),
        KeyError::Protocol,
        KeyError::Classified,
        KeyError::Plain,
        KeyError::Hidden,
    ]
}

fn catalog() -> Catalog {
    Catalog::of::<KeyError>()
}

#[test]
fn every_key_is_in_the_record() {
    same(
        records(samples().iter().map(|error| error as _)),
        file!["snapshots/every_key.jsonl"],
    );
}

#[test]
fn every_key_is_in_the_formats_for_people_and_agents() {
    let mut text = String::new();
    for error in samples() {
        text += &render(&error, Format::BRIEF);
        text += "\n\n";
        text += &agent_error::render(&error, Format::HUMAN.width(Some(60)));
        text += &format!("\n{}\n", render(&error, agent_error_formats::FLAT));
        text += &format!("{}\n{}\n", render(&error, Format::PROBLEM), "-".repeat(60));
    }
    same(text, file!["snapshots/every_key.formats.txt"]);
}

#[test]
fn the_formats_that_have_a_place_for_a_fact_are_parsed() {
    let mut lines = String::new();
    for error in samples() {
        for format in [Format::BRIEF, Format::PROBLEM] {
            let record = parse(&render(&error, format)).unwrap();
            lines += &format!("{format} {}\n", serde_json::to_string(&record).unwrap());
        }
    }
    same(lines, file!["snapshots/every_key.parsed.txt"]);
}

#[test]
fn every_key_is_in_the_catalog_document() {
    let document = catalog().document();
    let lines = document
        .split_inclusive('\n')
        .filter(|line| !line.trim_start().starts_with("\"line\": "));
    same(
        lines.collect::<String>(),
        file!["snapshots/every_key.catalog.json"],
    );
    let document: Value = serde_json::from_str(&document).unwrap();
    let validator = jsonschema::validator_for(&document_schema()).unwrap();
    let problems: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert!(problems.is_empty(), "{problems:#?}");
    for fact in FACTS {
        let is_used = document["errors"]
            .as_array()
            .unwrap()
            .iter()
            .any(|code| code.get(fact.name).is_some());
        assert!(is_used, "use the key of `{}` in `KeyError`", fact.name);
    }
}

#[test]
fn every_key_is_in_the_views_for_people() {
    let plain = Format::HUMAN;
    let mut text = catalog().list().render(plain) + "\n" + &catalog().exits().render(plain);
    for code in catalog()
        .iter()
        .map(agent_error::ErrorDef::code)
        .chain(["KEY_OLD", "key_gone"])
    {
        text += &format!("\n{}", catalog().explain(code).unwrap().render(plain));
    }
    same(text, file!["snapshots/every_key.views.txt"]);
}

#[test]
fn every_key_is_in_the_pages_and_the_lock_file() {
    let pages = document_of(&catalog()).export(ExportFormat::Markdown);
    let pages = pages
        .into_iter()
        .map(|file| format!("<!-- {} -->\n\n{}\n", file.path, file.text));
    same(
        pages.collect::<String>(),
        file!["snapshots/every_key.pages.md"],
    );
    same(
        Contract::of(&document_of(&catalog())).to_lock(),
        file!["snapshots/every_key.lock.json"],
    );
}

#[test]
fn every_error_matches_the_schemas_of_its_catalog() {
    let document = document_of(&catalog());
    let envelopes = jsonschema::validator_for(&document.envelope_schema()).unwrap();
    let openapi: Value =
        serde_json::from_str(&document.export(ExportFormat::OpenApi)[0].text).unwrap();
    for error in samples() {
        let output = |format| serde_json::from_str::<Value>(&render(&error, format)).unwrap();
        assert!(envelopes.is_valid(&output(Format::ENVELOPE)), "{error:?}");
        if openapi["components"]["schemas"]
            .get(format!("Problem_{}", error.code()))
            .is_some()
        {
            let reference = format!("#/components/schemas/Problem_{}", error.code());
            let schema =
                serde_json::json!({"$ref": reference, "components": openapi["components"]});
            assert!(
                jsonschema::validator_for(&schema)
                    .unwrap()
                    .is_valid(&output(Format::PROBLEM)),
                "{error:?}"
            );
        }
    }
    let responses = openapi["components"]["responses"]
        .as_object()
        .unwrap()
        .iter();
    let described =
        responses.map(|(name, response)| format!("{name}: {}\n", response["description"]));
    same(
        described.collect::<String>(),
        file!["snapshots/every_key.responses.txt"],
    );
}

#[test]
fn a_list_as_json_has_the_facts_that_are_asked_for() {
    let catalog = catalog().filter(|def| def.code().starts_with("KEY_F"));
    let mut lines = String::new();
    for all in [false, true] {
        lines += &(serde_json::to_string(&catalog.__list().complete(all)).unwrap() + "\n");
    }
    same(lines, file!["snapshots/every_key.list.jsonl"]);
}

#[test]
fn an_unknown_code_is_reported_with_the_nearest() {
    let error = catalog().explain("KEY_FLAB").unwrap_err();
    assert_eq!(
        (error.code(), error.record().exit_code()),
        ("UNKNOWN_ERROR_CODE", 5)
    );
    assert_eq!(
        crate::context(&error),
        serde_json::json!({"code": "KEY_FLAB", "nearest": ["KEY_FLAG"]})
    );
    for (asked, nearest) in [
        ("key_plane", &["KEY_PLAIN", "KEY_FLAG", "KEY_IMAGE"][..]),
        ("IMAGE", &["KEY_IMAGE"]),
        ("KEY_HIDDEM", &[]),
        ("X", &[]),
    ] {
        assert_eq!(catalog().__nearest(asked), nearest, "{asked}");
    }
    assert_eq!(
        "KEY_LOSD".parse::<KeyCode>().unwrap_err().to_string(),
        "unknown error code `KEY_LOSD`"
    );
}

#[test]
fn the_codes_are_an_enum() {
    let codes: Vec<&str> = KeyCode::ALL.iter().map(|code| code.as_str()).collect();
    let declared: Vec<&str> = KeyError::TYPE.defs.iter().map(ErrorDef::code).collect();
    assert_eq!(codes, declared);
    assert_eq!(
        (KeyCode::Lost.def().exit_code(), KeyCode::Lost.to_string()),
        (10, "KEY_LOST".into())
    );
    assert_eq!("KEY_LOST".parse::<KeyCode>().unwrap(), KeyCode::Lost);
    assert!(
        serde_json::from_str::<KeyCode>("\"NEWER\"")
            .unwrap_err()
            .to_string()
            .contains("NEWER")
    );
    assert_eq!(
        serde_json::to_string(&KeyCode::Lost).unwrap(),
        "\"KEY_LOST\""
    );
}

#[test]
fn a_hidden_code_is_in_no_public_view() {
    assert!(catalog().get("KEY_HIDDEN").is_none() && catalog().explain("KEY_HIDDEN").is_err());
    let set = error_set![KeyError];
    assert!(
        !set.codes().contains(&"KEY_HIDDEN") && set.allows("KEY_HIDDEN"),
        "a command may end with it all the same"
    );
    for word in ExportFormat::WORDS {
        for file in document_of(&catalog()).export(word.parse().unwrap()) {
            assert!(
                !file.text.contains("KEY_HIDDEN") && !file.path.contains("KEY_HIDDEN"),
                "{}",
                file.path
            );
        }
    }
}

#[test]
fn no_other_type_may_declare_a_hidden_or_retired_code() {
    declared!(
        #[agent_error(unregistered)]
        Again { Hidden = ("KEY_HIDDEN") }
    );
    declared!(
        #[agent_error(unregistered)]
        Reused { Gone = ("KEY_GONE", shared) }
    );
    for (ty, code) in [
        (Again::TYPE, Again::Hidden.code()),
        (Reused::TYPE, Reused::Gone.code()),
    ] {
        let error = Catalog::__from_types(&[KeyError::TYPE, ty]).unwrap_err();
        assert_eq!(
            error.record().context().get("code").unwrap(),
            code,
            "{error}"
        );
        assert_eq!(
            error.to_string().contains("KeyError (retired)"),
            code == "KEY_GONE",
            "{error}"
        );
    }
}
