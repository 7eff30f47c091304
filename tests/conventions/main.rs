//! Tests of the repository's structure: the order of modules, links, and public names.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

mod links;
mod modules;
mod public_names;
mod release;
mod requirements;
mod shared_features;

use modules::Imports;
use public_names::PublicNames;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The top-level modules of the runtime. Each may only import the modules before it.
const LAYERS: &[&str] = &[
    "vocabulary",
    "text",
    "json",
    "definition",
    "error",
    "registry",
    "ready",
    "format",
    "catalog",
    "classify",
    "process",
    "integrations",
];

/// The modules outside this order: the facade, the names that generated code uses, and the
/// documentation. Ordered modules must not import these.
const FACADE: &[&str] = &["lib", "private", "tooling", "_guide", "guide", "reference"];

#[test]
fn the_runtime_only_has_known_modules() {
    let expected: BTreeSet<String> = LAYERS
        .iter()
        .chain(FACADE)
        .map(|name| (*name).to_owned())
        .collect();
    assert_eq!(modules::top_level(&root().join("runtime/src")), expected);
}

#[test]
fn modules_only_import_earlier_modules() {
    let place = |module: &str| {
        LAYERS
            .iter()
            .position(|layer| Some(*layer) == module.split('/').next())
    };
    let mut count = 0;
    let mut against = Vec::new();
    for (module, targets) in &imports("runtime") {
        let Some(own) = place(module) else { continue };
        count += targets.len();
        let later = targets.iter().filter(|target| place(target) > Some(own));
        against.extend(later.map(|target| format!("{module} imports {target}")));
    }
    assert!(count > 500, "only {count} imports were found");
    assert!(
        against.is_empty(),
        "imports against the order: {against:#?}"
    );
}

/// The sources of the packages, except for the fuzzer and the examples.
const PACKAGES: [&str; 10] = [
    "macros",
    "macros/rules",
    "runtime",
    "runtime/axum",
    "runtime/cli",
    "runtime/formats",
    "runtime/grpc",
    "runtime/mcp",
    "runtime/testing",
    "runtime/tooling",
];

/// The imports between the files of a package, without two tables: one whose functions need the type
/// that lists them, and the list of this crate's own errors.
fn imports(package: &str) -> Imports {
    let mut imports = modules::imports(&root().join(package).join("src"));
    if package == "runtime" {
        // The table of a type contains the functions that find its errors.
        assert!(
            imports
                .get_mut("definition/def")
                .unwrap()
                .remove("registry/casts")
        );
        // The list of this crate's own errors contains those of integrations.
        let builtin = imports.get_mut("ready/builtin").unwrap();
        builtin.retain(|module| !module.starts_with("integrations/"));
    }
    imports
}

#[test]
fn files_do_not_import_each_other() {
    let cycles =
        PACKAGES.map(|package| format!("{package}: {:?}", modules::in_cycles(&imports(package))));
    assert_eq!(cycles, PACKAGES.map(|package| format!("{package}: {{}}")));
}

/// Texts of the macros that aren't messages, and errors that become `invalid value for ...`. A text that
/// ends with `…` stands for all that begin like it.
const NOT_SHOWN: [&str; 7] = [
    "Arc Box Cow…",
    "BTreeSet HashSet…",
    "Depends on the call; see the response",
    "a word",
    "an expression",
    "bool char str…",
    "this code is deprecated",
];

#[test]
fn every_message_of_the_macros_has_a_case() {
    let cases = std::fs::read_dir(root().join("tests/ui/fail"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let cases = cases.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "stderr")
    });
    let cases: String = cases
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let macros = root().join("macros/src");
    let mut texts = Vec::new();
    for file in modules::files(&macros) {
        if !file.starts_with(macros.join("expand")) {
            modules::strings(modules::tokens(&file), &mut texts);
        }
    }
    // Keys and names are single words.
    texts.retain(|text| text.contains(' '));
    assert!(texts.len() > 100, "{texts:?}");
    texts.retain(|text| !cases.lines().any(|line| contains_pieces(line, text)));
    texts.sort();
    let is_hidden = |text: &str| {
        NOT_SHOWN.iter().any(|known| match known.strip_suffix('…') {
            Some(start) => text.starts_with(start),
            None => text == *known,
        })
    };
    let (hidden, shown): (Vec<String>, Vec<String>) =
        texts.into_iter().partition(|text| is_hidden(text));
    assert_eq!(shown, [""; 0]);
    assert_eq!(hidden.len(), NOT_SHOWN.len(), "{hidden:?}");
}

