//! The documentation page of a code.

use super::doc_comment;
use super::example::{self, is_one_field};
use super::groups::{Groups, anchor, domain, exit_title, title};
use super::inline::{Place, autolink, code_block, code_span, escaped, prose, template};
use super::site::{Site, relative};
use crate::document::{Code, Declaration, Field, Retired};
use crate::proofs::Proof;
use agent_error::definition::{FACTS, Fact, Views};
use agent_error::format::{Format, Meta, Renderer, Stream};

/// Facts that have their own place on the page. All other facts are in a list below the summary.
const PLACED: [&str; 13] = [
    "code",
    "summary",
    "description",
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

/// Returns the page of a code.
pub(super) fn page(site: &Site<'_>, groups: &Groups<'_>, entry: &Code) -> String {
    let mut page = CodePage { site, groups, entry, path: site.page(entry.code()), text: String::new() };
    page.line(&format!("# {}", escaped(entry.code())));
    page.summary();
    page.facts();
    page.description();
    page.advice();
    page.context();
    page.covered();
    page.examples();
    page.related();
    page.text
}

/// Returns the page of a retired code.
pub(super) fn retired(site: &Site<'_>, retired: &Retired) -> String {
    let code = retired.code.as_str();
    let note = retired.note.as_ref().map(|note| format!("\nInstead: {}\n", prose(note, Place::Line)));
    let index = relative(site.page(code), site.by_domain);
    format!(
        "# {}\n\n> **Retired:** this code is no longer used, and will never be reused.\n{}\n[All codes]({index})\n",
        escaped(code),
        note.unwrap_or_default()
    )
}

struct CodePage<'a> {
    site: &'a Site<'a>,
    groups: &'a Groups<'a>,
    entry: &'a Code,
    path: &'a str,
    text: String,
}

impl<'a> CodePage<'a> {
    /// Appends a block. Separates it from the previous block with a blank line.
    fn line(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(text.trim_end());
        self.text.push('\n');
    }

    fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let items: Vec<String> = items.into_iter().map(|item| format!("- {item}")).collect();
        if !items.is_empty() {
            self.line(&items.join("\n"));
        }
    }

    /// Returns all declarations of the code. The declarations of a shared code may differ in advice and context.
    fn declarations(&self) -> &'a [Declaration] {
        self.entry.declarations()
    }

    fn doc_line(&self, text: &str, place: Place) -> String {
        doc_comment::line(text, place, &|item| self.site.item(self.entry, self.path, item))
    }

    fn summary(&mut self) {
        let def = self.entry;
        if let Some(instead) = def.deprecated() {
            self.line(&format!("> **Deprecated:** {}", prose(instead, Place::Line)));
        }
        let summary = def.summary().map(|summary| self.doc_line(summary, Place::Line));
        self.line(&summary.unwrap_or_else(|| "This code has no description.".to_owned()));
        if let Some(message) = def.template("message") {
            self.line(&code_block("text", &message.to_string()));
        }
    }

    /// Lists all facts that don't have their own place on the page.
    fn facts(&mut self) {
        let is_shown = |fact: &&Fact| !PLACED.contains(&fact.name) && (self.site.serves_http || fact.name != "status");
        let facts = in_sections(Views::PAGE).into_iter().filter(is_shown);
        let items: Vec<String> = facts.flat_map(|fact| self.fact(fact)).collect();
        self.list(items);
    }

    fn fact(&self, fact: &Fact) -> Vec<String> {
        let texts = match fact.name {
            "exit_code" => vec![self.exit_code()],
            "docs_url" => self.site.other_page(self.entry).map(autolink).into_iter().collect(),
            _ => fact.lines(&**self.entry).iter().map(|line| prose(line, Place::Line)).collect(),
        };
        texts.into_iter().map(|text| format!("**{}:** {text}", fact.title)).collect()
    }

    fn exit_code(&self) -> String {
        let code = self.entry.exit_code();
        let link = format!("{}#{}", relative(self.path, self.site.by_exit), anchor(&exit_title(code)));
        match self.site.catalog.exit(code) {
            Some(known) => {
                let name = escaped(known.name.as_deref().unwrap_or_default());
                format!("[{code} {name}]({link}). {}", prose(&known.description, Place::Line))
            }
            None => format!("[{code}]({link}), specific to this program"),
        }
    }

    fn description(&mut self) {
        let Some(description) = self.entry.description() else { return };
        let text = doc_comment::block(description, &|item| self.site.item(self.entry, self.path, item));
        self.line("## When it happens");
        self.line(&text);
    }

    fn advice(&mut self) {
        let declarations = self.declarations();
        let def = self.entry;
        let suggestions = declarations.iter().filter_map(|def| def.template("suggestion"));
        let (open, fixed): (Vec<_>, Vec<_>) = suggestions.partition(|suggestion| is_one_field(*suggestion));
        let fixed = distinct(fixed.into_iter().map(|suggestion| template(suggestion, Place::Line)));
        self.line("## What to do");
        match fixed.as_slice() {
            [] => {}
            [only] => self.line(only),
            several => self.list(several.iter().cloned()),
        }
        if let Some(exit) = self.site.catalog.exit(def.exit_code()).filter(|_| fixed.is_empty()) {
            self.line(&prose(&exit.advice, Place::Line));
        }
        if !open.is_empty() {
            self.line("Each error has its own suggestion.");
        }
        if let Some(condition) = def.template("fix_required") {
            self.line(&format!("Prerequisite: {}", template(condition, Place::Line)));
        }
        for command in distinct(declarations.iter().filter_map(|def| def.template("fix_command"))) {
            self.line("To fix this error, run:");
            self.line(&code_block("sh", &command.to_string()));
        }
        for command in distinct(declarations.iter().filter_map(|def| def.template("check_command"))) {
            self.line("This command shows what the failed call has done:");
            self.line(&code_block("sh", &command.to_string()));
        }
        let actions: Vec<String> = def.actions().map(|action| code_span(action, Place::Line)).collect();
        if !actions.is_empty() {
            self.line(&format!("Call instead: {}", actions.join(", ")));
        }
        if let Some(field) = def.actions_field() {
            let field = code_span(field, Place::Line);
            self.line(&format!("Each error says what to call instead ({field})."));
        }
        if let Some(proof) = self.site.catalog.proof(def.code()) {
            self.line(&proven(proof));
        }
    }

    fn context(&mut self) {
        let fields = distinct(self.declarations().iter().flat_map(|def| &def.fields));
        if fields.is_empty() {
            return;
        }
        let rows: Vec<String> = fields.iter().map(|field| self.field(field)).collect();
        self.line("## Context");
        self.line(&format!("| Field | Type | Meaning |\n|---|---|---|\n{}", rows.join("\n")));
    }

    fn field(&self, field: &Field) -> String {
        let meaning = field.summary.as_ref().map(|text| self.doc_line(text, Place::Cell)).unwrap_or_default();
        let listing = field.values_from.as_ref().map(|command| {
            let separator = if meaning.is_empty() { "" } else { " " };
            format!("{separator}{} lists the values.", code_span(command, Place::Cell))
        });
        let meaning = meaning + &listing.unwrap_or_default();
        let ty = prose(&field.described(), Place::Cell);
        format!("| {} | {ty} | {meaning} |", code_span(&field.name, Place::Cell))
    }

    fn covered(&mut self) {
        let rule = FACTS.iter().find(|fact| fact.name == "classify");
        let rules = rule.into_iter().flat_map(|fact| self.declarations().iter().flat_map(|def| fact.lines(def)));
        let rules = distinct(rules.map(|rule| prose(&rule, Place::Line)));
        if rules.is_empty() {
            return;
        }
        self.line("## Errors of other libraries");
        self.line("This code also covers:");
        self.list(rules);
    }

    fn examples(&mut self) {
        self.line("## Example");
        self.line("An example in each output format. The program prints JSON on a single line.");
        let record = example::occurrence(self.site.catalog, self.entry);
        let is_shown = |format: &&Format| self.site.serves_http || **format != Format::Problem;
        for format in Format::ALL.iter().filter(is_shown) {
            let meta = Meta { duration_ms: 12, tool_version: None };
            let text = Renderer::new(*format).pretty(true).meta(meta).render(&record);
            let (language, stream) = (language(*format), stream(*format));
            self.line(&format!("### {}", name(*format)));
            self.line(&format!("`--output {format}`, to {stream}:"));
            self.line(&code_block(language, &text));
        }
    }

    fn related(&mut self) {
        let (domain_codes, in_domain) = self.groups.of_same_domain(self.entry);
        let (exit_codes, with_exit) = self.groups.of_same_exit(self.entry);
        let domain = domain(self.entry);
        let exit = exit_title(self.entry.exit_code());
        let by_domain = format!("{}#{}", relative(self.path, self.site.by_domain), anchor(title(&domain)));
        let by_exit = format!("{}#{}", relative(self.path, self.site.by_exit), anchor(&exit));
        let mut items = Vec::new();
        if !domain_codes.is_empty() && !domain.is_empty() {
            items.push(format!("[{in_domain} of {}]({by_domain}): {}", escaped(&domain), self.links(&domain_codes)));
        }
        if !exit_codes.is_empty() {
            let exit = self.entry.exit_code();
            items.push(format!("[{with_exit} with exit code {exit}]({by_exit}): {}", self.links(&exit_codes)));
        }
        if !items.is_empty() {
            self.line("## Related codes");
            self.list(items);
        }
    }

    fn links(&self, codes: &[&str]) -> String {
        let link = |code: &&str| format!("[{}]({})", escaped(code), self.site.link(self.path, code));
        codes.iter().map(link).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the facts that a view shows, ordered by section.
fn in_sections(view: Views) -> Vec<&'static Fact> {
    let mut facts: Vec<&Fact> = FACTS.iter().filter(|fact| fact.views.contains(view)).collect();
    facts.sort_by_key(|fact| fact.section);
    facts
}

