//! TypeScript: every code as a type with its context, and the facts as a table.

mod type_of;

use crate::document::{Document, Field};
use crate::schema::{CodeSchema, Definitions, names, other_error};
use agent_error::definition::{FACTS, Views};
use serde_json::json;
use std::fmt::Write;
use type_of::{property, type_of};

/// Names that the module itself uses.
const TAKEN: [&str; 13] = [
    "ERRORS",
    "ErrorCode",
    "ErrorBase",
    "ErrorByCode",
    "ErrorObject",
    "KnownError",
    "OtherError",
    "Envelope",
    "Failure",
    "Success",
    "Meta",
    "isErrorCode",
    "isKnownError",
];

pub(super) fn text(catalog: &Document) -> String {
    let codes = CodeSchema::all(catalog);
    let names = names(&codes, &TAKEN);
    let mut out = format!(
        "// What {} answers in JSON, in the format `envelope`. Written by `agent-error export typescript`.\n\n",
        catalog.subject()
    );
    table(&codes, &mut out);
    base(&mut out);
    let mut types = Definitions::new("", TAKEN.into_iter().chain(names.iter().map(String::as_str)));
    for (code, name) in codes.iter().zip(&names) {
        interface(code, name, &mut types, &mut out);
    }
    for (name, schema) in types.into_sorted() {
        doc(0, schema["description"].as_str(), None, &mut out);
        let _ = writeln!(out, "export type {name} = {};\n", type_of(&schema));
    }
    unions(&codes, &names, &mut out);
    out
}

/// `ERRORS`: the static facts of each code.
fn table(codes: &[CodeSchema<'_>], out: &mut String) {
    out.push_str("/** What is known about each code before it happens. */\nexport const ERRORS = {\n");
    for entry in codes.iter().map(|code| code.entry) {
        let _ = writeln!(out, "  {}: {{", property(entry.code()));
        for fact in FACTS.iter().filter(|fact| fact.views.contains(Views::TABLE)) {
            if let Some(value) = entry.value(fact.name) {
                let _ = writeln!(out, "    {}: {},", fact.name, json!(value));
            }
        }
        out.push_str("  },\n");
    }
    out.push_str("} as const;\n\n");
    out.push_str("/** A code of the catalog. */\nexport type ErrorCode = keyof typeof ERRORS;\n\n");
    out.push_str(
        "/** Whether a text is a code of the catalog. */\n\
         export function isErrorCode(code: string): code is ErrorCode {\n  \
           return Object.prototype.hasOwnProperty.call(ERRORS, code);\n}\n\n",
    );
}

/// `ErrorBase`: the members of any error, before its code is known.
fn base(out: &mut String) {
    let schema = other_error(&[]);
    out.push_str("/** What every error may have, whatever its code; advice may come in any later version. */\n");
    out.push_str("export interface ErrorBase {\n  code: string;\n  message: string;\n");
    out.push_str("  cause?: string;\n  detail?: string;\n");
    for fact in FACTS.iter().filter(|fact| fact.views.contains(Views::ANSWER)) {
        let optional = if is_required(&schema, fact.name) { "" } else { "?" };
        let _ = writeln!(out, "  {}{optional}: {};", fact.name, type_of(&schema["properties"][fact.name]));
    }
    out.push_str("  context?: object;\n}\n\n");
    out.push_str("/** An error with a code that is not below: a newer version has it. */\n");
    out.push_str("export interface OtherError extends ErrorBase {}\n\n");
}

/// The object `error` of an envelope with one code.
fn interface(code: &CodeSchema<'_>, name: &str, types: &mut Definitions, out: &mut String) {
    let def = code.entry;
    doc(0, def.summary(), def.deprecated(), out);
    let _ = writeln!(out, "export interface {name} extends ErrorBase {{\n  code: {};", json!(def.code()));
    let (schema, any) = (code.error(code.context(types)), other_error(&[]));
    for fact in FACTS.iter().filter(|fact| fact.views.contains(Views::ANSWER)) {
        let described = &schema["properties"][fact.name];
        if *described != any["properties"][fact.name] {
            let optional = if is_required(&schema, fact.name) { "" } else { "?" };
            let _ = writeln!(out, "  {}{optional}: {};", fact.name, type_of(described));
        }
    }
    let contexts: Vec<String> = code.contexts().into_iter().map(|fields| context(fields, types)).collect();
    if !contexts.is_empty() {
        let optional = if is_required(&schema, "context") { "" } else { "?" };
        let _ = writeln!(out, "  context{optional}: {};", contexts.join(" | "));
    }
    out.push_str("}\n\n");
}

/// The context of one declaration.
fn context(fields: &[Field], types: &mut Definitions) -> String {
    let mut text = String::from("{\n");
    for field in fields {
        doc(4, field.summary.as_deref(), None, &mut text);
        let _ =
            writeln!(text, "    {}: {};", property(&field.name), type_of(&types.with_types_of(field.schema.clone())));
    }
    text.push_str("  }");
    text
}

fn is_required(schema: &serde_json::Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|required| required == name))
}

fn unions(codes: &[CodeSchema<'_>], names: &[String], out: &mut String) {
    out.push_str("/** The error with each code. */\nexport interface ErrorByCode {\n");
    for (code, name) in codes.iter().zip(names) {
        let _ = writeln!(out, "  {}: {name};", property(code.entry.code()));
    }
    out.push_str("}\n\n");
    out.push_str(KNOWN);
    out.push_str(ENVELOPE);
}

const KNOWN: &str = "\
/** Any error of the catalog; `code` says which. */
export type KnownError = ErrorByCode[ErrorCode];

/** Any error that the program may answer with. */
export type ErrorObject = KnownError | OtherError;

/** Whether the code of an error is in the catalog. If so, TypeScript narrows the type by `code`. */
export function isKnownError(error: ErrorObject): error is KnownError {
  return isErrorCode(error.code);
}

";

const ENVELOPE: &str = "\
/** What an envelope says about the call itself. */
export interface Meta {
  duration_ms: number;
  schema_version: string;
  tool_version?: string;
}

/** A call that succeeded. */
export interface Success<T = unknown> {
  ok: true;
  data: T;
  error: null;
  warnings: string[];
  meta: Meta;
}

/** A call that failed. */
export interface Failure {
  ok: false;
  data: null;
  error: ErrorObject;
  warnings: string[];
  meta: Meta;
}

/** An answer; `ok` says which. */
export type Envelope<T = unknown> = Success<T> | Failure;
";

/// A comment above its subject.
fn doc(indent: usize, summary: Option<&str>, deprecated: Option<&str>, out: &mut String) {
    let deprecated = deprecated.map(|advice| format!("@deprecated {advice}"));
    let lines: Vec<&str> = summary.into_iter().chain(deprecated.as_deref()).flat_map(str::lines).collect();
    // The end of a comment within it would end it.
    let lines: Vec<String> = lines.into_iter().map(|line| line.trim().replace("*/", "*\\/")).collect();
    let margin = " ".repeat(indent);
    let _ = match lines.as_slice() {
        [] => Ok(()),
        [line] => writeln!(out, "{margin}/** {line} */"),
        lines => writeln!(out, "{margin}/**\n{margin} * {}\n{margin} */", lines.join(&format!("\n{margin} * "))),
    };
}