/// Whether a line contains what's between the placeholders of a format string, in order.
fn contains_pieces(line: &str, text: &str) -> bool {
    let mut rest = line;
    text.split('{').all(|piece| {
        let piece = piece
            .split_once('}')
            .map_or(piece, |(_, after)| after.trim_start_matches('}'));
        let found = rest.split_once(piece);
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

#[test]
fn paths_in_the_contributing_guide_exist() {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let named = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/') && !word.contains(' '));
    let missing: Vec<&str> = named.filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for room in LAYERS {
        assert!(
            text.contains(&format!("| `{room}` |")),
            "{room} is not in the table of rooms"
        );
    }
}

/// Compares the README with the sessions of dbtool, which dbtool's own tests run.
#[test]
fn the_sessions_of_dbtool_show_the_output_in_the_readme() {
    let read = |path| std::fs::read_to_string(root().join(path)).unwrap();
    let (readme, sessions) = (read("README.md"), read("examples/dbtool/tests/dbtool.md"));
    // The first session shows a program without agent-error.
    let blocks = readme.split("```console\n$ ").skip(2);
    let shown = blocks.map(|block| block.split("```").next().unwrap());
    let steps: Vec<&str> = shown.flat_map(|block| block.split("\n$ ")).collect();
    assert!(steps.len() > 3, "{steps:?}");
    for step in steps {
        let (command, output) = step.split_once('\n').unwrap();
        let command = command.trim_end_matches(" | cat");
        let output = output
            .trim_end()
            .replace("\"duration_ms\":2", "\"duration_ms\":[..]");
        let is_same = |run: &str| {
            let (ran, rest) = run.split_once('\n').unwrap();
            ran.trim_end_matches(" --output human") == command && output_of(rest) == output
        };
        assert!(sessions.split("\n$ ").any(is_same), "$ {command}\n{output}");
    }
}

/// Returns the output of a command in a session, without its exit code and what follows the session.
fn output_of(run: &str) -> &str {
    let output = match run.split_once('\n') {
        Some((exit_code, output)) if exit_code.starts_with("? ") => output,
        _ => run,
    };
    output.split("```").next().unwrap().trim_end()
}

#[test]
fn secret_names_are_documented_with_the_derive() {
    let docs = std::fs::read_to_string(root().join("macros/src/derive.md")).unwrap();
    let missing: Vec<String> = agent_error_rules::secret::SECRET_WORDS
        .iter()
        .map(|(topic, words)| {
            format!(
                "| {topic} | `{}` |",
                words.split(' ').collect::<Vec<_>>().join("`, `")
            )
        })
        .filter(|row| !docs.contains(row))
        .collect();
    assert!(
        missing.is_empty(),
        "not in the docs of the derive: {missing:#?}"
    );
    let qualifiers = agent_error_rules::secret::QUALIFIERS.split_whitespace();
    let missing: Vec<&str> = qualifiers
        .filter(|word| !docs.contains(&format!("`{word}`")))
        .collect();
    assert!(
        missing.is_empty(),
        "not in the docs of the derive: {missing:#?}"
    );
}

/// Each guide must be included in a rustdoc module. Otherwise, its examples wouldn't be tested.
#[test]
fn every_guide_is_included_and_linked_on_the_front_page() {
    for source in links::GUIDED.map(|source| root().join(source)) {
        let read = |name: &str| std::fs::read_to_string(source.join(name)).unwrap();
        let (modules, front) = (read("_guide.rs"), read("lib.rs"));
        let guides = modules::top_level(&source.join("guide"));
        assert!(!guides.is_empty());
        for guide in guides {
            assert!(
                modules.contains(&format!("include_str!(\"guide/{guide}.md\")")),
                "`_guide.rs` does not include {guide}"
            );
            assert!(
                front.contains(&format!("](_guide::{guide})")),
                "the front page has no link to {guide}"
            );
        }
    }
}

/// Compares the public names with the expected files. To update the files, set
/// `SNAPSHOTS=overwrite`.
#[test]
#[ignore = "needs the JSON of rustdoc, in the folder PUBLIC_NAMES_JSON"]
fn public_names_are_those_of_the_file() {
    for library in [
        "default", "all", "axum", "formats", "mcp", "testing", "tonic", "tooling",
    ] {
        let found = public_names_of(library);
        assert_eq!(found.copies(), [[""; 0]; 0], "{library}");
        let text = found.names.into_iter().collect::<Vec<_>>().join("\n") + "\n";
        let path = root().join(format!("tests/conventions/public_names.{library}.txt"));
        if std::env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(
            std::fs::read_to_string(&path).unwrap_or_default(),
            text,
            "SNAPSHOTS=overwrite accepts it"
        );
    }
}

#[test]
#[ignore = "needs the JSON of rustdoc, in the folder PUBLIC_NAMES_JSON"]
fn types_with_public_names_have_examples() {
    for library in [
        "all", "axum", "formats", "mcp", "testing", "tonic", "tooling",
    ] {
        let found = public_names_of(library);
        assert_eq!(found.without_example, [""; 0], "{library}");
    }
}

fn public_names_of(library: &str) -> PublicNames {
    let folder = std::env::var_os("PUBLIC_NAMES_JSON").expect("PUBLIC_NAMES_JSON is set");
    PublicNames::read(&Path::new(&folder).join(format!("{library}.json")))
}

/// A name that is public once has to stay for years.
#[test]
fn there_are_few_public_names() {
    let names = include_str!("public_names.all.txt");
    assert!(names.lines().count() <= 370);
}

#[test]
fn the_guide_lists_all_exit_codes() {
    let guide = include_str!("../../runtime/src/guide/exit_codes.md");
    for entry in agent_error::exit::TABLE {
        let retry = match (entry.code, entry.retryable) {
            (0, _) => " ",
            (_, true) => " yes ",
            (_, false) => " no ",
        };
        let row = format!(
            "| {} | `{}` |{retry}| {} |",
            entry.code, entry.name, entry.advice
        );
        assert!(guide.contains(&row), "the guide lacks {row}");
    }
}