/// Removes duplicates and otherwise keeps the order.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut known, value| {
        if !known.contains(&value) {
            known.push(value);
        }
        known
    })
}

/// Describes the state of a proof.
fn proven(proof: &Proof) -> String {
    match proof {
        Proof::Proven { test, steps } => {
            let by = test.as_ref().map_or("a test".to_owned(), |test| code_span(test, Place::Line));
            format!("Proven by {by}: {}.", prose(&steps.join(", "), Place::Line))
        }
        Proof::Settled { test, steps } => {
            let by = test.as_ref().map_or("a test".to_owned(), |test| code_span(test, Place::Line));
            format!("Followed by {by}, without repeating the call: {}.", prose(&steps.join(", "), Place::Line))
        }
        Proof::Exempt { reason } => format!("Exempt from proof: {}.", prose(reason.trim_end_matches('.'), Place::Line)),
        Proof::Unproven { changed: false } => "Not proven.".to_owned(),
        Proof::Unproven { changed: true } => "No longer proven, because the advice has changed.".to_owned(),
    }
}

/// Returns the display name of a format.
fn name(format: Format) -> &'static str {
    match format {
        Format::Human => "Text",
        Format::Envelope => "Envelope",
        Format::Nested => "Nested JSON",
        Format::Flat => "Flat JSON",
        Format::Xml => "XML",
        Format::Tagged => "Tagged text",
        Format::Problem => "Problem details",
        Format::Brief => "Brief text",
        other => other.as_str(),
    }
}

fn language(format: Format) -> &'static str {
    match format {
        Format::Envelope | Format::Nested | Format::Flat | Format::Problem => "json",
        Format::Xml => "xml",
        _ => "text",
    }
}

fn stream(format: Format) -> &'static str {
    match format.stream() {
        Stream::Stdout => "standard output",
        Stream::Stderr => "standard error",
    }
}
