//! The page of a code.

use super::example::{Example, commands};
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
    page.example();
    page.context();
    page.covered();
    page.blocks.join("\n\n") + "\n"
}

pub(super) fn retired_page(retired: &Retired) -> String {
    let code = prose(&retired.code);
    let mut page = format!(
        "# {code}\n\n> **Retired:** this code is no longer used, and will never be reused.\n"
    );
    if let Some(note) = &retired.note {
        page += &format!("\nInstead: {}\n", prose(note));
    }
    page + &format!("\n[All codes]({INDEX})\n")
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
        let declarations = self.declarations().iter();
        distinct(declarations.filter_map(|declared| declared.template(fact)))
    }

    /// Returns the page of the item that a doc comment links to, such as `Self::NotFound`.
    fn item(&self, item: &str) -> Option<String> {
        // A link may state the kind of the item, as in `struct@Name`.
        let path = last_part(item, "@");
        let (ty_or_self, variant) = path.rsplit_once("::").unwrap_or((path, ""));
        let ty = if ty_or_self == "Self" {
            self.code.type_path()
        } else {
            ty_or_self
        };
        for declared in self.catalog.declarations() {
            let is_of_type = last_part(declared.type_path(), "::") == last_part(ty, "::");
            let is_item = is_of_type && declared.variant() == variant;
            if is_item || declared.code() == path {
                return Some(page_name(declared.code()));
            }
        }
        None
    }

    fn doc_line(&self, text: &str) -> String {
        doc_comment::line(text, &|item| self.item(item))
    }

    fn summary(&mut self) {
        if let Some(instead) = self.code.text("deprecated") {
            self.add(format!("> **Deprecated:** {}", prose(instead)));
        }
        match self.code.summary() {
            Some(summary) => self.add(self.doc_line(summary)),
            None => self.add(prose(&readable(self.code.name()))),
        }
    }

    fn example(&mut self) {
        if let Some(example) = Example::of(self.catalog, self.code) {
            self.add("## Example");
            self.add("For people:");
            self.add(code_block("text", &example.text));
            self.add("As JSON:");
            self.add(code_block("json", &example.json));
        }
    }

    /// Lists all facts without their own section or sentence.
    fn facts(&mut self) {
        let serves_http = self.catalog.entries().any(is_for_http);
        let mut items = Vec::new();
        for fact in FACTS {
            let has_place = PLACED.contains(&fact.name);
            let is_irrelevant = fact.name == "status" && !serves_http;
            if fact.visibility != Visibility::Text || has_place || is_irrelevant {
                continue;
            }
            for line in self.fact(fact) {
                items.push(format!("**{}:** {line}", crate::facts::title(fact.name)));
            }
        }
        self.list(&items);
    }

    fn fact(&self, fact: &FactDef) -> Vec<String> {
        if fact.name == "exit_code" {
            return if self.code.text("exit_field").is_some() {
                // That fact says what the exit code is if the field has none.
                Vec::new()
            } else {
                vec![self.exit_code()]
            };
        }
        if fact.name == "docs_url"
            && let Some(url) = self.code.docs_url()
            && is_link(url)
        {
            return vec![format!("<{url}>")];
        }
        let lines = fact.lines(&|name| self.code.values(name));
        lines.iter().map(|line| prose(line)).collect()
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
        let position_of_heading = self.blocks.len();
        self.suggestions();
        if let Some(condition) = self.code.template("fix_required") {
            self.add(format!("Prerequisite: {}", prose(&condition.to_string())));
        }
        self.commands("fix_command", "To fix this error, run:");
        self.commands(
            "check_command",
            "This command shows what the failed call has done:",
        );
        let actions = commands(self.catalog, self.code);
        if !actions.is_empty() {
            let spans: Vec<String> = actions.iter().map(|action| code_span(action)).collect();
            self.add(format!("Try: {}", spans.join(", ")));
        }
        if let Some(field) = self.code.text("actions_field") {
            let field = code_span(field);
            self.add(format!("Each error says what to call instead ({field})."));
        }
        if self.blocks.len() > position_of_heading {
            let heading = "## What to do".to_owned();
            self.blocks.insert(position_of_heading, heading);
        }
    }

    /// Lists the suggestions. If there are none, adds the advice for the exit code.
    fn suggestions(&mut self) {
        let mut known = Vec::new();
        let mut depends_on_error = false;
        for template in self.templates("suggestion") {
            if is_one_field(&template) {
                depends_on_error = true;
            } else {
                known.push(prose(&template.to_string()));
            }
        }
        match known.as_slice() {
            [] => self.advice_for_exit_code(),
            [only] => self.add(only),
            several => self.list(several),
        }
        if depends_on_error {
            self.add("Each error has its own suggestion.");
        }
    }

    fn advice_for_exit_code(&mut self) {
        if let Some(exit) = self.catalog.exit(self.code.exit_code())
            && !exit.advice.is_empty()
        {
            self.add(prose(&exit.advice));
        }
    }

    /// Adds the commands of a fact, each with an introduction.
    fn commands(&mut self, fact: &str, introduction: &str) {
        for command in self.templates(fact) {
            self.add(introduction);
            self.add(code_block("sh", &command.to_string()));
        }
    }

    fn context(&mut self) {
        let fields: Vec<&Field> = self.code.all_fields().collect();
        let names = distinct(fields.iter().map(|field| &field.name));
        if names.is_empty() {
            return;
        }
        let mut table = "| Field | Type | Meaning |\n|---|---|---|".to_owned();
        for name in names {
            table += "\n";
            table += &self.field_row(name, &fields);
        }
        self.add("## Context");
        self.add(table);
    }

    /// Describes a field. The declarations of a shared code may differ in its type and meaning.
    fn field_row(&self, name: &str, fields: &[&Field]) -> String {
        let mut types = Vec::new();
        let mut meanings = Vec::new();
        for field in fields.iter().filter(|field| field.name == name) {
            types.push(prose(&field.described));
            meanings.push(self.meaning(field));
        }
        meanings.retain(|meaning| !meaning.is_empty());
        let cells = [
            code_span(name),
            distinct(types.into_iter()).join(" or "),
            distinct(meanings.into_iter()).join(" "),
        ];
        format!("| {} |", cells.map(|markdown| cell(&markdown)).join(" | "))
    }

    fn meaning(&self, field: &Field) -> String {
        let mut sentences = Vec::new();
        if let Some(summary) = &field.summary {
            sentences.push(self.doc_line(summary));
        }
        if let Some(command) = &field.values_from {
            sentences.push(format!("{} lists the values.", code_span(command)));
        }
        sentences.join(" ")
    }

    fn covered(&mut self) {
        let mut rules = Vec::new();
        for fact in FACTS.iter().filter(|fact| fact.name == "classify") {
            for declared in self.declarations() {
                rules.extend(fact.lines(&|name| declared.values(name)));
            }
        }
        if !rules.is_empty() {
            self.add("## Errors of other libraries");
            self.add("This code also covers:");
            self.list(&distinct(rules.iter().map(|rule| prose(rule))));
        }
    }
}

/// Whether Markdown accepts the URL in angle brackets.
fn is_link(url: &str) -> bool {
    let is_http = url.starts_with("https://") || url.starts_with("http://");
    let mut bytes = url.bytes();
    is_http && bytes.all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>'))
}

/// Whether a code of the program declares an HTTP status.
fn is_for_http(code: &Code) -> bool {
    let states_status = code.value("status").is_some() || code.text("status_field").is_some();
    states_status && !code.is_of_agent_error()
}

fn last_part<'a>(path: &'a str, separator: &str) -> &'a str {
    path.rsplit(separator).next().unwrap_or(path)
}

/// Removes duplicates. Keeps the order.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}
