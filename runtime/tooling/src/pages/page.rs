//! The page of a code.

use super::text::{cell, code_block, code_span, prose};
use super::{INDEX, doc_comment, page_name};
use crate::document::{Code, Declaration, Document, Field, Retired, is_one_field};
use agent_error::__tooling::{FACTS, FactDef, Template, Visibility};
use agent_error_rules::name::readable;

/// Facts that have their own place on the page. All other facts are in a list below the summary.
const PLACED: [&str; 11] = [
    "declared_by",
    "message",
    "suggestion",
    "fix_required",
    "fix_command",
    "check_command",
    "actions",
    "actions_field",
    "context",
    "classify",
    "deprecated",
];

pub(super) fn code_page(catalog: &Document, code: &Code) -> String {
    let mut page = Page {
        catalog,
        code,
        blocks: vec![format!("# {}", prose(code.code()))],
    };
    page.summary();
    page.facts();
    page.description();
    page.advice();
    page.context();
    page.covered();
    page.blocks.join("\n\n") + "\n"
}

pub(super) fn retired_page(retired: &Retired) -> String {
    let note = retired
        .note
        .as_ref()
        .map(|note| format!("\nInstead: {}\n", prose(note)));
    format!(
        "# {}\n\n> **Retired:** this code is no longer used, and will never be reused.\n{}\n[All codes]({INDEX})\n",
        prose(&retired.code),
        note.unwrap_or_default()
    )
}

struct Page<'a> {
    catalog: &'a Document,
    code: &'a Code,
    /// The blocks of the page, separated by blank lines.
    blocks: Vec<String>,
}

impl<'a> Page<'a> {
    fn add(&mut self, block: impl Into<String>) {
        self.blocks.push(block.into());
    }

    fn list(&mut self, items: &[String]) {
        if !items.is_empty() {
            self.add(format!("- {}", items.join("\n- ")));
        }
    }

    /// Returns all declarations of the code. The declarations of a shared code may differ in advice
    /// and context.
    fn declarations(&self) -> &'a [Declaration] {
        self.code.declarations()
    }

    /// Returns the distinct templates of a fact in all declarations.
    fn templates(&self, fact: &str) -> Vec<Template<'a>> {
        distinct(
            self.declarations()
                .iter()
                .filter_map(|declared| declared.template(fact)),
        )
    }

    /// Returns the page of the item that a doc comment links to, such as `Self::NotFound`.
    fn item(&self, item: &str) -> Option<String> {
        let path = item.rsplit_once('@').map_or(item, |(_, path)| path);
        let (ty, variant) = path.rsplit_once("::").unwrap_or((path, ""));
        let ty = if ty == "Self" {
            self.code.type_path()
        } else {
            ty
        };
        let last = |path: &'a str| path.rsplit("::").next();
        let is_item = |declared: &&'a Declaration| {
            declared.code() == path
                || (declared.variant() == variant
                    && last(declared.type_path()) == ty.rsplit("::").next())
        };
        self.catalog
            .declarations()
            .find(is_item)
            .map(|declared| page_name(declared.code()))
    }

    fn doc_line(&self, text: &str) -> String {
        doc_comment::line(text, &|item| self.item(item))
    }

    fn summary(&mut self) {
        if let Some(instead) = self.code.text("deprecated") {
            self.add(format!("> **Deprecated:** {}", prose(instead)));
        }
        let summary = self.code.summary().map(|summary| self.doc_line(summary));
        self.add(summary.unwrap_or_else(|| prose(&readable(self.code.name()))));
        if let Some(message) = self.code.template("message") {
            self.add(code_block("text", &message.to_string()));
        }
    }

    /// Lists all facts without their own section or sentence.
    fn facts(&mut self) {
        let states_status =
            |code: &Code| code.value("status").is_some() || code.text("status_field").is_some();
        let serves_http = self
            .catalog
            .entries()
            .any(|code| !code.is_of_agent_error() && states_status(code));
        let is_shown = |fact: &&FactDef| {
            fact.visibility == Visibility::Text
                && !PLACED.contains(&fact.name)
                && (serves_http || fact.name != "status")
        };
        let items: Vec<String> = FACTS
            .iter()
            .filter(is_shown)
            .flat_map(|fact| self.fact(fact))
            .collect();
        self.list(&items);
    }

    fn fact(&self, fact: &FactDef) -> Vec<String> {
        let lines = match (fact.name, self.code.docs_url()) {
            // `exit_field` says what the exit code is if the field has none.
            ("exit_code", _) if self.code.text("exit_field").is_some() => Vec::new(),
            ("exit_code", _) => vec![self.exit_code()],
            ("docs_url", Some(url)) if is_link(url) => vec![format!("<{url}>")],
            _ => fact
                .lines(&|name| self.code.values(name))
                .iter()
                .map(|line| prose(line))
                .collect(),
        };
        lines
            .into_iter()
            .map(|line| format!("**{}:** {line}", crate::facts::title(fact.name)))
            .collect()
    }

    fn exit_code(&self) -> String {
        let code = self.code.exit_code();
        match self.catalog.exit(code) {
            Some(exit) => {
                let name = exit.name.as_deref().unwrap_or_default();
                format!("{code} {}. {}", prose(name), prose(&exit.description))
            }
            None => format!("{code}, specific to this program"),
        }
    }

    fn description(&mut self) {
        if let Some(description) = self.code.text("description") {
            let text = doc_comment::block(description, &|item| self.item(item));
            self.add("## When it happens");
            self.add(text);
        }
    }

    fn advice(&mut self) {
        let code = self.code;
        let (open, fixed): (Vec<_>, Vec<_>) = self
            .templates("suggestion")
            .into_iter()
            .partition(is_one_field);
        let heading = self.blocks.len();
        match fixed.as_slice() {
            [] => {
                let exit = self
                    .catalog
                    .exit(code.exit_code())
                    .filter(|exit| !exit.advice.is_empty());
                self.blocks.extend(exit.map(|exit| prose(&exit.advice)));
            }
            [only] => self.add(prose(&only.to_string())),
            several => self.list(
                &several
                    .iter()
                    .map(|text| prose(&text.to_string()))
                    .collect::<Vec<_>>(),
            ),
        }
        if !open.is_empty() {
            self.add("Each error has its own suggestion.");
        }
        if let Some(condition) = code.template("fix_required") {
            self.add(format!("Prerequisite: {}", prose(&condition.to_string())));
        }
        for (fact, about) in [
            ("fix_command", "To fix this error, run:"),
            (
                "check_command",
                "This command shows what the failed call has done:",
            ),
        ] {
            for command in self.templates(fact) {
                self.add(about);
                self.add(code_block("sh", &command.to_string()));
            }
        }
        let actions: Vec<String> = code.actions().map(code_span).collect();
        if !actions.is_empty() {
            self.add(format!("Call instead: {}", actions.join(", ")));
        }
        if let Some(field) = code.text("actions_field") {
            self.add(format!(
                "Each error says what to call instead ({}).",
                code_span(field)
            ));
        }
        if self.blocks.len() > heading {
            self.blocks.insert(heading, "## What to do".to_owned());
        }
    }

    fn context(&mut self) {
        let fields = distinct(
            self.declarations()
                .iter()
                .flat_map(|declared| &declared.fields),
        );
        if !fields.is_empty() {
            let rows: Vec<String> = fields.into_iter().map(|field| self.field(field)).collect();
            self.add("## Context");
            self.add(format!(
                "| Field | Type | Meaning |\n|---|---|---|\n{}",
                rows.join("\n")
            ));
        }
    }

    fn field(&self, field: &Field) -> String {
        let meaning = field.summary.as_ref().map(|summary| self.doc_line(summary));
        let values = field
            .values_from
            .as_ref()
            .map(|command| format!("{} lists the values.", code_span(command)));
        let meaning: Vec<String> = meaning.into_iter().chain(values).collect();
        let cells = [
            code_span(&field.name),
            prose(&field.described),
            meaning.join(" "),
        ];
        format!("| {} |", cells.map(|markdown| cell(&markdown)).join(" | "))
    }

    fn covered(&mut self) {
        let rule = FACTS.iter().filter(|fact| fact.name == "classify");
        let rules = rule.flat_map(|fact| {
            self.declarations()
                .iter()
                .flat_map(|declared| fact.lines(&|name| declared.values(name)))
        });
        let rules = distinct(rules.map(|rule| prose(&rule)));
        if !rules.is_empty() {
            self.add("## Errors of other libraries");
            self.add("This code also covers:");
            self.list(&rules);
        }
    }
}

/// Whether Markdown accepts the URL in angle brackets.
fn is_link(url: &str) -> bool {
    let is_http = url.starts_with("https://") || url.starts_with("http://");
    is_http
        && url
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>'))
}

/// Removes duplicates. Keeps the order.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut known, value| {
        if !known.contains(&value) {
            known.push(value);
        }
        known
    })
}
